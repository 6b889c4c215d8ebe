//! Elaboration: proofs as they were found are given the hints by which the checker checks them without looking for anything.
//!
//! As with proofs of SAT solvers, of which the found ones are elaborated before a small checker reads them. Nothing here is
//! believed: a hint that is wrong makes a proof that the checker refuses, and what gets no hint is not shown. Only here are there
//! limits, and anything to be tried in vain. What no other nogood and no case needs is left out.

mod cases;
mod groups;

use std::sync::Arc;

use crate::budget::{Budget, Limit, Limits};
use crate::retro::checker::cases::capture_deficit;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::checker::{CertificateError, Checked, Checker};
use crate::retro::model::claim::{Hint, NoScenario, Nogood, Reason};
use crate::retro::model::{Refutation, Refuted, RetroPosition, Why};
use cases::Elaboration;

/// What the cases of one position may take.
const CASES_NODES: u64 = 10_000;

/// Nodes one nogood by itself may take.
const ALONE_NODES: u64 = 5_000;

/// The refutation with hints, where it wants any and they are found.
///
/// # Errors
///
/// Time or a request to stop.
pub fn elaborate(refutation: &Refutation, clock: &Budget) -> Result<Refutation, Limit> {
    let elaborated = |refuted: &Refuted| -> Result<Refuted, Limit> {
        let why = match &refuted.why {
            Why::Reason(Reason::NoScenario(claim)) if claim.hint == Hint::None => {
                let claim = with_hints(claim, &refuted.position, clock)?;
                Why::Reason(Reason::NoScenario(claim))
            }
            why => why.clone(),
        };
        Ok(Refuted {
            position: refuted.position.clone(),
            why,
        })
    };
    let positions: Result<Vec<Refuted>, Limit> =
        refutation.positions.iter().map(elaborated).collect();
    Ok(Refutation {
        positions: positions?,
    })
}

/// Elaborates a refutation and checks that it proves `claimed` to have no history, however long that takes.
///
/// # Errors
///
/// The first flaw found.
pub fn confirm(
    refutation: &Refutation,
    claimed: &RetroPosition,
) -> Result<Checked, CertificateError> {
    let clock = Limits::unlimited().start();
    let refutation = elaborate(refutation, &clock)?;
    Checker::within(&clock).verify(&refutation, claimed)
}

/// The claim with hints; without, if the cases are not closed by what it lists.
fn with_hints(
    claim: &NoScenario,
    position: &RetroPosition,
    clock: &Budget,
) -> Result<NoScenario, Limit> {
    let Some(found) = &claim.nogoods else {
        return Ok(claim.clone());
    };
    if capture_deficit(claim, position).is_some() {
        return Ok(claim.clone());
    }
    let unmoved = Unmoved::of(position);
    let budget = clock.share(CASES_NODES);
    let elaboration = Elaboration::of(claim, found, position, &unmoved, budget);
    match elaboration.map_or(Ok(None), Elaboration::close) {
        Ok(Some((nogoods, hint))) => Ok(NoScenario {
            nogoods: Some(Arc::from(nogoods)),
            hint,
            ..claim.clone()
        }),
        Ok(None) | Err(Limit::Nodes | Limit::Depth) => Ok(claim.clone()),
        Err(limit) => Err(limit),
    }
}

/// Which of these nogoods are shown one by one, without the others; none that stands on others.
///
/// # Errors
///
/// The limit of `budget`, of which each takes a share.
pub fn shown(
    nogoods: &[Nogood],
    position: &RetroPosition,
    budget: &Budget,
) -> Result<Vec<bool>, Limit> {
    let unmoved = Unmoved::of(position);
    let mut elaboration = Elaboration::at_large(nogoods, position, &unmoved, budget.share(0));
    (0..nogoods.len())
        .map(|place| {
            elaboration.take(budget.share(ALONE_NODES));
            match elaboration.shows_alone(place) {
                Err(Limit::Nodes | Limit::Depth) => Ok(false),
                said => said,
            }
        })
        .collect()
}
