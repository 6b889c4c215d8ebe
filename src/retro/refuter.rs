//! How a position is refuted, cheapest means first.

use crate::budget::{Budget, Limit};

use super::closure::{Closed, Effort, Memory, close};
use super::position::RetroPosition;
use super::refutation::Refutation;

/// From a glance to a long look.
const EFFORTS: [Effort; 7] = [
    Effort {
        positions: 40,
        scenario: 0,
        cage: 40,
        near: 0,
        free: 60,
    },
    Effort {
        positions: 0,
        scenario: 2_000,
        cage: 200,
        near: 100,
        free: 0,
    },
    Effort {
        positions: 60,
        scenario: 50,
        cage: 200,
        near: 0,
        free: 80,
    },
    Effort {
        positions: 400,
        scenario: 100,
        cage: 600,
        near: 0,
        free: 120,
    },
    // Scenarios of what lies one or two plies back.
    Effort {
        positions: 100,
        scenario: 1_500,
        cage: 100,
        near: 0,
        free: 80,
    },
    Effort {
        positions: 0,
        scenario: 40_000,
        cage: 200,
        near: 6_000,
        free: 0,
    },
    Effort {
        positions: 2_000,
        scenario: 1_000,
        cage: 3_000,
        near: 1_500,
        free: 200,
    },
];

/// A few retractions and what is seen at once, without looking for a cage.
const GLANCE: Effort = Effort {
    cage: 0,
    ..EFFORTS[0]
};

/// How many levels of effort there are.
pub(crate) const LEVELS: usize = EFFORTS.len();

/// Tries to refute `position` with one level of effort.
///
/// # Errors
///
/// The limit that ended the attempt. That of the level itself is [`Limit::Depth`] or
/// [`Limit::Nodes`]: more effort may help.
pub(crate) fn attempt(
    position: &RetroPosition,
    level: usize,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Closed, Limit> {
    close(position, EFFORTS[level], memory, budget)
}

/// Tries to refute `position` with less than the first level of effort.
///
/// # Errors
///
/// As of [`attempt`].
pub(crate) fn glance(
    position: &RetroPosition,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Closed, Limit> {
    close(position, GLANCE, memory, budget)
}

/// Tries to refute `position` within the budget, with growing effort.
///
/// # Errors
///
/// The limit that ended the attempt; [`Limit::Depth`] if the initial array was reached.
pub(crate) fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Refutation, Limit> {
    let mut limit = Limit::Depth;
    let mut memory = Memory::default();
    for level in 0..LEVELS {
        match attempt(position, level, &mut memory, budget) {
            Ok(Closed::Dead(refutation)) => return Ok(refutation),
            Ok(Closed::Reached(_)) => return Err(Limit::Depth),
            Err(hit @ (Limit::Nodes | Limit::Depth)) if budget.nodes_left() > 0 => limit = hit,
            Err(other) => return Err(other),
        }
    }
    Err(limit)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;
    use crate::budget::{Limits, Stop};
    use crate::problem::Diagram;
    use crate::world::World;

    #[test]
    fn a_request_to_stop_is_seen_before_few_nodes_are_spent() {
        let kings = Diagram {
            board: Board::from_ascii_board_fen(b"8/8/8/8/8/1k6/8/K7").unwrap(),
            turn: Color::White,
        };
        let stop = Stop::default();
        stop.request();
        let limits = Limits {
            nodes: Some(100),
            stop,
            ..Limits::default()
        };
        let position = RetroPosition::of_world(&kings, World::default());
        let refuted = refute(&position, &mut limits.start());
        assert_eq!(refuted.err(), Some(Limit::Interrupted));
    }
}
