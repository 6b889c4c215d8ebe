//! Words that several claims are told with.

use shakmaty::{Color, Role};

use crate::notation::Language;

/// The name of a side.
pub(crate) const fn side(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "White",
        (Color::Black, Language::English) => "Black",
        (Color::White, Language::German) => "Weiß",
        (Color::Black, Language::German) => "Schwarz",
    }
}

/// The adjective of a side (German: feminine, as of *Figur*, without article: "weiße").
pub(crate) const fn adjective(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::English) => "white",
        (Color::Black, Language::English) => "black",
        (Color::White, Language::German) => "weiße",
        (Color::Black, Language::German) => "schwarze",
    }
}

/// How often, as an adverb.
pub(crate) fn times(count: u32, language: Language) -> String {
    match (count, language) {
        (1, Language::English) => "once".to_owned(),
        (2, Language::English) => "twice".to_owned(),
        (_, Language::English) => format!("{count} times"),
        (1, Language::German) => "einmal".to_owned(),
        (2, Language::German) => "zweimal".to_owned(),
        (_, Language::German) => format!("{count}mal"),
    }
}

/// The letter of a piece in the language; P or B names a pawn.
pub(crate) const fn letter(role: Role, language: Language) -> char {
    let (english, german) = match role {
        Role::King => ('K', 'K'),
        Role::Queen => ('Q', 'D'),
        Role::Rook => ('R', 'T'),
        Role::Bishop => ('B', 'L'),
        Role::Knight => ('N', 'S'),
        Role::Pawn => ('P', 'B'),
    };
    match language {
        Language::English => english,
        Language::German => german,
    }
}
