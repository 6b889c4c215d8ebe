//! Taking back moves: complete and exact.

use shakmaty::{CastlingSide, Role, Square};

/// One move taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unmove {
    /// What was done.
    pub kind: UnmoveKind,
    /// The type of the man before the move (a pawn if it promoted; the king if it castled).
    pub role: Role,
    /// Where the man stood before the move.
    pub from: Square,
    /// Where the man stands in the position the move led to (castling: g1, c1, g8 or c8).
    pub to: Square,
    /// What was captured, if anything (en passant: a pawn, not on `to`).
    pub captured: Option<Role>,
}

/// What kind of move is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnmoveKind {
    /// An ordinary move or capture.
    Ordinary,
    /// A pawn's double step.
    DoubleStep,
    /// An en-passant capture.
    EnPassant,
    /// A promotion to this piece, with or without capture.
    Promotion(Role),
    /// Castling.
    Castling(CastlingSide),
}
