//! olv/YACPDB YAML, written by hand: block style, every scalar quoted.

use std::fmt::Write as _;

use shakmaty::Color;

use super::read::SEE_TEXT;
use crate::formats::pdb;
use crate::formats::popeye::{changes, plain, shared_options};
use crate::formats::{men, one_line, premises};
use crate::notation::Letters;
use crate::problem::{Duplex, Problem, SetPlay, Stipulation, Twin};

/// One document.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let mut out = String::new();
    let Some(first) = problem.twins.first() else {
        return out;
    };
    if let Some(authors) = &problem.author {
        let authors: Vec<String> = authors
            .split(';')
            .map(|name| name.trim().to_owned())
            .collect();
        list(&mut out, "authors", &authors);
    }
    if let Some(source) = &problem.source {
        let _ = writeln!(out, "source:\n  name: {}", quoted(source));
    }
    if let Some(award) = &problem.award {
        let _ = writeln!(out, "award:\n  distinction: {}", quoted(award));
    }
    out.push_str("algebraic:\n");
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let men = men(&first.diagram.board, color, Letters::EnglishProblem);
        let list: Vec<String> = men
            .into_iter()
            .map(|(letter, square)| quoted(&format!("{letter}{square}")))
            .collect();
        let _ = writeln!(out, "  {name}: [{}]", list.join(", "));
    }
    let asked = match first.stipulation {
        Stipulation::Goal(_) => plain(first),
        Stipulation::Histories | Stipulation::LastMove => SEE_TEXT.to_owned(),
    };
    let _ = writeln!(out, "stipulation: {}", quoted(&asked));
    list(&mut out, "options", &options(first));
    let written: Vec<&Twin> = problem
        .twins
        .iter()
        .filter(|twin| twin.duplex != Duplex::Second)
        .collect();
    let zero = first.label != "a";
    if written.len() > 1 || zero {
        out.push_str("twins:\n");
        for twin in written.iter().skip(usize::from(!zero)) {
            let mut changes = changes(first, twin).join(" ");
            if changes.is_empty() {
                // What distinguishes it Popeye has no words for: the twin is there, and changes nothing.
                changes = format!("Stipulation {}", plain(twin));
            }
            let _ = writeln!(out, "  {}: {}", twin.label, quoted(&changes));
        }
    }
    let _ = writeln!(out, "solution: {}", quoted(&solution(problem)));
    let mut keywords: Vec<String> = problem
        .keywords
        .iter()
        .flat_map(|keywords| keywords.split(','))
        .map(|keyword| keyword.trim().to_owned())
        .filter(|keyword| !keyword.is_empty())
        .collect();
    if keywords.is_empty() {
        keywords.extend(premises::keyword(first.convention).map(str::to_owned));
    }
    list(&mut out, "keywords", &keywords);
    let mut comments: Vec<String> = problem
        .comment
        .iter()
        .flat_map(|comment| comment.lines())
        .map(str::to_owned)
        .collect();
    comments.extend(premises::lines(problem));
    list(&mut out, "comments", &comments);
    if let Some(id) = &problem.id {
        let domain = if pdb::is_id(id) { "PDB" } else { "beruehrt" };
        let _ = writeln!(
            out,
            "foreignids:\n  - domain: \"{domain}\"\n    problemid: {}",
            quoted(id)
        );
    }
    out
}

fn options(first: &Twin) -> Vec<String> {
    let mut options = Vec::new();
    if let Stipulation::Goal(forced) = first.stipulation {
        if forced.set_play == SetPlay::Yes {
            options.push("SetPlay".to_owned());
        }
        if first.diagram.turn != first.stipulation.default_turn() {
            options.push("HalfDuplex".to_owned());
        }
        if first.duplex == Duplex::First {
            options.push("Duplex".to_owned());
        }
    }
    options.extend(shared_options(first));
    options
}

/// The solutions of the twins, each under its label.
fn solution(problem: &Problem) -> String {
    if let [only] = &problem.twins[..]
        && only.label == "a"
    {
        return only.solution.clone().unwrap_or_default();
    }
    let parts: Vec<String> = problem
        .twins
        .iter()
        .filter_map(|twin| Some(format!("{}) {}", twin.label, twin.solution.as_ref()?)))
        .collect();
    parts.join("\n")
}

fn list(out: &mut String, name: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "{name}:");
    for item in items {
        let _ = writeln!(out, "  - {}", quoted(&one_line(item)));
    }
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
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}') => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
