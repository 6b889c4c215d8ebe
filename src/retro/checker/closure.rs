//! Trusted core: what is reached from some beginning is closed under the moves.
//!
//! Every lemma that speaks of all that can have happened says which states there are, where they begin, which moves lead from
//! one to others, and what must not be among them. What is closed, and without what must not be, holds all that any game comes to.

use std::collections::HashSet;
use std::hash::Hash;

use shakmaty::{Bitboard, Square};

/// What one refutation may have looked at in all: states of pawns, and ways of theirs.
///
/// A certificate comes from anybody, and its hints say how much there is to look at.
#[derive(Debug)]
pub(super) struct Allowance(u64);

impl Allowance {
    /// That of a refutation.
    pub(super) const fn whole() -> Allowance {
        Allowance(20_000_000)
    }

    /// What is left, and no more than `most`.
    pub(super) fn up_to(&self, most: usize) -> usize {
        most.min(usize::try_from(self.0).unwrap_or(usize::MAX))
    }

    /// Takes that much; `false`: there is not so much left.
    pub(super) const fn take(&mut self, much: u64) -> bool {
        match self.0.checked_sub(much) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }
}

/// Visits all states that moves lead to from the first: `moves` sees each once. Returns how many there are; `None`: more than
/// `most`, and not all were visited.
pub(super) fn closure<S: Eq + Hash + Clone>(
    first: S,
    most: usize,
    mut moves: impl FnMut(&S) -> Vec<S>,
) -> Option<usize> {
    let mut closed = HashSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        for next in moves(&state) {
            if closed.insert(next.clone()) {
                open.push(next);
            }
            if closed.len() > most {
                return None;
            }
        }
    }
    Some(closed.len())
}

/// All squares that steps lead to from some, these among them.
pub(super) fn reach(from: Bitboard, steps: impl Fn(Square) -> Bitboard) -> Bitboard {
    let (mut seen, mut open) = (from, from);
    while let Some(square) = open.pop_front() {
        let fresh = steps(square) & !seen;
        seen |= fresh;
        open |= fresh;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out_and_too_much_is_not_closed() {
        let modulo_seven = |&state: &u8| vec![(state + 3) % 7];
        assert_eq!(closure(0, 7, modulo_seven), Some(7));
        assert_eq!(closure(0, 6, modulo_seven), None);
        let up = |square: Square| Bitboard::from(square).shift(8);
        let file = Bitboard::from_file(shakmaty::File::A);
        assert_eq!(reach(Square::A1.into(), up), file);
    }
}
