//! Lemmas: conflicts that were met in one position, to be looked at first in the next.
//!
//! What kills one last move mostly kills the others too. Invariant: a lemma is a suggestion; in each position it is shown anew
//! before anything is concluded from it.

use std::collections::VecDeque;

use super::parts::{Marks, PARTS, part_of_mark};
use super::rehearsal::Group;
use crate::retro::model::claim::{Depth, Part};

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
