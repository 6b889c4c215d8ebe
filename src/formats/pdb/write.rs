//! A problem as the page shows it.

use std::fmt::Write as _;

use crate::formats::popeye::{changed_twins, in_columns};
use crate::formats::{one_line, premises};
use crate::problem::{Convention, Problem, Stipulation, Twin};
use crate::syntax::proof_game::in_german;

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
    let (white, black) = problem
        .men
        .unwrap_or((board.white().count(), board.black().count()));
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
        for (number, line) in solution
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
        {
            if number == 0 && (problem.twins.len() > 1 || zero) {
                let _ = writeln!(out, "{}) {line}", twin.label);
            } else {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    for line in problem.comment.iter().flat_map(|comment| comment.lines()) {
        let line = one_line(line);
        if !line.is_empty() {
            let _ = writeln!(out, "{line}");
        }
    }
    if let Some(keywords) = &problem.keywords {
        let _ = writeln!(out, "Keywords: {}", one_line(keywords));
    }
    let side = if first.diagram.turn == first.stipulation.default_turn() {
        first.diagram.board.to_string()
    } else {
        first.diagram.fen()
    };
    let _ = writeln!(out, "FEN: {side}");
    out
}

fn asked(twin: &Twin) -> String {
    let asked = match twin.stipulation {
        Stipulation::Goal(_) => twin.asked(),
        Stipulation::Histories => "histories".to_owned(),
        Stipulation::LastMove => "Letzter Zug?".to_owned(),
        Stipulation::ProofGame(asked) => in_german(asked),
        Stipulation::Retractor(_) => in_columns(twin),
    };
    match twin.convention {
        Convention::Codex => asked,
        other => format!("{asked} ({})", premises::keyword(other).unwrap_or_default()),
    }
}
