//! No sequence of captures leads from the array to the order in which the pawns stand on their files, and to the
//! promotions that account for the officers.

use shakmaty::Bitboard;

/// Captures that do not lead to the pawns and promoted men of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnOrder {
    /// Captures of White's and of Black's in which a pawn can have taken part, at most.
    pub captures: [u32; 2],
    /// Homes of White's and of Black's missing officers that never came within reach of an enemy pawn.
    pub out_of_reach: [Bitboard; 2],
    /// Officers of White's and of Black's on the board that are promoted at least.
    pub promoted: [u32; 2],
    /// How many orders of pawns were looked at.
    pub orders: u64,
}
