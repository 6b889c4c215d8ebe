//! A stored game: read from either of its two forms, which must say the same.

use beruehrt::notation::Text;
use beruehrt::retro::Witness;
use beruehrt::text;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

/// The game that is stored as movetext, in UCI, or both; `None` if in neither.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn read(san: Option<&str>, uci: Option<&[String]>) -> Result<Option<Witness>, Text> {
    let game = match (san, uci) {
        (None, None) => return Ok(None),
        (_, Some(uci)) => play(uci.iter().map(String::as_str), |text, position| {
            let uci: UciMove = text.parse().ok()?;
            uci.to_move(position).ok()
        })?,
        (Some(san), None) => return read_movetext(san).map(Some),
    };
    if san.is_some_and(|san| game.movetext() != san) {
        return Err(text!(WitnessesDiffer));
    }
    Ok(Some(game))
}

/// The game of a score sheet, which is written in one way only.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn read_movetext(san: &str) -> Result<Witness, Text> {
    let moves = san
        .split_ascii_whitespace()
        .filter(|word| !word.ends_with('.'));
    let game = play(moves, |text, position| {
        let san = SanPlus::from_ascii(text.as_bytes()).ok()?;
        san.san.to_move(position).ok()
    })?;
    if game.movetext() == san {
        Ok(game)
    } else {
        Err(text!(WitnessNoGame))
    }
}

/// Plays moves from the initial array.
fn play<'a>(
    moves: impl Iterator<Item = &'a str>,
    read: impl Fn(&str, &Chess) -> Option<Move>,
) -> Result<Witness, Text> {
    let mut position = Chess::default();
    let mut played = Vec::new();
    for text in moves {
        let Some(next) = read(text, &position) else {
            let ply = played.len() + 1;
            let text: String = text.chars().take(20).collect();
            return Err(text!(PlyIllegal, ply, text));
        };
        position.play_unchecked(next);
        played.push(next);
    }
    Ok(Witness { moves: played })
}
