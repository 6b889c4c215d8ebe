//! The side that just moved did not leave its king in check (Laws, article 3.9).

use shakmaty::{Color, Square};

/// The side not on move is in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleCheck {
    /// The side in check.
    pub color: Color,
    /// Its king.
    pub king: Square,
    /// A man that gives the check.
    pub checker: Square,
}
