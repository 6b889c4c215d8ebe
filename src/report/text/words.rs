//! The words of the text output in each language.

use shakmaty::{CastlingSide, Color};

use crate::notation::Language;
use crate::problem::Convention;
use crate::say;

/// The convention's name as printed above a diagram; nothing for the codex, which needs no mention.
pub(super) const fn convention_name(
    convention: Convention,
    language: Language,
) -> Option<&'static str> {
    Some(match convention {
        Convention::Codex => return None,
        Convention::BeruehrtGefuehrt => "Berührt-Geführt",
        Convention::Pra => say!(language, PartialRetroAnalysis),
        Convention::RetroStrategy => say!(language, RetroStrategy),
        Convention::APosteriori => "a posteriori",
        Convention::IllegalMove => say!(language, IllegalLastMove),
    })
}

/// "White" or "Weiß".
pub(in crate::report) const fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::White => say!(language, SideWhite),
        Color::Black => say!(language, SideBlack),
    }
}

/// What is known of the castlings of `color` that were `open`: "Black may castle", "Black only O-O-O",
/// "Black not O-O".
pub(super) fn castling_claim(
    color: Color,
    open: &[CastlingSide],
    held: &[CastlingSide],
    lost: &[CastlingSide],
    language: Language,
) -> Option<String> {
    let side = side_name(color, language);
    let list = |sides: &[CastlingSide]| {
        let moves: Vec<&str> = (sides.iter())
            .map(|side| castling_text(*side, language))
            .collect();
        moves.join(", ")
    };
    let (may, may_not) = (list(held), list(lost));
    Some(match (held.is_empty(), lost.is_empty()) {
        (true, true) => return None,
        (false, false) => say!(language, SideOnly, side, may),
        (false, true) if held.len() < open.len() => {
            say!(language, SideMay, side, may)
        }
        (false, true) => say!(language, SideMayCastle, side),
        (true, false) if lost.len() < open.len() => {
            say!(language, SideNot, side, may_not)
        }
        (true, false) => say!(language, SideMayNotCastle, side),
    })
}

/// "whether or not Black may castle"
pub(super) fn either_way(color: Color, language: Language) -> String {
    let side = side_name(color, language);
    say!(language, WhetherSideMay, side)
}

/// `O-O` or `O-O-O`, in German with zeros.
pub(super) const fn castling_text(side: CastlingSide, language: Language) -> &'static str {
    match side {
        CastlingSide::KingSide => say!(language, CastlingShort),
        CastlingSide::QueenSide => say!(language, CastlingLong),
    }
}

/// `a, b and c`.
pub(super) fn listed(mut all: Vec<String>, language: Language) -> String {
    let last = all.pop().unwrap_or_default();
    if all.is_empty() {
        return last;
    }
    let first = all.join(", ");
    say!(language, ThisAndThat, first, last)
}
