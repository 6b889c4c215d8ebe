//! What was the last move? All moves that no proof excludes, and the proofs for the rest.

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use super::analysis::root;
use super::certificate::{CertificateError, Checker};
use super::closure::{Closed, Memory};
use super::position::{EpState, RetroPosition, RightState};
use super::refutation::Refutation;
use super::refuter::{LEVELS, attempt};
use super::unmove::Unmove;

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
    /// It cannot: the position before it has no history.
    Impossible(Box<Refutation>),
    /// No proof against it was found before this limit was hit.
    NotRefuted(Limit),
}

impl LastMoves {
    /// The moves not proved impossible.
    pub fn remaining(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves
            .iter()
            .filter(|judged| matches!(judged.verdict, LastMoveVerdict::NotRefuted(_)))
    }
}

/// The diagram with what the facts tell, and nothing else known of rights and target.
pub(super) fn undemanding(diagram: &Diagram, facts: &[Fact]) -> RetroPosition {
    let mut position = root(diagram, World::default(), facts);
    position.rights = [RightState::Open; 4];
    position.ep = EpState::Open;
    position
}

/// Judges every last move of the side not on move, all with one level of effort after the other: what
/// an easy one does not use is left for the hard ones.
///
/// Last moves that the facts exclude are left out; the facts hold for what was before, too.
pub fn last_moves(diagram: &Diagram, facts: &[Fact], budget: &mut Budget) -> LastMoves {
    let now = undemanding(diagram, facts);
    let by = now.retractor();
    let mut memory = Memory::default();
    let mut checker = Checker::within(budget);
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
    for level in 0..LEVELS {
        let mut left = open.len() as u64 * (LEVELS - level) as u64;
        open.retain(|&place| {
            let judged = &mut moves[place];
            let mut share = budget.share(budget.nodes_left() / left);
            if let Some(time) = budget.time_left() {
                share = share.within(time / left as u32);
            }
            left -= 1;
            let found = attempt(&judged.before, level, &mut memory, &mut share);
            budget.charge(&share);
            let (verdict, open) = match found {
                Ok(Closed::Dead(refutation)) => {
                    match checker.verify(&refutation, &judged.before) {
                        Ok(_) => (LastMoveVerdict::Impossible(Box::new(refutation)), false),
                        // Out of time, or stopped: so is the rest.
                        Err(CertificateError::Unfinished(limit)) => {
                            (LastMoveVerdict::NotRefuted(limit), true)
                        }
                        Err(_) => (LastMoveVerdict::NotRefuted(Limit::Depth), false),
                    }
                }
                Ok(Closed::Reached(_)) => (LastMoveVerdict::NotRefuted(Limit::Depth), false),
                Err(limit) => (LastMoveVerdict::NotRefuted(limit), true),
            };
            judged.verdict = verdict;
            open
        });
    }
    LastMoves { by, moves }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, CastlingSide, Role, Square};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::LastMove;

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
