//! What was the last move? All moves that no proof excludes, and the proofs for the rest.

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::Diagram;

use super::position::{EpState, RetroPosition, RightState};
use super::refutation::Refutation;
use super::refuter::refute;
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

/// The diagram with nothing known of rights and target.
fn undemanding(diagram: &Diagram) -> RetroPosition {
    let mut position = RetroPosition::of_world(diagram, crate::world::World::default());
    position.rights = [RightState::Open; 4];
    position.ep = EpState::Open;
    position
}

/// Judges every last move of the side not on move.
pub fn last_moves(diagram: &Diagram, budget: &mut Budget) -> LastMoves {
    let root = undemanding(diagram);
    let unmoves = root.unmoves();
    let mut left = unmoves.len() as u64;
    let moves = unmoves
        .into_iter()
        .map(|(unmove, before)| {
            let mut share = budget.share(budget.nodes_left() / left.max(1));
            left -= 1;
            let verdict = match refute(&before, &mut share) {
                Ok(refutation) => LastMoveVerdict::Impossible(Box::new(refutation)),
                Err(limit) => LastMoveVerdict::NotRefuted(limit),
            };
            budget.charge(&share);
            JudgedMove {
                unmove,
                before,
                verdict,
            }
        })
        .collect();
    LastMoves {
        by: root.retractor(),
        moves,
    }
}
