//! What the text under a diagram states about the past.

use shakmaty::{CastlingSide, Color, Move, Role, Square};

/// One fact of the field `facts`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fact {
    /// `last move [white|black] ...`: the last move, or the last move of one side.
    LastMove {
        /// Whose last move; `None`: the last move of all.
        by: Option<Color>,
        /// What it was.
        what: LastMove,
    },
    /// `moved SQ`: the man on this square has moved.
    Moved(Square),
    /// `not moved SQ`: the man on this square has never moved.
    NotMoved(Square),
    /// `no capture in the last N plies`.
    NoCaptureInLast(u32),
    /// `no capture`: nothing was captured since the game began.
    NoCapture,
    /// `White has castled`, `White has castled short`.
    Castled {
        /// Who.
        by: Color,
        /// On which side; `None`: on either.
        side: Option<CastlingSide>,
    },
    /// `White has not castled`.
    NotCastled(Color),
    /// `first moves 1.e4 e5`, of proof games only: how the game begins.
    FirstMoves(Vec<Move>),
}

/// How a move is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LastMove {
    /// It was made by a piece of this type.
    Piece(Role),
    /// It was this castling.
    Castling(CastlingSide),
    /// It was a move to this square by a piece of this type, as far as known with origin, capture and promotion.
    Move {
        /// The piece that stood on the origin (a pawn if it promoted).
        role: Role,
        /// Origin, if stated.
        from: Option<Square>,
        /// Arrival.
        to: Square,
        /// Whether it captured, if the notation says so.
        capture: bool,
        /// What the pawn became.
        promotion: Option<Role>,
    },
}

impl LastMove {
    /// Everything that is to be said of a move.
    pub fn of(played: Move) -> LastMove {
        match played.castling_side() {
            Some(side) => LastMove::Castling(side),
            None => LastMove::Move {
                role: played.role(),
                from: played.from(),
                to: played.to(),
                capture: played.is_capture(),
                promotion: played.promotion(),
            },
        }
    }
}
