//! Officers in a closed region that cannot have come to stand as they do (order of king, queen and rooks
//! on the first rank).

use shakmaty::Bitboard;

/// A closed region whose officers cannot have come to stand as they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedRegion {
    /// The squares of the region.
    pub squares: Bitboard,
    /// Whose officers started in it.
    pub color: shakmaty::Color,
}
