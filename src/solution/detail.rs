//! How much of a solution is wanted.

/// How much of a solution tree is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Detail {
    /// Keys only; the tree is built and checked, but not returned.
    Keys,
    /// Every defence with one continuation.
    #[default]
    Variations,
    /// Every defence with every continuation that reaches the goal in time (duals), every ruling
    /// of the attacker that suffices, and the threats.
    Full,
}

/// Which tries are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tries {
    /// None.
    #[default]
    None,
    /// First moves with at most this many refutations.
    UpTo(usize),
}
