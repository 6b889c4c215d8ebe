//! Every way to share out captures and promotions fails.

use std::sync::Arc;

use shakmaty::{Bitboard, Color, Role};

use super::nogood::{Hint, Nogood};

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

/// What the men of a side on the board take, where its captures do not suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureDeficit {
    /// More captures than there were.
    Captures {
        /// Captures by its pawns at least.
        needed: u32,
        /// Promotions at least.
        promoted: u32,
    },
    /// No number of captures accounts for all its officers of this role, or, if it is that of the pawn, for all that were pawns.
    Unaccountable(Role),
}

/// What the checker has shown a claim of no scenario by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The captures of this side do not suffice, counted anew.
    Account(Color, CaptureDeficit),
    /// Every case meets one of the nogoods, each of which was needed.
    Cases,
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
    pub nogoods: Option<Arc<[Nogood]>>,
    /// Which of them White's cases meet.
    pub hint: Hint,
    /// What it was shown by: said by the checker alone, and never believed by it. `None`: nobody has shown it.
    pub shown: Option<Shown>,
}
