//! Several threads on one question: they share the table and keep out of each other's way.
//!
//! All threads go down the same line. Where the attacker moves, most often none of his moves wins and all must be tried: a
//! thread marks the defender's statement it works on, and another one that comes to a marked statement first does the
//! rest of the attacker's moves, and only then what is marked; by then the answer is often in the table (after T. Kerrigan's
//! simplified ABDADA). Where the defender moves, one refutation is enough, and the likeliest is tried first: there they stay
//! together, for what another thread did meanwhile would be in vain. Marks decide the order of the work and nothing
//! else: a lost or a false one costs time, never an answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is to be decided: the key a position has in the table, for the side that asks, and the moves left.
pub(super) type Statement = (u128, u8);

/// The statements that some thread works on.
#[derive(Debug)]
pub(super) struct Sharing {
    marks: Box<[AtomicU64]>,
}

impl Sharing {
    /// The defender's statements are marked from this many moves left on: below, every mark costs more than it
    /// saves, for the threads write to the same memory all the time.
    pub(super) const FROM: u8 = 2;

    /// More than threads times depth: two statements seldom meet in one place.
    const MARKS: usize = 1 << 12;

    pub(super) fn new() -> Sharing {
        Sharing {
            marks: (0..Sharing::MARKS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Says that this thread works on the statement with this key.
    pub(super) fn enter(&self, key: u128) {
        let mark = Sharing::mark(key);
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// Says that this thread has done with it.
    pub(super) fn leave(&self, key: u128) {
        let mark = Sharing::mark(key);
        // Another statement may have taken the place: then its mark stays.
        let _ = self
            .place(mark)
            .compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether some thread works on it.
    pub(super) fn is_at(&self, key: u128) -> bool {
        let mark = Sharing::mark(key);
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// Never zero, which is no mark.
    fn mark(key: u128) -> u64 {
        ((key >> 64) as u64 ^ key as u64) | 1
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.marks[(mark >> 20) as usize % Sharing::MARKS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_seen_until_its_thread_leaves() {
        let sharing = Sharing::new();
        let (here, elsewhere) = (1 << 90 | 7, 1 << 91 | 7);
        sharing.enter(here);
        assert!(sharing.is_at(here));
        assert!(!sharing.is_at(elsewhere));
        sharing.leave(here);
        assert!(!sharing.is_at(here));
    }
}
