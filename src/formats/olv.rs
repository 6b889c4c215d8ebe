//! olv/YACPDB YAML, written by hand: block style, every scalar quoted.

use std::fmt::Write as _;

use shakmaty::Color;

use super::{men, one_line};
use crate::notation::Letters;
use crate::problem::{Convention, Duplex, Problem};

/// One document. Twins become comments: their positions are complete in each of ours.
pub(super) fn export(problem: &Problem) -> String {
    let mut out = String::new();
    let Some(first) = problem.twins.first() else {
        return out;
    };
    if let Some(authors) = &problem.author {
        out.push_str("authors:\n");
        for author in authors.split(';') {
            let _ = writeln!(out, "  - {}", quoted(author.trim()));
        }
    }
    if let Some(source) = &problem.source {
        let _ = writeln!(out, "source:\n  name: {}", quoted(source));
        if let Some(award) = &problem.award {
            let _ = writeln!(out, "award:\n  distinction: {}", quoted(award));
        }
    }
    let _ = writeln!(
        out,
        "stipulation: {}",
        quoted(&first.stipulation.to_string())
    );
    let ordinary = first.diagram.turn == first.stipulation.default_turn();
    let options = match first.duplex {
        Duplex::No if ordinary => &[][..],
        Duplex::No => &["HalfDuplex".to_owned()],
        Duplex::First | Duplex::Second => &["Duplex".to_owned()],
    };
    list(&mut out, "options", options);
    out.push_str("algebraic:\n");
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let men = men(&first.diagram.board, color, Letters::EnglishProblem);
        let list: Vec<String> = men
            .into_iter()
            .map(|(letter, square)| quoted(&format!("{letter}{square}")))
            .collect();
        let _ = writeln!(out, "  {name}: [{}]", list.join(", "));
    }
    let solution = first.solution.as_deref().unwrap_or("");
    let _ = writeln!(out, "solution: {}", quoted(solution));
    let mut keywords: Vec<String> = problem
        .keywords
        .iter()
        .flat_map(|keywords| keywords.split(','))
        .map(|keyword| keyword.trim().to_owned())
        .filter(|keyword| !keyword.is_empty())
        .collect();
    let genre = "Berührt-Geführt";
    if first.convention == Convention::BeruehrtGefuehrt && !keywords.iter().any(|k| k == genre) {
        keywords.push(genre.to_owned());
    }
    list(&mut out, "keywords", &keywords);
    let mut comments: Vec<String> = problem.comment.iter().cloned().collect();
    comments.push(format!("convention: {}", first.convention));
    for twin in problem.twins.iter().skip(1) {
        comments.push(format!(
            "{}) {} {} {}",
            twin.label,
            twin.diagram.fen(),
            twin.asked(),
            twin.convention
        ));
    }
    list(&mut out, "comments", &comments);
    if let Some(id) = problem.id.as_deref().filter(|id| is_pdb(id)) {
        let _ = writeln!(
            out,
            "foreignids:\n  - domain: \"PDB\"\n    problemid: {}",
            quoted(id)
        );
    }
    out
}

fn is_pdb(id: &str) -> bool {
    id.strip_prefix('P')
        .is_some_and(|number| number.len() == 7 && number.bytes().all(|b| b.is_ascii_digit()))
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
