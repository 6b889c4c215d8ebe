//! Words that several claims share.

use shakmaty::Color;

use crate::notation::Language;
use crate::say;

/// The name of a side.
pub(in crate::report) const fn side(color: Color, language: Language) -> &'static str {
    match color {
        Color::White => language.choose("White", "Weiß"),
        Color::Black => language.choose("Black", "Schwarz"),
    }
}

/// The adjective of a side (German: feminine, as of *Figur*, without article: "weiße").
pub(in crate::report) const fn adjective(color: Color, language: Language) -> &'static str {
    match color {
        Color::White => language.choose("white", "weiße"),
        Color::Black => language.choose("black", "schwarze"),
    }
}

/// How often, as an adverb.
pub(in crate::report) fn times(count: u32, language: Language) -> String {
    match count {
        1 => say!(language, "once", "einmal"),
        2 => say!(language, "twice", "zweimal"),
        _ => say!(language, "{count} times", "{count}mal"),
    }
}
