//! How a position is refuted, cheapest means first.

use crate::budget::{Budget, Limit};

use crate::retro::model::{Refutation, RetroPosition};
use crate::retro::retraction::{Closed, Effort, Memory, close};

/// From a glance to a long look.
const EFFORTS: [Effort; 7] = [
    Effort {
        positions: 40,
        scenario: 0,
        kernel: 20,
        cage: 40,
        near: 0,
        free: 60,
        tempo: None,
    },
    Effort {
        positions: 0,
        scenario: 2_000,
        kernel: 800,
        cage: 200,
        near: 100,
        free: 0,
        tempo: None,
    },
    Effort {
        positions: 60,
        scenario: 50,
        kernel: 40,
        cage: 200,
        near: 0,
        free: 80,
        tempo: None,
    },
    Effort {
        positions: 400,
        scenario: 100,
        kernel: 80,
        cage: 600,
        near: 0,
        free: 120,
        tempo: None,
    },
    // Scenarios of what lies one or two plies back.
    Effort {
        positions: 100,
        scenario: 1_500,
        kernel: 40,
        cage: 100,
        near: 0,
        free: 80,
        tempo: None,
    },
    Effort {
        positions: 0,
        scenario: 40_000,
        kernel: 20_000,
        cage: 200,
        near: 6_000,
        free: 0,
        tempo: None,
    },
    Effort {
        positions: 2_000,
        scenario: 1_000,
        kernel: 400,
        cage: 3_000,
        near: 1_500,
        free: 200,
        tempo: None,
    },
];

/// A few retractions and what is seen at once, without looking for a cage.
const GLANCE: Effort = Effort {
    cage: 0,
    ..EFFORTS[0]
};

/// Before this level it is asked whether a side runs out of moves.
const TEMPO_LEVEL: usize = 3;

/// The side that runs out of moves has few; the other one may go wherever it likes meanwhile.
const TEMPO: Effort = Effort {
    positions: 8_000,
    scenario: 500,
    kernel: 0,
    cage: 0,
    near: 0,
    free: 3,
    tempo: Some(4),
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
    if level == TEMPO_LEVEL {
        match close(position, TEMPO, memory, budget) {
            Err(Limit::Nodes | Limit::Depth) if budget.nodes_left() > 0 => {}
            done => return done,
        }
    }
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
    use crate::retro::checker::verify;
    use crate::retro::model::test_position;
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

    #[test]
    fn a_side_that_runs_out_of_moves_is_given_a_man_back_in_time() {
        let closed = |fen: &str| {
            let limits = Limits {
                nodes: Some(40_000),
                ..Limits::default()
            };
            let position = test_position(fen, "kq -");
            let found = close(
                &position,
                TEMPO,
                &mut Memory::default(),
                &mut limits.start(),
            );
            match found {
                Ok(Closed::Dead(proof)) => Ok(verify(&proof, &position).is_ok()),
                Ok(Closed::Reached(_)) => Ok(false),
                Err(limit) => Err(limit),
            }
        };
        // Black's queen and bishop died at home, so b3 and c3 took his knights. He has three moves at most, h7-h6 among
        // them; White is just in time with d2xc3, but then the sides have not made equally many moves.
        let wanting = "r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R";
        assert_eq!(closed(&format!("{wanting} w")), Ok(true));
        assert_eq!(closed(&format!("{wanting} b")), Err(Limit::Depth));
        // The queen can have got out, or a knight stands on the board yet.
        for fen in [
            "r1b1k2r/1ppp1pp1/4p2B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R w",
            "r1b1k2r/1pppppp1/7B/p6n/1N6/1P6/NPP1PPPP/2KR1B1R w",
        ] {
            assert_eq!(closed(fen), Err(Limit::Depth), "{fen}");
        }
    }
}
