//! Lemmas: conflicts that were met in one position, to be looked at first in the next.
//!
//! What kills one last move mostly kills the others too. Invariant: a lemma is a suggestion; in each position it is shown anew
//! before anything is concluded from it.

use std::collections::VecDeque;

use super::parts::{Marks, PARTS, part_of_mark, reborn};
use super::rehearsal::Group;
use super::side::Side;
use crate::retro::model::Class;
use crate::retro::model::claim::{Course, Depth, End, Part};

/// Parts that contradicted each other in some position: White's, then Black's; mark 0 where a part does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lemma {
    pub(super) marks: [Marks; 2],
    /// How deep the contradiction lay.
    pub(super) depth: Depth,
    /// Pawns that could not be moved, where that was the contradiction.
    pub(super) groups: Vec<Group>,
}

impl Lemma {
    /// What it may come to in another position, where men on the board were promoted to something else.
    pub(super) fn adapted(&self, sides: &[Side<'_>; 2]) -> Vec<Lemma> {
        let mut lemmas = vec![self.clone()];
        for (side, possibilities) in sides.iter().enumerate() {
            let born = self.parts(side).into_iter().find_map(|part| match part {
                Part::Career(Course {
                    end: End::Remains(_, class),
                    ..
                })
                | Part::Birth { class, .. } => Some(class),
                Part::Career(_) | Part::Present(_) | Part::Originals(..) => None,
            });
            if let Some(born) = born.filter(|&born| !possibilities.promotes(born)) {
                let others = Class::ALL.into_iter();
                let others = others.filter(|&other| possibilities.promotes(other));
                let all: Vec<Class> = others.collect();
                lemmas = lemmas
                    .iter()
                    .flat_map(|lemma| all.iter().map(|&other| lemma.reborn(side, born, other)))
                    .collect();
            }
        }
        let plain = lemmas.into_iter();
        plain.filter_map(|lemma| lemma.beyond(sides)).collect()
    }

    /// With another class for a side's men that were promoted to this one.
    fn reborn(&self, side: usize, from: Class, to: Class) -> Lemma {
        let mut lemma = self.clone();
        reborn(&mut lemma.marks[side], from, to);
        lemma
    }

    /// Without what goes without saying in a position. `None`: nothing is left to be said, or what it speaks of was not so.
    fn beyond(&self, sides: &[Side<'_>; 2]) -> Option<Lemma> {
        let [white, black] = [0, 1].map(|side| sides[side].beyond_certain(&self.marks[side]));
        let marks = [white?, black?];
        (marks != [[0; PARTS]; 2]).then(|| Lemma {
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

/// The lemmas met last, the last first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lemmas {
    pub(super) all: VecDeque<Lemma>,
}

/// So many are remembered.
const MOST_LEMMAS: usize = 64;

impl Lemmas {
    /// Puts lemmas in front of those known.
    pub(super) fn add(&mut self, lemmas: impl Iterator<Item = Lemma>) {
        let fresh: Vec<Lemma> = lemmas.take(MOST_LEMMAS).collect();
        self.all.retain(|known| !fresh.contains(known));
        for lemma in fresh.into_iter().rev() {
            self.all.push_front(lemma);
        }
        self.all.truncate(MOST_LEMMAS);
    }

    /// Adds what was met elsewhere behind what is known here.
    pub(crate) fn join(&mut self, other: Lemmas) {
        for lemma in other.all {
            if self.all.len() == MOST_LEMMAS {
                return;
            }
            if !self.all.contains(&lemma) {
                self.all.push_back(lemma);
            }
        }
    }
}
