//! Input for Popeye: ordinary play in one world at a time, which is all Popeye can check.

use std::fmt::Write as _;

use shakmaty::{Color, Square};

use super::{men, one_line};
use crate::notation::Letters;
use crate::problem::{Duplex, Histories, Length, Problem, SetPlay, Stipulation, Twin};
use crate::world::{Rights, World};

/// The problems for all twins and worlds, joined by `NextProblem`.
pub(super) fn export(problem: &Problem) -> String {
    let mut entries = Vec::new();
    for twin in &problem.twins {
        // One entry asks for both halves, unless the worlds differ.
        if twin.duplex == Duplex::Second && twin.histories == Histories::Analyse {
            continue;
        }
        let worlds: Vec<Option<World>> = match &twin.histories {
            Histories::Given(worlds) | Histories::Claim(worlds) => {
                worlds.iter().map(Some).collect()
            }
            Histories::Analyse => vec![None],
        };
        entries.extend(worlds.into_iter().map(|world| entry(problem, twin, world)));
    }
    entries.join("NextProblem\n")
}

fn entry(problem: &Problem, twin: &Twin, world: Option<World>) -> String {
    let mut out = String::new();
    for (keyword, value) in [
        ("Author", &problem.author),
        ("Origin", &problem.source),
        ("Award", &problem.award),
    ] {
        if let Some(value) = value {
            let _ = writeln!(out, "{keyword} {}", one_line(value));
        }
    }
    if let Some(id) = &problem.id {
        let _ = writeln!(out, "Title {} {})", one_line(id), twin.label);
    }
    let _ = writeln!(out, "Remark {}", remark(twin, world));
    out.push_str("Pieces\n");
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let _ = writeln!(out, "  {name} {}", pieces(twin, color));
    }
    let mut options: Vec<String> = Vec::new();
    if let Stipulation::Goal(forced) = twin.stipulation {
        if forced.length != Length::Smallest {
            let text = twin.stipulation.to_string();
            let _ = writeln!(out, "Stipulation {}", text.trim_end_matches('*'));
        }
        if forced.set_play == SetPlay::Yes {
            options.push("SetPlay".to_owned());
        }
        // The sides change their parts, also in help play: `WhiteToPlay` would leave out a half-move.
        let ordinary = twin.diagram.turn == twin.stipulation.default_turn();
        let duplex = match (twin.duplex, &twin.histories) {
            // Popeye begins with its own side, and both are asked for.
            (Duplex::First, Histories::Analyse) => Some("Duplex"),
            _ => (!ordinary).then_some("HalfDuplex"),
        };
        options.extend(duplex.map(str::to_owned));
    }
    if let Some(world) = world {
        options.extend(world_options(twin, world));
    }
    options.push("Variation".to_owned());
    let _ = writeln!(out, "Option {}", options.join(" "));
    out
}

fn pieces(twin: &Twin, color: Color) -> String {
    let mut text = String::new();
    let mut last = None;
    for (letter, square) in men(&twin.diagram.board, color, Letters::EnglishProblem) {
        if last != Some(letter) {
            if last.is_some() {
                text.push(' ');
            }
            text.push(letter);
            last = Some(letter);
        }
        let _ = write!(text, "{square}");
    }
    text
}

/// `NoCastling` for the rights at home that the world denies, `EnPassant` for its target.
fn world_options(twin: &Twin, world: World) -> Vec<String> {
    let mut options = Vec::new();
    let denied = Rights::at_home(&twin.diagram.board).without(world.rights);
    if !denied.is_empty() {
        let rooks: Vec<String> = denied
            .iter()
            .map(|right| right.rook_home().to_string())
            .collect();
        options.push(format!("NoCastling {}", rooks.join(" ")));
    }
    if let Some(target) = world.target {
        let by = if twin.diagram.turn == Color::White {
            1
        } else {
            -1
        };
        let from: Option<Square> = target.offset(8 * by);
        let to: Option<Square> = target.offset(-8 * by);
        if let (Some(from), Some(to)) = (from, to) {
            options.push(format!("EnPassant {from} {target} {to}"));
        }
    }
    options
}

fn remark(twin: &Twin, world: Option<World>) -> String {
    let which = match world {
        Some(world) => format!("ordinary play in the world {world}"),
        None => "histories not analysed: castling as Popeye assumes".to_owned(),
    };
    format!(
        "{which}; the convention {} and the touch law are not checked; asked is {}",
        twin.convention, twin.stipulation
    )
}
