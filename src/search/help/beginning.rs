//! Help stalemates from their first moves on: the final positions are looked for once, for all of them together.

use super::lines::{CREDIT, CREDIT_PER_NODE, FEWEST_PLIES, GROWTH, MOST_STEPS};
use crate::game::{Rules, State};
use crate::problem::Goal;
use crate::search::board::Board;
use crate::search::finals::{Finals, MOST_PLIES};
use crate::solution::Course;

/// How a search from one first move ended.
pub(in crate::search) enum Attempt {
    /// All solutions that begin with it, and how many there are; `None` if there is none.
    Complete(Option<(Course, u64)>),
    /// More final positions are to be looked for before it goes on.
    GivenUpForNow,
}

/// The position before the first move, and what is known of the final positions.
pub(in crate::search) struct Beginning {
    pub(super) board: Board,
    plies: u32,
    steps: u64,
    /// Those that can be reached, once they were found.
    pub(super) finals: Option<Finals>,
    /// The nodes after which the search from one first move is given up for now.
    pub(super) patience: u64,
}

impl Beginning {
    /// That of a search for stalemates in so many half-moves; `None` if final positions are of no use there, as they know nothing
    /// of castling and of what is in doubt.
    pub(in crate::search) fn of(
        rules: &Rules,
        goal: Goal,
        state: &State,
        plies: u32,
    ) -> Option<Beginning> {
        if goal != Goal::Stalemate
            || !(FEWEST_PLIES..=MOST_PLIES).contains(&plies)
            || !state.is_plain(rules)
        {
            return None;
        }
        let board = Board::new(state.chess());
        board.castlers().is_empty().then_some(Beginning {
            board,
            plies,
            steps: 0,
            finals: None,
            patience: u64::MAX,
        })
    }

    /// Whether it was looked for final positions.
    pub(in crate::search) const fn has_looked(&self) -> bool {
        self.steps > 0
    }

    /// Looks for final positions, longer than the last time; so many first moves are to be searched then.
    pub(in crate::search) fn look(&mut self, first_moves: usize) {
        self.steps = (self.steps * GROWTH).max(CREDIT);
        self.finals = Finals::find(&self.board, self.plies, &mut self.steps.clone());
        self.patience = if self.finals.is_some() || self.steps >= MOST_STEPS {
            u64::MAX
        } else {
            self.steps / CREDIT_PER_NODE / (first_moves as u64).max(1)
        };
    }
}
