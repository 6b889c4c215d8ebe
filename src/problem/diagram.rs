//! Placement and side to move.

use shakmaty::{Board, Chess, Color, Position as _};

use crate::world::{WorldSet, candidates};

/// A placement and the side to move, without any history.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// The men. Nothing is promised of them: kings may be missing, pawns may stand anywhere.
    pub board: Board,
    /// Who moves next.
    pub turn: Color,
}

impl Diagram {
    /// The diagram of a position of play.
    pub fn of(position: &Chess) -> Diagram {
        Diagram {
            board: position.board().clone(),
            turn: position.turn(),
        }
    }

    /// Placement and side as the first two fields of a FEN: `4k2r/8/8/8/8/8/8/4K3 w`.
    pub fn fen(&self) -> String {
        format!("{} {}", self.board, self.turn.char())
    }

    /// How many men White and Black have.
    pub fn men(&self) -> (usize, usize) {
        (self.board.white().count(), self.board.black().count())
    }

    /// The same placement with the other side to move: where set play begins.
    #[must_use]
    pub fn turned(&self) -> Diagram {
        Diagram {
            board: self.board.clone(),
            turn: self.turn.other(),
        }
    }

    /// Whether the side that is not on move stands in check: its king could be captured, so nothing can be played and no
    /// game leads here.
    pub fn leaves_check(&self) -> bool {
        let king = self.board.king_of(self.turn.other());
        king.is_some_and(|king| {
            let attackers = self
                .board
                .attacks_to(king, self.turn, self.board.occupied());
            attackers.any()
        })
    }

    /// Every world the diagram could be in before any retro-analysis.
    pub fn candidates(&self) -> WorldSet {
        candidates(&self.board, self.turn)
    }
}
