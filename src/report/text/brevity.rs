//! How short a game is, in words.

use crate::notation::Language;
use crate::retro::{Brevity, Witness};
use crate::say;

use super::evidence::limit_name;

/// What is known of games that are not longer: `shortest proof game: 9.0 moves, unique`.
pub fn brevity_text(game: &Witness, brevity: &Brevity, language: Language) -> String {
    let length = moves(game.moves.len(), language);
    match brevity {
        Brevity::Only => say!(
            language,
            "shortest proof game: {length} moves, unique",
            "kürzeste Beweispartie: {length} Züge, eindeutig",
        ),
        Brevity::OneOfSeveral(other) => {
            let other = other.movetext();
            say!(
                language,
                "shortest proof game: {length} moves, not unique: also {other}",
                "kürzeste Beweispartie: {length} Züge, nicht eindeutig: auch {other}",
            )
        }
        Brevity::Proved(limit) => {
            let limit = limit_name(*limit, language);
            say!(
                language,
                "shortest proof game: {length} moves; uniqueness undecided (limit: {limit})",
                "kürzeste Beweispartie: {length} Züge; Eindeutigkeit unentschieden (Grenze: {limit})",
            )
        }
        Brevity::Unproved { none_below, limit } => {
            let below = moves(*none_below as usize, language);
            let limit = limit_name(*limit, language);
            say!(
                language,
                "a game of {length} moves; none has fewer than {below} (limit: {limit})",
                "Partie von {length} Zügen; keine hat weniger als {below} (Grenze: {limit})",
            )
        }
    }
}

/// Half-moves as moves of both sides, as proof games are counted: `7.5`.
fn moves(plies: usize, language: Language) -> String {
    let point = language.choose(".", ",");
    format!("{}{point}{}", plies / 2, plies % 2 * 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_and_a_half_moves_are_fifteen_half_moves() {
        assert_eq!(moves(15, Language::English), "7.5");
        assert_eq!(moves(16, Language::German), "8,0");
    }
}
