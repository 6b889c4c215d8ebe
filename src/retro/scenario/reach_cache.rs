//! What all scenarios of a position share: the ledger, and reaches remembered.
//!
//! Invariant: a remembered reach is what [`Mobility`](crate::retro::ledger::Mobility) says; forgetting is
//! always allowed.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role, Square};

use crate::retro::ledger::Ledger;

/// So many reaches are remembered before all are forgotten.
const MOST_REMEMBERED: usize = 1 << 15;

/// Side, role, from or to, closed squares, runs of squares that White's and Black's pawns bar.
type Question = (Color, Role, Square, Bitboard, [Bitboard; 2]);

/// A position's ledger with a memory for reaches.
#[derive(Debug)]
pub struct ReachCache<'a> {
    /// The ledger.
    pub ledger: &'a Ledger,
    forwards: RefCell<FxHashMap<Question, Bitboard>>,
    backwards: RefCell<FxHashMap<Question, Bitboard>>,
}

impl<'a> ReachCache<'a> {
    /// The shared data for a ledger.
    pub fn new(ledger: &'a Ledger) -> ReachCache<'a> {
        ReachCache {
            ledger,
            forwards: RefCell::default(),
            backwards: RefCell::default(),
        }
    }

    /// Every square an officer from `from` can have gone to around `blocked`, past pawns that pace on `bars`.
    pub fn reach(
        &self,
        color: Color,
        role: Role,
        from: Square,
        blocked: Bitboard,
        bars: [Bitboard; 2],
    ) -> Bitboard {
        remembered(&self.forwards, (color, role, from, blocked, bars), || {
            self.ledger
                .mobility
                .barred_reach(color, role, from, blocked, bars)
        })
    }

    /// Every square from which an officer can have gone to `to` around `blocked`.
    pub fn origins(&self, color: Color, role: Role, to: Square, blocked: Bitboard) -> Bitboard {
        let question = (color, role, to, blocked, [Bitboard::EMPTY; 2]);
        remembered(&self.backwards, question, || {
            self.ledger.mobility.origins(color, role, to, blocked)
        })
    }

    /// Squares a man of any class promoted on `square` can have gone to.
    pub fn promoted_reach(
        &self,
        color: Color,
        square: Square,
        blocked: Bitboard,
        bars: [Bitboard; 2],
    ) -> Bitboard {
        // A bishop goes nowhere that a queen does not, but a queen cannot go on from a square where it checks a steady
        // king and a bishop does not.
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, role| {
                all | self.reach(color, role, square, blocked, bars)
            })
    }
}

fn remembered(
    memory: &RefCell<FxHashMap<Question, Bitboard>>,
    question: Question,
    answer: impl FnOnce() -> Bitboard,
) -> Bitboard {
    if let Some(&known) = memory.borrow().get(&question) {
        return known;
    }
    let found = answer();
    let mut memory = memory.borrow_mut();
    if memory.len() >= MOST_REMEMBERED {
        memory.clear();
    }
    memory.insert(question, found);
    found
}
