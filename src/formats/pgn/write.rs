//! A game for each twin.

use std::fmt::Write as _;

use super::moves::movetext;
use crate::formats::date::{Date, date};
use crate::formats::{one_line, premises};
use crate::problem::{Duplex, Histories, Problem, Twin};
use crate::world::World;

/// The games of a problem.
pub(in crate::formats) fn export(problem: &Problem) -> String {
    let games: Vec<String> = problem
        .twins
        .iter()
        .filter(|twin| twin.duplex != Duplex::Second)
        .map(|twin| game(problem, twin))
        .collect();
    games.join("\n")
}

fn game(problem: &Problem, twin: &Twin) -> String {
    let mut out = String::new();
    let moves = movetext(twin, problem.letters);
    let asked = twin.asked();
    tag(&mut out, "Event", problem.source.as_deref().unwrap_or("?"));
    tag(&mut out, "Site", "?");
    let date = date(problem).map_or("????.??.??".to_owned(), Date::in_pgn);
    tag(&mut out, "Date", &date);
    tag(&mut out, "Round", "?");
    tag(&mut out, "White", problem.author.as_deref().unwrap_or("?"));
    tag(&mut out, "Black", &asked);
    tag(&mut out, "Result", "*");
    tag(&mut out, "SetUp", "1");
    let fields = match (&moves, &twin.histories) {
        // Readers of PGN need what the moves need.
        (Some((position, _)), _) => World::of(position).to_string(),
        (None, Histories::Given(worlds) | Histories::Claim(worlds)) => worlds
            .iter()
            .next()
            .map_or("- -".to_owned(), |world| world.to_string()),
        (None, Histories::Analyse) => "- -".to_owned(),
    };
    tag(
        &mut out,
        "FEN",
        &format!("{} {fields} 0 1", twin.diagram.fen()),
    );
    tag(&mut out, "Stipulation", &asked);
    for (name, value) in [
        ("Id", &problem.id),
        ("Source", &problem.source),
        ("Award", &problem.award),
        ("Keywords", &problem.keywords),
    ] {
        if let Some(value) = value {
            tag(&mut out, name, value);
        }
    }
    for line in problem.comment.iter().flat_map(|comment| comment.lines()) {
        tag(&mut out, "Comment", line);
    }
    tag(&mut out, "Comment", &own(problem, twin));
    out.push('\n');
    match (moves, &twin.solution) {
        (Some((_, moves)), _) => {
            let _ = writeln!(out, "{}", moves.trim_end());
        }
        (None, Some(solution)) => {
            let _ = writeln!(out, "{{{}}}", solution.replace('{', "(").replace('}', ")"));
        }
        (None, None) => {}
    }
    out.push_str("*\n");
    out
}

/// What only our own files can say, of this twin alone.
fn own(problem: &Problem, twin: &Twin) -> String {
    let alone = Problem {
        twins: vec![Twin {
            label: "a".to_owned(),
            ..twin.clone()
        }],
        ..problem.clone()
    };
    let said = premises::lines(&alone).into_iter().next();
    let said = said.unwrap_or_else(|| premises::NOTHING.to_owned());
    match twin.histories {
        Histories::Analyse if !said.contains("histories") => {
            format!("{said}; histories analyse")
        }
        _ => said,
    }
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}
