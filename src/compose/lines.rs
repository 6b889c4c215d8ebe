//! A solution as an author writes it under a diagram, in the notation of problem files.

use std::fmt::Write as _;

use crate::notation::MoveStyle;
use crate::solution::{Branch, Course, Judgment, Mark, Node, Pressure, Solution};
use crate::world::WorldSet;

/// The key with its variations, one continuation each: the field `solution` of a problem file.
pub(super) fn written(solution: &Solution) -> Option<String> {
    let root = solution.tree.as_ref()?;
    let key = root.marked(Mark::Key).next()?;
    let mut out = format!("1. {}!", move_text(key));
    course(key, 1, 1, &mut out);
    Some(out)
}

fn move_text(branch: &Branch) -> String {
    MoveStyle::default().write_san(branch.mv, &branch.san)
}

/// What follows `branch`, the half-move `ply`, from 1, indented by `depth`.
fn course(branch: &Branch, ply: usize, depth: usize, out: &mut String) {
    match &branch.course {
        Course::Played(node) => after(node, ply, depth, out),
        Course::Trial(rulings) => {
            for ruling in rulings {
                let (word, next) = match ruling.judgment {
                    Judgment::Stands => ("stands", ply),
                    _ => ("taken back", ply - 1),
                };
                let worlds = worlds(&ruling.worlds);
                let _ = write!(out, "\n{}[{word}: {worlds}]", "  ".repeat(depth));
                after(&ruling.node, next, depth + 1, out);
            }
        }
    }
}

fn worlds(worlds: &WorldSet) -> String {
    let worlds: Vec<String> = worlds.iter().map(|world| world.to_string()).collect();
    worlds.join(", ")
}

/// What is played at `node`, `ply` half-moves being over: on the same line if there is one way to go on, else a line
/// for each.
fn after(node: &Node, ply: usize, depth: usize, out: &mut String) {
    match &node.pressure {
        Pressure::Threat(threats) => {
            if let Some(threat) = threats.first() {
                let number = ply / 2 + 2;
                let _ = write!(out, " threat {number}. {}", move_text(threat));
            }
        }
        Pressure::Zugzwang if !node.branches.is_empty() => out.push_str(" zugzwang"),
        _ => {}
    }
    let branches: Vec<&Branch> = (node.branches.iter())
        .filter(|branch| branch.mark != Mark::Dual && !meets_the_threat(branch, &node.pressure))
        .collect();
    let number = if ply.is_multiple_of(2) {
        format!("{}.", ply / 2 + 1)
    } else {
        format!("{}...", ply / 2 + 1)
    };
    let is_defence = !ply.is_multiple_of(2);
    for branch in branches {
        let text = move_text(branch);
        if is_defence {
            let _ = write!(out, "\n{}{number} {text}", "  ".repeat(depth));
            course(branch, ply + 1, depth + 1, out);
        } else {
            let _ = write!(out, " {number} {text}");
            course(branch, ply + 1, depth, out);
        }
    }
}

/// Whether the defence `branch` is answered by what was threatened: it needs no line of its own.
fn meets_the_threat(branch: &Branch, pressure: &Pressure) -> bool {
    let (Pressure::Threat(threats), Some(node)) = (pressure, branch.played()) else {
        return false;
    };
    let answer = node.branches.iter().find(|b| b.mark != Mark::Dual);
    answer.is_some_and(|answer| {
        (threats.iter()).any(|threat| threat.mv == answer.mv && is_last(answer))
    })
}

/// Whether the play ends with it.
fn is_last(branch: &Branch) -> bool {
    branch.played().is_some_and(|node| node.branches.is_empty())
}
