//! Whether every way to share out captures and promotions meets one of the exclusions a refutation lists.
//!
//! No search: the exclusions are given, nothing is learned, no order is better than another. Each exclusion that some
//! case needs is checked by itself. Parts that are said to leave no order of events are handed, with everything else left
//! open, to the rules that join two scenarios ([`order`](crate::retro::scenario::order)); where all of Black's
//! cases are said to fail against some of White's parts, Black's cases are gone through one by one with the
//! exclusions listed before.
//!
//! A *case* of one side says which officers are originals, from which file every pawn and every promoted man on the
//! board came and how, and how every other pawn was lost, all that with no more captures than there were. Which
//! cases there are is drawn up anew in [`domain`]. Shared with the search are the rules, not the way they are used:
//! how a pawn can have lived (`life`), what a side's scenario leaves open (`side`), the order of events (`timeline`).

mod domain;

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color};

use super::account;
use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::model::claim::{
    Because, Course, End, Exclusion, MOST_CAPTURES, NoScenario, Part,
};
use crate::retro::model::{Class, RetroPosition};
use crate::retro::scenario::ground::Ground;
use crate::retro::scenario::life::PawnLife;
use crate::retro::scenario::order::{Order, contradict, holds, obstacle, order};
use crate::retro::scenario::side::{Side, SideScenario};
use domain::{Cast, Domain, Man};

/// What going through the cases has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cases {
    /// There is none left; these exclusions (by place) were needed.
    Closed(Vec<usize>),
    /// A case is left, or an exclusion does not hold.
    Open,
    /// None were listed, or too many, or it is not plain how many captures there were.
    Untold,
}

/// Lives looked at for one node.
const LIVES_A_NODE: u32 = 32;

/// Goes through the cases of a position, with so many nodes.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn go_through(
    claim: &NoScenario,
    position: &RetroPosition,
    nodes: u64,
    clock: &Budget,
) -> Result<Cases, Limit> {
    let (Some(exclusions), Some(ledger)) = (&claim.exclusions, Ledger::new(position)) else {
        return Ok(Cases::Untold);
    };
    let mut domains = Vec::new();
    for account in [&claim.white, &claim.black] {
        let Some(most) = account::most_captures(account, position) else {
            return Ok(Cases::Untold);
        };
        let domain = Domain::new(&ledger, account.color, most);
        if domain.least() != (account.needed, account.promoted) {
            return Ok(Cases::Open);
        }
        domains.push(domain);
    }
    let [white, black] = [Color::White, Color::Black].map(|color| Side::new(&ledger, color));
    let mut table = Table {
        ground: Ground::new(&ledger),
        unknown: [white.unsettled(), black.unsettled()],
        sides: [white, black],
        domains,
        exclusions,
        needed: vec![false; exclusions.len()],
        budget: clock.share(nodes),
    };
    match table.is_closed() {
        Ok(false) => Ok(Cases::Open),
        Ok(true) => {
            let needed = (0..exclusions.len()).filter(|&place| table.needed[place]);
            Ok(Cases::Closed(needed.collect()))
        }
        Err(Limit::Nodes | Limit::Depth) => Ok(Cases::Untold),
        Err(limit) => Err(limit),
    }
}

/// What lies on the table.
struct Table<'a> {
    ground: Ground<'a>,
    /// White's rules and Black's.
    sides: [Side<'a>; 2],
    /// White's cases and Black's.
    domains: Vec<Domain<'a>>,
    /// White's scenario and Black's of which nothing is settled.
    unknown: [SideScenario; 2],
    exclusions: &'a [Exclusion],
    /// By exclusion: whether a case met it.
    needed: Vec<bool>,
    budget: Budget,
}

impl Table<'_> {
    /// Whether every case of White's meets an exclusion that names nothing of Black's, and all exclusions met hold.
    fn is_closed(&mut self) -> Result<bool, Limit> {
        let exclusions = self.exclusions;
        if !exclusions.iter().all(is_well_formed) {
            return Ok(false);
        }
        let alone: Vec<(usize, &[Part])> = (0..exclusions.len())
            .filter(|&place| exclusions[place].parts[1].is_empty())
            .map(|place| (place, &*exclusions[place].parts[0]))
            .collect();
        let unknown = self.unknown[1].clone();
        if !self.is_covered(0, &unknown, &alone, false)? {
            return Ok(false);
        }
        // Those that stand behind are needed first.
        for place in (0..exclusions.len()).rev() {
            if self.needed[place] && !self.is_exclusion(place)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no history has all parts of an exclusion, given that those before it hold.
    fn is_exclusion(&mut self, place: usize) -> Result<bool, Limit> {
        let Exclusion { parts, because } = &self.exclusions[place];
        let (Some(white), Some(black)) = (
            self.sides[0].with_parts(&parts[0]),
            self.sides[1].with_parts(&parts[1]),
        ) else {
            // No pawn lived so.
            return Ok(true);
        };
        match *because {
            Because::Disorder(depth) => {
                contradict(&self.ground, &white, &black, depth, &mut self.budget)
            }
            Because::EveryCase { choices } => {
                if !parts[1].is_empty() {
                    return Ok(false);
                }
                let told: FxHashSet<Part> = parts[0].iter().copied().collect();
                let earlier: Vec<(usize, &[Part])> = self.exclusions[..place]
                    .iter()
                    .enumerate()
                    .filter(|(_, earlier)| earlier.parts[0].iter().all(|part| told.contains(part)))
                    .map(|(place, earlier)| (place, &*earlier.parts[1]))
                    .collect();
                self.is_covered(1, &white, &earlier, choices)
            }
        }
    }

    /// Whether every case of a side meets one of these exclusions, or a pawn it cannot pass, given the other side's
    /// scenario as far as it is told; or, if `choices` are looked at too, leaves no choice of victims.
    fn is_covered(
        &mut self,
        side: usize,
        told: &SideScenario,
        exclusions: &[(usize, &[Part])],
        choices: bool,
    ) -> Result<bool, Limit> {
        let mut by_part: FxHashMap<Part, Vec<usize>> = FxHashMap::default();
        for (i, (_, parts)) in exclusions.iter().enumerate() {
            for &part in *parts {
                by_part.entry(part).or_default().push(i);
            }
        }
        if let Some((place, _)) = exclusions.iter().find(|(_, parts)| parts.is_empty()) {
            self.needed[*place] = true;
            return Ok(true);
        }
        let mut walk = Walk {
            domain: &self.domains[side],
            ground: &self.ground,
            side: &self.sides[side],
            told,
            exclusions,
            by_part: &by_part,
            choices,
            case: Case::default(),
            left: self.domains[side].most,
            lives: 0,
            needed: &mut self.needed,
            budget: &mut self.budget,
        };
        walk.all()
    }
}

/// Whether no part speaks twice of the same thing, and each can be understood.
fn is_well_formed(exclusion: &Exclusion) -> bool {
    exclusion.parts.iter().all(|parts| {
        let mut seen = FxHashSet::default();
        parts.iter().all(|part| {
            let (subject, is_plain) = match *part {
                Part::Life(course) => {
                    let is_plain = usize::from(course.captures) <= MOST_CAPTURES
                        && course.files.iter().all(|&file| file < 8)
                        && course.end != End::Unsettled;
                    (course.files[0], is_plain)
                }
                Part::Birth { file, .. } => (8 + file, file < 8),
                Part::Present(file) => (16 + file, file < 8),
                Part::Originals(class, _) => (24 + class as u8, true),
            };
            is_plain && seen.insert(subject)
        })
    })
}

/// What is said of one side so far.
#[derive(Debug, Default)]
struct Case {
    lives: [Option<Course>; 8],
    originals: [Option<Bitboard>; 5],
}

impl Case {
    fn has(&self, part: &Part) -> bool {
        let end = |file: u8| self.lives[usize::from(file)].map(|course| course.end);
        match *part {
            Part::Life(course) => self.lives[usize::from(course.files[0])] == Some(course),
            Part::Birth {
                file,
                square,
                class,
            } => end(file) == Some(End::Remains(square, class)),
            Part::Present(file) => {
                matches!(end(file), Some(End::Stands(_) | End::Remains(..)))
            }
            Part::Originals(class, homes) => self.originals[class as usize] == Some(homes),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let lives = self.lives.iter().flatten().copied().map(Part::Life);
        let originals = Class::ALL
            .into_iter()
            .filter_map(|class| Some(Part::Originals(class, self.originals[class as usize]?)));
        lives.chain(originals).collect()
    }
}

/// Goes through one side's cases.
struct Walk<'w, 'a> {
    domain: &'w Domain<'a>,
    ground: &'w Ground<'a>,
    side: &'w Side<'a>,
    /// What is told of the other side.
    told: &'w SideScenario,
    /// By place in the refutation, with what they say of this side.
    exclusions: &'w [(usize, &'w [Part])],
    by_part: &'w FxHashMap<Part, Vec<usize>>,
    choices: bool,
    case: Case,
    /// Captures not yet accounted for.
    left: usize,
    lives: u32,
    needed: &'w mut Vec<bool>,
    budget: &'w mut Budget,
}

impl Walk<'_, '_> {
    /// Whether none of the cases is left.
    fn all(&mut self) -> Result<bool, Limit> {
        let domain = self.domain;
        'casts: for cast in &domain.casts {
            self.case = Case::default();
            for class in Class::ALL {
                let originals = cast.originals[class as usize];
                self.case.originals[class as usize] = Some(originals);
                if self.meets(&Part::Originals(class, originals)) {
                    continue 'casts;
                }
            }
            if !self.came(cast, 0, 0, 0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether none is left of those in which the men on the board, from the `item`-th on, came from files not in
    /// `used`; `next` is the file behind that of the man before.
    fn came(&mut self, cast: &Cast, item: usize, used: usize, next: usize) -> Result<bool, Limit> {
        let domain = self.domain;
        let men = &cast.men;
        let Some(&man) = men.get(item) else {
            return self.was_lost(0);
        };
        // Promoted men of a class are not told apart: they are named in the order of their files.
        let alike = item > 0 && men[item - 1] == man;
        for file in (if alike { next } else { 0 })..8 {
            let now = used | 1 << file;
            if now == used {
                continue;
            }
            let later = usize::from(cast.after[item][now]);
            for captures in 0..=MOST_CAPTURES {
                if captures + later > self.left {
                    break;
                }
                for life in domain.lives(man, file as u8, captures).iter() {
                    if !self.settle(life)? {
                        continue;
                    }
                    let closed = self.came(cast, item + 1, now, file + 1)?;
                    self.forget(life);
                    if !closed {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether none is left of those in which the pawns from `file` on of which nothing is said are missing.
    fn was_lost(&mut self, file: u8) -> Result<bool, Limit> {
        let domain = self.domain;
        let Some(file) = (file..8).find(|&file| self.case.lives[usize::from(file)].is_none())
        else {
            return Ok(self.choices && !self.can_choose()?);
        };
        for captures in 0..=MOST_CAPTURES.min(self.left) {
            for life in domain.lives(Man::Missing, file, captures).iter() {
                if !self.settle(life)? {
                    continue;
                }
                let closed = self.was_lost(file + 1)?;
                self.forget(life);
                if !closed {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Says how a pawn lived, unless that leaves nothing to look at.
    fn settle(&mut self, life: &PawnLife) -> Result<bool, Limit> {
        self.lives += 1;
        if self.lives == LIVES_A_NODE {
            self.lives = 0;
            self.budget.spend()?;
        }
        if obstacle(life, &self.told.lives).is_some() {
            return Ok(false);
        }
        let (file, course) = (life.origin, life.course());
        self.case.lives[usize::from(file)] = Some(course);
        let mut is_met = self.meets(&Part::Life(course));
        if let End::Remains(square, class) = course.end {
            is_met = is_met
                || self.meets(&Part::Birth {
                    file,
                    square,
                    class,
                });
        }
        if is_met || self.meets(&Part::Present(file)) {
            self.case.lives[usize::from(file)] = None;
            return Ok(false);
        }
        self.left -= life.captures;
        Ok(true)
    }

    fn forget(&mut self, life: &PawnLife) {
        self.case.lives[usize::from(life.origin)] = None;
        self.left += life.captures;
    }

    /// Whether the case has all parts of an exclusion that names `part`.
    fn meets(&mut self, part: &Part) -> bool {
        let met = self.by_part.get(part).and_then(|named| {
            named.iter().find(|&&i| {
                let (_, parts) = self.exclusions[i];
                parts.iter().all(|part| self.case.has(part))
            })
        });
        if let Some(&i) = met {
            self.needed[self.exclusions[i].0] = true;
        }
        met.is_some()
    }

    /// Whether the whole case leaves an order of events and a choice of victims.
    fn can_choose(&mut self) -> Result<bool, Limit> {
        let Some(whole) = self.side.with_parts(&self.case.parts()) else {
            return Ok(false);
        };
        let (white, black) = match self.side.color {
            Color::White => (&whole, self.told),
            Color::Black => (self.told, &whole),
        };
        match order(self.ground, white, black, self.budget)? {
            Order::None(_) => Ok(false),
            Order::Unexamined => Ok(true),
            Order::Some(timeline) => holds(&timeline, self.budget),
        }
    }
}
