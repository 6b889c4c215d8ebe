//! What the histories say of each right and target, and whether the author's claim agrees.

use crate::problem::{Histories, Twin};
use crate::solve::{Feasibility, WorldStatus};
use crate::world::{Rights, World, capturable_targets};

use super::finding::{Finding, Standing};

pub(super) fn judge(twin: &Twin, worlds: &[WorldStatus], findings: &mut Vec<Finding>) {
    let illegal = worlds
        .iter()
        .all(|status| status.feasibility == Feasibility::Impossible);
    if !illegal {
        rights(twin, worlds, findings);
    }
    claims(twin, worlds, findings);
}

/// What is known of each right and target.
fn rights(twin: &Twin, worlds: &[WorldStatus], findings: &mut Vec<Finding>) {
    for right in Rights::at_home(&twin.diagram.board).iter() {
        findings.push(Finding::Castling {
            right,
            standing: standing(worlds, |world| world.rights.has(right)),
        });
    }
    for square in capturable_targets(&twin.diagram.board, twin.diagram.turn) {
        findings.push(Finding::Target {
            square,
            standing: standing(worlds, |world| world.target == Some(square)),
        });
    }
}

/// The author's claim against what was found.
fn claims(twin: &Twin, worlds: &[WorldStatus], findings: &mut Vec<Finding>) {
    if let Histories::Claim(claim) = &twin.histories {
        for status in worlds {
            let claimed = claim.contains(status.world);
            let finding = match (claimed, status.feasibility) {
                (true, Feasibility::Impossible) => Finding::ClaimRefuted(status.world),
                (true, Feasibility::Undecided) => Finding::ClaimOpen(status.world),
                (false, Feasibility::Possible) => Finding::ClaimLacks(status.world),
                (false, Feasibility::Undecided) => Finding::ClaimLacksOpen(status.world),
                (true, Feasibility::Possible) | (false, Feasibility::Impossible) => continue,
            };
            findings.push(finding);
        }
    }
}

/// What `worlds` say of a property, counting the undecided ones neither way.
fn standing(worlds: &[WorldStatus], holds: impl Fn(World) -> bool) -> Standing {
    let some = |feasibility, value| {
        worlds
            .iter()
            .any(|status| status.feasibility == feasibility && holds(status.world) == value)
    };
    match (
        some(Feasibility::Possible, true),
        some(Feasibility::Possible, false),
    ) {
        (true, true) => Standing::Doubtful,
        (yes, no) => match (
            yes || some(Feasibility::Undecided, true),
            no || some(Feasibility::Undecided, false),
        ) {
            (true, false) => Standing::Proved,
            (false, true) => Standing::Disproved,
            _ => Standing::Open,
        },
    }
}
