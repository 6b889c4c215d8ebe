//! The strategies by which a game is looked for: one file each, one line each in [`STRATEGIES`].
//!
//! To add one: a file with an entry and its [`Attempts`], and a line in the table. The portfolio knows no more of it than what is told
//! here.

mod backward;
mod forward;
mod planned;
mod released;
mod series;
mod unblocking;

use crate::budget::{Budget, Limit};
use crate::retro::model::Witness;

use super::layers::Nearest;
use super::search::Search;

/// A strategy.
pub struct Strategy {
    /// What it is called.
    pub name: &'static str,
    /// Its attempts, before the first; `None`: it does not apply.
    pub(super) begin: fn(&Search) -> Option<Box<dyn Attempts>>,
    /// How many nodes it should have had when so many were spent, itself so many of them.
    pub(super) share: fn(&Search, Spent, u64) -> u64,
}

/// What was spent so far, in nodes.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    /// By the basic strategy.
    pub basic: u64,
    /// By all together.
    pub all: u64,
}

/// The attempts of one strategy, one after the other.
pub trait Attempts: Send {
    /// Goes on with the attempt under way, or begins the next one. `Ok(None)`: the attempt has ended without a game, or what prepares
    /// it has taken as many nodes as are `due`. A game has not been checked.
    ///
    /// # Errors
    ///
    /// The limit of the budget; the attempt can be taken up again.
    fn advance(
        &mut self,
        search: &mut Search,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit>;

    /// Whether an attempt was left unfinished.
    fn is_under_way(&self) -> bool;

    /// Whether there is nothing left to try.
    fn is_over(&self) -> bool;

    /// How many attempts were begun.
    fn begun(&self) -> u32;

    /// How near to the initial array they came, if they are backward.
    fn nearest(&self) -> Option<Nearest> {
        None
    }

    /// How many plans are pursued.
    fn plans(&self) -> u32 {
        0
    }
}

/// All strategies: of several to which nodes are due the first has its turn. The last is the basic one, by which the others are
/// measured.
pub static STRATEGIES: &[Strategy] = &[
    forward::STRATEGY,
    planned::STRATEGY,
    released::STRATEGY,
    unblocking::STRATEGY,
    backward::STRATEGY,
];
