//! Checks that no single move gives together.
//!
//! One move gives at most two checks. Of two checkers one has moved (or, en passant, both lines were
//! opened); the other was uncovered, so it is a line piece. Two men that are no line pieces, and two
//! line pieces on the same side of the king, never check together.

use shakmaty::{Bitboard, Square};

/// Checkers of the side on move that cannot have come to check together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleCheck {
    /// The king in check.
    pub king: Square,
    /// All men that check it.
    pub checkers: Bitboard,
}
