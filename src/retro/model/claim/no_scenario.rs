//! Every way to share out captures and promotions fails.

use std::sync::Arc;

use shakmaty::{Bitboard, Color};

use super::exclusion::Exclusion;

/// What one side's men on the board ask of its captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Whose.
    pub color: Color,
    /// How many men of the other side are missing: so many captures this side made.
    pub captures: u32,
    /// Home squares of missing enemy officers that never came within reach of a pawn.
    pub out_of_reach: Bitboard,
    /// Captures the pawns, and the promoted men on the board, needed at least; `None`: more than there were,
    /// whichever of the officers on the board are promoted.
    pub needed: Option<u32>,
    /// Officers on the board that are promoted at least.
    pub promoted: u32,
}

/// Every scenario of captures and promotions fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoScenario {
    /// How many scenarios, drafts included, were looked at.
    pub scenarios: u64,
    /// White's account.
    pub white: Account,
    /// Black's account.
    pub black: Account,
    /// What every pair of scenarios fails by, in an order in which each can be checked by those before it; `None`: the
    /// search met more than it remembers.
    pub exclusions: Option<Arc<[Exclusion]>>,
}
