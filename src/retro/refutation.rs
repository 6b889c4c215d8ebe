//! Proofs that a position of the past cannot have arisen.

use super::reason::Reason;
use super::unmove::Unmove;

/// A proof that no history leads to a retro position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// The position itself contradicts a named reason.
    Reason(Reason),
    /// Every last move leads to a refuted position. Empty: there is no last move.
    Retractions(Vec<(Unmove, Refutation)>),
}
