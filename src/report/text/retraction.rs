//! The older joke in words: what is taken back, why it was illegal, what replaces it.

use crate::notation::{Language, MoveStyle};
use crate::problem::Laws;
use crate::solution::Key;
use crate::solve::illegal_move::{Offence, Retraction, Sequel};

use super::moves::move_text;
use super::style::TextStyle;

/// What heads a retraction: the move and why it was illegal.
pub(super) fn title(retraction: &Retraction, style: TextStyle) -> String {
    let notation = MoveStyle {
        letters: style.letters,
        ..MoveStyle::default()
    };
    let mv = notation.retraction(&retraction.unmove());
    let offence = match (retraction.offence, style.language) {
        (Offence::CheckIgnored, Language::English) => "left the king in check",
        (Offence::CheckIgnored, Language::German) => "ließ den König im Schach",
        (Offence::Castling, Language::English) => "was illegal castling",
        (Offence::Castling, Language::German) => "war eine illegale Rochade",
        (Offence::EnPassant, Language::English) => "was an illegal en-passant capture",
        (Offence::EnPassant, Language::German) => "war ein illegaler Schlag en passant",
        (Offence::HalfCastling, Language::English) => "was half a castling",
        (Offence::HalfCastling, Language::German) => "war eine halbe Rochade",
        (Offence::HalfEnPassant, Language::English) => "was half an en-passant capture",
        (Offence::HalfEnPassant, Language::German) => "war ein halber Schlag en passant",
        (Offence::HalfPromotion, Language::English) => "was a promotion without a new piece",
        (Offence::HalfPromotion, Language::German) => "war eine Umwandlung ohne neue Figur",
        (Offence::OutOfTurn, Language::English) => "was made out of turn",
        (Offence::OutOfTurn, Language::German) => "geschah außer der Reihe",
    };
    match style.language {
        Language::English => format!("The last move {mv} {offence} and is taken back."),
        Language::German => format!("Der letzte Zug {mv} {offence} und wird zurückgenommen."),
    }
}

/// What replaces the move: `instead Rxg6#`.
pub(super) fn replacement(mv: Option<&Key>, sequel: &Sequel, style: TextStyle) -> String {
    let text = match (mv, style.language) {
        (Some(key), Language::English) => {
            format!("instead {}", move_text(key.san, key.mv, style.letters))
        }
        (Some(key), Language::German) => {
            format!("stattdessen {}", move_text(key.san, key.mv, style.letters))
        }
        (None, Language::English) => "the other side is on move".to_owned(),
        (None, Language::German) => "die andere Seite ist am Zug".to_owned(),
    };
    match (sequel, style.language) {
        (Sequel::Play(_), _) => format!("{text}:"),
        (Sequel::Goal, Language::English) => format!("{text}, and the goal is reached"),
        (Sequel::Goal, Language::German) => format!("{text}, und das Ziel ist erreicht"),
    }
}

/// By which touch law the replacements are bound.
pub(super) fn bound_by(laws: Laws, language: Language) -> String {
    match language {
        Language::English => format!("Touch law: {}.", laws.keyword()),
        Language::German => format!("Berührungsregel: {}.", laws.keyword()),
    }
}
