//! The cases of one side, gone through one by one.

use std::collections::HashMap;
use std::rc::Rc;

use shakmaty::{Bitboard, Color, File};

use super::domain::{Man, OfficerChoice};
use super::exclusion::SideStory;
use super::interplay::Officers;
use super::way::Way;
use super::{MOST_SCENES, Table};
use crate::budget::Limit;
use crate::retro::model::Class;
use crate::retro::model::claim::{End, MOST_CAPTURES, Part};

/// Ways looked at for one node.
const WAYS_A_NODE: u32 = 32;

impl Table<'_> {
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
                .fold(0u8, |all, file| all | 1 << u32::from(*file))
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
    pub(super) fn is_covered(
        &mut self,
        side: usize,
        others: &[Rc<Way>],
        exclusions: &[(usize, &[Part])],
        story: Option<&SideStory>,
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
            story,
            case: Case::default(),
            left: self.domains[side].most,
            ways: 0,
            table: self,
        };
        walk.all()
    }
}

/// What is said of one side so far.
#[derive(Debug, Default)]
struct Case {
    ways: [Option<Rc<Way>>; 8],
    originals: [Option<Bitboard>; 5],
}

impl Case {
    fn has(&self, part: &Part) -> bool {
        let course = |file: File| self.ways[usize::from(file)].as_ref().map(|way| way.course);
        let end = |file: File| course(file).map(|course| course.end);
        match *part {
            Part::Career(named) => course(named.origin()) == Some(named),
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
    story: Option<&'w SideStory>,
    case: Case,
    /// Captures not yet accounted for.
    left: usize,
    ways: u32,
}

impl Walk<'_, '_> {
    /// Whether none of the cases is left.
    fn all(&mut self) -> Result<bool, Limit> {
        for choice in 0..self.table.domains[self.side].choices.len() {
            self.case = Case::default();
            let originals = self.table.domains[self.side].choices[choice].originals;
            let is_met = Class::ALL.into_iter().any(|class| {
                let originals = originals[class as usize];
                self.case.originals[class as usize] = Some(originals);
                self.meets(&Part::Originals(class, originals))
            });
            if !is_met && !self.came(choice, 0, 0, 0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether none is left of those in which the men on the board, from the `item`-th on, came from files not in
    /// `used`; `next` is the file behind that of the man before.
    fn came(
        &mut self,
        choice: usize,
        item: usize,
        used: usize,
        next: usize,
    ) -> Result<bool, Limit> {
        let OfficerChoice { men, after, .. } = &self.table.domains[self.side].choices[choice];
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
                let ways = self.table.domains[self.side].ways(man, File::ALL[file], captures);
                for way in ways.iter() {
                    if !self.settle(way)? {
                        continue;
                    }
                    let closed = self.came(choice, item + 1, now, file + 1)?;
                    self.forget(way);
                    if !closed {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether none is left of those in which the pawns from the `first`-th file on of which nothing is said are missing.
    fn was_lost(&mut self, first: usize) -> Result<bool, Limit> {
        let Some(file) = (first..8).find(|&file| self.case.ways[file].is_none()) else {
            return self.is_played_out();
        };
        for captures in 0..=MOST_CAPTURES.min(self.left) {
            let ways = self.table.domains[self.side].ways(Man::Missing, File::ALL[file], captures);
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
        let file = course.origin();
        self.case.ways[usize::from(file)] = Some(Rc::clone(way));
        let mut is_met = self.meets(&Part::Career(course));
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
        self.case.ways[usize::from(way.course.origin())] = None;
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
        let Some(story) = self.story else {
            return Ok(false);
        };
        let careers = self
            .case
            .ways
            .iter()
            .flatten()
            .map(|way| Part::Career(way.course));
        let originals = Class::ALL
            .into_iter()
            .filter_map(|class| Some(Part::Originals(class, self.case.originals[class as usize]?)));
        let parts: Vec<Part> = careers.chain(originals).collect();
        let Some(whole) = self.table.story(self.side, &parts) else {
            return Ok(true);
        };
        let (white, black) = match self.side {
            0 => (&whole, story),
            _ => (story, &whole),
        };
        Ok(self.table.is_disorder(white, black)? || self.table.misfit(white, black)?.is_some())
    }
}
