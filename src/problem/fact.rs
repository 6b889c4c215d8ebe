//! What the text under a diagram states about the past.

use shakmaty::{Color, Role, Square};

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
}

/// How a last move is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LastMove {
    /// It was made by a piece of this type.
    Piece(Role),
    /// It was this castling.
    Castling(shakmaty::CastlingSide),
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
