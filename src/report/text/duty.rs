//! What a denied trial obliges to, in a few words with the article: `h5 touched: free (4.5)`.

use shakmaty::{Position, Role, Square};

use crate::law::{Duty, Owed, RuleSet};
use crate::notation::Letters;
use crate::problem::Laws;
use crate::say;
use crate::solution::Node;

use super::style::TextStyle;
use super::words::side_name;

/// The touches of the turn and what they oblige to; empty if nothing was touched, or nothing follows
/// from it.
pub(super) fn duty_text(node: &Node, laws: Laws, style: TextStyle) -> String {
    let TextStyle { letters, language } = style;
    let Some(owed) = node.owed(laws) else {
        return String::new();
    };
    let what = owed_text(owed, node, style);
    let touched: Vec<String> = node
        .touched
        .iter()
        .map(|&square| man(square, node, letters))
        .collect();
    let (men, number) = (touched.join(", "), touched.len());
    let touched = say!(language, TouchedWord, number);
    let article = article(owed, laws);
    say!(language, MenTouched, men, touched, what, article)
}

/// `e5 must be captured`, `Ke8 must move`.
fn owed_text(owed: Owed, node: &Node, style: TextStyle) -> String {
    let TextStyle { letters, language } = style;
    let man = |square| man(square, node, letters);
    match owed.duty {
        Duty::Free => {
            let side = side_name(node.turn(), language);
            say!(language, SideIsFree, side)
        }
        Duty::Move(square) => format!("{} {}", man(square), say!(language, MustMoveWord)),
        Duty::Capture(square) => format!("{} {}", man(square), say!(language, MustBeCapturedWord)),
        Duty::CaptureWith { by, of } => {
            format!(
                "{} {} {}",
                man(by),
                say!(language, MustCaptureWord),
                man(of)
            )
        }
        Duty::Castle { king, .. } => format!("{} {}", man(king), say!(language, MustCastleWord)),
    }
}

/// ` (4.3.3)`; nothing for codes whose articles have no numbers.
pub(super) fn article(owed: Owed, laws: Laws) -> String {
    let cited = RuleSet::of(laws).cite(owed.ground);
    if cited.starts_with(|c: char| c.is_ascii_digit()) {
        format!(" ({cited})")
    } else {
        String::new()
    }
}

/// A touched man: pawns by their square alone, pieces with their letter.
fn man(square: Square, node: &Node, letters: Letters) -> String {
    match node.position.board().role_at(square) {
        None | Some(Role::Pawn) => square.to_string(),
        Some(role) => format!("{}{square}", letters.letter(role)),
    }
}
