//! One line per twin: FEN and EPD.

use std::fmt::Write as _;

use crate::formats::one_line;
use crate::problem::{Forced, Goal, Histories, Length, Play, Problem, SetPlay, Stipulation, Twin};

/// Board, side, and the one world that is stated, or `- -`.
fn position(twin: &Twin) -> String {
    let world = match &twin.histories {
        Histories::Given(worlds) | Histories::Claim(worlds) => worlds.sole(),
        Histories::Analyse => None,
    };
    world.map_or_else(
        || format!("{} - -", twin.diagram.fen()),
        |world| format!("{} {world}", twin.diagram.fen()),
    )
}

/// The halves of a duplex have a line each.
pub(in crate::formats) fn fen(problem: &Problem) -> String {
    let mut out = String::new();
    for twin in &problem.twins {
        out.push_str(&position(twin));
        out.push('\n');
    }
    out
}

/// With `dm n` for a plain `#n`; other stipulations go into the comment `c0`.
pub(in crate::formats) fn epd(problem: &Problem) -> String {
    let mut out = String::new();
    let several = problem.twins.len() > 1;
    for twin in &problem.twins {
        out.push_str(&position(twin));
        match twin.stipulation {
            Stipulation::Goal(Forced {
                play: Play::Direct,
                goal: Goal::Mate,
                length: Length::HalfMoves(plies),
                set_play: SetPlay::No,
            }) => {
                let _ = write!(out, " dm {};", plies.div_ceil(2));
            }
            _ => operation(&mut out, "c0", &twin.stipulation.to_string()),
        }
        if let Some(id) = &problem.id {
            let label = if several {
                format!(" {})", twin.label)
            } else {
                String::new()
            };
            operation(&mut out, "id", &format!("{id}{label}"));
        }
        if let Some(comment) = &problem.comment {
            operation(&mut out, "c1", comment);
        }
        out.push('\n');
    }
    out
}

fn operation(out: &mut String, code: &str, text: &str) {
    let _ = write!(out, " {code} \"{}\";", one_line(text).replace('"', "'"));
}
