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
        (Some(san), None) => {
            let moves = san
                .split_ascii_whitespace()
                .filter(|word| !word.ends_with('.'));
            play(moves, |text, position| {
                let san = SanPlus::from_ascii(text.as_bytes()).ok()?;
                san.san.to_move(position).ok()
            })?
        }
    };
    // The score sheet is written in one way only.
    match san {
        Some(san) if game.movetext() != san => Err(match uci {
            Some(_) => Text::new(
                "`witness` and `witness_uci` are not the same game",
                "`witness` und `witness_uci` sind nicht dieselbe Partie",
            ),
            None => Text::new(
                "`witness` is not a game as it is written here",
                "`witness` ist keine Partie in der üblichen Form",
            ),
        }),
        _ => Ok(Some(game)),
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
            return Err(text!(
                "half-move {ply}, {text}, is not legal",
                "der Halbzug {ply}, {text}, ist nicht legal",
            ));
        };
        position.play_unchecked(next);
        played.push(next);
    }
    Ok(Witness { moves: played })
}
