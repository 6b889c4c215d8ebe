//! The cases of one side: which officers can be originals, and what can have become of each pawn.
//!
//! Invariant: every history is one of them, as long as its pawns captured no more often than is told.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::way::Way;
use crate::retro::checker::account::{self, LeastCaptures, NEVER};
use crate::retro::checker::matching::{have_one_each, row};
use crate::retro::checker::unmoved::{Unmoved, at_home};
use crate::retro::model::claim::{Account, CaptureDeficit, Course, End, MOST_CAPTURES};
use crate::retro::model::{Class, RetroPosition};

/// So often one pawn captures at most.
pub(super) const MOST_EACH: u32 = MOST_CAPTURES as u32;

/// What became of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Man {
    /// It stands here.
    Pawn(Square),
    /// It is one of the officers of this class on the board.
    Promoted(Class),
    /// It is missing, whatever it was then.
    Missing,
}

/// Which officers are originals.
#[derive(Debug)]
pub(super) struct OfficerChoice {
    /// By class: the homes of those on the board.
    pub(super) originals: [Bitboard; 5],
    /// The men on the board that were pawns.
    pub(super) men: Vec<Man>,
    /// What the men behind each of these cost.
    pub(super) after: After,
}

/// By man: the least captures of all behind it, by the set of files they do not come from.
type After = Rc<Vec<[u32; 256]>>;

/// How the pawn of a file went that became this after so many captures.
type Ways = HashMap<(Man, File, u32), Rc<[Rc<Way>]>>;

/// Everything one side can have done.
pub(super) struct Domain<'a> {
    position: &'a RetroPosition,
    unmoved: &'a Unmoved<'a>,
    color: Color,
    /// The most captures its pawns made together.
    pub(super) most: u32,
    /// By file: what its pawn needs.
    needs: [LeastCaptures; 8],
    /// Which originals of each class can be on the board, and how many of its men are then promoted.
    originals: [Vec<(Bitboard, usize)>; 5],
    /// Which officers can be originals, as far as the captures allow.
    pub(super) choices: Vec<OfficerChoice>,
    known: RefCell<Ways>,
}

impl<'a> Domain<'a> {
    /// The cases of a side whose pawns captured so often at most.
    pub(super) fn new(
        position: &'a RetroPosition,
        unmoved: &'a Unmoved<'a>,
        color: Color,
        most: u32,
    ) -> Domain<'a> {
        let mut domain = Domain {
            position,
            unmoved,
            color,
            most,
            needs: File::ALL
                .map(|file| account::least_captures(color, file, &unmoved.without_ways())),
            originals: std::array::from_fn(|_| Vec::new()),
            choices: Vec::new(),
            known: RefCell::default(),
        };
        domain.originals = Class::ALL.map(|class| domain.originals(class));
        if domain.least().is_ok_and(|(least, _)| least <= most) {
            domain.choices = domain.affordable();
        }
        domain
    }

    /// The least captures of the men on the board that were pawns, and the fewest promoted ones among them; else whom
    /// nothing accounts for, as of [`CaptureDeficit::Unaccountable`].
    pub(super) fn least(&self) -> Result<(u32, u32), Role> {
        let mut men: Vec<Man> = self.pawns().into_iter().map(Man::Pawn).collect();
        let pawns = men.len();
        for (class, originals) in Class::ALL.into_iter().zip(&self.originals) {
            let fewest = originals.iter().map(|&(_, promoted)| promoted).min();
            let fewest = fewest.ok_or(class.role())?;
            men.extend(std::iter::repeat_n(Man::Promoted(class), fewest));
        }
        // More promoted men cost no less.
        match self.costs(&men).1[0] {
            NEVER.. => Err(Role::Pawn),
            least => Ok((least, (men.len() - pawns) as u32)),
        }
    }

    /// Why there is no case, if there is none and the account does not say otherwise.
    pub(super) fn deficit(&self, account: &Account) -> Option<CaptureDeficit> {
        if account.needed.is_some() {
            return None;
        }
        match self.least() {
            Err(role) => Some(CaptureDeficit::Unaccountable(role)),
            Ok((needed, promoted)) => (needed > self.most && promoted >= account.promoted)
                .then_some(CaptureDeficit::Captures { needed, promoted }),
        }
    }

    /// How the pawn of a file can have gone and captured so often, if this became of it.
    pub(super) fn ways(&self, man: Man, file: File, captures: u32) -> Rc<[Rc<Way>]> {
        if let Some(known) = self.known.borrow().get(&(man, file, captures)) {
            return Rc::clone(known);
        }
        let last = Bitboard::from_rank(self.color.relative_rank(Rank::Eighth));
        let ends: Vec<End> = match man {
            Man::Pawn(square) => vec![End::Stands(square)],
            Man::Promoted(class) => {
                let doors = self.doors(class).into_iter();
                doors.map(|door| End::Remains(door, class)).collect()
            }
            Man::Missing => std::iter::once(End::Falls)
                .chain(last.into_iter().map(End::Spent))
                .collect(),
        };
        let mut ways = Vec::new();
        let mut paths = vec![vec![file]];
        for _ in 0..captures {
            paths = paths
                .into_iter()
                .flat_map(|path| {
                    let at = path[path.len() - 1];
                    [at.offset(-1), at.offset(1)]
                        .into_iter()
                        .flatten()
                        .map(move |next| [path.as_slice(), &[next]].concat())
                })
                .collect();
        }
        for end in ends {
            for path in &paths {
                let way = Course::new(path, end)
                    .and_then(|course| Way::of(self.color, course, self.unmoved));
                ways.extend(way.map(Rc::new));
            }
        }
        let ways: Rc<[Rc<Way>]> = ways.into();
        let known = Rc::clone(&ways);
        self.known.borrow_mut().insert((man, file, captures), known);
        ways
    }

    fn officers(&self, class: Class) -> Bitboard {
        class.men(&self.position.board, self.color)
    }

    /// Where a pawn can have promoted to an officer of a class on the board.
    fn doors(&self, class: Class) -> Bitboard {
        account::doors(self.color, class, self.officers(class), self.unmoved)
    }

    fn pawns(&self) -> Bitboard {
        self.position.board.by_color(self.color) & self.position.board.pawns()
    }

    /// Where officers of a class from `sources` can have gone.
    fn reach(&self, class: Class, sources: Bitboard) -> Bitboard {
        self.unmoved.reach(self.color, class.role(), sources)
    }

    /// The choices whose men cost no more captures than there were.
    fn affordable(&self) -> Vec<OfficerChoice> {
        let pawns = self.pawns();
        let gone = 8usize.saturating_sub(pawns.count());
        let mut choices = vec![([Bitboard::EMPTY; 5], Vec::new())];
        for class in Class::ALL {
            choices = choices
                .into_iter()
                .flat_map(|choice| {
                    self.originals[class as usize]
                        .iter()
                        .map(move |&(homes, promoted)| {
                            let (mut all, mut men) = choice.clone();
                            all[class as usize] = homes;
                            men.extend(std::iter::repeat_n(Man::Promoted(class), promoted));
                            (all, men)
                        })
                })
                .filter(|(_, men)| men.len() <= gone)
                .collect();
        }
        let mut known: BTreeMap<Vec<Man>, (After, [u32; 256])> = BTreeMap::new();
        choices
            .into_iter()
            .filter_map(|(originals, promoted)| {
                let men: Vec<Man> = pawns.into_iter().map(Man::Pawn).chain(promoted).collect();
                let (after, least) = known
                    .entry(men.clone())
                    .or_insert_with(|| self.costs(&men))
                    .clone();
                (least[0] <= self.most).then_some(OfficerChoice {
                    originals,
                    men,
                    after,
                })
            })
            .collect()
    }

    /// Which originals of a class can be on the board, and how many men of the class are then promoted.
    fn originals(&self, class: Class) -> Vec<(Bitboard, usize)> {
        let still = self.unmoved.still;
        let men = self.officers(class);
        let died_at_home = self.position.frozen & !at_home(&self.position.board);
        let doors = Bitboard::from_rank(self.color.relative_rank(Rank::Eighth)) & !still;
        let promoted_reach = self.reach(class, doors) & !still;
        // A man that never moved stands at home and nowhere else.
        let reach = |home: Square| {
            if (still & men).contains(home) {
                home.into()
            } else {
                self.reach(class, home.into()) & !still
            }
        };
        let homes = class.homes(self.color);
        homes
            .carry_rippler()
            .filter(|originals| {
                originals.is_disjoint(died_at_home)
                    && (homes & still & men).is_subset(*originals)
                    && originals.count() <= men.count()
            })
            .filter_map(|originals| {
                let promoted = men.count() - originals.count();
                let sources: Vec<Bitboard> = originals
                    .into_iter()
                    .map(reach)
                    .chain(std::iter::repeat_n(promoted_reach, promoted))
                    .collect();
                let came = |man: Square| row(&sources, |source| source.contains(man));
                let rows: Vec<u64> = men.into_iter().map(came).collect();
                have_one_each(&rows).then_some((originals, promoted))
            })
            .collect()
    }

    /// The least captures of all men behind each of these, and of all of them, by the set of files they do not come from.
    fn costs(&self, men: &[Man]) -> (After, [u32; 256]) {
        let costs: Vec<[u32; 8]> = men.iter().map(|&man| self.cost(man)).collect();
        let (mut after, all) = account::cheapest(&costs);
        after.reverse();
        (Rc::new(after), all)
    }

    /// By file: what it takes for its pawn to become this.
    fn cost(&self, man: Man) -> [u32; 8] {
        let ends = match man {
            Man::Pawn(square) => square.into(),
            Man::Promoted(class) => self.doors(class),
            Man::Missing => Bitboard::EMPTY,
        };
        self.needs.each_ref().map(|needs| {
            let least = ends.into_iter().map(|end| needs[usize::from(end)]);
            least.min().unwrap_or(NEVER)
        })
    }

    /// The men that were pawns, in every assignment that distinguishes others.
    pub(super) fn lists(&self) -> BTreeSet<Vec<Man>> {
        self.choices
            .iter()
            .map(|choice| choice.men.clone())
            .collect()
    }

    /// By file: the least captures of these men, none of which comes from it.
    pub(super) fn without_file(&self, men: &[Man]) -> [u32; 8] {
        let costs: Vec<[u32; 8]> = men.iter().map(|&man| self.cost(man)).collect();
        account::without_file(&costs)
    }

    /// How this man can have gone, whichever his file was and whatever these others captured, if he captured so often at least.
    pub(super) fn ways_beside(&self, others: &[Man], man: Man, fewest: u32) -> Vec<Rc<Way>> {
        let mut ways = Vec::new();
        for (file, others) in File::ALL.into_iter().zip(self.without_file(others)) {
            let left = (self.most + 1).saturating_sub(others);
            for captures in fewest..left.min(MOST_EACH + 1) {
                ways.extend(self.ways(man, file, captures).iter().cloned());
            }
        }
        ways
    }

    /// Pawns on the board with but one way they can have come, given what all others cost.
    pub(super) fn certain(&self) -> Vec<Rc<Way>> {
        let lists = self.lists();
        let mut certain = Vec::new();
        for square in self.pawns() & !self.unmoved.still {
            let man = Man::Pawn(square);
            let mut ways = BTreeMap::new();
            for men in &lists {
                let others: Vec<Man> = men.iter().copied().filter(|&other| other != man).collect();
                for way in self.ways_beside(&others, man, 0) {
                    let course = way.course;
                    ways.insert((course.captures, course.files), way);
                }
            }
            if ways.len() == 1 {
                certain.extend(ways.into_values());
            }
        }
        certain
    }

    /// Where the pawn of each file may have been captured, as a pawn or as what it became; nowhere if it is on the board
    /// in every case.
    pub(super) fn graves(&self) -> [Bitboard; 8] {
        let lists = self.lists();
        let least: Vec<[u32; 8]> = lists.iter().map(|men| self.without_file(men)).collect();
        std::array::from_fn(|file| {
            let others = least.iter().map(|least| least[file]).min();
            let Some(left) = others.and_then(|others| self.most.checked_sub(others)) else {
                return Bitboard::EMPTY;
            };
            let mut graves = Bitboard::EMPTY;
            for captures in 0..=left.min(MOST_EACH) {
                for way in self.ways(Man::Missing, File::ALL[file], captures).iter() {
                    match way.course.end {
                        End::Spent(_) => return !self.unmoved.still,
                        _ => graves |= way.graves(),
                    }
                }
            }
            graves
        })
    }
}
