//! Proofs that a position of the past cannot have arisen.
//!
//! A proof is a set of retro positions, none of them the initial array, each of which either has a
//! reason of its own or has all its last moves lead back into the set. A game ends, going back, in
//! the initial array after finitely many moves; it can never leave the set, so none passes through it.
//! The set may well contain cycles: nothing depends on the order in which it was found.

use std::sync::Arc;

use super::position::RetroPosition;
use super::unmove::Unmove;
use crate::retro::model::claim::{Cage, Reason};

/// A proof that no history leads to a retro position.
///
/// `positions[0]` is the position refuted; the rest are what its retractions lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The closed set. Not empty.
    pub positions: Vec<Refuted>,
}

/// One member of a closed set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refuted {
    /// What is refuted.
    pub position: RetroPosition,
    /// Why it has no history.
    pub why: Why,
}

/// Why a member of a closed set has no history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It contradicts a named reason.
    Reason(Reason),
    /// Some of its men stand in a cage that they can never have entered.
    Cage(Arc<Cage>),
    /// Every last move leads to another member, given by its place in the set. Empty: no last move.
    Retractions(Vec<(Unmove, usize)>),
}

impl Refutation {
    /// A proof that needs no retraction.
    pub fn at_once(position: RetroPosition, why: Why) -> Refutation {
        Refutation {
            positions: vec![Refuted { position, why }],
        }
    }

    /// The proof that a reason gives.
    pub fn by_reason(position: RetroPosition, reason: Reason) -> Refutation {
        Refutation::at_once(position, Why::Reason(reason))
    }
}
