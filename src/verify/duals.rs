//! Duals: defences after which more than one continuation reaches the goal.

use shakmaty::{Color, Move};

use crate::problem::{Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Mark, Node};
use crate::solve::Outcome;

use super::finding::{DualKind, Finding};
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
    let mut found = Vec::new();
    for (_, solution) in solutions(outcome) {
        let Some(root) = &solution.tree else { continue };
        for key in root.branches.iter().filter(|b| b.mark == Mark::Key) {
            let mut line = vec![key.mv];
            below(key, twin.diagram.turn, &mut line, &mut found);
        }
    }
    found.truncate(MOST);
    findings.append(&mut found);
}

fn below(branch: &Branch, attacker: Color, line: &mut Vec<Move>, found: &mut Vec<Finding>) {
    match &branch.course {
        Course::Played(node) => look(node, attacker, line, found),
        Course::Trial(rulings) => {
            for ruling in rulings {
                look(&ruling.node, attacker, line, found);
            }
        }
    }
}

fn look(node: &Node, attacker: Color, line: &mut Vec<Move>, found: &mut Vec<Finding>) {
    if found.len() >= MOST {
        return;
    }
    if node.turn() == attacker && node.branches.len() > 1 {
        let continuations: Vec<Move> = node.branches.iter().map(|b| b.mv).collect();
        let same_step = continuations
            .iter()
            .all(|m| (m.from(), m.to()) == (continuations[0].from(), continuations[0].to()));
        found.push(Finding::Dual {
            line: line.clone(),
            ply: line.len() + 1,
            kind: if same_step {
                DualKind::Promotion
            } else {
                DualKind::Move
            },
            continuations,
        });
    }
    for branch in &node.branches {
        line.push(branch.mv);
        below(branch, attacker, line, found);
        line.pop();
    }
}
