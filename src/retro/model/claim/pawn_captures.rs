//! The pawns' files cost captures, and there are only so many missing men.
//!
//! The bound: pawns keep or change their files, one file a capture. Standing pawns are matched with
//! different files of origin at least total cost; a cheapest matching keeps their order.

use shakmaty::{Bitboard, Color};

/// A side whose pawns needed more captures than the other side has men missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnCaptures {
    /// The side whose pawns captured.
    pub color: Color,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Captures they needed at least; `None`: no files of origin fit at all.
    pub needed: Option<u32>,
    /// Men of the other side that are missing.
    pub missing: u32,
}
