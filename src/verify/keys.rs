//! The keys found against the author's; short solutions; tries and set play.

use shakmaty::Move;

use crate::notation::Letters;
use crate::problem::{Length, Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Key, Mark, Node, Solution, Verdict};
use crate::solve::{Detail, Outcome, SolveOptions, Tries, WorldStatus, solve};

use super::finding::{Finding, MoveInPart};
use super::lines::Published;
use super::submission::{VerifyOptions, solutions};

/// Every key with its part.
pub(super) fn all_keys(outcome: &Outcome) -> impl Iterator<Item = MoveInPart> {
    solutions(outcome).flat_map(|(part, solution)| {
        solution
            .keys
            .iter()
            .map(move |key: &Key| MoveInPart { mv: key.mv, part })
    })
}

pub(super) fn judge(twin: &Twin, letters: Letters, outcome: &Outcome, findings: &mut Vec<Finding>) {
    for (part, solution) in solutions(outcome) {
        if solution.verdict == Verdict::NoSolution {
            findings.push(Finding::NoSolution {
                part,
                best_try: best_try(solution),
            });
        }
    }
    let found: Vec<MoveInPart> = all_keys(outcome).collect();
    let published = Published::read(twin, letters);
    if published.is_none() && !found.is_empty() {
        findings.push(Finding::NoPublishedKey);
    }
    let theirs = published.as_ref().map(|p| p.keys(outcome));
    let Some(theirs) = theirs.filter(|keys| !keys.is_empty()) else {
        if help(twin) || found.is_empty() {
            return;
        }
        for (part, _) in solutions(outcome) {
            let keys: Vec<MoveInPart> = found.iter().filter(|k| k.part == part).copied().collect();
            if keys.len() > 1 {
                findings.push(Finding::SeveralKeys(keys));
            } else {
                findings.extend(keys.into_iter().map(Finding::Key));
            }
        }
        return;
    };
    for key in &theirs {
        if found.contains(key) {
            findings.push(Finding::Key(*key));
        } else {
            findings.push(Finding::NotAKey {
                key: *key,
                refutations: refutations_of(outcome, *key),
            });
        }
    }
    for key in found {
        if !theirs.contains(&key) {
            findings.push(Finding::Cook(key));
        }
    }
}

fn help(twin: &Twin) -> bool {
    matches!(twin.stipulation, Stipulation::Goal(forced) if forced.play == Play::Help)
}

/// The try with the fewest refutations.
fn best_try(solution: &Solution) -> Option<(Move, Vec<Move>)> {
    let root = solution.tree.as_ref()?;
    root.branches
        .iter()
        .filter(|branch| branch.mark == Mark::Try)
        .map(|branch| (branch.mv, refutations(branch)))
        .min_by_key(|(_, refutations)| refutations.len())
}

/// The defences that refute a try.
pub(super) fn refutations(branch: &Branch) -> Vec<Move> {
    let of_node = |node: &Node| -> Vec<Move> {
        node.branches
            .iter()
            .filter(|b| b.mark == Mark::Refutation)
            .map(|b| b.mv)
            .collect()
    };
    match &branch.course {
        Course::Played(node) => of_node(node),
        Course::Trial(rulings) => rulings.iter().flat_map(|r| of_node(&r.node)).collect(),
    }
}

fn refutations_of(outcome: &Outcome, key: MoveInPart) -> Vec<Move> {
    solutions(outcome)
        .filter(|(part, _)| *part == key.part)
        .filter_map(|(_, solution)| solution.tree.as_ref())
        .flat_map(|root| &root.branches)
        .filter(|branch| branch.mv == key.mv && branch.mark == Mark::Try)
        .flat_map(refutations)
        .collect()
}

/// Tries with exactly one refutation, and what the set play answers.
pub(super) fn tries_and_set_play(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    for (part, solution) in solutions(outcome) {
        if let Some(root) = &solution.tree {
            for branch in root.branches.iter().filter(|b| b.mark == Mark::Try) {
                let defences = refutations(branch);
                let denials = refuting_rulings(branch);
                if defences.len() + denials == 1 {
                    findings.push(Finding::Try {
                        first: MoveInPart {
                            mv: branch.mv,
                            part,
                        },
                        refutation: defences.first().copied(),
                    });
                }
            }
        }
        if let Some(set_play) = &solution.set_play
            && !help(twin)
        {
            findings.push(Finding::SetPlay {
                answered: set_play.node.branches.len(),
                unanswered: set_play.unanswered,
            });
        }
    }
}

fn refuting_rulings(branch: &Branch) -> usize {
    match &branch.course {
        Course::Played(_) => 0,
        Course::Trial(rulings) => rulings
            .iter()
            .filter(|ruling| ruling.mark == Mark::Refutation)
            .count(),
    }
}

/// Looks for solutions in fewer moves; whether that was found out.
pub(super) fn short_solutions(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &VerifyOptions,
    outcome: &Outcome,
    findings: &mut Vec<Finding>,
) -> bool {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return true;
    };
    let Length::HalfMoves(plies) = forced.length else {
        return true;
    };
    if forced.play == Play::Help || outcome.verdict != Verdict::Solved {
        return true;
    }
    let shortest = if forced.play == Play::Direct { 1 } else { 2 };
    let solve_options = SolveOptions {
        detail: Detail::Keys,
        tries: Tries::None,
        ..options.solve.clone()
    };
    for shorter in (shortest..plies).step_by(2) {
        let mut asked = twin.clone();
        let mut stipulation = forced;
        stipulation.length = Length::HalfMoves(shorter);
        asked.stipulation = Stipulation::Goal(stipulation);
        let Ok(found) = solve(&asked, worlds, &solve_options) else {
            return false;
        };
        let keys: Vec<MoveInPart> = all_keys(&found).collect();
        if !keys.is_empty() {
            findings.push(Finding::ShortSolution {
                moves: shorter.div_ceil(2),
                keys,
            });
            return true;
        }
        if let Verdict::Undecided(limit) = found.verdict {
            findings.push(Finding::Incomplete(limit));
            return false;
        }
    }
    true
}
