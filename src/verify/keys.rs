//! The keys found against the author's; short solutions; tries and set play.

use shakmaty::Move;

use crate::notation::Letters;
use crate::problem::{Forced, Length, Play, SetPlay, Stipulation, Twin};
use crate::solution::{Audit, Branch, Extent, Key, Mark, Node, Solution, Verdict};
use crate::solve::{Detail, Outcome, SolveOptions, Tries, WorldStatus, solve};
use crate::syntax::Reading;

use super::announced;
use super::finding::{Finding, MoveInPart, Omission};
use super::published::{Published, PublishedKey};
use super::set_play;
use super::submission::VerifyOptions;

/// Every key with its part.
pub(super) fn all_keys(outcome: &Outcome) -> impl Iterator<Item = MoveInPart> {
    outcome.solutions().flat_map(|(part, solution)| {
        solution
            .keys
            .iter()
            .map(move |key: &Key| MoveInPart { mv: key.mv, part })
    })
}

pub(super) fn judge(twin: &Twin, letters: Letters, outcome: &Outcome, findings: &mut Vec<Finding>) {
    for (part, solution) in outcome.solutions() {
        if solution.verdict == Verdict::NoSolution {
            findings.push(Finding::NoSolution {
                part,
                best_try: best_try(solution),
            });
        }
    }
    let published = Published::read(twin, letters);
    if published.is_none() && twin.solution.is_some() {
        // It cannot be read; that is said with the lines.
        list_found(twin, outcome, &[], findings);
        return;
    }
    let theirs = published.map_or_else(Vec::new, |published| published.keys(outcome));
    for (part, solution) in outcome.solutions() {
        let mut silent = !solution.keys.is_empty();
        for &PublishedKey { key, reading } in theirs.iter().filter(|one| one.key.part == part) {
            silent = false;
            if solution.keys.iter().any(|found| found.mv == key.mv) {
                findings.push(Finding::Key(key));
            } else if is_refuted(solution, key.mv) {
                findings.push(Finding::NotAKey {
                    key,
                    refutations: refutations_of(solution, key.mv),
                    reading,
                });
            }
        }
        match part {
            Some(world) if silent && !theirs.is_empty() => {
                findings.push(Finding::SolutionIncomplete(Omission::Part(world)));
            }
            _ if silent => findings.push(Finding::NoPublishedKey {
                part,
                solutions: solution.count,
                lines: first_lines(twin, solution),
            }),
            _ => {}
        }
    }
    // What is only supposed to be a key and does not solve is none to compare with.
    let compared: Vec<MoveInPart> = (theirs.iter())
        .filter(|one| {
            let solves = all_keys(outcome).any(|key| key == one.key);
            solves || one.reading == Reading::Certain
        })
        .map(|one| one.key)
        .collect();
    list_found(twin, outcome, &compared, findings);
}

/// The keys found that are not the author's: cooks where he gives one, else what there is.
fn list_found(twin: &Twin, outcome: &Outcome, theirs: &[MoveInPart], findings: &mut Vec<Finding>) {
    if help(twin) {
        // Whole solutions are compared there, with the lines.
        return;
    }
    for (part, solution) in outcome.solutions() {
        let others: Vec<MoveInPart> = solution
            .keys
            .iter()
            .map(|key| MoveInPart { mv: key.mv, part })
            .filter(|key| !theirs.contains(key))
            .collect();
        let as_announced = announced::is_right(twin, solution);
        let doubtful = |finding: &Finding| match finding {
            Finding::NotAKey { key, reading, .. } => {
                key.part == part && *reading == Reading::Supposed
            }
            _ => false,
        };
        if theirs.iter().any(|key| key.part == part) && !as_announced {
            findings.extend(others.into_iter().map(Finding::Cook));
        } else if others.len() == solution.keys.len() && findings.iter().any(doubtful) {
            // He seems to give another one.
            let lines = others.into_iter().map(|key| vec![key.mv]);
            findings.extend(lines.map(|line| Finding::PerhapsPublished { line }));
        } else if others.len() > 1 && !as_announced {
            findings.push(Finding::SeveralKeys(others));
        } else {
            findings.extend(others.into_iter().map(Finding::Key));
        }
    }
}

/// Solutions of help play that are shown where the author gives none.
const MOST_LINES: usize = 5;

/// The first solutions of help play.
fn first_lines(twin: &Twin, solution: &Solution) -> Vec<Vec<Move>> {
    let lines = solution.tree.iter().flat_map(Node::lines);
    let lines = lines.filter(|line| help(twin) && !line.is_empty());
    let moves = lines.map(|line| line.iter().map(|branch| branch.mv).collect());
    moves.take(MOST_LINES).collect()
}

/// Whether `mv`, which is no key, is known not to solve.
fn is_refuted(solution: &Solution, mv: Move) -> bool {
    match solution.verdict {
        Verdict::Solved | Verdict::NoSolution => true,
        Verdict::Undecided(_) | Verdict::Illegal => (solution.tree.iter())
            .flat_map(|root| root.marked(Mark::Try))
            .any(|branch| branch.mv == mv),
    }
}

fn help(twin: &Twin) -> bool {
    matches!(twin.stipulation, Stipulation::Goal(forced) if forced.play == Play::Help)
}

/// The try with the fewest refutations; of those one that a retro problem is about.
fn best_try(solution: &Solution) -> Option<(Move, Vec<Move>)> {
    let root = solution.tree.as_ref()?;
    let about_it = |mv: &Move| mv.is_castle() || mv.is_en_passant();
    root.marked(Mark::Try)
        .min_by_key(|branch| {
            let defences = refutations(branch);
            let plain = !about_it(&branch.mv) && !defences.iter().any(about_it);
            (defences.len() + refuting_rulings(branch), plain)
        })
        .map(|branch| (branch.mv, refutations(branch)))
}

/// The defences that refute a try.
pub(super) fn refutations(branch: &Branch) -> Vec<Move> {
    branch
        .nodes()
        .flat_map(|node| node.marked(Mark::Refutation))
        .map(|defence| defence.mv)
        .collect()
}

fn refutations_of(solution: &Solution, key: Move) -> Vec<Move> {
    (solution.tree.iter())
        .flat_map(|root| root.marked(Mark::Try))
        .filter(|branch| branch.mv == key)
        .flat_map(refutations)
        .collect()
}

/// Tries with exactly one refutation, and what the set play answers.
pub(super) fn tries_and_set_play(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let cut = |solution: &Solution| {
        let complete = matches!(solution.verdict, Verdict::Solved | Verdict::NoSolution);
        let root = solution.tree.as_ref();
        // Of a tree that was too large for the checker that is said anyhow.
        complete
            && solution.audit != Audit::TooLarge
            && root.is_some_and(|root| root.extent == Extent::Cut)
    };
    if !help(twin) && outcome.solutions().any(|(_, solution)| cut(solution)) {
        findings.push(Finding::TriesCut);
    }
    for (part, solution) in outcome.solutions() {
        // In one move everything else is a "try": that says nothing.
        if solution.plies > 1
            && let Some(root) = &solution.tree
        {
            for branch in root.marked(Mark::Try) {
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
            && set_play.node.extent == Extent::Complete
            && (forced.set_play == SetPlay::Yes || !set_play.node.branches.is_empty())
        {
            findings.push(Finding::SetPlay {
                answered: set_play.node.branches.len(),
                unanswered: set_play.unanswered,
            });
        }
        if forced.set_play == SetPlay::Yes && set_play::is_lacking(forced, solution) {
            findings.push(Finding::NoSetPlay { part });
        }
    }
}

fn refuting_rulings(branch: &Branch) -> usize {
    let rulings = branch.rulings().iter();
    rulings
        .filter(|ruling| ruling.mark == Mark::Refutation)
        .count()
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
        let asked = Twin {
            stipulation: Stipulation::Goal(Forced {
                length: Length::HalfMoves(shorter),
                ..forced
            }),
            ..twin.clone()
        };
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
