//! A problem as the page shows it.

use std::fmt::Write as _;

use crate::formats::popeye::{changed_twins, in_columns};
use crate::formats::{
    asked_in_german, begins_as_usual, comment_lines, count_of_men, one_line, premises,
};
use crate::problem::{Convention, Problem, Twin};
use crate::syntax::span::Span;
use crate::syntax::stipulation::stipulation;

use super::grammar::{Said, said};

/// The text of one problem.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let mut out = String::new();
    let Some(first) = problem.twins.first() else {
        return out;
    };
    if let Some(id) = &problem.id {
        let _ = writeln!(out, "1 - {}", one_line(id));
    }
    for author in problem.author.iter().flat_map(|authors| authors.split(';')) {
        let _ = writeln!(out, "{}", one_line(author));
    }
    out.push('\n');
    for line in [&problem.source, &problem.award].into_iter().flatten() {
        let _ = writeln!(out, "{}", one_line(line));
    }
    let board = &first.diagram.board;
    let (white, black) = count_of_men(problem, board);
    let _ = writeln!(out, "({white}+{black})");
    let _ = writeln!(out, "{}", asked(first));
    let zero = first.label != "a";
    for (twin, changes) in changed_twins(problem, in_columns, in_columns) {
        let _ = writeln!(out, "{}) {changes}", twin.label);
    }
    for twin in &problem.twins {
        let Some(solution) = &twin.solution else {
            continue;
        };
        let mut needs_label = problem.twins.len() > 1 || zero;
        for line in solution.lines().filter(|line| !line.trim().is_empty()) {
            let with_label = format!("{}) {}", twin.label, line.trim_start());
            // A label before anything but moves is the beginning of a twin, or of a remark.
            if needs_label && said(Span::new(&with_label)) == Said::Play {
                needs_label = false;
                let _ = writeln!(out, "{with_label}");
            } else if !(needs_label && stipulation(Span::new(line)).is_ok()) {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    for line in comment_lines(problem) {
        let _ = writeln!(out, "{line}");
    }
    if let Some(keywords) = &problem.keywords {
        let _ = writeln!(out, "Keywords: {}", one_line(keywords));
    }
    let side = if begins_as_usual(first) {
        first.diagram.board.to_string()
    } else {
        first.diagram.fen()
    };
    let _ = writeln!(out, "FEN: {side}");
    out
}

fn asked(twin: &Twin) -> String {
    let asked = asked_in_german(twin, "histories");
    match twin.convention {
        Convention::Codex => asked,
        other => format!("{asked} ({})", premises::keyword(other).unwrap_or_default()),
    }
}
