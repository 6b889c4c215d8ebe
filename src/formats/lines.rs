//! One line per twin: FEN and EPD. Rights are left open: the histories decide.

use std::fmt::Write as _;

use super::one_line;
use crate::problem::{Forced, Goal, Length, Play, Problem, SetPlay, Stipulation};

pub(super) fn fen(problem: &Problem) -> String {
    let mut out = String::new();
    for twin in &problem.twins {
        let _ = writeln!(out, "{} - -", twin.diagram.fen());
    }
    out
}

/// With `dm n` for a plain `#n`; other stipulations go into the comment `c0`.
pub(super) fn epd(problem: &Problem) -> String {
    let mut out = String::new();
    for twin in &problem.twins {
        let _ = write!(out, "{} - -", twin.diagram.fen());
        match twin.stipulation {
            Stipulation::Goal(Forced {
                play: Play::Direct,
                goal: Goal::Mate,
                length: Length::HalfMoves(plies),
                set_play: SetPlay::No,
            }) => {
                let _ = write!(out, " dm {};", plies.div_ceil(2));
            }
            other => {
                let _ = write!(out, " c0 \"{other}\";");
            }
        }
        if let Some(id) = &problem.id {
            let label = if problem.twins.len() > 1 {
                format!(" {})", twin.label)
            } else {
                String::new()
            };
            let _ = write!(out, " id \"{}{label}\";", one_line(id).replace('"', "'"));
        }
        out.push('\n');
    }
    out
}
