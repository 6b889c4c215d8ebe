//! The author's lines, replayed in the tree that was found.
//!
//! A published move holds if the tree has it. That a move is *not* there says something only where
//! the tree is known to hold everything: every defence below a key, and every continuation that
//! reaches the goal where duals were looked for. Below tries and duals, and where the tree was cut,
//! only moves that are no moves at all are faults.
//!
//! What could not be read is told, and says nothing against the problem; a fault counts only where it is
//! certain that the author meant what was read.

use std::collections::BTreeSet;

use shakmaty::Move;

use crate::game::State;
use crate::notation::Letters;
use crate::problem::{Duplex, Play, Stipulation, Twin};
use crate::solution::{Branch, Node, Solution, Verdict};
use crate::solve::{Outcome, WorldStatus};
use crate::syntax::{NodeId, PartHead, Reading, Written, WrittenMove, WrittenPart, WrittenStyle};
use crate::world::World;

use super::announced;
use super::described;
use super::finding::{Finding, LineFault, Omission};
use super::growth::Growth;
use super::omissions;
use super::published::{self, Published, is_of_another_twin, means, parts};
use super::replay::Replay;
use super::{set_play, unsearched};

/// Tries are looked at up to this many refutations.
pub(super) const MOST_REFUTATIONS: usize = 3;

/// Reads and replays every published line; what the tree does not hold is searched with `growth`.
pub(super) fn judge(
    twin: &Twin,
    worlds: &[WorldStatus],
    letters: Letters,
    outcome: &Outcome,
    growth: &mut Growth,
    findings: &mut Vec<Finding>,
) {
    findings.extend(published::unread(twin, letters));
    let Some(published) = Published::read(twin, letters) else {
        if findings
            .iter()
            .any(|finding| matches!(finding, Finding::Unreadable { .. }))
        {
            findings.push(Finding::NothingRead);
        }
        return;
    };
    described::judge(twin, &published, findings);
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let is_help = forced.play == Play::Help;
    let start = (twin.duplex == Duplex::No)
        .then(|| unsearched::start(twin, worlds))
        .flatten()
        .filter(|start| is_help || start.worlds().sole().is_some());
    let mut replay = Replay::new(&published, twin, forced, growth, findings);
    let mut other_twins = BTreeSet::new();
    for part in &published.written.parts {
        let solutions = parts(outcome, &part.head);
        if solutions.is_empty() {
            if let PartHead::Worlds(worlds) = &part.head {
                let text: Vec<String> = worlds.iter().map(World::to_string).collect();
                let text = format!("[{}]", text.join(", "));
                replay.fault(text, LineFault::NoSuchPart, Reading::Certain);
            }
            continue;
        }
        let told = replay.findings.len();
        follow(part, start.as_ref(), &solutions, &mut replay);
        // What does not hold there says nothing of the diagram.
        if let PartHead::Label(label) = &part.head
            && is_of_another_twin(&part.head, published.label)
            && (replay.findings.len() > told || !published.solves(part, outcome))
        {
            replay.findings.truncate(told);
            if other_twins.insert(label) {
                replay.findings.push(Finding::NoSuchTwin(label.clone()));
            }
        }
    }
    let unpublished = if forced.play == Play::Help {
        let unpublished = unpublished_solutions(&published, outcome, &mut replay);
        replay.findings.extend(broken_off(&published, outcome));
        unpublished
    } else {
        Vec::new()
    };
    let done = replay.done();
    if forced.play == Play::Help {
        cooks_of_help_play(twin, &published, outcome, unpublished, findings);
    } else {
        omissions::judge(twin, outcome, &done.visited, findings);
    }
    let perhaps = |finding: &Finding| matches!(finding, Finding::PerhapsPublished { .. });
    // Where no more than a try was read, the key is among what could not be.
    let is_keyless = |finding: &Finding| matches!(finding, Finding::NoPublishedKey { .. });
    let reads_no_key = published.reads_no_beginning()
        || published.reads_beginning() && findings.iter().any(is_keyless);
    if reads_no_key && !findings.iter().any(perhaps) {
        findings.push(Finding::NothingRead);
    }
    if let Some(letter) = published.written.strange {
        super::letters::doubt(letter, findings);
    }
    set_play::omitted(&published, forced, outcome, findings);
    findings.push(Finding::Replayed(done.replayed));
    if done.unchecked > 0 {
        findings.push(Finding::Unchecked(done.unchecked));
    }
    if done.unexamined > 0 {
        findings.push(Finding::TriesUnexamined(done.unexamined));
    }
}

/// Follows the lines of a part in the trees of its solutions; where the search came to no end, on the board from `start` on.
fn follow(
    part: &WrittenPart,
    start: Option<&State>,
    solutions: &[(Option<World>, &Solution)],
    replay: &mut Replay<'_>,
) {
    let published = replay.published;
    let begins = published.begins(part);
    for &root in &part.roots {
        let open = start.zip(solutions.first()).filter(|(_, (_, solution))| {
            solutions.len() == 1
                && published.written.nodes[root].ply == begins
                && matches!(solution.verdict, Verdict::Undecided(_))
        });
        match open {
            Some((start, (_, solution))) if replay.forced.play == Play::Help => {
                replay.play_out(root, start, solution.plies);
            }
            Some((start, (_, solution))) if !is_searched(published, root, solution) => {
                replay.play_legally(root, start, solution.plies);
            }
            _ => replay.root(root, begins, solutions),
        }
    }
}

/// Whether the tree holds the move `root`.
fn is_searched(published: &Published<'_>, root: NodeId, solution: &Solution) -> bool {
    let Written::Move {
        text: WrittenMove::Named(text),
        ..
    } = published.written.nodes[root].what
    else {
        return true;
    };
    let mut branches = solution.tree.iter().flat_map(|root| &root.branches);
    branches.any(|branch| means(text, branch.mv))
}

/// Solutions of help play that are not published, nor with one misprint.
fn unpublished_solutions(
    published: &Published<'_>,
    outcome: &Outcome,
    replay: &mut Replay<'_>,
) -> Vec<Vec<Move>> {
    let trees = outcome.solutions().filter_map(|(_, s)| s.tree.as_ref());
    let lines: Vec<Vec<&Branch>> = trees
        .flat_map(Node::lines)
        .filter(|line| !line.is_empty() && !published.has_solution(line))
        .collect();
    let differing: Vec<Vec<NodeId>> = lines
        .iter()
        .map(|line| published.differing_once(line))
        .collect();
    let mut left = Vec::new();
    for (line, places) in lines.iter().zip(&differing) {
        let moves: Vec<Move> = line.iter().map(|branch| branch.mv).collect();
        // Where two solutions may be meant there is a doubt.
        let alone = |id: &NodeId| differing.iter().filter(|d| d.contains(id)).count() == 1;
        match places[..] {
            [id] if alone(&id) && replay.misprinted(id, moves.clone()) => {}
            _ => left.push(moves),
        }
    }
    left
}

/// The solutions of help play of which the author gives the first moves only: whether he means each of them nobody knows.
fn broken_off(published: &Published<'_>, outcome: &Outcome) -> Option<Finding> {
    let trees = outcome.solutions().filter_map(|(_, s)| s.tree.as_ref());
    let lines = trees.flat_map(Node::lines).filter(|line| {
        !line.is_empty() && published.has_solution(line) && !published.has_whole(line)
    });
    let moves = lines.map(|line| line.iter().map(|branch| branch.mv).collect());
    let moves: Vec<Vec<Move>> = moves.collect();
    (!moves.is_empty()).then_some(Finding::SolutionIncomplete(Omission::Endings(moves)))
}

/// What the solutions of help play are that are not published. As many of them as places of the text could not be read may stand there; and
/// where as many are announced as there are, none is a cook.
fn cooks_of_help_play(
    twin: &Twin,
    published: &Published<'_>,
    outcome: &Outcome,
    lines: Vec<Vec<Move>>,
    findings: &mut Vec<Finding>,
) {
    let is_prose = published.written.style == WrittenStyle::Prose;
    let mut solutions = outcome.solutions();
    let as_announced = solutions.all(|(_, solution)| announced::is_right(twin, solution));
    if lines.is_empty() || is_prose && as_announced {
        return;
    }
    if is_prose || lines.len() <= published.written.unread_among_moves() {
        let perhaps = lines.into_iter();
        findings.extend(perhaps.map(|line| Finding::PerhapsPublished { line }));
    } else if as_announced {
        findings.push(Finding::SolutionIncomplete(Omission::Solutions(lines)));
    } else {
        findings.extend(lines.into_iter().map(|line| Finding::HelpCook { line }));
    }
}
