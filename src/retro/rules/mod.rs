//! Reasons for impossibility: one file each, listed here.
//!
//! A reason is a value that carries the squares and numbers it speaks of, so that it can be printed
//! and checked again without the code that found it. Invariant: a reason is returned only if *no*
//! history leads to the position, whatever the rights left open.

pub mod cage;
mod checks;
mod deadlock;
mod edge_pawn;
mod idle_check;
pub mod kernel;
mod kings;
mod material;
mod never_moved;
mod no_way_in;
mod pawn_captures;
mod region;
mod tempo;

use crate::budget::{Budget, Limit};

use super::ledger::Ledger;
use super::scenario;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{
    ClosedRegion, Deadlock, EdgePawn, IdleCheck, ImpossibleCheck, Kings, Material, NeverMoved,
    NoWayIn, PawnCaptures, Reason,
};

pub(crate) use tempo::tempo_moves;

/// The reasons that cost microseconds: asked at every node of a retraction search.
///
/// `None` says nothing: the position may be possible or not.
pub fn quick(position: &RetroPosition) -> Option<Reason> {
    if let Some(reason) = Kings::find(position) {
        return Some(Reason::Kings(reason));
    }
    if let Some(reason) = EdgePawn::find(position) {
        return Some(Reason::EdgePawn(reason));
    }
    if let Some(reason) = Material::find(position) {
        return Some(Reason::Material(reason));
    }
    if let Some(reason) = IdleCheck::find(position) {
        return Some(Reason::IdleCheck(reason));
    }
    if let Some(reason) = ImpossibleCheck::find(position) {
        return Some(Reason::ImpossibleCheck(reason));
    }
    let ledger = Ledger::new(position)?;
    if let Some(reason) = NeverMoved::find(position, &ledger) {
        return Some(Reason::NeverMoved(reason));
    }
    if let Some(reason) = Deadlock::find(&ledger) {
        return Some(Reason::Deadlock(reason));
    }
    if let Some(reason) = PawnCaptures::find(&ledger) {
        return Some(Reason::PawnCaptures(reason));
    }
    NoWayIn::find(&ledger).map(Reason::NoWayIn)
}

/// Refutes a position by its [`quick`] reasons or by an exhaustive search over scenarios.
///
/// `Ok(None)`: a scenario survives, nothing is proved. The same node limit gives the same answer.
///
/// # Errors
///
/// The limit that ended the search before every scenario was refuted or one survived.
pub fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    match quick(position) {
        Some(reason) => Ok(Some(reason)),
        None => refute_further(position, budget),
    }
}

/// As [`refute`], of a position that no [`quick`] reason refutes.
pub(crate) fn refute_further(
    position: &RetroPosition,
    budget: &mut Budget,
) -> Result<Option<Reason>, Limit> {
    let Some(ledger) = Ledger::new(position) else {
        return Ok(None);
    };
    if let Some(reason) = ClosedRegion::find(&ledger) {
        return Ok(Some(Reason::ClosedRegion(reason)));
    }
    scenario::search(&ledger, budget)
}
