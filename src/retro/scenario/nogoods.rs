//! Nogoods: what a failed scenario has in common with every scenario that fails for the same reason.
//!
//! A scenario that contradicts itself mostly does so with a few of its parts: the careers of two or three pawns, and
//! that the originals of some class are, or are not, on the board. Everything else is forgotten as long as the
//! contradiction stands, and no later scenario that has these parts is looked at. Invariant: no history follows a
//! scenario that has all parts of a nogood.

use rustc_hash::FxHashMap;

use super::joint_pawns::PawnGroup;
use super::parts::{Marks, PARTS, part_of_mark, settled_with};
use super::past_nogoods::PastNogood;
use crate::retro::model::claim::{Because, Hint, Nogood};

/// Parts that no history has together: White's, then Black's; mark 0 where a part does not matter.
#[derive(Debug, Clone)]
struct Learned {
    marks: [Marks; 2],
    because: Because,
    /// Pawns that cannot be moved, where that is the contradiction.
    groups: Vec<PawnGroup>,
}

impl Learned {
    fn is_met(&self, side: usize, marks: &Marks) -> bool {
        self.marks[side]
            .iter()
            .zip(marks)
            .all(|(&wanted, &found)| wanted == 0 || wanted == found)
    }
}

/// The nogoods met so far.
#[derive(Debug)]
pub(super) struct Nogoods {
    /// The [`first_side`](crate::retro::model::claim::first_side); the other is the second.
    first: usize,
    all: Vec<Learned>,
    /// Those of the first side's parts alone, by each of their parts.
    of_first: FxHashMap<(usize, u64), Vec<usize>>,
    /// The others, by each of the second side's parts.
    with_second: FxHashMap<(usize, u64), Vec<usize>>,
}

/// So many nogoods are remembered.
const MOST_NOGOODS: usize = 1 << 14;

impl Nogoods {
    /// None so far.
    pub(super) fn new(first: usize) -> Nogoods {
        Nogoods {
            first,
            all: Vec::new(),
            of_first: FxHashMap::default(),
            with_second: FxHashMap::default(),
        }
    }

    /// How many were met so far.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// All of them in the order they were met; `None` if some were not remembered.
    pub(super) fn nogoods(&self) -> Option<Vec<Nogood>> {
        let parts = |marks: &Marks| {
            let settled = (0..PARTS).filter(|&part| marks[part] != 0);
            settled
                .map(|part| part_of_mark(part, marks[part]))
                .collect()
        };
        let nogood = |nogood: &Learned| Nogood {
            parts: nogood.marks.each_ref().map(parts),
            because: nogood.because,
            hint: Hint::None,
        };
        (self.all.len() < MOST_NOGOODS).then(|| self.all.iter().map(nogood).collect())
    }

    /// Remembers that no history has these parts of White's and these of Black's (bit sets) as marked together, and why.
    pub(super) fn learn(
        &mut self,
        parts: [u32; 2],
        marks: [&Marks; 2],
        because: Because,
        groups: &[PawnGroup],
    ) {
        if self.all.len() == MOST_NOGOODS {
            return;
        }
        let kept: [Marks; 2] = std::array::from_fn(|side| {
            std::array::from_fn(|part| {
                if parts[side] & 1 << part == 0 {
                    0
                } else {
                    marks[side][part]
                }
            })
        });
        let second = 1 - self.first;
        let (side, index) = if parts[second] == 0 {
            (self.first, &mut self.of_first)
        } else {
            (second, &mut self.with_second)
        };
        for part in (0..PARTS).filter(|part| parts[side] & 1 << part != 0) {
            let key = (part, kept[side][part]);
            index.entry(key).or_default().push(self.all.len());
        }
        self.all.push(Learned {
            marks: kept,
            because,
            groups: groups.to_vec(),
        });
    }

    /// The nogoods that may hold in other positions too, the last first: those that do not depend on other nogoods and
    /// have at least one part.
    pub(super) fn past_nogoods(&self) -> impl Iterator<Item = PastNogood> + '_ {
        self.all.iter().rev().filter_map(|nogood| {
            let Because::NoOrder(depth) = nogood.because else {
                return None;
            };
            (nogood.marks != [[0; PARTS]; 2]).then(|| PastNogood {
                marks: nogood.marks,
                depth,
                groups: nogood.groups.clone(),
            })
        })
    }

    /// Whether the first side's parts, `part` settled last, are in nogood whatever the second's are.
    pub(super) fn forbid(&self, firsts: &Marks, part: usize) -> bool {
        settled_with(part)
            .filter_map(|part| self.of_first.get(&(part, firsts[part])))
            .flatten()
            .any(|&nogood| self.all[nogood].is_met(self.first, firsts))
    }

    /// Whether one of the nogoods from this one on forbids the first side's parts whatever the second's are.
    pub(super) fn newly_forbid(&self, firsts: &Marks, from: usize) -> bool {
        self.all[from..].iter().any(|nogood| {
            nogood.marks[1 - self.first] == [0; PARTS] && nogood.is_met(self.first, firsts)
        })
    }

    /// The first side's parts (a bit set) in a nogood with the second's, of which `part` was settled last.
    pub(super) fn forbid_both(&self, firsts: &Marks, seconds: &Marks, part: usize) -> Option<u32> {
        settled_with(part)
            .filter_map(|part| self.with_second.get(&(part, seconds[part])))
            .flatten()
            .find(|&&i| self.are_met(i, firsts, seconds))
            .map(|&i| self.firsts_parts(i))
    }

    /// The first side's parts (a bit set) in a nogood with the second's, of those from this one on.
    pub(super) fn newly_forbid_both(
        &self,
        firsts: &Marks,
        seconds: &Marks,
        from: usize,
    ) -> Option<u32> {
        (from..self.all.len())
            .find(|&i| self.are_met(i, firsts, seconds))
            .map(|i| self.firsts_parts(i))
    }

    fn are_met(&self, nogood: usize, firsts: &Marks, seconds: &Marks) -> bool {
        let nogood = &self.all[nogood];
        nogood.is_met(self.first, firsts) && nogood.is_met(1 - self.first, seconds)
    }

    fn firsts_parts(&self, nogood: usize) -> u32 {
        let marks = &self.all[nogood].marks[self.first];
        (0..PARTS)
            .filter(|&part| marks[part] != 0)
            .fold(0, |parts, part| parts | 1 << part)
    }
}

/// Drops as many of these parts as it can so that `fails` still holds for the rest; the parts first in order go first.
///
/// # Errors
///
/// What `fails` returns.
pub(super) fn reduce<E>(
    mut parts: Vec<u32>,
    mut fails: impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    let set = |parts: &[u32]| parts.iter().fold(0, |all, part| all | 1 << part);
    let mut chunk = parts.len().div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        while start < parts.len() {
            let end = (start + chunk).min(parts.len());
            let mut rest = parts.clone();
            rest.drain(start..end);
            if fails(set(&rest))? {
                parts = rest;
            } else {
                start = end;
            }
        }
        chunk /= 2;
    }
    Ok(set(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::claim::Depth;

    #[test]
    fn what_does_not_matter_is_dropped() {
        let found: Result<u64, ()> =
            reduce(
                (0..26).collect(),
                |set| Ok(set & 0x0010_0804 == 0x0010_0804),
            );
        assert_eq!(found, Ok(0x0010_0804));
        let found: Result<u64, ()> = reduce((0..26).collect(), |_| Ok(true));
        assert_eq!(found, Ok(0));
    }

    #[test]
    fn a_nogood_forbids_what_has_all_its_parts() {
        for first in [0, 1] {
            let by_color = |[of_first, of_second]: [u32; 2]| match first {
                0 => [of_first, of_second],
                _ => [of_second, of_first],
            };
            let mut nogoods = Nogoods::new(first);
            let (mut firsts, mut seconds) = ([0; PARTS], [0; PARTS]);
            (firsts[3], firsts[5], seconds[2]) = (7, 8, 9);
            let marks = match first {
                0 => [&firsts, &seconds],
                _ => [&seconds, &firsts],
            };
            let because = Because::NoOrder(Depth::Direct);
            nogoods.learn(by_color([1 << 3, 1 << 2]), marks, because, &[]);
            assert_eq!(nogoods.forbid_both(&firsts, &seconds, 2), Some(1 << 3));
            assert!(!nogoods.forbid(&firsts, 3));
            firsts[5] = 1;
            assert_eq!(nogoods.forbid_both(&firsts, &seconds, 2), Some(1 << 3));
            firsts[3] = 1;
            assert_eq!(nogoods.forbid_both(&firsts, &seconds, 2), None);
        }
    }
}
