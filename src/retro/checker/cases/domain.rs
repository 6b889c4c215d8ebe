//! The cases of one side: which officers can be originals, and how each pawn can have lived.
//!
//! Invariant: every history is one of them, as long as its pawns captured no more often than is told.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Rank, Square};

use crate::retro::ledger::Ledger;
use crate::retro::model::Class;
use crate::retro::model::claim::{End, MOST_CAPTURES};
use crate::retro::scenario::life::PawnLife;
use crate::retro::scenario::life::Terrain;
use crate::retro::scenario::matching::is_matchable;

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
pub(super) struct Cast {
    /// By class: the homes of those on the board.
    pub(super) originals: [Bitboard; 5],
    /// The men on the board that were pawns.
    pub(super) men: Vec<Man>,
    /// What the men behind each of these cost.
    pub(super) after: After,
    /// The least captures of all of them.
    least: u8,
}

/// By man: the least captures of all behind it, by the set of files they do not come from.
type After = Rc<[[u8; 256]]>;

/// How the pawn of a file lived that became this after so many captures.
type Lives = FxHashMap<(Man, u8, usize), Rc<[PawnLife]>>;

/// More than any pawns capture.
const NEVER: u8 = 100;

/// Everything one side can have done.
#[derive(Debug)]
pub(super) struct Domain<'a> {
    ledger: &'a Ledger,
    color: Color,
    /// The most captures its pawns made together.
    pub(super) most: usize,
    /// Which officers can be originals.
    pub(super) casts: Vec<Cast>,
    terrain: Terrain,
    known: RefCell<Lives>,
}

impl<'a> Domain<'a> {
    /// The cases of a side whose pawns captured so often at most.
    pub(super) fn new(ledger: &'a Ledger, color: Color, most: usize) -> Domain<'a> {
        let mut domain = Domain {
            ledger,
            color,
            most,
            casts: Vec::new(),
            terrain: Terrain::new(ledger, color),
            known: RefCell::default(),
        };
        domain.casts = domain.affordable();
        domain
    }

    /// The least captures of the men on the board and the fewest promoted ones among them; no captures if nothing
    /// accounts for them.
    pub(super) fn least(&self) -> (Option<u32>, u32) {
        let promoted = |cast: &Cast| {
            let promoted = cast
                .men
                .iter()
                .filter(|man| matches!(man, Man::Promoted(_)));
            promoted.count() as u32
        };
        let least = self.casts.iter().map(|cast| u32::from(cast.least)).min();
        let promoted = self.casts.iter().map(promoted).min();
        (least, promoted.unwrap_or(0))
    }

    /// How the pawn of a file can have lived and captured so often, if this became of it.
    pub(super) fn lives(&self, man: Man, file: u8, captures: usize) -> Rc<[PawnLife]> {
        if let Some(known) = self.known.borrow().get(&(man, file, captures)) {
            return Rc::clone(known);
        }
        let last = Bitboard::from_rank(self.color.relative_rank(Rank::Eighth));
        let ends: Vec<End> = match man {
            Man::Pawn(square) => vec![End::Stands(square)],
            Man::Promoted(class) => {
                let men = self.officers(class) & !self.ledger.steady;
                let doors = last.into_iter().filter(|&door| {
                    Class::of(class.role(), door) == Some(class)
                        && self.reach(class, door.into()).intersects(men)
                });
                doors.map(|door| End::Remains(door, class)).collect()
            }
            Man::Missing => std::iter::once(End::Falls)
                .chain(last.into_iter().map(End::Spent))
                .collect(),
        };
        let lives: Rc<[PawnLife]> = ends
            .into_iter()
            .flat_map(|end| self.terrain.lives(file, captures, end))
            .collect();
        let known = Rc::clone(&lives);
        self.known.borrow_mut().insert((man, file, captures), known);
        lives
    }

    fn officers(&self, class: Class) -> Bitboard {
        self.ledger.census(self.color).officers[class as usize]
    }

    /// Where officers of a class from `sources` can have gone.
    fn reach(&self, class: Class, sources: Bitboard) -> Bitboard {
        let mobility = &self.ledger.mobility;
        mobility.reach(self.color, class.role(), sources, Bitboard::EMPTY)
    }

    /// The casts whose men cost no more captures than there were.
    fn affordable(&self) -> Vec<Cast> {
        let pawns = self.ledger.census(self.color).pawns;
        let gone = 8 - pawns.count();
        let mut casts = vec![([Bitboard::EMPTY; 5], Vec::new())];
        for class in Class::ALL {
            let choices = self.originals(class);
            casts = casts
                .into_iter()
                .flat_map(|cast| {
                    choices.iter().map(move |&(homes, promoted)| {
                        let (mut originals, mut men) = cast.clone();
                        originals[class as usize] = homes;
                        men.extend(std::iter::repeat_n(Man::Promoted(class), promoted));
                        (originals, men)
                    })
                })
                .filter(|(_, men)| men.len() <= gone)
                .collect();
        }
        let mut known: FxHashMap<Vec<Man>, (After, u8)> = FxHashMap::default();
        casts
            .into_iter()
            .filter_map(|(originals, promoted)| {
                let men: Vec<Man> = pawns.into_iter().map(Man::Pawn).chain(promoted).collect();
                let (after, least) = known
                    .entry(men.clone())
                    .or_insert_with(|| self.costs(&men))
                    .clone();
                (usize::from(least) <= self.most).then_some(Cast {
                    originals,
                    men,
                    after,
                    least,
                })
            })
            .collect()
    }

    /// Which originals of a class can be on the board, and how many men of the class are then promoted.
    fn originals(&self, class: Class) -> Vec<(Bitboard, usize)> {
        let steady = self.ledger.steady;
        let men = self.officers(class);
        let doors = Bitboard::from_rank(self.color.relative_rank(Rank::Eighth)) & !steady;
        let promoted_reach = self.reach(class, doors) & !steady;
        // A man that never moved stands at home and nowhere else.
        let reach = |home: Square| {
            if (steady & men).contains(home) {
                home.into()
            } else {
                self.reach(class, home.into())
            }
        };
        let homes = class.homes(self.color);
        homes
            .carry_rippler()
            .filter(|originals| {
                originals.is_disjoint(self.ledger.died_at_home)
                    && (homes & steady & men).is_subset(*originals)
                    && originals.count() <= men.count()
            })
            .filter_map(|originals| {
                let promoted = men.count() - originals.count();
                let sources: Vec<Bitboard> = originals
                    .into_iter()
                    .map(reach)
                    .chain(std::iter::repeat_n(promoted_reach, promoted))
                    .collect();
                let rows: Vec<u32> = men
                    .into_iter()
                    .map(|man| {
                        let from = (0..sources.len()).filter(|&i| sources[i].contains(man));
                        from.fold(0, |row, i| row | 1 << i)
                    })
                    .collect();
                is_matchable(&rows).then_some((originals, promoted))
            })
            .collect()
    }

    /// The least captures of all men behind each of these, and of all of them.
    fn costs(&self, men: &[Man]) -> (After, u8) {
        let most = self.most.min(MOST_CAPTURES);
        let mut rest = [0; 256];
        let mut after = Vec::new();
        for &man in men.iter().rev() {
            after.push(rest);
            let cost: [Option<usize>; 8] = std::array::from_fn(|file| {
                (0..=most).find(|&captures| !self.lives(man, file as u8, captures).is_empty())
            });
            rest = std::array::from_fn(|used| {
                (0..8)
                    .filter(|file| used & 1 << file == 0)
                    .filter_map(|file| Some(rest[used | 1 << file] + cost[file]? as u8))
                    .fold(NEVER, u8::min)
            });
        }
        after.reverse();
        (after.into(), rest[0])
    }
}
