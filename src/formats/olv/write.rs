//! olv/YACPDB YAML, written by hand: block style, every scalar quoted.

use std::fmt::Write as _;

use shakmaty::{Color, Role};

use super::read::SEE_TEXT;
use crate::formats::pdb;
use crate::formats::popeye::{changed_twins, plain, shared_options};
use crate::formats::{begins_as_usual, has_set_play, one_line, premises, solution};
use crate::notation::{Letters, is_hostile};
use crate::problem::{Duplex, Problem, Stipulation, Twin, Value};

/// The fields of the document, by name, each with its line or lines.
pub(super) fn fields(problem: &Problem) -> Vec<(&'static str, String)> {
    let Some(first) = problem.twins.first() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    if let Some(authors) = &problem.author {
        let authors = authors.split(';').map(|name| name.trim().to_owned());
        out.push(list("authors", &authors.collect::<Vec<_>>()));
    }
    if let Some(source) = &problem.source {
        let name = quoted(source);
        out.push(("source", format!("source:\n  name: {name}\n")));
    }
    if let Some(award) = &problem.award {
        let distinction = quoted(award);
        out.push(("award", format!("award:\n  distinction: {distinction}\n")));
    }
    out.push(("algebraic", algebraic(first)));
    let asked = match first.stipulation {
        Stipulation::Goal(_) => plain(first),
        Stipulation::ProofGame(asked) => asked.to_string(),
        Stipulation::Retractor(asked) => asked.to_string(),
        Stipulation::Histories | Stipulation::LastMove => SEE_TEXT.to_owned(),
    };
    let asked = quoted(&asked);
    out.push(("stipulation", format!("stipulation: {asked}\n")));
    out.push(list("options", &options(first)));
    out.push(("twins", twins(problem)));
    let solution = quoted(&solution(problem).unwrap_or_default());
    out.push(("solution", format!("solution: {solution}\n")));
    out.push(list("keywords", &keywords(problem)));
    let comments = problem.comment.iter().flat_map(|comment| comment.lines());
    let comments = comments.map(str::to_owned).chain(premises::lines(problem));
    out.push(list("comments", &comments.collect::<Vec<_>>()));
    if let Some(id) = &problem.id {
        let domain = if pdb::is_id(id) { "PDB" } else { "beruehrt" };
        let number = quoted(id);
        let text = format!("foreignids:\n  - domain: \"{domain}\"\n    problemid: {number}\n");
        out.push(("foreignids", text));
    }
    out
}

fn algebraic(first: &Twin) -> String {
    let mut out = "algebraic:\n".to_owned();
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let letters = Letters::EnglishProblem;
        let men = Role::ALL.into_iter().rev().flat_map(|role| {
            let squares = first.diagram.board.by_piece(role.of(color)).into_iter();
            squares.map(move |square| quoted(&format!("{}{square}", letters.letter(role))))
        });
        let list: Vec<String> = men.collect();
        let _ = writeln!(out, "  {name}: [{}]", list.join(", "));
    }
    out
}

fn twins(problem: &Problem) -> String {
    let mut out = String::new();
    for (twin, changes) in changed_twins(problem, plain, |twin| {
        format!("Stipulation {}", plain(twin))
    }) {
        if out.is_empty() {
            out.push_str("twins:\n");
        }
        let _ = writeln!(out, "  {}: {}", twin.label, quoted(&changes));
    }
    out
}

fn keywords(problem: &Problem) -> Vec<String> {
    let mut keywords: Vec<String> = problem
        .keywords
        .iter()
        .flat_map(|keywords| keywords.split(','))
        .map(|keyword| keyword.trim().to_owned())
        .filter(|keyword| !keyword.is_empty())
        .collect();
    if keywords.is_empty() {
        let first = problem.twins.first();
        keywords.extend(
            first
                .and_then(|first| premises::keyword(first.convention))
                .map(str::to_owned),
        );
    }
    keywords
}

/// A named value in block style.
pub(super) fn value(out: &mut String, name: &str, value: &Value) {
    let _ = write!(out, "{}:", key(name));
    node(out, value, 2);
}

/// What follows a name or a dash: a scalar on the same line, or lines of their own.
fn node(out: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Nothing => out.push('\n'),
        Value::Text(text) => {
            let _ = writeln!(out, " {}", quoted(text));
        }
        Value::List(items) if items.is_empty() => out.push_str(" []\n"),
        Value::Map(pairs) if pairs.is_empty() => out.push_str(" {}\n"),
        Value::List(items) => {
            out.push('\n');
            for item in items {
                let _ = write!(out, "{:indent$}-", "");
                node(out, item, indent + 2);
            }
        }
        Value::Map(pairs) => {
            out.push('\n');
            for (name, value) in pairs {
                let _ = write!(out, "{:indent$}{}:", "", key(name));
                node(out, value, indent + 2);
            }
        }
    }
}

/// A name, quoted unless it is a plain word.
fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c == '-';
    let word = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain);
    // Words that YAML takes for a truth value.
    if word
        && !matches!(
            name,
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null"
        )
    {
        name.to_owned()
    } else {
        quoted(name)
    }
}

fn options(first: &Twin) -> Vec<String> {
    let mut options = Vec::new();
    if let Stipulation::Goal(_) = first.stipulation {
        if has_set_play(first) {
            options.push("SetPlay".to_owned());
        }
        if !begins_as_usual(first) {
            options.push("HalfDuplex".to_owned());
        }
        if first.duplex == Duplex::First {
            options.push("Duplex".to_owned());
        }
    }
    options.extend(shared_options(first).unwrap_or_default());
    options
}

/// A list, or nothing if it is empty.
fn list(name: &'static str, items: &[String]) -> (&'static str, String) {
    let mut out = String::new();
    if !items.is_empty() {
        let _ = writeln!(out, "{name}:");
    }
    for item in items {
        let _ = writeln!(out, "  - {}", quoted(&one_line(item)));
    }
    (name, out)
}

/// A double-quoted YAML scalar.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // They would be made harmless on their way out, and be no YAML any more.
            c if is_hostile(c) => {
                let _ = write!(out, "\\U{:08X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
