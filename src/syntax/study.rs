//! Studies asked for in words: "White to play and win", "Remis", "Les Blancs font nulle".

use crate::notation::Text;
use crate::text;

/// Words for a win.
const WIN: [&str; 13] = [
    "win", "wins", "winning", "gewinn", "gewinnt", "gewinnen", "gagne", "gagnent", "gagner",
    "gain", "gana", "ganan", "ganar",
];

/// Words for a draw.
const DRAW: [&str; 8] = [
    "draw",
    "draws",
    "drawing",
    "remis",
    "unentschieden",
    "nulle",
    "tablas",
    "nul",
];

/// What a study is called that a text asks for; nothing if it asks for something else, or is a question.
pub(super) fn study(text: &str) -> Option<Text> {
    if text.contains(['?', '#', '=']) {
        return None;
    }
    let lower = text.to_lowercase();
    let has = |words: &[&str]| {
        lower
            .split(|c: char| !c.is_alphabetic())
            .any(|word| words.contains(&word))
    };
    if has(&WIN) {
        Some(text!(WinStudy))
    } else {
        has(&DRAW).then_some(text!(DrawStudy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn studies_are_asked_for_in_many_words() {
        for text in [
            "win",
            "Gewinn",
            "white to play and win",
            "White to move and win.",
            "Weiß zieht und gewinnt",
            "Weiß am Zug gewinnt",
            "Les Blancs jouent et gagnent",
            "Trait aux Blancs, gain",
            "Blancas juegan y ganan",
        ] {
            let name = study(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(name.english(), "a win study", "{text}");
        }
        for text in [
            "draw",
            "Remis",
            "White to play and draw",
            "Weiß am Zug hält remis",
            "Les Blancs jouent et font nulle",
            "Las blancas juegan y hacen tablas",
        ] {
            let name = study(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(name.english(), "a draw study", "{text}");
        }
        for text in [
            "Who wins?",
            "#2",
            "=2",
            "What was the last move?",
            "winner of the tourney",
            "Matt in 2",
        ] {
            assert!(study(text).is_none(), "{text}");
        }
    }
}
