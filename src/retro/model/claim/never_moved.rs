//! Men that never moved: shut in at home, or said so by a castling right, against a claim that they did.

use shakmaty::Square;

use crate::world::Right;

/// A contradiction about a man that never moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeverMoved {
    /// King and rook are shut in and never moved, yet their right is said to be lost.
    LostRight(Right),
    /// The man here is shut in and never moved, yet it is said to have moved.
    SaidToHaveMoved(Square),
}
