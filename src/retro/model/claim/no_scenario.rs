//! Every way to share out captures and promotions fails.

use std::cmp::{Ordering, Reverse};
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
    /// Which of them the cases of the [`first_side`] meet.
    pub hint: Hint,
    /// What it was shown by: said by the checker alone, and never believed by it. `None`: nobody has shown it.
    pub shown: Option<Shown>,
}

impl NoScenario {
    /// The [`first_side`] by the accounts of the claim, in a position with this side to move.
    pub fn first_side(&self, turn: Color) -> usize {
        first_side(&[self.white, self.black], turn)
    }
}

/// The side whose scenarios are gone through first, 0 White and 1 Black; for each of them, or for some of its parts, the other side's
/// are gone through. It is the one with more captures that its men on the board do not need, so that the side with fewer possibilities
/// is the one gone through again and again; if both have as many, the one whose men need fewer; else the one to move. With the
/// colours exchanged it is the other.
pub fn first_side([white, black]: &[Account; 2], turn: Color) -> usize {
    let to_spare = |account: &Account| {
        let needed = account.needed.unwrap_or(0);
        (account.captures.saturating_sub(needed), Reverse(needed))
    };
    match to_spare(white).cmp(&to_spare(black)) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => turn.fold_wb(0, 1),
    }
}
