//! Duals: defences after which more than one continuation reaches the goal.
//!
//! What follows a defence that parries none of several threats is no dual of its own: the threats
//! are said once.

use shakmaty::{Color, Move};

use crate::problem::{Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Judgment, Mark, Node, Pressure};
use crate::solve::Outcome;

use super::finding::{DualKind, Fate, Finding, LineMove};
use super::submission::solutions;

/// Duals listed at the most; a problem with more has made its point.
const MOST: usize = 40;

pub(super) fn judge(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    if forced.play == Play::Help {
        return;
    }
    let mut walk = Walk {
        attacker: twin.diagram.turn,
        line: Vec::new(),
        found: Vec::new(),
    };
    for (_, solution) in solutions(outcome) {
        let Some(root) = &solution.tree else { continue };
        for key in root.branches.iter().filter(|b| b.mark == Mark::Key) {
            walk.branch(key, 1, &[]);
        }
    }
    let mut found = walk.found;
    found.sort_by_key(|finding| match finding {
        Finding::Dual { ply, .. } => *ply,
        _ => 0,
    });
    findings.append(&mut found);
}

struct Walk {
    attacker: Color,
    /// The moves to the place looked at.
    line: Vec<LineMove>,
    found: Vec<Finding>,
}

impl Walk {
    /// What follows `branch`, the half-move `ply`, against which `threats` were threatened.
    fn branch(&mut self, branch: &Branch, ply: usize, threats: &[Move]) {
        let step = |fate| LineMove {
            mv: branch.mv,
            fate,
        };
        match &branch.course {
            Course::Played(node) => {
                self.line.push(step(Fate::Played));
                self.node(node, ply + 1, threats);
                self.line.pop();
            }
            Course::Trial(rulings) => {
                for ruling in rulings {
                    let (fate, next) = match ruling.judgment {
                        Judgment::Stands | Judgment::FalseMoveStands => (Fate::Played, ply + 1),
                        Judgment::TakenBack | Judgment::KingMoveDemanded => (Fate::TakenBack, ply),
                    };
                    self.line.push(step(fate));
                    self.node(&ruling.node, next, threats);
                    self.line.pop();
                }
            }
        }
    }

    /// A node whose side on move has the half-move `ply`.
    fn node(&mut self, node: &Node, ply: usize, threats: &[Move]) {
        if self.found.len() >= MOST {
            return;
        }
        if node.turn() == self.attacker {
            let continuations: Vec<Move> = node.branches.iter().map(|b| b.mv).collect();
            let parried = continuations.iter().any(|mv| !threats.contains(mv));
            if parried || same_step(&continuations) {
                self.dual(continuations, ply);
            }
            for branch in &node.branches {
                self.branch(branch, ply, &[]);
            }
            return;
        }
        let threats: Vec<Move> = match &node.pressure {
            Pressure::Threat(threats) => threats.iter().map(|branch| branch.mv).collect(),
            _ => Vec::new(),
        };
        if threats.len() > 1 && !same_step(&threats) {
            self.push(threats.clone(), DualKind::Threat, ply + 1);
        }
        for branch in &node.branches {
            self.branch(branch, ply, &threats);
        }
    }

    fn dual(&mut self, continuations: Vec<Move>, ply: usize) {
        if continuations.len() < 2 {
            return;
        }
        let kind = if same_step(&continuations) {
            DualKind::Promotion
        } else {
            DualKind::Move
        };
        self.push(continuations, kind, ply);
    }

    /// Notes a dual, once even if several parts have it.
    fn push(&mut self, continuations: Vec<Move>, kind: DualKind, ply: usize) {
        let finding = Finding::Dual {
            line: self.line.clone(),
            continuations,
            kind,
            ply,
        };
        if !self.found.contains(&finding) {
            self.found.push(finding);
        }
    }
}

/// Whether the moves differ in nothing but the piece promoted to.
fn same_step(moves: &[Move]) -> bool {
    moves
        .windows(2)
        .all(|pair| (pair[0].from(), pair[0].to()) == (pair[1].from(), pair[1].to()))
}
