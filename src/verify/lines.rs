//! The author's lines, replayed in the tree that was found.
//!
//! A published move holds if the tree has it: below a key the tree has every defence and every
//! continuation that reaches the goal, so whatever is not there is no move, or does not win.

use shakmaty::{Move, Position};

use crate::notation::{Letters, MoveText, ResolveError};
use crate::problem::{Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Judgment, Mark, Node, Pressure, Ruling, Solution};
use crate::solve::Outcome;
use crate::syntax::{
    NodeId, PartHead, Written, WrittenMark, WrittenOutcome, WrittenRole, WrittenSolution,
    parse_solution,
};
use crate::world::{World, WorldSet};

use super::finding::{Finding, LineFault, MoveInPart};
use super::keys::refutations;
use super::submission::solutions;

/// Tries are looked at up to this many refutations.
pub(super) const MOST_REFUTATIONS: usize = 3;

/// The author's solution, read.
pub(super) struct Published<'a> {
    text: &'a str,
    written: WrittenSolution,
}

impl<'a> Published<'a> {
    /// The solution of `twin`; `None` if there is none, or if it cannot be read.
    pub(super) fn read(twin: &'a Twin, letters: Letters) -> Option<Published<'a>> {
        let text = twin.solution.as_deref()?;
        let written = parse_solution(text, letters).ok()?;
        (!written.nodes.is_empty()).then_some(Published { text, written })
    }

    /// The first moves the author calls keys: those marked `!`, or without a mark if none is.
    pub(super) fn keys(&self, outcome: &Outcome) -> Vec<MoveInPart> {
        let mut keys = Vec::new();
        for part in &self.written.parts {
            let first = |mark: WrittenMark| {
                part.roots.iter().filter_map(move |&id| {
                    let node = &self.written.nodes[id];
                    match &node.what {
                        Written::Move { text, mark: m, .. } if node.ply == 0 && *m == mark => *text,
                        _ => None,
                    }
                })
            };
            let mut texts: Vec<MoveText> = first(WrittenMark::Good).collect();
            if texts.is_empty() {
                texts = first(WrittenMark::None).collect();
            }
            for (world, solution) in parts(outcome, &part.head) {
                let Some(root) = &solution.tree else { continue };
                for text in &texts {
                    if let Ok(mv) = text.find(candidates(root)) {
                        let key = MoveInPart { mv, part: world };
                        let elsewhere = part.head == PartHead::None && world.is_some();
                        let solves = solution.keys.iter().any(|k| k.mv == mv);
                        if !keys.contains(&key) && (solves || !elsewhere) {
                            keys.push(key);
                        }
                    }
                }
            }
        }
        keys
    }
}

/// The solutions a part's head speaks of; all of them if it has none.
fn parts<'o>(outcome: &'o Outcome, head: &PartHead) -> Vec<(Option<World>, &'o Solution)> {
    solutions(outcome)
        .filter(|(world, _)| match (head, world) {
            (PartHead::Worlds(worlds), Some(world)) => worlds.contains(world),
            _ => true,
        })
        .collect()
}

/// The moves a text in `node` could mean: those of the tree, and every other legal one.
fn candidates(node: &Node) -> impl Iterator<Item = Move> + '_ {
    node.branches
        .iter()
        .map(|branch| branch.mv)
        .chain(node.position.legal_moves())
}

/// Reads and replays every published line.
pub(super) fn judge(twin: &Twin, letters: Letters, outcome: &Outcome, findings: &mut Vec<Finding>) {
    if let Some(text) = twin.solution.as_deref()
        && let Err(errors) = parse_solution(text, letters)
    {
        findings.extend(errors.iter().map(|error| Finding::Unreadable {
            text: error.message.clone(),
        }));
        return;
    }
    let Some(published) = Published::read(twin, letters) else {
        return;
    };
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    let mut replay = Replay {
        published: &published,
        findings,
        replayed: 0,
    };
    for part in &published.written.parts {
        let solutions = parts(outcome, &part.head);
        if solutions.is_empty() {
            if let PartHead::Worlds(worlds) = &part.head {
                let text: Vec<String> = worlds.iter().map(World::to_string).collect();
                replay.fault(format!("[{}]", text.join(", ")), LineFault::NoSuchPart);
            }
            continue;
        }
        for &root in &part.roots {
            replay.root(root, &solutions);
        }
    }
    let replayed = replay.replayed;
    if forced.play == Play::Help {
        published.cooks_of_help_play(outcome, findings);
    }
    findings.push(Finding::Replayed(replayed));
}

impl Published<'_> {
    /// Solutions of help play that are not published.
    fn cooks_of_help_play(&self, outcome: &Outcome, findings: &mut Vec<Finding>) {
        for (_, solution) in solutions(outcome) {
            let Some(root) = &solution.tree else { continue };
            for line in root.lines() {
                if !line.is_empty() && !self.has_line(&line) {
                    findings.push(Finding::HelpCook {
                        line: line.iter().map(|branch| branch.mv).collect(),
                    });
                }
            }
        }
    }

    fn has_line(&self, line: &[&Branch]) -> bool {
        let roots = self.written.parts.iter().flat_map(|part| &part.roots);
        let mut open: Vec<(NodeId, usize)> = roots
            .filter(|&&id| self.written.nodes[id].ply == 0)
            .map(|&id| (id, 0))
            .collect();
        while let Some((id, depth)) = open.pop() {
            let node = &self.written.nodes[id];
            let next = match &node.what {
                Written::Ruling { .. } => depth,
                Written::Move { text: None, .. } => depth + 1,
                Written::Move {
                    text: Some(text), ..
                } => match line.get(depth) {
                    Some(branch) if text.find([branch.mv]).is_ok() => depth + 1,
                    _ => continue,
                },
            };
            // A published line may stop early: what follows is then not said to be unique.
            if next >= line.len() || node.children.is_empty() {
                return true;
            }
            open.extend(node.children.iter().map(|&child| (child, next)));
        }
        false
    }
}

struct Replay<'a> {
    published: &'a Published<'a>,
    findings: &'a mut Vec<Finding>,
    replayed: usize,
}

/// What a published text meant in a node.
enum Meant<'t> {
    Branch(&'t Branch),
    Fault(LineFault),
}

impl Replay<'_> {
    fn fault(&mut self, text: String, fault: LineFault) {
        self.findings.push(Finding::Line { text, fault });
    }

    /// The move as written, with its number.
    fn quote(&self, id: NodeId) -> String {
        let node = &self.published.written.nodes[id];
        let text = self.published.text.get(node.range.clone()).unwrap_or("");
        let number = node.ply / 2 + 1;
        let dots = if node.ply.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        format!("{number}{dots} {}", text.trim())
    }

    /// A first move, or a move of the set play.
    fn root(&mut self, id: NodeId, solutions: &[(Option<World>, &Solution)]) {
        let node = &self.published.written.nodes[id];
        let Written::Move {
            text: Some(text),
            mark,
            ..
        } = node.what
        else {
            return;
        };
        if node.ply == 1 {
            let set = solutions.iter().filter_map(|(_, s)| s.set_play.as_ref());
            let trees: Vec<&Node> = set.map(|set| &set.node).collect();
            if !trees.is_empty() {
                self.follow(id, &trees);
            }
            return;
        }
        let mut fault = None;
        for (_, solution) in solutions {
            let Some(root) = &solution.tree else { continue };
            let mv = match text.find(candidates(root)) {
                Ok(mv) => mv,
                Err(error) => {
                    fault = Some(fault_of(&error));
                    continue;
                }
            };
            let branch = root.branches.iter().find(|branch| branch.mv == mv);
            let claimed_try = matches!(mark, WrittenMark::Bad | WrittenMark::Mixed);
            match (branch, claimed_try) {
                (Some(branch), false) if branch.mark == Mark::Try => {
                    // The keys have been compared already.
                    fault = None;
                    self.replayed += 1;
                    self.branch(id, branch);
                }
                (Some(branch), false) => {
                    self.replayed += 1;
                    self.branch(id, branch);
                    return;
                }
                (Some(branch), true) if branch.mark == Mark::Try => {
                    self.replayed += 1;
                    self.branch(id, branch);
                    self.try_is_refuted(id, branch);
                    return;
                }
                (Some(_), true) => fault = Some(LineFault::TryIsKey),
                (None, true) => fault = Some(LineFault::RefutationMissing(Vec::new())),
                (None, false) => return,
            }
        }
        if let Some(fault) = fault {
            let text = self.quote(id);
            self.fault(text, fault);
        }
    }

    /// What the author says refutes a try, against what does.
    fn try_is_refuted(&mut self, id: NodeId, branch: &Branch) {
        let found = refutations(branch);
        let mut named: Vec<Move> = Vec::new();
        let mut open: Vec<NodeId> = self.published.written.nodes[id].children.clone();
        while let Some(child) = open.pop() {
            let node = &self.published.written.nodes[child];
            match &node.what {
                Written::Ruling { .. } => open.extend(&node.children),
                Written::Move {
                    text: Some(text),
                    mark,
                    role,
                    ..
                } if *mark == WrittenMark::Good || *role == WrittenRole::Refutation => {
                    match text.find(nodes_after(branch).into_iter().flat_map(candidates)) {
                        Ok(mv) if found.contains(&mv) => named.push(mv),
                        Ok(_) => {
                            let text = self.quote(child);
                            self.fault(text, LineFault::DoesNotRefute);
                        }
                        // Whether it is a move at all has been looked at with the lines.
                        Err(_) => {}
                    }
                }
                Written::Move { .. } => {}
            }
        }
        let missing: Vec<Move> = found.into_iter().filter(|mv| !named.contains(mv)).collect();
        if !named.is_empty() && !missing.is_empty() {
            let text = self.quote(id);
            self.fault(text, LineFault::RefutationMissing(missing));
        }
    }

    /// Everything written below the move `id`, which is `branch`.
    fn branch(&mut self, id: NodeId, branch: &Branch) {
        let children = self.published.written.nodes[id].children.clone();
        for child in children {
            match &self.published.written.nodes[child].what {
                Written::Ruling { outcome, worlds } => {
                    let nodes = ruled(branch, *outcome, worlds);
                    if nodes.is_empty() {
                        let text = self.quote(child);
                        self.fault(text, LineFault::NoSuchRuling);
                        continue;
                    }
                    let below = self.published.written.nodes[child].children.clone();
                    for grandchild in below {
                        self.follow(grandchild, &nodes);
                    }
                }
                Written::Move { role, .. } if *role == WrittenRole::Threat => {
                    self.threat(child, branch);
                }
                Written::Move { .. } => {
                    let nodes = nodes_after(branch);
                    self.follow(child, &nodes);
                }
            }
        }
    }

    /// The move `id` in one of `nodes`: it holds if it does in one of them.
    fn follow(&mut self, id: NodeId, nodes: &[&Node]) {
        let (text, role) = match &self.published.written.nodes[id].what {
            Written::Move {
                text: Some(text),
                role,
                ..
            } => (*text, *role),
            _ => return,
        };
        if role == WrittenRole::Threat {
            self.threat_in(id, text, nodes);
            return;
        }
        let mut fault = None;
        for node in nodes {
            match Self::meant(node, text) {
                Meant::Branch(branch) => {
                    self.replayed += 1;
                    self.branch(id, branch);
                    return;
                }
                Meant::Fault(found) => fault = Some(found),
            }
        }
        // A tree that was cut, or that stops where a refutation is enough, says nothing.
        let cut = nodes.iter().all(|node| node.branches.is_empty());
        if let Some(fault) = fault
            && !(cut && fault == LineFault::DoesNotWin)
        {
            let text = self.quote(id);
            self.fault(text, fault);
        }
    }

    fn meant(node: &Node, text: MoveText) -> Meant<'_> {
        match text.find(candidates(node)) {
            Ok(mv) => match node.branches.iter().find(|branch| branch.mv == mv) {
                Some(branch) => Meant::Branch(branch),
                None => Meant::Fault(LineFault::DoesNotWin),
            },
            Err(error) => Meant::Fault(fault_of(&error)),
        }
    }

    fn threat(&mut self, id: NodeId, branch: &Branch) {
        let Written::Move {
            text: Some(text), ..
        } = self.published.written.nodes[id].what
        else {
            return;
        };
        self.threat_in(id, text, &nodes_after(branch));
    }

    fn threat_in(&mut self, id: NodeId, text: MoveText, nodes: &[&Node]) {
        let mut known = false;
        for node in nodes {
            if let Pressure::Threat(threats) = &node.pressure {
                known = true;
                if text.find(threats.iter().map(|branch| branch.mv)).is_ok() {
                    self.replayed += 1;
                    return;
                }
            }
            known |= matches!(node.pressure, Pressure::Zugzwang | Pressure::Check);
        }
        if known {
            let text = self.quote(id);
            self.fault(text, LineFault::NoThreat);
        }
    }
}

fn fault_of(error: &ResolveError) -> LineFault {
    match error {
        ResolveError::Ambiguous(_) => LineFault::Ambiguous,
        ResolveError::NoMove | ResolveError::WrongSign(_) | ResolveError::NotEnPassant(_) => {
            LineFault::NotAMove
        }
    }
}

/// The nodes after a move, whatever the opponent rules.
fn nodes_after(branch: &Branch) -> Vec<&Node> {
    match &branch.course {
        Course::Played(node) => vec![node],
        Course::Trial(rulings) => rulings.iter().map(|ruling| &ruling.node).collect(),
    }
}

/// The nodes after the ruling written; all worlds if none are.
fn ruled<'t>(branch: &'t Branch, outcome: WrittenOutcome, worlds: &[World]) -> Vec<&'t Node> {
    let fits = |ruling: &&Ruling| {
        let judged = match outcome {
            WrittenOutcome::Stands => {
                matches!(
                    ruling.judgment,
                    Judgment::Stands | Judgment::FalseMoveStands
                )
            }
            WrittenOutcome::TakenBack => {
                matches!(
                    ruling.judgment,
                    Judgment::TakenBack | Judgment::KingMoveDemanded
                )
            }
        };
        judged
            && (worlds.is_empty()
                || WorldSet::new(ruling.worlds.turn(), worlds.iter().copied()) == ruling.worlds)
    };
    match &branch.course {
        Course::Played(_) => Vec::new(),
        Course::Trial(rulings) => rulings.iter().filter(fits).map(|r| &r.node).collect(),
    }
}
