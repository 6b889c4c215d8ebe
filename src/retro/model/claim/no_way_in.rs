//! A man whose square cannot be reached from any home or promotion square.

use shakmaty::{Bitboard, Color, Role, Square};

/// A man that had no way to its square around the men that never moved and past pawns that came straight from home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoWayIn {
    /// Whose man it is.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// The squares from home to where they stand of pawns that came straight and bar the way.
    pub ways: Bitboard,
}
