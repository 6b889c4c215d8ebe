//! Whether a Berührt-Geführt problem needs its genre: trials, and the touch law.

use rustc_hash::FxHashSet;
use shakmaty::Move;

use crate::problem::{Convention, Laws, Options, Twin};
use crate::solution::Verdict;
use crate::solve::{Detail, Finality, Outcome, SolveOptions, Tries, WorldStatus, solve};

use super::finding::Finding;
use super::keys::all_keys;
use super::submission::VerifyOptions;

pub(super) fn judge(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
    findings: &mut Vec<Finding>,
) {
    if twin.convention != Convention::BeruehrtGefuehrt {
        return;
    }
    let others = [
        Convention::Codex,
        Convention::Pra,
        Convention::RetroStrategy,
        Convention::APosteriori,
    ];
    let without_trial: Vec<Convention> = (others.into_iter())
        .filter(|&convention| {
            let plain = Twin {
                convention,
                ..twin.clone()
            };
            solves_the_same(&plain, worlds, options, outcome)
        })
        .collect();
    if !without_trial.is_empty() {
        findings.push(Finding::TrialNotNeeded(without_trial));
    }
    let untouched = Twin {
        options: Options {
            laws: Laws::NoTouchLaw,
            ..twin.options
        },
        ..twin.clone()
    };
    if solves_the_same(&untouched, worlds, options, outcome) {
        findings.push(Finding::TouchLawNotNeeded);
    }
}

/// Whether `other` is solved for certain, by the keys of `outcome` and no others.
fn solves_the_same(
    other: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
) -> bool {
    let solve_options = SolveOptions {
        detail: Detail::Keys,
        tries: Tries::None,
        ..options.solve.clone()
    };
    let Ok(found) = solve(other, worlds, &solve_options) else {
        return false;
    };
    let moves =
        |outcome: &Outcome| -> FxHashSet<Move> { all_keys(outcome).map(|key| key.mv).collect() };
    found.verdict == Verdict::Solved
        && found.finality == Finality::Final
        && moves(&found) == moves(outcome)
}
