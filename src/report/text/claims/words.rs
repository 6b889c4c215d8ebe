//! Words that several claims share.

use shakmaty::Color;

use crate::notation::Language;

/// The name of a side.
pub(in crate::report) const fn side(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "White",
        (Color::Black, Language::English) => "Black",
        (Color::White, Language::German) => "Weiß",
        (Color::Black, Language::German) => "Schwarz",
    }
}

/// The adjective of a side (German: feminine, as of *Figur*, without article: "weiße").
pub(in crate::report) const fn adjective(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "white",
        (Color::Black, Language::English) => "black",
        (Color::White, Language::German) => "weiße",
        (Color::Black, Language::German) => "schwarze",
    }
}

/// How often, as an adverb.
pub(in crate::report) fn times(count: u32, language: Language) -> String {
    match (count, language) {
        (1, Language::English) => "once".to_owned(),
        (2, Language::English) => "twice".to_owned(),
        (_, Language::English) => format!("{count} times"),
        (1, Language::German) => "einmal".to_owned(),
        (2, Language::German) => "zweimal".to_owned(),
        (_, Language::German) => format!("{count}mal"),
    }
}
