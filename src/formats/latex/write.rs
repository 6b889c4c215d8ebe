//! One `diagram` environment per problem.

use std::fmt::Write as _;

use shakmaty::Color;

use crate::formats::popeye::{changed_twins, in_columns};
use crate::formats::{
    asked_in_german, count_of_men, men_by_kind, one_line, premises, publication, solution,
};
use crate::notation::Letters;
use crate::problem::{Problem, Value};

/// The fields in the order of the package's editor.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let mut out = String::from("\\begin{diagram}\n");
    let Some(first) = problem.twins.first() else {
        return String::new();
    };
    let board = &first.diagram.board;
    field(&mut out, "author", problem.author.as_deref());
    let mut items: Vec<String> = Vec::new();
    for (color, prefix) in [(Color::White, 'w'), (Color::Black, 's')] {
        let men = men_by_kind(board, color, Letters::German);
        items.extend(men.iter().map(|men| format!("{prefix}{men}")));
    }
    let (white, black) = count_of_men(problem, board);
    let _ = writeln!(out, "\\pieces[{white}+{black}]{{{}}}", items.join(", "));
    field(
        &mut out,
        "stipulation",
        Some(&asked_in_german(first, "Vorgeschichten")),
    );
    field(&mut out, "condition", premises::keyword(first.convention));
    let twins: Vec<String> = changed_twins(problem, in_columns, in_columns)
        .map(|(twin, changes)| format!("{}) {changes}", twin.label))
        .collect();
    if !twins.is_empty() {
        field(&mut out, "twins", Some(&twins.join("; ")));
    }
    text(&mut out, "solution", solution(problem).as_deref());
    field(&mut out, "themes", problem.keywords.as_deref());
    text(&mut out, "comment", problem.comment.as_deref());
    source(&mut out, problem);
    field(&mut out, "award", problem.award.as_deref());
    field(&mut out, "label", problem.id.as_deref());
    out.push_str("\\end{diagram}\n");
    out
}

/// Number, source, issue and date in fields of their own, if the problem tells them and the package has them.
fn source(out: &mut String, problem: &Problem) {
    let unknown = |parts: &&Value| {
        ["round", "pagenumber"]
            .iter()
            .any(|part| parts.get(part).is_some())
    };
    let Some(parts) = publication::parts(problem).filter(|parts| !unknown(parts)) else {
        field(out, "source", problem.source.as_deref());
        return;
    };
    field(out, "sourcenr", parts.text_of("problemid"));
    let volume = parts.text_of("volume");
    let name = [parts.text_of("name"), volume];
    let name: Vec<&str> = name.into_iter().flatten().collect();
    if !name.is_empty() {
        field(out, "source", Some(&name.join(" ")));
    }
    field(out, "issue", parts.text_of("issue"));
    let Some(date) = parts.get("date") else {
        return;
    };
    for part in ["day", "month", "year"] {
        field(out, part, date.text_of(part));
    }
    if let Some(date) = date.text() {
        field(out, "year", Some(date));
    }
}

fn field(out: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        let _ = writeln!(out, "\\{name}{{{}}}", escaped(&one_line(value)));
    }
}

/// A text of several lines: they and the blanks at their beginnings stay.
fn text(out: &mut String, name: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    let lines: Vec<String> = value
        .lines()
        .map(|line| {
            let words = line.trim_start();
            let blanks = line.chars().count() - words.chars().count();
            format!("{}{}", "~".repeat(blanks), escaped(words.trim_end()))
        })
        .collect();
    let _ = writeln!(out, "\\{name}{{{}}}", lines.join("\\\\\n"));
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
