//! What was the last move? For each move the board allows a game that ends with it, or a proof against it.
//!
//! The moves are judged side by side in waves, each with its share of the nodes and a branch of what is known so far;
//! after a wave the branches are joined in the order of the moves.

use std::time::Duration;

use rayon::prelude::*;
use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};

use super::case::GAME_NODES;
use super::refuter::{LEVELS, attempt};
use crate::retro::checker::{CertificateError, Checker};
use crate::retro::model::{Refutation, RetroPosition, Unmove, Witness};
use crate::retro::retraction::{Closed, Memory};
use crate::retro::witness::{find_ending, prolonged};

/// The answer to "what was `by`'s last move?" for one side.
#[derive(Debug, Clone)]
pub struct LastMoves {
    /// Who is asked about: the side not on move in the diagram.
    pub by: Color,
    /// Every last move the board allows, in a fixed order, with what was found.
    pub moves: Vec<JudgedMove>,
}

/// A last move with what was found about the position it was made in.
#[derive(Debug, Clone)]
pub struct JudgedMove {
    /// The move.
    pub unmove: Unmove,
    /// The position before it.
    pub before: RetroPosition,
    /// Whether that position can have arisen.
    pub verdict: LastMoveVerdict,
}

/// Whether a last move can have been played.
#[derive(Debug, Clone)]
#[must_use]
pub enum LastMoveVerdict {
    /// It can: this game ends in the diagram with it.
    Possible(Witness),
    /// It cannot: the position before it has no history.
    Impossible(Box<Refutation>),
    /// Neither a game nor a proof against it was found before this limit was hit.
    NotRefuted(Limit),
}

impl LastMoves {
    /// The moves not proved impossible.
    pub fn remaining(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves
            .iter()
            .filter(|judged| !matches!(judged.verdict, LastMoveVerdict::Impossible(_)))
    }
}

/// After each level of the refutation, how many positions a game may cost. Most games are found soon or late, and
/// each search begins anew.
const GAMES: [u64; LEVELS] = [20_000, 0, 250_000, 0, 0, 1_500_000, u64::MAX];

/// So many last moves are judged side by side at most; those that come after profit from what they learn. More would work
/// on what one of them might refute for all, fewer would leave threads idle. Not the number of threads: the answer would
/// depend on it.
const WAVE: usize = 8;

/// How many moves are judged side by side at a level after so many: at first one, since what it learns often refutes the
/// others, then as many as before in all.
fn wave(before: usize) -> usize {
    before.clamp(1, WAVE)
}

/// Judges every last move of the side not on move, all with one level of effort after the other: what
/// an easy one does not use is left for the hard ones. A proof and a game are looked for at the same time; whoever has
/// one needs the other no more.
///
/// Last moves that the facts exclude are left out; the facts hold for what was before, too. Runs on the caller's rayon
/// pool. Every move is given its nodes before the work starts, so that a limit of nodes gives the same answer on any
/// number of threads; what was spent on a proof until a game was found, or on a game until there was a proof, does not
/// count.
pub fn last_moves(diagram: &Diagram, facts: &[Fact], budget: &mut Budget) -> LastMoves {
    let now = RetroPosition::of_any_world(diagram, facts);
    let by = now.retractor();
    let mut games = budget.limits_left();
    games.nodes = games.nodes.map(|nodes| nodes.saturating_mul(GAME_NODES));
    let mut inquiry = Inquiry {
        diagram,
        facts,
        memory: Memory::default(),
        checker: Checker::within(budget),
        games: games.start(),
        budget,
    };
    let mut moves: Vec<JudgedMove> = now
        .unmoves()
        .into_iter()
        .map(|(unmove, before)| JudgedMove {
            unmove,
            before,
            verdict: LastMoveVerdict::NotRefuted(Limit::Nodes),
        })
        .collect();
    for (level, most) in GAMES.into_iter().enumerate() {
        inquiry.go_on(&mut moves, level, most);
    }
    LastMoves { by, moves }
}

/// The question for the last move, at work.
struct Inquiry<'a> {
    diagram: &'a Diagram,
    facts: &'a [Fact],
    memory: Memory,
    checker: Checker,
    /// For games.
    games: Budget,
    /// For proofs.
    budget: &'a mut Budget,
}

impl Inquiry<'_> {
    /// One level of effort both ways for each of the open moves: against it, and for a game of at most so many positions.
    fn go_on(&mut self, moves: &mut [JudgedMove], level: usize, most: u64) {
        let mut open: Vec<&mut JudgedMove> = moves
            .iter_mut()
            .filter(|judged| matches!(judged.verdict, LastMoveVerdict::NotRefuted(_)))
            .collect();
        let mut judged_here = 0;
        while judged_here < open.len() {
            let left = open.len() - judged_here;
            let width = wave(judged_here).min(left);
            let wave = &mut open[judged_here..judged_here + width];
            judged_here += width;
            let trials: Vec<Trial> = wave
                .iter()
                .map(|judged| Trial {
                    judged,
                    proof: self.proof(level, left, wave.len()),
                    game: self.game(level, most, left, wave.len()),
                })
                .collect();
            let (diagram, facts) = (self.diagram, self.facts);
            let tried: Vec<Tried> = trials
                .into_par_iter()
                .with_max_len(1)
                .map(|trial| trial.run(diagram, facts))
                .collect();
            for (judged, tried) in wave.iter_mut().zip(tried) {
                judged.verdict = self.learn(tried);
            }
        }
    }

    /// What one of `wave` moves side by side is given for a proof when so many are left at a level: an equal part of what
    /// is left for this level and those to come.
    fn proof(&mut self, level: usize, left: usize, wave: usize) -> Proof {
        let parts = left * (LEVELS - level);
        let account = &self.budget;
        let share = account.share(account.nodes_left() / parts as u64);
        let share = share.until(account.stop().part());
        Proof {
            level,
            memory: self.memory.branch(),
            checker: self.checker.branch(&share),
            slice: slice(account, parts, wave),
            share,
        }
    }

    /// What one of `wave` moves side by side is given for a game of at most so many positions when so many are left at a
    /// level.
    fn game(&self, level: usize, most: u64, left: usize, wave: usize) -> Game {
        // As much time again for the levels to come.
        let parts = if level + 1 < LEVELS { 2 * left } else { left };
        let account = &self.games;
        let share = account.share(most.min(account.nodes_left() / left as u64));
        Game {
            share: share.until(account.stop().part()),
            slice: slice(account, parts, wave),
        }
    }

    /// Takes over what a trial has shown, and pays for it. Where one way has led to the end, nothing is kept of the other:
    /// how far that had come depends on the threads.
    fn learn(&mut self, tried: Tried) -> LastMoveVerdict {
        let Tried {
            verdict,
            proof,
            found,
            game,
        } = tried;
        if let Some(found) = found {
            self.games.charge(&game.share);
            return LastMoveVerdict::Possible(found);
        }
        if !matches!(verdict, LastMoveVerdict::Impossible(_)) {
            self.games.charge(&game.share);
        }
        self.memory.join(proof.memory);
        self.checker.join(proof.checker);
        self.budget.charge(&proof.share);
        verdict
    }
}

/// Most time for one of `wave` moves side by side: one part of what is left, and that of those who wait for a thread.
fn slice(budget: &Budget, parts: usize, wave: usize) -> Option<Duration> {
    let threads = rayon::current_num_threads().min(wave) as u32;
    let time = budget.time_left()?;
    Some(time / parts as u32 * threads)
}

/// An account with at most a slice of time from now on.
fn sliced(budget: &Budget, slice: Option<Duration>) -> Budget {
    let share = budget.share(u64::MAX);
    match slice {
        Some(slice) => share.within(slice),
        None => share,
    }
}

/// One level of effort both ways.
struct Trial<'a> {
    judged: &'a JudgedMove,
    proof: Proof,
    game: Game,
}

/// What a trial has shown.
struct Tried {
    /// By way of the proof.
    verdict: LastMoveVerdict,
    proof: Proof,
    found: Option<Witness>,
    game: Game,
}

impl Trial<'_> {
    /// Goes both ways at the same time, where a thread is free. What succeeds ends the other.
    fn run(self, diagram: &Diagram, facts: &[Fact]) -> Tried {
        let Trial {
            judged,
            mut proof,
            mut game,
        } = self;
        let (proof_ends, game_ends) = (proof.share.stop().clone(), game.share.stop().clone());
        let (verdict, found) = rayon::join(
            || {
                let verdict = proof.attempt(judged, diagram, facts);
                if matches!(verdict, LastMoveVerdict::Impossible(_)) {
                    game_ends.request();
                }
                verdict
            },
            || {
                let found = game.look(judged, diagram, facts);
                if found.is_some() {
                    proof_ends.request();
                }
                found
            },
        );
        Tried {
            verdict,
            proof,
            found,
            game,
        }
    }
}

/// An attempt to prove a last move impossible.
struct Proof {
    level: usize,
    memory: Memory,
    checker: Checker,
    share: Budget,
    slice: Option<Duration>,
}

impl Proof {
    /// One level of effort. A proof counts if the independent checker accepts it in the time there is.
    fn attempt(
        &mut self,
        judged: &JudgedMove,
        diagram: &Diagram,
        facts: &[Fact],
    ) -> LastMoveVerdict {
        let mut share = sliced(&self.share, self.slice);
        let closed = attempt(&judged.before, self.level, &mut self.memory, &mut share);
        self.share.charge(&share);
        let limit = match closed {
            Ok(Closed::Dead(refutation)) => {
                match self.checker.verify(&refutation, &judged.before) {
                    Ok(_) => return LastMoveVerdict::Impossible(Box::new(refutation)),
                    Err(CertificateError::Unfinished(limit)) => limit,
                    Err(_) => Limit::Depth,
                }
            }
            Ok(Closed::Reached(game)) => match prolonged(diagram, facts, game, judged.unmove) {
                Some(game) => return LastMoveVerdict::Possible(game),
                None => Limit::Depth,
            },
            Err(limit) => limit,
        };
        LastMoveVerdict::NotRefuted(limit)
    }
}

/// A look for a game that ends with a last move.
struct Game {
    share: Budget,
    slice: Option<Duration>,
}

impl Game {
    fn look(&mut self, judged: &JudgedMove, diagram: &Diagram, facts: &[Fact]) -> Option<Witness> {
        let mut share = sliced(&self.share, self.slice);
        if share.nodes_left() == 0 || share.check_clock().is_err() {
            return None;
        }
        let found = find_ending(diagram, facts, judged.unmove, &judged.before, &mut share);
        self.share.charge(&share);
        found.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, CastlingSide, Role, Square};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::LastMove;
    use crate::retro::checker;

    fn left(facts: &[Fact]) -> Vec<String> {
        // Langstaff, Chess Amateur 1922.
        let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::White,
        };
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, facts, &mut limits.start());
        assert_eq!(answer.by, Color::Black);
        answer.remaining().map(|j| j.unmove.to_string()).collect()
    }

    fn told(by: Option<Color>, what: LastMove) -> [Fact; 1] {
        [Fact::LastMove { by, what }]
    }

    #[test]
    fn a_possible_last_move_ends_a_game() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::White,
        };
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, &[], &mut limits.start());
        let mut shown = Vec::new();
        for judged in &answer.moves {
            if let LastMoveVerdict::Possible(game) = &judged.verdict {
                assert_eq!(game.moves.last(), Some(&judged.unmove.forward()));
                let replayed = checker::check(&diagram, game.world(), &[], game);
                assert_eq!(replayed, Ok(()), "{}", judged.unmove);
                shown.push(judged.unmove.to_string());
            }
        }
        assert!(shown.contains(&"e7-e5".to_owned()), "{shown:?}");
        assert!(shown.contains(&"e6-e5".to_owned()), "{shown:?}");
        // What is told of the last move is told of the game too.
        let facts = told(None, LastMove::Piece(Role::Knight));
        let answer = last_moves(&diagram, &facts, &mut limits.start());
        let knights: Vec<&JudgedMove> = answer.remaining().collect();
        assert!(!knights.is_empty());
        for judged in knights {
            assert_eq!(judged.unmove.role, Role::Knight);
            if let LastMoveVerdict::Possible(game) = &judged.verdict {
                let replayed = checker::check(&diagram, game.world(), &facts, game);
                assert_eq!(replayed, Ok(()), "{}", judged.unmove);
            }
        }
    }

    #[test]
    fn the_answer_is_the_same_on_any_number_of_threads() {
        // One last move has a game, all others a proof; and one of eighty is left open.
        let castled = "4k3/8/8/8/8/n7/1r1P4/2KR1n2";
        let study = "7B/6p1/7P/6PP/5KPk/5B1p/7P/8";
        for (fen, nodes, open) in [(castled, 4_000, false), (study, 1_500, true)] {
            let diagram = Diagram {
                board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
                turn: Color::Black,
            };
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let answers = [1, 2, 5].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let mut budget = limits.start();
                let pool = pool.build().unwrap();
                let answer = pool.install(|| last_moves(&diagram, &[], &mut budget));
                (format!("{answer:?}"), budget.nodes_used())
            });
            assert!(answers[0].0.contains("verdict: Impossible"));
            assert_eq!(answers[0].0.contains("verdict: Possible"), !open);
            assert_eq!(answers[0].0.contains("verdict: NotRefuted"), open);
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[0], answers[2]);
        }
    }

    #[test]
    fn retractions_that_reach_the_initial_array_are_a_game() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(fen.as_bytes()).unwrap(),
            turn: Color::Black,
        };
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let answer = last_moves(&diagram, &[], &mut limits.start());
        let opening = answer
            .moves
            .iter()
            .find(|j| j.unmove.to_string() == "e2-e4");
        let Some(LastMoveVerdict::Possible(game)) = opening.map(|judged| &judged.verdict) else {
            panic!("{opening:?}");
        };
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn men_said_never_to_have_moved_did_not_move_last() {
        let all = left(&[]);
        assert!(all.len() > 1 && all.contains(&"g7-g5".to_owned()));
        let facts = [Fact::NotMoved(Square::E8), Fact::NotMoved(Square::H8)];
        assert_eq!(left(&facts), ["g7-g5"]);
    }

    #[test]
    fn a_last_move_that_is_told_leaves_only_its_like() {
        let kings = left(&told(None, LastMove::Piece(Role::King)));
        assert!(!kings.is_empty() && kings.iter().all(|m| m.starts_with('K')));
        assert_eq!(
            left(&told(Some(Color::Black), LastMove::Piece(Role::Pawn))),
            ["g7-g5"]
        );
    }

    #[test]
    fn what_is_told_of_the_other_side_binds_the_move_before() {
        // Nobody castled with the king on f5.
        let castled = LastMove::Castling(CastlingSide::KingSide);
        assert!(left(&told(Some(Color::White), castled)).is_empty());
        assert!(!left(&told(Some(Color::White), LastMove::Piece(Role::King))).is_empty());
    }

    #[test]
    fn without_captures_nothing_comes_back() {
        assert!(left(&[]).iter().any(|m| m.contains('x')));
        let quiet = left(&[Fact::NoCaptureInLast(1)]);
        assert!(!quiet.is_empty() && quiet.iter().all(|m| !m.contains('x')));
    }
}
