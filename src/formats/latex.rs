//! LaTeX for the package `diagram` of Brand and Höning; always German letters.

use std::fmt::Write as _;

use shakmaty::Color;

use super::{men, one_line};
use crate::notation::Letters;
use crate::problem::{Convention, Duplex, Problem, Twin};

/// One `diagram` environment per twin; the halves of a duplex share theirs.
pub(super) fn export(problem: &Problem) -> String {
    let mut out = String::new();
    for (at, twin) in problem.twins.iter().enumerate() {
        if twin.duplex == Duplex::Second {
            continue;
        }
        let board = &twin.diagram.board;
        out.push_str("\\begin{diagram}\n");
        field(&mut out, "author", problem.author.as_deref());
        let mut items: Vec<String> = Vec::new();
        for (color, prefix) in [(Color::White, 'w'), (Color::Black, 's')] {
            let mut last = None;
            for (letter, square) in men(board, color, Letters::German) {
                match items.last_mut() {
                    Some(item) if last == Some(letter) => item.push_str(&square.to_string()),
                    _ => items.push(format!("{prefix}{letter}{square}")),
                }
                last = Some(letter);
            }
        }
        let _ = writeln!(
            out,
            "\\pieces[{}+{}]{{{}}}",
            board.white().count(),
            board.black().count(),
            items.join(", ")
        );
        field(&mut out, "stipulation", Some(&twin.asked()));
        let condition = match twin.convention {
            Convention::Codex => None,
            Convention::BeruehrtGefuehrt => Some("Berührt-Geführt"),
            other => Some(other.keyword()),
        };
        field(&mut out, "condition", condition);
        let second = |twin: &&Twin| twin.duplex == Duplex::Second;
        let halves = problem.twins[at..]
            .iter()
            .skip(1)
            .take_while(second)
            .count();
        if problem.twins.len() > 1 + halves {
            field(&mut out, "remark", Some(&format!("{})", twin.label)));
        }
        let others = problem.twins[at + 1..][..halves].iter();
        let solutions: Vec<String> = (twin.solution.iter().cloned())
            .chain(others.filter_map(|half| {
                let solution = half.solution.as_deref()?;
                Some(format!("{}) {solution}", Duplex::KEYWORD))
            }))
            .collect();
        let solution = (!solutions.is_empty()).then(|| solutions.join("\n"));
        field(&mut out, "solution", solution.as_deref());
        field(&mut out, "comment", problem.comment.as_deref());
        field(&mut out, "source", problem.source.as_deref());
        field(&mut out, "award", problem.award.as_deref());
        out.push_str("\\end{diagram}\n");
    }
    out
}

fn field(out: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        let _ = writeln!(out, "\\{name}{{{}}}", escaped(&one_line(value)));
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' | '&' | '%' | '$' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
