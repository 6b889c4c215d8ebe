//! Proofs that a position of the past cannot have arisen.
//!
//! A proof is a set of retro positions, none of them the initial array, each of which either has a
//! reason of its own or has all its last moves lead back into the set. A game ends, going back, in
//! the initial array after finitely many moves; it can never leave the set, so none passes through it.
//! The set may well contain cycles: nothing depends on the order in which it was found.

use std::sync::Arc;

use super::position::RetroPosition;
use super::unmove::Unmove;
use crate::retro::model::claim::{Cage, Reason, Shown};

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

/// What it took to check a member of a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The rules of chess alone.
    Rules,
    /// Captures made and captures needed, counted anew.
    Account,
    /// Going through every case with the nogoods listed.
    Cases,
    /// Nobody but the search that found it has looked at it.
    Unchecked,
}

impl Method {
    /// The word for it in records.
    pub const fn keyword(self) -> &'static str {
        match self {
            Method::Rules => "rules",
            Method::Account => "account",
            Method::Cases => "cases",
            Method::Unchecked => "shared",
        }
    }
}

impl Refuted {
    /// What it took to check it, if it comes from the checker.
    pub fn method(&self) -> Method {
        match &self.why {
            Why::Reason(Reason::NoScenario(claim)) => match claim.shown {
                Some(Shown::Account(..)) => Method::Account,
                Some(Shown::Cases) => Method::Cases,
                None => Method::Unchecked,
            },
            Why::Reason(_) | Why::Retractions(_) | Why::Cage(_) => Method::Rules,
        }
    }
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
