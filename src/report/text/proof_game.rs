//! Proof games in words: what was found, the games, and what they show.

use shakmaty::{Role, Square};

use crate::notation::Language;
use crate::problem::ProofGame;
use crate::retro::Game;
use crate::retro::proof_game::{Fate, Feature, ProofGames, Shorter, Way, features};
use crate::say;

use super::brevity::moves;
use super::evidence::limit_name;
use super::layout::wrap;
use super::moves::number;
use super::style::TextStyle;
use super::words::side_name;

/// What is asked: `proof game in 17.5 moves`.
pub(super) fn asked(asked: ProofGame, language: Language) -> String {
    let length = |plies: u32| moves(plies as usize, language);
    match asked {
        ProofGame::Exactly(plies) => say!(language, AsksProofGame, length = length(plies)),
        ProofGame::Shortest(Some(plies)) => {
            say!(language, AsksShortestGameIn, length = length(plies))
        }
        ProofGame::Shortest(None) => say!(language, AsksShortestGame).to_owned(),
    }
}

/// The sentence on what was found, `more than one. First difference: 3. Bb5 / 3. Bc4`.
pub fn found_text(found: &ProofGames, style: TextStyle) -> String {
    let language = style.language;
    let length = moves(found.plies as usize, language);
    match (found.games.as_slice(), found.searched) {
        ([one, other, ..], _) => {
            let at = found.difference().unwrap_or_default();
            let (one, other) = (move_text(one, at, style), move_text(other, at, style));
            say!(language, FoundSeveralGames, length, one, other)
        }
        ([_], Ok(())) => say!(language, FoundOnlyGame, length),
        ([_], Err(limit)) => {
            let limit = limit_name(limit, language);
            say!(language, FoundOneGame, length, limit)
        }
        ([], Ok(())) => say!(language, FoundNoGame, length),
        ([], Err(limit)) => {
            let limit = limit_name(limit, language);
            say!(language, FoundNoGameYet, length, limit)
        }
    }
}

/// All that was found, with the games; the second one's first other move stands in brackets.
pub(super) fn lines(found: &ProofGames, style: TextStyle, columns: usize) -> Vec<String> {
    let language = style.language;
    let mut lines = wrap("", "   ", &found_text(found, style), columns);
    let difference = found.difference();
    for (number, game) in found.games.iter().enumerate() {
        let mark = difference.filter(|_| number > 0);
        lines.extend(wrap("   ", "   ", &game_text(game, mark, style), columns));
        if number > 0 {
            continue;
        }
        for feature in features(game) {
            let text = feature_text(feature, style);
            lines.extend(wrap("   - ", "     ", &text, columns));
        }
    }
    match &found.shorter {
        None => {}
        Some(Shorter::None) if found.games.is_empty() => {}
        Some(Shorter::None) => lines.push(say!(language, NoneIsShorter).to_owned()),
        Some(Shorter::Game(game)) => {
            let length = moves(game.moves.len(), language);
            lines.push(say!(language, AShorterGame, length));
            lines.extend(wrap("   ", "   ", &game_text(game, None, style), columns));
        }
        Some(Shorter::Unknown { none_below, limit }) => {
            let below = moves(*none_below as usize, language);
            let limit = limit_name(*limit, language);
            lines.push(say!(language, ShorterUnknown, below, limit));
        }
    }
    lines
}

/// The moves of a game in the letters of the reader, the one numbered `mark` in brackets.
pub(super) fn game_text(game: &Game, mark: Option<usize>, style: TextStyle) -> String {
    let moves = style.moves();
    game.told(|at, played, san| {
        let text = moves.write_san(played, san);
        if mark == Some(at) {
            format!("[{text}]")
        } else {
            text
        }
    })
}

/// One move of a game with its number, `3... Bb4`; of a game that is over, a dash.
pub(super) fn move_text(game: &Game, at: usize, style: TextStyle) -> String {
    let sans = game.sans();
    match (sans.get(at), game.moves.get(at)) {
        (Some((ply, san)), Some(&played)) => {
            let text = style.moves().write_san(played, san);
            format!("{} {text}", number(*ply))
        }
        _ => "-".to_owned(),
    }
}

/// What a game shows, in English words and letters, as records have it.
pub fn feature_in_english(feature: Feature) -> String {
    feature_text(feature, TextStyle::ENGLISH)
}

/// What a game shows, in words.
pub(super) fn feature_text(feature: Feature, style: TextStyle) -> String {
    let language = style.language;
    let man = |role: Role| style.letters.letter(role).to_string();
    match feature {
        Feature::Castling { color, side, ply } => {
            let castling = style.moves().castle(side);
            let at = number(ply);
            let side = side_name(color, language);
            say!(language, ShowsCastling, side, at, castling)
        }
        Feature::EnPassant { to, ply } => {
            say!(language, ShowsEnPassant, to, at = number(ply))
        }
        Feature::Promotion {
            role,
            at: square,
            ply,
            fate,
        } => {
            let (man, at) = (man(role), number(ply));
            match fate {
                Fate::Captured(to) => say!(language, ShowsCerianiFrolkin, at, square, man, to),
                Fate::Home(to) => say!(language, ShowsPronkin, at, square, man, to),
                Fate::Replaces(to) => say!(language, ShowsPhoenix, at, square, man, to),
                Fate::Stands(to) => say!(language, ShowsPromotion, at, square, man, to),
            }
        }
        Feature::Return { role, at, way } => {
            let man = standing(&man(role), role, at);
            match way {
                Way::Circuit => say!(language, ShowsCircuit, man),
                Way::Switchback => say!(language, ShowsSwitchback, man),
                Way::Other => say!(language, ShowsReturn, man),
            }
        }
        Feature::Sibling { role, from, to } => {
            let man = standing(&man(role), role, from);
            say!(language, ShowsSibling, man, to)
        }
    }
}

fn standing(letter: &str, role: Role, at: Square) -> String {
    match role {
        Role::Pawn => at.to_string(),
        _ => format!("{letter}{at}"),
    }
}
