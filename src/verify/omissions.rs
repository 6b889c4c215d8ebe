//! What a published solution omits although an author must say it: a branch of a trial, a defence by
//! castling, en passant or trial, and, where he begins to give the variations, one of them: a defence that
//! parries the threat, a move in zugzwang, a way out of check. Where the threat of a key is named nowhere and no
//! variation shows it, it is missing like a variation.
//!
//! What is nothing new is not demanded: a ruling after which all goes as after one that is given, a
//! defence answered like one that is given, one that lets a threat through. Nor is a defence that is answered
//! sooner than the stipulation says (a short mate; in a selfmate the move that mates at once), nor anything of
//! an author who gives his key alone. `R~`, and "else" beside other
//! variations where nothing is threatened, speak of every defence they name.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{Color, Move, Role, Square};

use crate::problem::Twin;
use crate::solution::{Branch, Course, Detail, Extent, Mark, Node, Pressure, Ruling};
use crate::solve::Outcome;
use crate::syntax::NodeId;

use super::content;
use super::finding::{Fate, Finding, Gap, LineMove, Omission};
use super::reached::longest;

/// The places of the tree that the published lines have come to, identified by their addresses.
#[derive(Debug, Default)]
pub(super) struct Visited {
    branches: BTreeSet<usize>,
    /// Defences that `R~` or "else" names.
    covered: BTreeSet<usize>,
    nodes: BTreeSet<usize>,
    rulings: BTreeSet<usize>,
    threats: BTreeSet<usize>,
    zugzwangs: BTreeSet<usize>,
    /// Defences that `R~` names and its answer does not answer, with the place of `R~` in the text.
    unanswered: Vec<(NodeId, usize, Move)>,
}

fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

impl Visited {
    /// The author plays `branch`.
    pub(super) fn play(&mut self, branch: &Branch) {
        self.branches.insert(address(branch));
    }

    /// The author speaks of `branch` among others of its kind.
    pub(super) fn cover(&mut self, branch: &Branch) {
        self.covered.insert(address(branch));
    }

    /// The author says what happens in `node`, which `ruling` leads to.
    pub(super) fn come_to(&mut self, node: &Node, ruling: Option<&Ruling>) {
        self.nodes.insert(address(node));
        self.rulings.extend(ruling.map(address));
    }

    /// The author names what is threatened in `node`.
    pub(super) fn threaten(&mut self, node: &Node) {
        self.nodes.insert(address(node));
        self.threats.insert(address(node));
    }

    /// The author names something that is not threatened in `node`: what is wrong is not missing besides.
    pub(super) fn claim_threat(&mut self, node: &Node) {
        self.threats.insert(address(node));
    }

    /// The author says that passing would save who is on move in `node`.
    pub(super) fn call_zugzwang(&mut self, node: &Node) {
        self.nodes.insert(address(node));
        self.zugzwangs.insert(address(node));
    }

    /// The author names `branch` by `R~`, the move `id`, and does not answer it there.
    pub(super) fn leave_open(&mut self, id: NodeId, branch: &Branch) {
        self.unanswered.push((id, address(branch), branch.mv));
    }

    /// What `R~` leaves out and no other variation answers.
    pub(super) fn left_open(&self) -> BTreeMap<NodeId, Vec<Move>> {
        let mut left: BTreeMap<NodeId, Vec<Move>> = BTreeMap::new();
        for &(id, branch, mv) in &self.unanswered {
            let moves = left.entry(id).or_default();
            if !self.branches.contains(&branch) && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        left.retain(|_, moves| !moves.is_empty());
        left
    }

    fn plays(&self, branch: &Branch) -> bool {
        self.branches.contains(&address(branch))
    }

    fn covers(&self, branch: &Branch) -> bool {
        self.covered.contains(&address(branch))
    }

    fn has_come_to(&self, node: &Node) -> bool {
        self.nodes.contains(&address(node))
    }

    fn has_ruling(&self, ruling: &Ruling) -> bool {
        self.rulings.contains(&address(ruling))
    }
}

/// What is omitted below the published keys.
pub(super) fn judge(
    twin: &Twin,
    outcome: &Outcome,
    visited: &Visited,
    findings: &mut Vec<Finding>,
) {
    let mut walk = Walk {
        attacker: twin.diagram.turn,
        visited,
        line: Vec::new(),
        found: Vec::new(),
        gaps: Vec::new(),
    };
    for (_, solution) in outcome.solutions() {
        let Some(root) = &solution.tree else { continue };
        for key in root.marked(Mark::Key).filter(|key| visited.plays(key)) {
            walk.branch(key, solution.plies, Asked::Always);
        }
    }
    let Walk {
        mut found, gaps, ..
    } = walk;
    if !gaps.is_empty() {
        found.push(Omission::Variations(gaps));
    }
    for omission in found {
        let finding = Finding::SolutionIncomplete(omission);
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
}

/// Whether a node must be written about, or only if the author writes about it at all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Always,
    IfBegun,
}

struct Walk<'a> {
    attacker: Color,
    visited: &'a Visited,
    line: Vec<LineMove>,
    found: Vec<Omission>,
    /// Places where variations are missing.
    gaps: Vec<Gap>,
}

impl Walk<'_> {
    fn step(&mut self, branch: &Branch, fate: Fate) {
        self.line.push(LineMove {
            mv: branch.mv,
            fate,
        });
    }

    /// A move the author plays, with `left` half-moves to go.
    fn branch(&mut self, branch: &Branch, left: u32, asked: Asked) {
        match &branch.course {
            Course::Played(node) => {
                self.step(branch, Fate::Played);
                self.node(node, left.saturating_sub(1), asked);
                self.line.pop();
            }
            Course::Trial(rulings) => self.trial(branch, rulings, left, asked),
        }
    }

    fn trial(&mut self, branch: &Branch, rulings: &[Ruling], left: u32, asked: Asked) {
        let by = rulings.first().map(|ruling| ruling.worlds.turn());
        let given: Vec<&Ruling> = (rulings.iter())
            .filter(|ruling| self.visited.has_ruling(ruling))
            .collect();
        // Of a defender's trial the attacker needs one ruling.
        let enough = by != Some(self.attacker) && !given.is_empty();
        for ruling in rulings {
            let stands = ruling.judgment.stands();
            let fate = if stands {
                Fate::Played
            } else {
                Fate::TakenBack
            };
            if self.visited.has_ruling(ruling) {
                self.step(branch, fate);
                let left = left.saturating_sub(u32::from(stands));
                self.node(&ruling.node, left, asked);
                self.line.pop();
                continue;
            }
            let shown = content::after(&ruling.node, self.attacker);
            let covered = given.iter().any(|given| {
                given.judgment.stands() == stands
                    && shown.is_subset(&content::after(&given.node, self.attacker))
            });
            let over = stands && ruling.node.branches.is_empty();
            if covered || enough || over || (asked == Asked::IfBegun && given.is_empty()) {
                continue;
            }
            self.step(branch, Fate::Played);
            self.found.push(Omission::Ruling {
                line: self.line.clone(),
                judgment: ruling.judgment,
                worlds: ruling.worlds,
            });
            self.line.pop();
            if by != Some(self.attacker) {
                return;
            }
        }
    }

    /// A place with `left` half-moves to go.
    fn node(&mut self, node: &Node, left: u32, asked: Asked) {
        let begun = self.visited.has_come_to(node);
        if node.extent == Extent::Cut || (asked == Asked::IfBegun && !begun) {
            return;
        }
        if node.turn() == self.attacker {
            for branch in &node.branches {
                if self.visited.plays(branch) {
                    self.branch(branch, left, Asked::IfBegun);
                }
            }
            return;
        }
        let mut missing = Vec::new();
        for branch in &node.branches {
            if self.visited.plays(branch) {
                self.branch(branch, left, Asked::IfBegun);
            } else if branch.is_thematic() && !branch.leaves_threat(node) {
                self.step(branch, Fate::Played);
                let line = self.line.clone();
                self.line.pop();
                self.found.push(Omission::Defence { line });
            } else if !self.visited.covers(branch) {
                missing.push(branch);
            }
        }
        if self.gives_variations(node, left) {
            self.variations(node, left, &missing);
        }
    }

    /// Whether the author begins to say what happens in `node`, and enough is known to say what he leaves out.
    fn gives_variations(&self, node: &Node, left: u32) -> bool {
        // Of long play only one answer is known, or not even whether there is a threat.
        let known = left <= Detail::DUAL_PLIES + 1 && !matches!(node.pressure, Pressure::Unknown);
        let begun = node.branches.iter().any(|b| self.visited.plays(b));
        known && (begun || self.visited.zugzwangs.contains(&address(node)))
    }

    /// Of the defences `missing` in `node` those that an author must give, and the threat if nothing shows it.
    fn variations(&mut self, node: &Node, left: u32, missing: &[&Branch]) {
        let shown: Vec<Answer> = (node.branches.iter())
            .filter(|branch| self.visited.plays(branch))
            .flat_map(|branch| self.shown_answers(branch))
            .collect();
        let is_new = |branch: &&&Branch| {
            let full = lasts(branch, left);
            full && !continuations(branch).any(|branch| shown.contains(&answer(branch)))
        };
        let new: Vec<&Branch> = missing.iter().filter(is_new).copied().collect();
        let (through, parrying): (Vec<&Branch>, Vec<&Branch>) =
            new.into_iter().partition(|b| b.leaves_threat(node));
        let threats = match &node.pressure {
            Pressure::Threat(threats)
                if self.is_after_the_key()
                    && !through.is_empty()
                    && !self.visited.threats.contains(&address(node)) =>
            {
                threats.iter().map(|threat| threat.mv).collect()
            }
            _ => Vec::new(),
        };
        let gap = Gap {
            line: self.line.clone(),
            defences: parrying.iter().map(|branch| branch.mv).collect(),
            threats,
        };
        // Several parts may have it.
        if (!gap.defences.is_empty() || !gap.threats.is_empty()) && !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    /// Whether what is threatened here is what the key threatens; later threats few authors name.
    fn is_after_the_key(&self) -> bool {
        let played = self.line.iter().filter(|step| step.fate == Fate::Played);
        played.count() == 1
    }

    /// What the author answers to a defence he gives; whatever does if he leaves that to the reader.
    fn shown_answers(&self, branch: &Branch) -> Vec<Answer> {
        let given = continuations(branch).filter(|answer| self.visited.plays(answer));
        let given: Vec<Answer> = given.map(answer).collect();
        if given.is_empty() {
            continuations(branch).map(answer).collect()
        } else {
            given
        }
    }
}

/// A man, where it goes, and what it becomes: from wherever it comes, it is the same answer.
type Answer = (Role, Square, Option<Role>);

fn answer(branch: &Branch) -> Answer {
    (branch.mv.role(), branch.mv.to(), branch.mv.promotion())
}

/// What the attacker may answer to a defence.
fn continuations(defence: &Branch) -> impl Iterator<Item = &Branch> {
    defence.played().into_iter().flat_map(|node| &node.branches)
}

/// Whether play after a defence goes on for the `left` half-moves that the stipulation has.
fn lasts(branch: &Branch, left: u32) -> bool {
    // Where the tree ends, what answers is not known.
    (branch.played()).is_some_and(|node| node.extent != Extent::Cut && longest(branch) >= left)
}
