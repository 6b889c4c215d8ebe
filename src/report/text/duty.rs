//! What a denied trial obliges to, in a few words with the article: `h5 touched: free (4.5)`.

use shakmaty::{Move, Position, Role, Square};

use crate::law::{Duty, Ground, RuleSet, Touch};
use crate::notation::Language;
use crate::problem::Laws;
use crate::solution::Node;

use super::words::{Words, side_name};

/// The touches of the turn and what they oblige to; empty if nothing was touched.
pub(super) fn duty_text(node: &Node, laws: Laws, language: Language) -> String {
    if node.touched.is_empty() {
        return String::new();
    }
    let words = Words::of(language);
    let board = node.position.board();
    let turn = node.turn();
    let touches = node.touched.iter().map(|&square| {
        if board.color_at(square) == Some(turn) {
            Touch::Own(square)
        } else {
            Touch::Enemy(square)
        }
    });
    let rules = RuleSet::of(laws);
    let owed = rules.owed(touches, &possible_moves(node));
    // The list says of a denied castling only that the king was touched.
    let king_first = node
        .touched
        .first()
        .is_some_and(|&square| board.role_at(square) == Some(Role::King));
    let ground = match (owed.duty, owed.ground) {
        (Duty::Move(square), Ground::OwnTouched)
            if board.role_at(square) == Some(Role::King) && king_first =>
        {
            Ground::CastlingRefused
        }
        (Duty::Free, _) if king_first && node.touched.len() == 1 => Ground::CastlingRefused,
        (_, ground) => ground,
    };
    let duty = match owed.duty {
        Duty::Free => format!("{} {}", side_name(turn, language), words.free),
        Duty::Move(square) => format!("{square} {}", words.must_move),
        Duty::Capture(square) => format!("{square} {}", words.must_be_captured),
        Duty::CaptureWith { by, of } => format!("{by} {} {of}", words.must_capture),
        Duty::Castle { king, .. } => format!("{king} {}", words.must_castle),
    };
    format!(
        "{} {}: {duty} ({}).",
        square_list(&node.touched),
        words.touched,
        rules.cite(ground)
    )
}

/// The moves that are legal in at least one world of the node.
fn possible_moves(node: &Node) -> Vec<Move> {
    let mut moves = Vec::new();
    for world in node.worlds.iter() {
        let Ok(position) = world.position(node.position.board(), node.turn()) else {
            continue;
        };
        for m in position.legal_moves() {
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
    }
    moves
}

/// The squares of men in a list: `h5, g5`.
fn square_list(squares: &[Square]) -> String {
    let texts: Vec<String> = squares.iter().map(ToString::to_string).collect();
    texts.join(", ")
}
