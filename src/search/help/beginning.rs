//! Help stalemates from their first moves on: the final positions are looked for once, for all of them together.

use super::lines::{CREDIT, GROWTH, MOST_STEPS, finals_are_of_use};
use crate::budget::Budget;
use crate::game::{Rules, State};
use crate::problem::Goal;
use crate::search::board::Board;
use crate::search::finals::Finals;
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
    /// The same with nobody's right to castle: final positions know nothing of castling.
    pub(super) uncastled: Board,
    goal: Goal,
    plies: u32,
    steps: u64,
    /// Those that can be reached, once they were found.
    pub(super) finals: Option<Finals>,
    /// The steps' worth of searching after which the search from one first move is given up for now.
    pub(super) patience: u64,
}

impl Beginning {
    /// That of a search for stalemates in so many half-moves with so many first moves, where a first look was taken; `None` if final
    /// positions are of no use there, as they know nothing of what is in doubt.
    pub(super) fn of(
        rules: &Rules,
        goal: Goal,
        state: &State,
        plies: u32,
        first_moves: usize,
        budget: &Budget,
    ) -> Option<Beginning> {
        if !state.is_plain(rules) {
            return None;
        }
        let board = Board::new(state.chess());
        let uncastled = board.without_castlers();
        if !finals_are_of_use(goal, &uncastled, plies) {
            return None;
        }
        let mut beginning = Beginning {
            board,
            uncastled,
            goal,
            plies,
            steps: 0,
            finals: None,
            patience: 0,
        };
        beginning.look(first_moves, budget);
        Some(beginning)
    }

    /// Looks for final positions, longer than the last time; so many first moves are to be searched then.
    pub(in crate::search) fn look(&mut self, first_moves: usize, budget: &Budget) {
        self.steps = (self.steps * GROWTH).max(CREDIT);
        let mut steps = self.steps;
        self.finals = Finals::find(self.goal, &self.uncastled, self.plies, &mut steps, budget);
        self.patience = if self.finals.is_some() || self.steps >= MOST_STEPS {
            u64::MAX
        } else {
            self.steps / (first_moves as u64).max(1)
        };
    }
}
