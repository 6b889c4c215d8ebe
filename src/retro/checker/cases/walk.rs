//! Trusted core: the cases of one side, gone through one by one.

use std::collections::HashMap;
use std::rc::Rc;

use shakmaty::{Bitboard, File};

use super::Table;
use super::domain::{MOST_EACH, Man, OfficerChoice};
use super::nogood::SideStory;
use super::way::Way;
use crate::budget::Limit;
use crate::retro::model::Class;
use crate::retro::model::claim::{End, Part};

/// Ways looked at for one node.
const WAYS_A_NODE: u32 = 32;

impl Table<'_> {
    /// Whose cases are gone through, as their place: the second side's, given what is told of the first, or the first's.
    pub(super) const fn side_gone_through(&self, first_is_told: bool) -> usize {
        if first_is_told {
            1 - self.first
        } else {
            self.first
        }
    }

    /// Goes through the cases of the second side, given what is told of the first, or of the first, of which nothing is told then:
    /// the first case that has not all of some of these parts and in whose way no pawn of the other side stood; `None`: there is none.
    ///
    /// # Errors
    ///
    /// [`Limit::Nodes`] after so many ways of pawns.
    pub(in crate::retro) fn first_left(
        &mut self,
        told: Option<&SideStory>,
        excluded: &[&[Part]],
        most: u32,
    ) -> Result<Covered, Limit> {
        let side = self.side_gone_through(told.is_some());
        let told = told.into_iter().flat_map(|story| &story.ways);
        let mut walk = Walk {
            side,
            others: self.certain[1 - side].iter().chain(told).cloned().collect(),
            excluded,
            by_part: HashMap::new(),
            case: Case::default(),
            left: self.domains[side].most,
            most,
            covered: Covered {
                left: None,
                met: vec![false; excluded.len()],
                ways: 0,
            },
            table: self,
        };
        if let Some(place) = excluded.iter().position(|parts| parts.is_empty()) {
            walk.covered.met[place] = true;
            return Ok(walk.covered);
        }
        for (i, parts) in excluded.iter().enumerate() {
            for part in *parts {
                walk.by_part.entry(*part).or_default().push(i);
            }
        }
        walk.covered.left = walk.all()?;
        Ok(walk.covered)
    }
}

/// What going through the cases of one side has shown.
pub(in crate::retro) struct Covered {
    /// The first case that is left.
    pub(in crate::retro) left: Option<Vec<Part>>,
    /// Which nogoods were met.
    pub(in crate::retro) met: Vec<bool>,
    /// The ways of pawns looked at.
    pub(in crate::retro) ways: u32,
}

/// What is said of one side so far.
#[derive(Debug, Default)]
struct Case {
    ways: [Option<Rc<Way>>; 8],
    originals: [Option<Bitboard>; 5],
}

impl Case {
    /// All that is said.
    fn parts(&self) -> Vec<Part> {
        let ways = self.ways.iter().flatten();
        let careers = ways.map(|way| Part::Career(way.course));
        let originals = |class| Some(Part::Originals(class, self.originals[class as usize]?));
        careers
            .chain(Class::ALL.into_iter().filter_map(originals))
            .collect()
    }

    fn has(&self, part: &Part) -> bool {
        let course = |file: File| self.ways[usize::from(file)].as_ref().map(|way| way.course);
        let end = |file: File| course(file).map(|course| course.end);
        match *part {
            Part::Career(named) => course(named.origin()) == Some(named),
            Part::Promotion {
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
    others: Vec<Rc<Way>>,
    /// What the nogoods say of this side.
    excluded: &'w [&'w [Part]],
    by_part: HashMap<Part, Vec<usize>>,
    case: Case,
    /// Captures not yet accounted for.
    left: u32,
    /// So many ways are looked at.
    most: u32,
    covered: Covered,
}

/// A case that is left, if there is any.
type Left = Option<Vec<Part>>;

impl Walk<'_, '_> {
    fn all(&mut self) -> Result<Left, Limit> {
        for choice in 0..self.table.domains[self.side].choices.len() {
            self.case = Case::default();
            let originals = self.table.domains[self.side].choices[choice].originals;
            let is_met = Class::ALL.into_iter().any(|class| {
                let originals = originals[class as usize];
                self.case.originals[class as usize] = Some(originals);
                self.meets(&Part::Originals(class, originals))
            });
            if !is_met && let Some(left) = self.came(choice, 0, 0, 0)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    /// Of those in which the men on the board, from the `item`-th on, came from files not in `used`; `next` is the file
    /// behind that of the man before.
    fn came(
        &mut self,
        choice: usize,
        item: usize,
        used: usize,
        next: usize,
    ) -> Result<Left, Limit> {
        let OfficerChoice { men, after, .. } = &self.table.domains[self.side].choices[choice];
        let Some(&man) = men.get(item) else {
            return self.was_lost(0);
        };
        // Promoted men of a class are not told apart: they are named in the order of their files.
        let alike = item > 0 && men[item - 1] == man;
        let after = Rc::clone(after);
        for file in (if alike { next } else { 0 })..8 {
            let now = used | 1 << file;
            if now == used {
                continue;
            }
            for captures in 0..=MOST_EACH {
                if captures + after[item][now] > self.left {
                    break;
                }
                let ways = self.table.domains[self.side].ways(man, File::ALL[file], captures);
                for way in ways.iter() {
                    if !self.settle(way)? {
                        continue;
                    }
                    let left = self.came(choice, item + 1, now, file + 1)?;
                    self.forget(way);
                    if left.is_some() {
                        return Ok(left);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Of those in which the pawns from the `first`-th file on of which nothing is said are missing.
    fn was_lost(&mut self, first: usize) -> Result<Left, Limit> {
        let Some(file) = (first..8).find(|&file| self.case.ways[file].is_none()) else {
            return Ok(Some(self.case.parts()));
        };
        for captures in 0..=MOST_EACH.min(self.left) {
            let ways = self.table.domains[self.side].ways(Man::Missing, File::ALL[file], captures);
            for way in ways.iter() {
                if !self.settle(way)? {
                    continue;
                }
                let left = self.was_lost(file + 1)?;
                self.forget(way);
                if left.is_some() {
                    return Ok(left);
                }
            }
        }
        Ok(None)
    }

    /// Says how a pawn went, unless that leaves nothing to look at.
    fn settle(&mut self, way: &Rc<Way>) -> Result<bool, Limit> {
        if self.covered.ways == self.most {
            return Err(Limit::Nodes);
        }
        self.covered.ways += 1;
        if self.covered.ways.is_multiple_of(WAYS_A_NODE) {
            self.table.budget.spend()?;
        }
        for other in &self.others {
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
                || self.meets(&Part::Promotion {
                    file,
                    square,
                    class,
                });
        }
        if is_met || self.meets(&Part::Present(file)) {
            self.case.ways[usize::from(file)] = None;
            return Ok(false);
        }
        self.left -= u32::from(course.captures);
        Ok(true)
    }

    fn forget(&mut self, way: &Rc<Way>) {
        self.case.ways[usize::from(way.course.origin())] = None;
        self.left += u32::from(way.course.captures);
    }

    /// Whether the case has all parts of a nogood that names `part`.
    fn meets(&mut self, part: &Part) -> bool {
        let met = self.by_part.get(part).and_then(|named| {
            let has_all = |&&i: &&usize| self.excluded[i].iter().all(|part| self.case.has(part));
            named.iter().find(has_all)
        });
        if let Some(&i) = met {
            self.covered.met[i] = true;
        }
        met.is_some()
    }
}
