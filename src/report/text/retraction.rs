//! The older joke in words: what is taken back, why it was illegal, what replaces it.

use crate::notation::Language;
use crate::problem::Laws;
use crate::solution::Key;
use crate::solve::illegal_move::{Offence, Retraction, Sequel};

use super::style::TextStyle;

/// What heads a retraction: the move and why it was illegal.
pub(super) fn title(retraction: &Retraction, style: TextStyle) -> String {
    let mv = style.moves().retraction(&retraction.unmove());
    let offence = offence_text(retraction.offence, style.language);
    let begun = !matches!(
        retraction.offence,
        Offence::CheckIgnored | Offence::Castling | Offence::EnPassant | Offence::OutOfTurn
    );
    match (style.language, begun) {
        (Language::English, true) => format!("The last move {mv} {offence}."),
        (Language::German, true) => format!("Der letzte Zug {mv} {offence}."),
        (Language::English, false) => format!("The last move {mv} {offence} and is taken back."),
        (Language::German, false) => {
            format!("Der letzte Zug {mv} {offence} und wird zurückgenommen.")
        }
    }
}

/// In which way a move was illegal: `was illegal castling`.
pub(super) fn offence_text(offence: Offence, language: Language) -> &'static str {
    match (offence, language) {
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
        (Offence::HalfCapture, Language::English) => {
            "was half a capture, the man captured off the board"
        }
        (Offence::HalfCapture, Language::German) => {
            "war ein halber Schlag, der geschlagene Stein vom Brett"
        }
        (Offence::HalfPromotion, Language::English) => "was a promotion without a new piece",
        (Offence::HalfPromotion, Language::German) => "war eine Umwandlung ohne neue Figur",
        (Offence::OutOfTurn, Language::English) => "was made out of turn",
        (Offence::OutOfTurn, Language::German) => "geschah außer der Reihe",
    }
}

/// What replaces the move: `instead Rxg6#`.
pub(super) fn replacement(mv: Option<&Key>, sequel: &Sequel, style: TextStyle) -> String {
    let text = match (mv, style.language) {
        (Some(key), Language::English) => {
            format!("instead {}", style.write(key.san, key.mv))
        }
        (Some(key), Language::German) => {
            format!("stattdessen {}", style.write(key.san, key.mv))
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
        Language::German => format!("Berührt-Regel: {}.", laws.keyword()),
    }
}
