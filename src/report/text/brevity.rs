//! How short a game is, in words.

use crate::notation::Language;
use crate::retro::{Brevity, Witness};
use crate::say;

use super::TextStyle;
use super::evidence::limit_name;
use super::proof_game::game_text;

/// What is known of games that are not longer: `shortest proof game: 9.0 moves, unique`.
pub fn brevity_text(game: &Witness, brevity: &Brevity, style: TextStyle) -> String {
    let language = style.language;
    let length = moves(game.moves.len(), language);
    match brevity {
        Brevity::Only => say!(language, ShortestUnique, length),
        Brevity::OneOfSeveral(other) => {
            let other = game_text(&other.game(), None, style);
            say!(language, ShortestNotUnique, length, other)
        }
        Brevity::Proved(limit) => {
            let limit = limit_name(*limit, language);
            say!(language, ShortestUndecided, length, limit)
        }
        Brevity::Unproved { none_below, limit } => {
            let below = moves(*none_below as usize, language);
            let limit = limit_name(*limit, language);
            say!(language, GameOfLength, length, below, limit)
        }
    }
}

/// Half-moves as moves of both sides, as proof games are counted: `7.5`.
pub(super) fn moves(plies: usize, language: Language) -> String {
    let point = say!(language, DecimalPoint);
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
