//! Words that several claims share.

use shakmaty::Color;

use crate::notation::Language;
use crate::say;

/// The adjective of a side (German: feminine, as of *Figur*, without article: "weiße").
pub(in crate::report) const fn adjective(color: Color, language: Language) -> &'static str {
    match color {
        Color::White => say!(language, WhiteMen),
        Color::Black => say!(language, BlackMen),
    }
}

/// How often, as an adverb.
pub(in crate::report) fn times(count: u32, language: Language) -> String {
    match count {
        1 => say!(language, Once).to_owned(),
        2 => say!(language, Twice).to_owned(),
        _ => say!(language, Times, count),
    }
}
