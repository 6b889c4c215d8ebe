//! What a published solution omits although an author must say it: a branch of a trial, a defence by
//! castling, en passant or trial, a variation that parries the threat he names.
//!
//! What is nothing new is not demanded: a ruling after which all goes as after one that is given, a
//! defence answered like one that is given.

use std::collections::BTreeSet;

use shakmaty::Color;

use crate::problem::Twin;
use crate::solution::{Branch, Course, Extent, Judgment, Mark, Node, Ruling};
use crate::solve::Outcome;

use super::content::{self, is_thematic, leaves_threat};
use super::finding::{Fate, Finding, LineMove, Omission};
use super::submission::solutions;

/// The places of the tree that the published lines have come to, identified by their addresses.
#[derive(Debug, Default)]
pub(super) struct Visited {
    branches: BTreeSet<usize>,
    nodes: BTreeSet<usize>,
    rulings: BTreeSet<usize>,
    threats: BTreeSet<usize>,
}

fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

impl Visited {
    /// The author plays `branch`.
    pub(super) fn play(&mut self, branch: &Branch) {
        self.branches.insert(address(branch));
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

    fn plays(&self, branch: &Branch) -> bool {
        self.branches.contains(&address(branch))
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
    };
    for (_, solution) in solutions(outcome) {
        let Some(root) = &solution.tree else { continue };
        for key in &root.branches {
            if key.mark == Mark::Key && visited.plays(key) {
                walk.branch(key, Asked::Always);
            }
        }
    }
    for omission in walk.found {
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
}

impl Walk<'_> {
    fn step(&mut self, branch: &Branch, fate: Fate) {
        self.line.push(LineMove {
            mv: branch.mv,
            fate,
        });
    }

    /// A move the author plays.
    fn branch(&mut self, branch: &Branch, asked: Asked) {
        match &branch.course {
            Course::Played(node) => {
                self.step(branch, Fate::Played);
                self.node(node, asked);
                self.line.pop();
            }
            Course::Trial(rulings) => self.trial(branch, rulings, asked),
        }
    }

    fn trial(&mut self, branch: &Branch, rulings: &[Ruling], asked: Asked) {
        let by = rulings.first().map(|ruling| ruling.worlds.turn());
        let given: Vec<&Ruling> = (rulings.iter())
            .filter(|ruling| self.visited.has_ruling(ruling))
            .collect();
        // Of a defender's trial the attacker needs one ruling.
        let enough = by != Some(self.attacker) && !given.is_empty();
        for ruling in rulings {
            let stands = stands(ruling.judgment);
            let fate = if stands {
                Fate::Played
            } else {
                Fate::TakenBack
            };
            if self.visited.has_ruling(ruling) {
                self.step(branch, fate);
                self.node(&ruling.node, asked);
                self.line.pop();
                continue;
            }
            let shown = content::after(&ruling.node, self.attacker);
            let covered = given.iter().any(|given| {
                self::stands(given.judgment) == stands
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

    fn node(&mut self, node: &Node, asked: Asked) {
        let begun = self.visited.has_come_to(node);
        if node.extent == Extent::Cut || (asked == Asked::IfBegun && !begun) {
            return;
        }
        if node.turn() == self.attacker {
            for branch in &node.branches {
                if self.visited.plays(branch) {
                    self.branch(branch, Asked::IfBegun);
                }
            }
            return;
        }
        let names_threat = self.visited.threats.contains(&address(node));
        let given: Vec<&Branch> = (node.branches.iter())
            .filter(|branch| self.visited.plays(branch))
            .collect();
        let mut variations = Vec::new();
        for branch in &node.branches {
            if self.visited.plays(branch) {
                self.branch(branch, Asked::IfBegun);
                continue;
            }
            if leaves_threat(branch, node) {
                continue;
            }
            if is_thematic(branch) {
                self.step(branch, Fate::Played);
                let line = self.line.clone();
                self.line.pop();
                self.found.push(Omission::Defence { line });
            } else if names_threat
                && !given.is_empty()
                && !is_cut(branch)
                && !answered_alike(branch, &given)
            {
                variations.push(branch.mv);
            }
        }
        if !variations.is_empty() {
            self.found.push(Omission::Variations {
                line: self.line.clone(),
                defences: variations,
            });
        }
    }
}

fn stands(judgment: Judgment) -> bool {
    matches!(judgment, Judgment::Stands | Judgment::FalseMoveStands)
}

/// Whether the tree ends at this defence: what answers it is not known, and neither is whether a threat does.
fn is_cut(branch: &Branch) -> bool {
    matches!(&branch.course, Course::Played(node) if node.extent == Extent::Cut)
}

/// Whether one of the defences given is answered by the same move.
fn answered_alike(branch: &Branch, given: &[&Branch]) -> bool {
    let answers = |branch: &Branch| match &branch.course {
        Course::Played(node) => node
            .branches
            .iter()
            .map(|b| (b.mv.role(), b.mv.to()))
            .collect(),
        Course::Trial(_) => Vec::new(),
    };
    let mine = answers(branch);
    (given.iter()).any(|given| answers(given).iter().any(|answer| mine.contains(answer)))
}
