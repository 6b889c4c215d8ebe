//! A side never has more than sixteen men, eight pawns, or more promoted men than pawns gone.

use shakmaty::Color;

/// Too many men of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material {
    /// The side.
    pub color: Color,
    /// All its men.
    pub men: u32,
    /// Its pawns.
    pub pawns: u32,
    /// Its officers beyond the originals (bishops of each square colour apart).
    pub promoted: u32,
}
