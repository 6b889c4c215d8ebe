//! Whether every way to share out captures and promotions meets one of the exclusions a refutation lists.
//!
//! No search: the exclusions are given, nothing is learned, no order is better than another. A *case* of one side says
//! which officers are originals, by which way every pawn and every promoted man on the board came, and how every other
//! pawn was lost, all that with no more captures than there were; which cases there are is drawn up in [`domain`]. They
//! are gone through one by one. Each exclusion that some case needs is checked by itself: what it tells is played
//! through ([`interplay`]), or, where all of Black's cases are said to fail against some of White's parts, Black's are
//! gone through with the exclusions listed before.
//!
//! Nothing of this is shared with the search that found the exclusions; only the words are (what a part says, what a course is).

mod domain;
mod interplay;
mod way;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use shakmaty::{Bitboard, Color};

use super::account;
use super::standing::Standing;
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::{
    Because, Course, Depth, End, Exclusion, MOST_CAPTURES, NoScenario, Part,
};
use crate::retro::model::{Class, RetroPosition};
use domain::{Cast, Domain, Man};
use interplay::{Interplay, Officers};
use way::Way;

/// What going through the cases has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cases {
    /// There is none left; these exclusions (by place) were needed.
    Closed(Vec<usize>),
    /// No exclusions were listed, a case meets none of them, or one could not be shown.
    Unshown,
}

/// Ways looked at for one node.
const WAYS_A_NODE: u32 = 32;

/// Scenes played through for one exclusion: first with the pawns it names, then with others whose way is certain.
const MOST_SCENES: [usize; 3] = [5_000, 30_000, 100_000];

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
    let Some(exclusions) = &claim.exclusions else {
        return Ok(Cases::Unshown);
    };
    let standing = Standing::of(position);
    let mut most = [0; 2];
    for (most, account) in most.iter_mut().zip([&claim.white, &claim.black]) {
        let Some(captures) = account::most_captures(account, position) else {
            return Ok(Cases::Unshown);
        };
        *most = captures;
    }
    let domains = domains(position, &standing, most);
    for (domain, account) in domains.iter().zip([&claim.white, &claim.black]) {
        if domain.least() != (account.needed, account.promoted) {
            return Ok(Cases::Unshown);
        }
    }
    let mut table = Table::new(position, &standing, domains, exclusions, clock.share(nodes));
    match table.is_closed() {
        Ok(false) | Err(Limit::Nodes | Limit::Depth) => Ok(Cases::Unshown),
        Ok(true) => {
            let needed = (0..exclusions.len()).filter(|&place| table.needed[place]);
            Ok(Cases::Closed(needed.collect()))
        }
        Err(limit) => Err(limit),
    }
}

/// Which of these exclusions are shown one by one, by playing through what they name; those that stand on others are not.
///
/// # Errors
///
/// The limit of `budget`.
pub(super) fn shown(
    exclusions: &[Exclusion],
    position: &RetroPosition,
    budget: &Budget,
) -> Result<Vec<bool>, Limit> {
    let board = &position.board;
    let most =
        Color::ALL.map(|color| 16usize.saturating_sub(board.by_color(color.other()).count()));
    let standing = Standing::of(position);
    let mut shown = Vec::new();
    let domains = domains(position, &standing, most);
    let mut table = Table::new(position, &standing, domains, exclusions, budget.share(0));
    for (place, exclusion) in exclusions.iter().enumerate() {
        table.budget = budget.share(ALONE);
        let is_alone = matches!(exclusion.because, Because::Disorder(_));
        shown.push(
            is_alone
                && is_well_formed(exclusion)
                && match table.is_exclusion(place) {
                    Err(Limit::Nodes | Limit::Depth) => false,
                    said => said?,
                },
        );
    }
    Ok(shown)
}

/// Whether whatever a refutation says to fail when the pawns are moved square by square is shown by itself: of that the
/// search that found it is never believed.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn are_rehearsals_shown(
    claim: &NoScenario,
    position: &RetroPosition,
    clock: &Budget,
) -> Result<bool, Limit> {
    let rehearsed = claim
        .exclusions
        .iter()
        .flat_map(|all| all.iter())
        .filter(|exclusion| exclusion.because == Because::Disorder(Depth::Rehearsal));
    let rehearsed: Vec<Exclusion> = rehearsed.cloned().collect();
    Ok(shown(&rehearsed, position, clock)?
        .into_iter()
        .all(|is_shown| is_shown))
}

/// The cases of a position in which White's pawns and Black's captured so often at most.
fn domains<'a>(
    position: &'a RetroPosition,
    standing: &'a Standing<'a>,
    most: [usize; 2],
) -> [Domain<'a>; 2] {
    [(Color::White, most[0]), (Color::Black, most[1])]
        .map(|(color, most)| Domain::new(position, standing, color, most))
}

/// Nodes one exclusion by itself may take.
const ALONE: u64 = 5_000;

/// What lies on the table.
struct Table<'a> {
    position: &'a RetroPosition,
    standing: &'a Standing<'a>,
    /// White's cases and Black's.
    domains: [Domain<'a>; 2],
    /// Ways that every case of a side has.
    certain: [Vec<Rc<Way>>; 2],
    /// Where the pawns of a side may have been captured in any case.
    graves: [[Bitboard; 8]; 2],
    exclusions: &'a [Exclusion],
    /// By exclusion: whether a case met it.
    needed: Vec<bool>,
    /// Whether two pawns got past each other.
    pairs: HashMap<(Course, Course), bool>,
    /// Pawns whose ways are certain that were to blame together, by colour and file.
    blamed: Vec<Vec<(Color, u8)>>,
    /// Whether the last pass met more scenes than it was given.
    is_cut_short: bool,
    budget: Budget,
}

/// What is told of one side.
struct Told {
    ways: Vec<Rc<Way>>,
    officers: Officers,
}

impl<'a> Table<'a> {
    /// White's cases and Black's of a position, with what all of them have in common.
    fn new(
        position: &'a RetroPosition,
        standing: &'a Standing<'a>,
        domains: [Domain<'a>; 2],
        exclusions: &'a [Exclusion],
        budget: Budget,
    ) -> Table<'a> {
        let [white, black] = domains;
        Table {
            position,
            standing,
            certain: [white.certain(), black.certain()],
            graves: [white.graves(), black.graves()],
            domains: [white, black],
            exclusions,
            needed: vec![false; exclusions.len()],
            pairs: HashMap::new(),
            blamed: Vec::new(),
            is_cut_short: false,
            budget,
        }
    }

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
        let blacks = self.certain[1].clone();
        if !self.is_covered(0, &blacks, &alone, None)? {
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

    /// What parts say of one side; `None`: no pawn went so.
    fn told(&self, side: usize, parts: &[Part]) -> Option<Told> {
        let color = [Color::White, Color::Black][side];
        let mut told = Told {
            ways: Vec::new(),
            officers: Officers {
                graves: self.graves[side],
                ..Officers::default()
            },
        };
        for &part in parts {
            match part {
                Part::Life(course) => {
                    let way = Way::of(color, course, self.standing)?;
                    told.officers.graves[usize::from(course.files[0])] = Bitboard::EMPTY;
                    told.ways.push(Rc::new(way));
                }
                Part::Birth { file, .. } | Part::Present(file) => {
                    told.officers.graves[usize::from(file)] = Bitboard::EMPTY;
                }
                Part::Originals(class, homes) => {
                    told.officers.originals[class as usize] = Some(homes);
                }
            }
        }
        // Of a pawn whose way is stated no more needs to be stated.
        for &part in parts {
            if let Part::Birth {
                file,
                square,
                class,
            } = part
                && !told.ways.iter().any(|way| way.course.files[0] == file)
            {
                told.officers.births.push((square, class));
            }
        }
        Some(told)
    }

    /// Whether no history has all parts of an exclusion, given that those before it hold.
    fn is_exclusion(&mut self, place: usize) -> Result<bool, Limit> {
        let exclusions: &'a [Exclusion] = self.exclusions;
        let Exclusion { parts, because } = &exclusions[place];
        let (Some(white), Some(black)) = (self.told(0, &parts[0]), self.told(1, &parts[1])) else {
            // No pawn lived so.
            return Ok(true);
        };
        match *because {
            Because::Disorder(_) => self.is_disorder(&white, &black),
            Because::EveryCase { choices } => {
                if !parts[1].is_empty() {
                    return Ok(false);
                }
                let told: HashSet<Part> = parts[0].iter().copied().collect();
                let earlier: Vec<(usize, &[Part])> = exclusions[..place]
                    .iter()
                    .enumerate()
                    .filter(|(_, earlier)| earlier.parts[0].iter().all(|part| told.contains(part)))
                    .map(|(place, earlier)| (place, &*earlier.parts[1]))
                    .collect();
                let mut whites = self.certain[0].clone();
                whites.extend(white.ways.iter().cloned());
                self.is_covered(1, &whites, &earlier, choices.then_some(&white))
            }
        }
    }

    /// Whether what is told of both sides cannot be played through.
    fn is_disorder(&mut self, white: &Told, black: &Told) -> Result<bool, Limit> {
        let named: Vec<&Way> = white
            .ways
            .iter()
            .chain(&black.ways)
            .map(|way| &**way)
            .collect();
        let is_named = |way: &Way| {
            named.iter().any(|other| {
                other.color == way.color && other.course.files[0] == way.course.files[0]
            })
        };
        let certain = self.certain.clone();
        let mut others: Vec<&Way> = certain
            .iter()
            .flatten()
            .map(|way| &**way)
            .filter(|way| !is_named(way))
            .collect();
        others.sort_by_key(|way| way.places.len());
        let name = |way: &Way| (way.color, way.course.files[0]);
        let officers = [&white.officers, &black.officers];
        if self.is_shown(&named, officers, MOST_SCENES[0])? {
            return Ok(true);
        }
        // What was to blame before may be again.
        for place in 0..self.blamed.len() {
            let core = &self.blamed[place];
            let mut pawns = named.clone();
            pawns.extend(others.iter().filter(|way| core.contains(&name(way))));
            if self.is_shown(&pawns, officers, MOST_SCENES[0])? {
                return Ok(true);
            }
        }
        let mut found = None;
        for most in MOST_SCENES {
            let mut added = 0;
            while added < others.len() && named.len() + added < 16 {
                let pawns = [named.as_slice(), &others[..=added]].concat();
                if Interplay::size(&pawns) > most * 20 {
                    break;
                }
                added += 1;
            }
            let pawns = [named.as_slice(), &others[..added]].concat();
            if found == Some(added) || !self.is_shown(&pawns, officers, most)? {
                // What was looked at to the end would be no news.
                found = (!self.is_cut_short).then_some(added);
                continue;
            }
            // Whoever is not to blame goes.
            let mut core = others[..added].to_vec();
            for other in &others[..added] {
                let rest: Vec<&Way> = core.iter().copied().filter(|way| way != other).collect();
                let pawns = [named.as_slice(), &rest].concat();
                if self.is_shown(&pawns, officers, most)? {
                    core = rest;
                }
            }
            self.blamed.push(core.into_iter().map(name).collect());
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether these pawns' ways cannot be played through, as far as so many scenes show.
    fn is_shown(
        &mut self,
        pawns: &[&Way],
        officers: [&Officers; 2],
        most: usize,
    ) -> Result<bool, Limit> {
        self.budget.spend()?;
        let board = &self.position.board;
        let mut play = Interplay::new(board, self.standing, pawns.to_vec(), officers);
        let found = play.is_impossible(most, &mut self.budget)?;
        self.is_cut_short = found.is_none();
        Ok(found == Some(true))
    }

    /// Whether two pawns of different sides cannot both have gone their ways.
    fn are_in_the_way(&mut self, one: &Rc<Way>, other: &Rc<Way>) -> Result<bool, Limit> {
        let (white, black) = match one.color {
            Color::White => (one, other),
            Color::Black => (other, one),
        };
        let files = |way: &Way| {
            way.course
                .path()
                .iter()
                .fold(0u8, |all, file| all | 1 << file)
        };
        if white.color == black.color || files(white) & files(black) == 0 {
            return Ok(false);
        }
        let pair = (white.course, black.course);
        if let Some(&known) = self.pairs.get(&pair) {
            return Ok(known);
        }
        let free = Officers {
            graves: [Bitboard::FULL; 8],
            ..Officers::default()
        };
        let found = self.is_shown(&[&**white, &**black], [&free, &free], MOST_SCENES[0])?;
        self.pairs.insert(pair, found);
        Ok(found)
    }

    /// Whether every case of a side meets one of these exclusions, or a pawn of the other side it cannot pass, or, if
    /// what is `told` of that side is given, cannot be played through with it.
    fn is_covered(
        &mut self,
        side: usize,
        others: &[Rc<Way>],
        exclusions: &[(usize, &[Part])],
        told: Option<&Told>,
    ) -> Result<bool, Limit> {
        let mut by_part: HashMap<Part, Vec<usize>> = HashMap::new();
        for (i, (_, parts)) in exclusions.iter().enumerate() {
            for part in *parts {
                by_part.entry(*part).or_default().push(i);
            }
        }
        if let Some((place, _)) = exclusions.iter().find(|(_, parts)| parts.is_empty()) {
            self.needed[*place] = true;
            return Ok(true);
        }
        let mut walk = Walk {
            side,
            others,
            exclusions,
            by_part: &by_part,
            told,
            case: Case::default(),
            left: self.domains[side].most,
            ways: 0,
            table: self,
        };
        walk.all()
    }
}

/// Whether no part speaks twice of the same thing, and each can be understood.
fn is_well_formed(exclusion: &Exclusion) -> bool {
    exclusion.parts.iter().all(|parts| {
        let mut seen = HashSet::new();
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
    ways: [Option<Rc<Way>>; 8],
    originals: [Option<Bitboard>; 5],
}

impl Case {
    fn has(&self, part: &Part) -> bool {
        let course = |file: u8| self.ways[usize::from(file)].as_ref().map(|way| way.course);
        let end = |file: u8| course(file).map(|course| course.end);
        match *part {
            Part::Life(told) => course(told.files[0]) == Some(told),
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
}

/// Goes through one side's cases.
struct Walk<'w, 'a> {
    table: &'w mut Table<'a>,
    side: usize,
    /// Ways of the other side's pawns.
    others: &'w [Rc<Way>],
    /// By place in the refutation, with what they say of this side.
    exclusions: &'w [(usize, &'w [Part])],
    by_part: &'w HashMap<Part, Vec<usize>>,
    /// What is told of the other side, if whole cases are played through.
    told: Option<&'w Told>,
    case: Case,
    /// Captures not yet accounted for.
    left: usize,
    ways: u32,
}

impl Walk<'_, '_> {
    /// Whether none of the cases is left.
    fn all(&mut self) -> Result<bool, Limit> {
        for cast in 0..self.table.domains[self.side].casts.len() {
            self.case = Case::default();
            let originals = self.table.domains[self.side].casts[cast].originals;
            let is_met = Class::ALL.into_iter().any(|class| {
                let originals = originals[class as usize];
                self.case.originals[class as usize] = Some(originals);
                self.meets(&Part::Originals(class, originals))
            });
            if !is_met && !self.came(cast, 0, 0, 0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether none is left of those in which the men on the board, from the `item`-th on, came from files not in
    /// `used`; `next` is the file behind that of the man before.
    fn came(&mut self, cast: usize, item: usize, used: usize, next: u8) -> Result<bool, Limit> {
        let Cast { men, after, .. } = &self.table.domains[self.side].casts[cast];
        let Some(&man) = men.get(item) else {
            return self.was_lost(0);
        };
        // Promoted men of a class are not told apart: they are named in the order of their files.
        let alike = item > 0 && men[item - 1] == man;
        let after = std::rc::Rc::clone(after);
        for file in (if alike { next } else { 0 })..8 {
            let now = used | 1 << file;
            if now == used {
                continue;
            }
            for captures in 0..=MOST_CAPTURES {
                if captures + after[item][now] > self.left {
                    break;
                }
                let ways = self.table.domains[self.side].ways(man, file, captures);
                for way in ways.iter() {
                    if !self.settle(way)? {
                        continue;
                    }
                    let closed = self.came(cast, item + 1, now, file + 1)?;
                    self.forget(way);
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
        let Some(file) = (file..8).find(|&file| self.case.ways[usize::from(file)].is_none()) else {
            return self.is_played_out();
        };
        for captures in 0..=MOST_CAPTURES.min(self.left) {
            let ways = self.table.domains[self.side].ways(Man::Missing, file, captures);
            for way in ways.iter() {
                if !self.settle(way)? {
                    continue;
                }
                let closed = self.was_lost(file + 1)?;
                self.forget(way);
                if !closed {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Says how a pawn went, unless that leaves nothing to look at.
    fn settle(&mut self, way: &Rc<Way>) -> Result<bool, Limit> {
        self.ways += 1;
        if self.ways == WAYS_A_NODE {
            self.ways = 0;
            self.table.budget.spend()?;
        }
        for other in self.others {
            if self.table.are_in_the_way(way, other)? {
                return Ok(false);
            }
        }
        let course = way.course;
        let file = course.files[0];
        self.case.ways[usize::from(file)] = Some(Rc::clone(way));
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
            self.case.ways[usize::from(file)] = None;
            return Ok(false);
        }
        self.left -= usize::from(course.captures);
        Ok(true)
    }

    fn forget(&mut self, way: &Rc<Way>) {
        self.case.ways[usize::from(way.course.files[0])] = None;
        self.left += usize::from(way.course.captures);
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
            self.table.needed[self.exclusions[i].0] = true;
        }
        met.is_some()
    }

    /// Whether the whole case cannot be played through with what is told of the other side.
    fn is_played_out(&mut self) -> Result<bool, Limit> {
        let Some(told) = self.told else {
            return Ok(false);
        };
        let lives = self
            .case
            .ways
            .iter()
            .flatten()
            .map(|way| Part::Life(way.course));
        let originals = Class::ALL
            .into_iter()
            .filter_map(|class| Some(Part::Originals(class, self.case.originals[class as usize]?)));
        let parts: Vec<Part> = lives.chain(originals).collect();
        match self.table.told(self.side, &parts) {
            None => Ok(true),
            Some(whole) if self.side == 0 => self.table.is_disorder(&whole, told),
            Some(whole) => self.table.is_disorder(told, &whole),
        }
    }
}
