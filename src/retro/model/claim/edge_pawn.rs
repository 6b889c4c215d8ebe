//! No pawn ever stands on the first or eighth rank.

use shakmaty::Square;

/// A pawn on the first or eighth rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgePawn {
    /// Where it stands.
    pub square: Square,
}
