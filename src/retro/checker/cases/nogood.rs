//! Whether one nogood holds: what it tells is played through as its hint says.

use std::collections::HashSet;
use std::rc::Rc;

use shakmaty::{Bitboard, Color};

use super::joint_pawns::{JointPawns, Moved, Officers};
use super::way::Way;
use super::{MOST_POSITIONS, Table};
use crate::budget::Limit;
use crate::retro::model::PawnId;
use crate::retro::model::claim::{Because, End, Hint, MOST_CAPTURES, Nogood, Part};

/// What a nogood, or a whole case, tells of one side.
pub(in crate::retro) struct SideStory {
    pub(in crate::retro) ways: Vec<Rc<Way>>,
    pub(super) officers: Officers,
}

/// Two pawns have no more positions than this.
const MOST_OF_TWO: usize = 5_000;

/// So many pairs of pawns are moved among each other; of more nothing is concluded.
const MOST_PAIRS: usize = 10_000;

impl Table<'_> {
    /// What parts say of one side; `None`: no pawn went so.
    pub(in crate::retro) fn story(&self, side: usize, parts: &[Part]) -> Option<SideStory> {
        let color = [Color::White, Color::Black][side];
        let mut story = SideStory {
            ways: Vec::new(),
            officers: Officers {
                graves: self.graves[side],
                ..Officers::default()
            },
        };
        for &part in parts {
            match part {
                Part::Career(course) => {
                    let way = Way::of(color, course, self.unmoved)?;
                    story.officers.graves[usize::from(course.origin())] = Bitboard::EMPTY;
                    story.ways.push(Rc::new(way));
                }
                Part::Promotion { file, .. } | Part::Present(file) => {
                    story.officers.graves[usize::from(file)] = Bitboard::EMPTY;
                }
                Part::Originals(class, homes) => {
                    story.officers.originals[class as usize] = Some(homes);
                }
            }
        }
        // Of a pawn whose way is stated no more needs to be stated.
        for &part in parts {
            if let Part::Promotion {
                file,
                square,
                class,
            } = part
                && !story.ways.iter().any(|way| way.course.origin() == file)
            {
                story.officers.births.push((square, class));
            }
        }
        Some(story)
    }

    /// Whether no history has all parts of a nogood, given that those before it hold: by its hint, and no other way.
    pub(in crate::retro) fn holds(
        &mut self,
        nogood: &Nogood,
        before: &[Nogood],
    ) -> Result<bool, Limit> {
        let Nogood {
            parts,
            because,
            hint,
        } = nogood;
        if !is_well_formed(nogood) {
            return Ok(false);
        }
        let (Some(white), Some(black)) = (self.story(0, &parts[0]), self.story(1, &parts[1]))
        else {
            // No pawn went so.
            return Ok(true);
        };
        let stories = [&white, &black];
        match (because, hint) {
            (Because::NoOrder(_), Hint::None) => Ok(self.is_starved(stories)),
            (Because::NoOrder(_), Hint::Moved { pawns, positions }) => {
                let moved = self.moved(stories, pawns, *positions as usize)?;
                Ok(matches!(moved, Moved::InVain { .. }))
            }
            (Because::MoveNumbers { odd }, Hint::None) => {
                Ok(self.misfit(&white, &black) == Some(*odd))
            }
            (Because::EveryCase { .. }, Hint::Cases { .. }) if parts[1 - self.first].is_empty() => {
                let told = (&*parts[self.first], stories[self.first]);
                self.is_every_case(Some(told), before, hint)
            }
            _ => Ok(false),
        }
    }

    /// Whether every case, of the second side given what is told of the first, or of the first if nothing is, has all parts of a
    /// nogood that the hint names.
    pub(super) fn is_every_case(
        &mut self,
        told: Option<(&[Part], &SideStory)>,
        nogoods: &[Nogood],
        hint: &Hint,
    ) -> Result<bool, Limit> {
        let Hint::Cases { met, ways } = hint else {
            return Ok(false);
        };
        let mut named: Vec<&[Part]> = Vec::new();
        for &place in met {
            let Some(Nogood { parts, .. }) = nogoods.get(place as usize) else {
                return Ok(false);
            };
            let own = self.side_gone_through(told.is_some());
            let is_told = |part| told.is_some_and(|(told, _)| told.contains(part));
            if !parts[1 - own].iter().all(is_told) {
                return Ok(false);
            }
            named.push(&parts[own]);
        }
        let story = told.map(|(_, story)| story);
        Ok(self.first_left(story, &named, *ways)?.left.is_none())
    }

    /// Whether these pawns, in their order, whose ways are told or certain, cannot be moved among each other so that the end is
    /// reached, as far as so many positions of theirs show.
    pub(in crate::retro) fn moved(
        &mut self,
        stories: [&SideStory; 2],
        pawns: &[PawnId],
        most: usize,
    ) -> Result<Moved, Limit> {
        self.budget.spend()?;
        let certain = self.certain.clone();
        let way = |pawn: &PawnId| {
            let ways = stories[pawn.side()].ways.iter();
            let mut ways = ways.chain(&certain[pawn.side()]);
            ways.find(|way| way.pawn() == *pawn).map(|way| &**way)
        };
        let ways: Option<Vec<&Way>> = pawns.iter().map(way).collect();
        let is_plain = pawns.is_sorted_by(|a, b| a < b) && most <= MOST_POSITIONS;
        let (Some(ways), true) = (ways, is_plain) else {
            return Ok(Moved::Unknown);
        };
        let officers = stories.map(|story| self.officers_beside(story, pawns));
        let [white, black] = &officers;
        let board = &self.position.board;
        let mut play = JointPawns::new(board, self.unmoved, ways, [white, black]);
        play.outcome(most, &mut self.budget)
    }

    /// Whether two pawns of different sides cannot both have gone their ways.
    pub(super) fn are_in_the_way(&mut self, one: &Rc<Way>, other: &Rc<Way>) -> Result<bool, Limit> {
        if one.color == other.color || one.files().is_disjoint(other.files()) {
            return Ok(false);
        }
        let (white, black) = match one.color {
            Color::White => (one, other),
            Color::Black => (other, one),
        };
        let pair = (white.course, black.course);
        if let Some(&known) = self.pairs.get(&pair) {
            return Ok(known);
        }
        if self.pairs.len() == MOST_PAIRS {
            return Ok(false);
        }
        let free = Officers {
            graves: [Bitboard::FULL; 8],
            ..Officers::default()
        };
        self.budget.spend()?;
        let board = &self.position.board;
        let ways = vec![&**white, &**black];
        let mut play = JointPawns::new(board, self.unmoved, ways, [&free, &free]);
        let moved = play.outcome(MOST_OF_TWO, &mut self.budget)?;
        let found = matches!(moved, Moved::InVain { .. });
        self.pairs.insert(pair, found);
        Ok(found)
    }

    /// Everybody of a side but these pawns: of others of which something is told, what of it holds wherever they are.
    fn officers_beside(&self, story: &SideStory, pawns: &[PawnId]) -> Officers {
        let mut officers = story.officers.clone();
        for way in story.ways.iter().filter(|way| !pawns.contains(&way.pawn())) {
            let graves = &mut officers.graves[usize::from(way.course.origin())];
            match way.course.end {
                End::Falls => *graves = way.graves(),
                End::Spent(_) => *graves = !self.unmoved.still,
                End::Remains(door, class) => officers.births.push((door, class)),
                End::Stands(_) | End::Unsettled => {}
            }
        }
        officers
    }
}

/// Whether no part speaks twice of the same thing, and each can be understood.
pub(super) fn is_well_formed(nogood: &Nogood) -> bool {
    nogood.parts.iter().all(|parts| {
        let mut seen = HashSet::new();
        parts.iter().all(|part| {
            let (subject, is_plain) = match *part {
                Part::Career(course) => {
                    let is_plain = usize::from(course.captures) <= MOST_CAPTURES
                        && course.end != End::Unsettled;
                    (u8::from(course.origin()), is_plain)
                }
                Part::Promotion { file, .. } => (8 + u8::from(file), true),
                Part::Present(file) => (16 + u8::from(file), true),
                Part::Originals(class, _) => (24 + class as u8, true),
            };
            is_plain && seen.insert(subject)
        })
    })
}
