//! How short a game is among all games to its end.

use super::verdict::Witness;
use crate::budget::Limit;

/// A game with what is known of shorter ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortest {
    /// The game.
    pub game: Witness,
    /// What is known.
    pub brevity: Brevity,
}

/// What is known of games that are not longer than a given one and have the same end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Brevity {
    /// There is no other: it is a unique proof game.
    Only,
    /// None is shorter, and this is another one of its length.
    OneOfSeveral(Witness),
    /// None is shorter; whether there is another of this length was left open for this limit.
    Proved(Limit),
    /// There may be shorter ones.
    Unproved {
        /// None has fewer half-moves than this.
        none_below: u32,
        /// What ended the search.
        limit: Limit,
    },
}
