//! Each side has exactly one king.

use shakmaty::Color;

/// A side with no king or with several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kings {
    /// The side.
    pub color: Color,
    /// How many kings it has.
    pub count: u32,
}
