//! A witness game as PGN: the score sheet.
//!
//! Invariant: what is written is the game that was given, move for move; an illegal game ends at its first
//! illegal move.

use std::fmt::Write;

use shakmaty::{Chess, Color, Position, san::SanPlus};

use crate::retro::model::Witness;
use crate::world::World;

/// Longest line of movetext, as the PGN standard asks (8.2.1: under 80 columns).
const LINE: usize = 79;

/// The moves in English SAN with move numbers, on one line, without a result.
pub fn movetext(witness: &Witness) -> String {
    let mut position = Chess::default();
    let mut text = String::new();
    for (ply, &played) in witness.moves.iter().enumerate() {
        if !position.is_legal(played) {
            break;
        }
        if ply > 0 {
            text.push(' ');
        }
        if position.turn() == Color::White {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, played);
        let _ = write!(text, "{san}");
    }
    text
}

/// A whole PGN game: the seven tags of the roster with this event, a tag with the world it ends in, then the
/// movetext in lines.
pub fn pgn(event: &str, world: World, witness: &Witness) -> String {
    let escaped = event.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped: String = escaped.chars().filter(|c| !c.is_control()).collect();
    let world = world.to_string();
    let mut text = String::new();
    for (tag, value) in [
        ("Event", escaped.as_str()),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
        ("World", world.as_str()),
    ] {
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    text.push('\n');
    let moves = movetext(witness);
    let mut column = 0;
    for word in moves.split_whitespace().chain(["*"]) {
        if column > 0 && column + 1 + word.len() > LINE {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Move, Role, Square};

    fn step(from: Square, to: Square) -> Move {
        Move::Normal {
            role: Role::Pawn,
            from,
            capture: None,
            to,
            promotion: None,
        }
    }

    #[test]
    fn a_score_sheet_has_tags_numbers_and_a_result() {
        let witness = Witness {
            moves: vec![
                step(Square::F2, Square::F3),
                step(Square::E7, Square::E5),
                step(Square::G2, Square::G4),
            ],
        };
        assert_eq!(movetext(&witness), "1. f3 e5 2. g4");
        let world = "KQkq -".parse().unwrap();
        let text = pgn("a \"b\"", world, &witness);
        assert!(text.starts_with("[Event \"a \\\"b\\\"\"]\n"));
        assert!(text.ends_with("[World \"KQkq -\"]\n\n1. f3 e5 2. g4 *\n"));
    }
}
