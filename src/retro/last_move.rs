//! What was the last move? For each move the board allows a game that ends with it, or a proof against it.

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use super::analysis::root;
use super::case::GAME_NODES;
use super::certificate::{CertificateError, Checker};
use super::closure::{Closed, Memory};
use super::position::{EpState, RetroPosition, RightState};
use super::refutation::Refutation;
use super::refuter::{LEVELS, attempt};
use super::unmove::Unmove;
use super::verdict::Witness;
use super::witness::{find_ending, prolonged};

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

/// The diagram with what the facts tell, and nothing else known of rights and target.
pub(super) fn undemanding(diagram: &Diagram, facts: &[Fact]) -> RetroPosition {
    let mut position = root(diagram, World::default(), facts);
    position.rights = [RightState::Open; 4];
    position.ep = EpState::Open;
    position
}

/// After each level of the refutation, how many positions a game may cost. Most games are found soon or late, and
/// each search begins anew.
const GAMES: [u64; LEVELS] = [20_000, 0, 250_000, 0, 0, 1_500_000, u64::MAX];

/// Judges every last move of the side not on move, all with one level of effort after the other: what
/// an easy one does not use is left for the hard ones. Whoever has a game needs no proof any more.
///
/// Last moves that the facts exclude are left out; the facts hold for what was before, too.
pub fn last_moves(diagram: &Diagram, facts: &[Fact], budget: &mut Budget) -> LastMoves {
    let now = undemanding(diagram, facts);
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
    let mut open: Vec<usize> = (0..moves.len()).collect();
    for (level, most) in GAMES.into_iter().enumerate() {
        let mut left = open.len() as u64 * (LEVELS - level) as u64;
        open.retain(|&place| {
            left -= 1;
            inquiry.refute(&mut moves[place], level, left + 1)
        });
        if most == 0 {
            continue;
        }
        let mut left = open.len() as u64;
        open.retain(|&place| {
            left -= 1;
            inquiry.find_game(&mut moves[place], most, left + 1)
        });
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
    /// One level of effort against a move, with one part in `parts` of what is left; whether the move is still open.
    fn refute(&mut self, judged: &mut JudgedMove, level: usize, parts: u64) -> bool {
        let mut share = self.budget.share(self.budget.nodes_left() / parts);
        if let Some(time) = self.budget.time_left() {
            share = share.within(time / parts as u32);
        }
        let found = attempt(&judged.before, level, &mut self.memory, &mut share);
        self.budget.charge(&share);
        let (verdict, open) = match found {
            Ok(Closed::Dead(refutation)) => {
                match self.checker.verify(&refutation, &judged.before) {
                    Ok(_) => (LastMoveVerdict::Impossible(Box::new(refutation)), false),
                    // Out of time, or stopped: so is the rest.
                    Err(CertificateError::Unfinished(limit)) => {
                        (LastMoveVerdict::NotRefuted(limit), true)
                    }
                    Err(_) => (LastMoveVerdict::NotRefuted(Limit::Depth), false),
                }
            }
            Ok(Closed::Reached(game)) => {
                match prolonged(self.diagram, self.facts, game, judged.unmove) {
                    Some(game) => (LastMoveVerdict::Possible(game), false),
                    None => (LastMoveVerdict::NotRefuted(Limit::Depth), true),
                }
            }
            Err(limit) => (LastMoveVerdict::NotRefuted(limit), true),
        };
        judged.verdict = verdict;
        open
    }

    /// Looks for a game of at most so many positions that ends with a move, with one part in `parts` of what is left;
    /// whether the move is still open.
    fn find_game(&mut self, judged: &mut JudgedMove, most: u64, parts: u64) -> bool {
        let mut share = self.games.share(most.min(self.games.nodes_left() / parts));
        if let Some(time) = self.games.time_left() {
            // As much time again for the levels to come.
            share = share.within(time / (2 * parts as u32));
        }
        let (diagram, facts) = (self.diagram, self.facts);
        let found = find_ending(diagram, facts, judged.unmove, &judged.before, &mut share);
        self.games.charge(&share);
        if let Ok(Some(game)) = found {
            judged.verdict = LastMoveVerdict::Possible(game);
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, CastlingSide, Role, Square};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::LastMove;
    use crate::retro::witness;

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
                let replayed = witness::check(&diagram, game.world(), &[], game);
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
                let replayed = witness::check(&diagram, game.world(), &facts, game);
                assert_eq!(replayed, Ok(()), "{}", judged.unmove);
            }
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
