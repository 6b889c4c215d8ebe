//! How much is tried, cheapest means first: the one schedule of effort, for worlds and for last moves.
//!
//! It goes on growing as long as there are time and nodes.

use crate::budget::{Budget, Limit};

use crate::retro::model::{Refutation, RetroPosition};
use crate::retro::retraction::{Closed, Effort, Memory, close};
use crate::retro::rules::expensive::{self, Purpose, Shares};

/// One level of effort for one question, both ways.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// Before all else: whether a side runs out of moves.
    tempo: Option<Effort>,
    /// For a proof by cases: every last move is refuted on its own. A position with too many last moves is not retracted; rules
    /// with the nodes `released` must refute it.
    cases: Option<Effort>,
    /// For a proof.
    proof: Effort,
    /// Positions the construction of a game may cost.
    pub(super) game: u64,
    /// A proof gets one `part`-th of its share of the nodes, so that something is left for later levels.
    pub(super) part: u64,
}

/// What costs nothing.
const NOTHING: Effort = Effort {
    positions: 0,
    shares: Shares::NONE,
    last_moves: 0,
    last_moves_left: 0,
    released: Shares::NONE,
    tempo: None,
};

/// The level of the table whose `tempo` is repeated with more effort at the levels beyond it.
const TEMPO: usize = 3;

/// From the lowest level to the highest; [`Level::number`] goes on from there.
///
/// The numbers were chosen by hand, by what
/// `SECONDS=20 cargo test --release --test retro tables:: -- --ignored --nocapture` decides and how long it takes.
///
/// Without the shares of the rules, which are the business of the rules: see [`Level::number`].
const LEVELS: [Level; expensive::LEVELS] = [
    Level {
        proof: Effort {
            positions: 40,
            last_moves: 60,
            ..NOTHING
        },
        game: 80_000,
        ..Level::NOTHING
    },
    Level {
        // Many last moves, of which few are not out of the question.
        cases: Some(Effort {
            positions: 160,
            last_moves: 10,
            last_moves_left: 40,
            ..NOTHING
        }),
        game: 1_200_000,
        ..Level::NOTHING
    },
    Level {
        proof: Effort {
            positions: 60,
            last_moves: 80,
            ..NOTHING
        },
        game: 1_000_000,
        part: 2,
        ..Level::NOTHING
    },
    Level {
        // Only the side that runs out of moves has few retractions: there may be many positions.
        tempo: Some(Effort {
            positions: 8_000,
            last_moves: 3,
            tempo: Some(4),
            ..NOTHING
        }),
        cases: Some(Effort {
            positions: 200,
            last_moves: 10,
            last_moves_left: 10,
            ..NOTHING
        }),
        proof: Effort {
            positions: 400,
            last_moves: 120,
            ..NOTHING
        },
        game: 2_000_000,
        part: 2,
    },
    Level {
        // Scenarios of what lies one or two plies back.
        cases: Some(Effort {
            positions: 400,
            last_moves: 10,
            last_moves_left: 10,
            ..NOTHING
        }),
        proof: Effort {
            positions: 100,
            last_moves: 80,
            ..NOTHING
        },
        game: 2_000_000,
        part: 2,
        ..Level::NOTHING
    },
    Level {
        game: 4_000_000,
        part: 2,
        ..Level::NOTHING
    },
    Level {
        cases: Some(Effort {
            positions: 400,
            last_moves: 10,
            last_moves_left: 10,
            ..NOTHING
        }),
        proof: Effort {
            positions: 2_000,
            last_moves: 200,
            ..NOTHING
        },
        game: 8_000_000,
        ..Level::NOTHING
    },
];

/// Beyond the table its last two levels are repeated in turn, each time with this factor more effort: repeated work costs at
/// most a third of the new work.
const GROWTH: u64 = 4;

/// The last two levels of the table are repeated at most this often: longer than anybody can wait, and without an overflow.
const MOST_GROWTH: usize = 16;

/// A position met while a game is constructed takes about a microsecond, a node of a proof so many times as long: so many of them go
/// for one node.
pub(super) const POSITIONS_PER_NODE: u64 = 75;

/// At most this many turns of a level are each twice as long as the one before.
const MOST_TURNS: u32 = 16;

/// At most this many positions are retracted in one attempt: they are kept in memory.
const MOST_POSITIONS: u64 = 32_000;
/// [`Effort::last_moves`] grows to this at most.
const MOST_LAST_MOVES: usize = 1_000;

impl Effort {
    /// So many times as much, as far as it can be kept in memory.
    fn times(self, factor: u64) -> Effort {
        Effort {
            positions: (self.positions * factor).min(MOST_POSITIONS),
            shares: self.shares.times(factor),
            released: self.released.times(factor),
            ..self
        }
    }
}

impl Level {
    /// How many levels there are.
    pub(super) const COUNT: usize = LEVELS.len() + 2 * MOST_GROWTH;

    const NOTHING: Level = Level {
        tempo: None,
        cases: None,
        proof: NOTHING,
        game: 0,
        part: 1,
    };

    /// The level of that number, counted from 0; beyond the table it grows, the scenarios and the retractions in turns.
    pub(super) fn number(number: usize) -> Level {
        if number < LEVELS.len() {
            return Level::in_table(number);
        }
        let beyond = (number - LEVELS.len()).min(2 * MOST_GROWTH - 1);
        let grown = 1 + beyond / 2;
        let base = Level::in_table(LEVELS.len() - 2 + beyond % 2);
        let factor = GROWTH.pow(grown as u32);
        let proof = base.proof.times(factor);
        let tempo = Level::in_table(TEMPO).tempo.map(|tempo| Effort {
            positions: MOST_POSITIONS,
            shares: tempo.shares.times(factor),
            tempo: tempo.tempo.map(|moves| moves + 2 * grown as u32),
            ..tempo
        });
        Level {
            tempo: tempo.filter(|_| base.proof.positions > 0),
            cases: base.cases.map(|cases| cases.times(factor)),
            proof: Effort {
                last_moves: (proof.last_moves << grown).min(MOST_LAST_MOVES),
                ..proof
            },
            game: base.game * factor,
            part: 1,
        }
    }

    /// A level of the table, with what the rules are given.
    fn in_table(number: usize) -> Level {
        let level = LEVELS[number];
        let share = |purpose| Shares::of(purpose, number);
        let with = |effort: Effort, purpose| Effort {
            shares: share(purpose),
            ..effort
        };
        Level {
            tempo: level.tempo.map(|tempo| with(tempo, Purpose::Tempo)),
            cases: level.cases.map(|cases| Effort {
                released: share(Purpose::Released),
                ..with(cases, Purpose::Cases)
            }),
            proof: with(level.proof, Purpose::Proof),
            ..level
        }
    }

    /// What a proof and a game may cost at one turn of this level, in nodes and in positions, after `turns` turns: about as much
    /// time each, so that neither waits long for the other. A level that is not finished goes on at the next turn, which is
    /// twice as long: it repeats retractions, but what was found out about single positions is remembered.
    pub(super) fn turn(&self, turns: u32) -> (u64, u64) {
        // A search that is broken off in the middle of one position begins anew.
        let released_total = self.cases.map_or(0, |cases| cases.released.total());
        let one_position = self.proof.shares.total().max(released_total);
        let proof = (self.game / POSITIONS_PER_NODE).max(one_position + one_position / 8);
        let longer = 1 << turns.min(MOST_TURNS);
        (
            proof.saturating_mul(longer),
            self.game.saturating_mul(longer),
        )
    }

    /// Less than the first level: a few retractions and what is seen at once, without looking for a cage or at the order of
    /// the pawns, which takes longer than the short attempt at a game that comes next.
    pub(super) fn quick() -> Level {
        let first = LEVELS[0];
        Level {
            proof: Effort {
                shares: Shares::NONE,
                ..first.proof
            },
            ..first
        }
    }

    /// Tries to refute `position`.
    ///
    /// # Errors
    ///
    /// The limit that ended the attempt. That of the level itself is [`Limit::Depth`] or
    /// [`Limit::Nodes`]: more effort may help.
    pub(super) fn attempt(
        &self,
        position: &RetroPosition,
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Closed, Limit> {
        // A proof about the position itself is tried first: it takes one sentence, a proof by cases one for each last move.
        let mut found = Err(Limit::Depth);
        for effort in [self.tempo, Some(self.proof), self.cases]
            .into_iter()
            .flatten()
        {
            found = close(position, effort, memory, budget);
            let is_cut = matches!(found, Err(Limit::Nodes | Limit::Depth));
            if !is_cut || budget.nodes_left() == 0 {
                break;
            }
        }
        found
    }
}

/// Tries to refute `position` within the budget, with growing effort.
///
/// # Errors
///
/// The limit that ended the attempt; [`Limit::Depth`] if the initial array was reached.
pub(crate) fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Refutation, Limit> {
    let mut limit = Limit::Depth;
    let mut memory = Memory::default();
    for number in 0..Level::COUNT {
        match Level::number(number).attempt(position, &mut memory, budget) {
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
    use crate::retro::checker::{CertificateError, Checker};
    use crate::retro::elaboration::elaborate;
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
            let tempo = Level::in_table(TEMPO).tempo.unwrap();
            let found = close(
                &position,
                tempo,
                &mut Memory::default(),
                &mut limits.start(),
            );
            match found {
                Ok(Closed::Dead(proof)) => {
                    let clock = Limits::unlimited().start();
                    let mut checker = Checker::within(&clock);
                    // Of thousands of positions the checker cannot show one or another; nothing is wrong with the rest.
                    let proof = elaborate(&proof, &clock)?;
                    let checked = checker.verify(&proof, &position);
                    Ok(matches!(
                        checked,
                        Ok(_) | Err(CertificateError::NotShown(_))
                    ))
                }
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

    #[test]
    fn many_last_moves_are_refuted_case_by_case() {
        // PDB P0000822 (Haas): of 29 last moves all but a7-a5 die at once. J. Coakley, goof 28: no man that was captured on a6
        // or c4 can have been there, and without a capture White was in check before.
        for (fen, world) in [
            ("2nBk2r/3pp3/1p1p2P1/pK3NN1/PP4p1/7b/PP2P1Pp/2R2B2 w", "k -"),
            (
                "q3nrk1/rpp5/R4pp1/1Np1p2b/2BpP1nP/3P1QP1/1P3P2/K5BR b",
                "- -",
            ),
        ] {
            let position = test_position(fen, world);
            let limits = Limits {
                nodes: Some(40_000),
                ..Limits::default()
            };
            let proof = refute(&position, &mut limits.start()).unwrap();
            let checked = crate::retro::confirm(&proof, &position);
            assert!(checked.is_ok(), "{fen}: {checked:?}");
        }
    }

    #[test]
    fn many_last_moves_of_which_hardly_any_can_have_been_are_taken_back() {
        // L. Borodatov, Orbit 2009: of 139 last moves 24 are left, and Black has none before them but c4xb3 before c3-c4; before
        // that there are 145.
        let refuted = |fen, world, nodes| {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let position = test_position(fen, world);
            let proof = refute(&position, &mut limits.start()).ok()?;
            let checked = crate::retro::confirm(&proof, &position);
            Some(checked.is_ok())
        };
        let orbit = "4k2r/8/1N5P/BPP3NP/qpP3P1/rp3B1P/RK4PR/8 b";
        assert_eq!(refuted(orbit, "k -", 4_000), Some(true));
        assert!(refuted(orbit, "k c3", 4_000).is_none());
        // The other way round.
        let turned = "8/rk4pr/RP3b1p/QPp3p1/bpp3np/1n5p/8/4K2R w";
        assert_eq!(refuted(turned, "K -", 4_000), Some(true));
    }

    #[test]
    fn proofs_and_games_take_turns_and_no_search_at_one_position_is_cut() {
        for level in (0..Level::COUNT).map(Level::number) {
            let turns = [0, 1, 2].map(|turn| level.turn(turn));
            assert!(turns[0].0 >= level.proof.shares.total(), "{level:?}");
            assert!(turns[0].0 >= level.game / POSITIONS_PER_NODE, "{level:?}");
            for pair in turns.windows(2) {
                assert_eq!(pair[1].0, 2 * pair[0].0);
                assert_eq!(pair[1].1, 2 * pair[0].1);
            }
        }
    }

    #[test]
    fn effort_goes_on_growing() {
        let levels: Vec<Level> = (0..Level::COUNT).map(Level::number).collect();
        for pair in levels[LEVELS.len() - 2..].windows(3) {
            let [before, _, after] = [&pair[0], &pair[1], &pair[2]];
            assert_eq!(after.proof.shares, before.proof.shares.times(GROWTH));
            assert_eq!(after.game, before.game * GROWTH);
            assert!(
                after.proof.positions <= MOST_POSITIONS
                    && after.proof.last_moves <= MOST_LAST_MOVES
            );
        }
    }
}
