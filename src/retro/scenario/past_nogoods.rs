//! Nogoods that were met in one position, to be looked at first in the next.
//!
//! What kills one last move mostly kills the others too. Invariant: a nogood from elsewhere is a suggestion; in each position it is shown anew
//! before anything is concluded from it.

use std::collections::VecDeque;

use super::joint_pawns::PawnGroup;
use super::parts::{Marks, PARTS, change_class, part_of_mark};
use super::side::Side;
use crate::retro::model::Class;
use crate::retro::model::claim::{Course, Depth, End, Part};

/// Parts that contradicted each other in some position: White's, then Black's; mark 0 where a part does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PastNogood {
    pub(super) marks: [Marks; 2],
    /// How deep the contradiction lay.
    pub(super) depth: Depth,
    /// Pawns that could not be moved, where that was the contradiction.
    pub(super) groups: Vec<PawnGroup>,
}

impl PastNogood {
    /// The nogoods that it suggests in another position, where the promoted men on the board may be of other classes.
    pub(super) fn adapted(&self, sides: &[Side<'_>; 2]) -> Vec<PastNogood> {
        let mut past_nogoods = vec![self.clone()];
        for (side, possibilities) in sides.iter().enumerate() {
            let promoted_to = self.parts(side).into_iter().find_map(|part| match part {
                Part::Career(Course {
                    end: End::Remains(_, class),
                    ..
                })
                | Part::Promotion { class, .. } => Some(class),
                Part::Career(_) | Part::Present(_) | Part::Originals(..) => None,
            });
            if let Some(promoted_to) =
                promoted_to.filter(|&promoted_to| !possibilities.promotes(promoted_to))
            {
                let others = Class::ALL.into_iter();
                let others = others.filter(|&other| possibilities.promotes(other));
                let all: Vec<Class> = others.collect();
                past_nogoods = past_nogoods
                    .iter()
                    .flat_map(|past| {
                        all.iter()
                            .map(|&other| past.with_other_class(side, promoted_to, other))
                    })
                    .collect();
            }
        }
        let plain = past_nogoods.into_iter();
        plain.filter_map(|past| past.beyond(sides)).collect()
    }

    /// With another class for a side's men that were promoted to this one.
    fn with_other_class(&self, side: usize, from: Class, to: Class) -> PastNogood {
        let mut past = self.clone();
        change_class(&mut past.marks[side], from, to);
        past
    }

    /// Without the parts that are certain in this position. `None`: no part is left, or one contradicts what is certain.
    fn beyond(&self, sides: &[Side<'_>; 2]) -> Option<PastNogood> {
        let [white, black] = [0, 1].map(|side| sides[side].beyond_certain(&self.marks[side]));
        let marks = [white?, black?];
        (marks != [[0; PARTS]; 2]).then(|| PastNogood {
            marks,
            depth: self.depth,
            groups: self.groups.clone(),
        })
    }

    /// What a side is said to have settled.
    pub(super) fn parts(&self, side: usize) -> Vec<Part> {
        let marks = &self.marks[side];
        let settled = (0..PARTS).filter(|&part| marks[part] != 0);
        settled
            .map(|part| part_of_mark(part, marks[part]))
            .collect()
    }

    /// The parts it speaks of, as bit sets.
    pub(super) fn settled(&self) -> [u32; 2] {
        self.marks.each_ref().map(|marks| {
            let settled = (0..PARTS).filter(|&part| marks[part] != 0);
            settled.fold(0, |all, part| all | 1 << part)
        })
    }
}

/// The nogoods met last, the last first.
#[derive(Debug, Clone, Default)]
pub(crate) struct PastNogoods {
    pub(super) all: VecDeque<PastNogood>,
}

/// So many are remembered.
const MOST_PAST: usize = 64;

impl PastNogoods {
    /// Puts nogoods in front of those known.
    pub(super) fn add(&mut self, past_nogoods: impl Iterator<Item = PastNogood>) {
        let fresh: Vec<PastNogood> = past_nogoods.take(MOST_PAST).collect();
        self.all.retain(|known| !fresh.contains(known));
        for past in fresh.into_iter().rev() {
            self.all.push_front(past);
        }
        self.all.truncate(MOST_PAST);
    }

    /// Adds what was met elsewhere behind what is known here.
    pub(crate) fn join(&mut self, other: PastNogoods) {
        for past in other.all {
            if self.all.len() == MOST_PAST {
                return;
            }
            if !self.all.contains(&past) {
                self.all.push_back(past);
            }
        }
    }
}
