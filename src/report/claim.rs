//! What checking stored evidence finds of one claim, as data.

use crate::budget::Limit;
use crate::retro::Unconfirmed;

/// What checking the evidence for one claim found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClaimFinding {
    /// The proof of so many positions holds.
    Proof(usize),
    /// The game of so many plies was replayed.
    Game(usize),
    /// The evidence does not show what is claimed, for this reason.
    Refused(String),
    /// Nothing is wrong with the proof, but the checker cannot show all of it.
    NotShown(Unconfirmed),
    /// The limit was hit before the evidence was checked.
    Unfinished(Limit),
    /// Nothing was stored to be checked.
    NoEvidence,
    /// Nothing is claimed: undecided.
    NoClaim,
}
