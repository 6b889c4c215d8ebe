//! The words of the text output in each language.

use std::fmt::Display;

use shakmaty::{Board, CastlingSide, Color, Role, Square};

use crate::notation::{Language, Letters};
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

/// What is known of the castlings of `color` that were `open`: "Black may castle", "Black may castle only long",
/// "Black may not castle short".
pub(super) fn castling_claim(
    color: Color,
    open: &[CastlingSide],
    held: &[CastlingSide],
    lost: &[CastlingSide],
    language: Language,
) -> Option<String> {
    let side = side_name(color, language);
    let list = |sides: &[CastlingSide]| {
        joined(
            sides.iter().map(|&side| castling_text(side, language)),
            ", ",
        )
    };
    let may = list(held);
    Some(match (held.is_empty(), lost.is_empty()) {
        (true, true) => return None,
        (false, false) => {
            let manner = manner(held, language);
            say!(language, SideOnly, side, manner)
        }
        (false, true) if held.len() < open.len() => {
            say!(language, SideMay, side, may)
        }
        (false, true) => say!(language, SideMayCastle, side),
        (true, false) if lost.len() < open.len() => {
            let manner = manner(lost, language);
            say!(language, MayNeverCastle, side, manner)
        }
        (true, false) => say!(language, SideMayNotCastle, side),
    })
}

/// " short" or " long"; nothing where both are meant.
const fn manner(sides: &[CastlingSide], language: Language) -> &'static str {
    match sides {
        [CastlingSide::KingSide] => say!(language, ShortManner),
        [CastlingSide::QueenSide] => say!(language, LongManner),
        _ => "",
    }
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

/// The texts with `between` between them.
pub(super) fn joined(texts: impl IntoIterator<Item: Display>, between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    texts.join(between)
}

/// `a, b and c`.
pub(super) fn listed(all: Vec<String>, language: Language) -> String {
    before_last(all, |first, last| say!(language, ThisAndThat, first, last))
}

/// `a, b or c`.
pub(super) fn alternatives(all: Vec<String>, language: Language) -> String {
    before_last(all, |first, last| say!(language, ArgAnyOf, first, last))
}

/// The last of several texts put behind the others.
fn before_last(mut all: Vec<String>, put: impl FnOnce(String, String) -> String) -> String {
    let last = all.pop().unwrap_or_default();
    if all.is_empty() {
        return last;
    }
    put(all.join(", "), last)
}

/// ` (4.3.3)`; nothing for codes whose articles have no numbers.
pub(super) fn article_in_brackets(article: &str) -> String {
    if article.starts_with(|c: char| c.is_ascii_digit()) {
        format!(" ({article})")
    } else {
        String::new()
    }
}

/// A man by his square: pawns by it alone, pieces with their letter.
pub(super) fn man_on(square: Square, board: &Board, letters: Letters) -> String {
    match board.role_at(square) {
        None | Some(Role::Pawn) => square.to_string(),
        Some(role) => format!("{}{square}", letters.letter(role)),
    }
}
