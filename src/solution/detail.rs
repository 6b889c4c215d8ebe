//! How much of a solution is wanted.

use crate::problem::{Forced, Length, Stipulation, Twin};

/// How much of a solution tree is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Detail {
    /// Keys only; the tree is built and checked, but not returned.
    Keys,
    /// Every defence with one continuation, and the threats.
    #[default]
    Variations,
    /// Duals too: beside the continuation shown every other that reaches the goal in time
    /// ([`Mark::Dual`](super::Mark::Dual)), where at most three moves are left, and every ruling of the attacker that
    /// suffices.
    Full,
}

impl Detail {
    /// Duals are looked for with at most so many half-moves to go.
    pub const DUAL_PLIES: u32 = 6;

    /// Half-moves up to which every continuation is wanted where nobody says how much: a #3.
    const LONGEST_IN_FULL: u32 = 5;

    /// What is wanted of a twin where nobody says how much: all of short problems, one continuation to each defence of
    /// longer ones.
    pub fn usual(twin: &Twin) -> Detail {
        match twin.stipulation {
            Stipulation::Goal(Forced {
                length: Length::HalfMoves(plies),
                ..
            }) if plies > Detail::LONGEST_IN_FULL => Detail::Variations,
            _ => Detail::Full,
        }
    }
}

/// Which tries are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tries {
    /// None.
    #[default]
    None,
    /// First moves with at most this many refutations. Not looked for in play of more than five
    /// half-moves (seven, if there is no solution).
    UpTo(usize),
    /// The same; and in two-movers those with one refutation are also followed to the end, like
    /// keys: [`Solution::virtual_play`](super::Solution::virtual_play).
    Followed(usize),
}

impl Tries {
    /// A try that is followed has at most so many half-moves: `#2`, `s#2`.
    pub const MOST_PLIES_FOLLOWED: u32 = 4;
    /// Tries are looked for in play of at most so many half-moves.
    pub const MOST_PLIES: u32 = 5;
    /// The same where there is no solution.
    pub const MOST_PLIES_UNSOLVED: u32 = 7;

    /// The most refutations a try may have; `None`: none are wanted.
    pub const fn most(self) -> Option<usize> {
        match self {
            Tries::None => None,
            Tries::UpTo(most) | Tries::Followed(most) => Some(most),
        }
    }
}
