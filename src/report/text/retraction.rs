//! The older joke in words: what is taken back, why it was illegal, what replaces it.

use crate::notation::Language;
use crate::problem::Laws;
use crate::say;
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
    if begun {
        say!(
            style.language,
            "The last move {mv} {offence}.",
            "Der letzte Zug {mv} {offence}.",
        )
    } else {
        say!(
            style.language,
            "The last move {mv} {offence} and is taken back.",
            "Der letzte Zug {mv} {offence} und wird zurückgenommen.",
        )
    }
}

/// In which way a move was illegal: `was illegal castling`.
pub(super) fn offence_text(offence: Offence, language: Language) -> &'static str {
    let (english, german) = match offence {
        Offence::CheckIgnored => ("left the king in check", "ließ den König im Schach"),
        Offence::Castling => ("was illegal castling", "war eine illegale Rochade"),
        Offence::EnPassant => (
            "was an illegal en-passant capture",
            "war ein illegaler Schlag en passant",
        ),
        Offence::HalfCastling => ("was half a castling", "war eine halbe Rochade"),
        Offence::HalfEnPassant => (
            "was half an en-passant capture",
            "war ein halber Schlag en passant",
        ),
        Offence::HalfCapture => (
            "was half a capture, the man captured off the board",
            "war ein halber Schlag, der geschlagene Stein vom Brett",
        ),
        Offence::HalfPromotion => (
            "was a promotion without a new piece",
            "war eine Umwandlung ohne neue Figur",
        ),
        Offence::OutOfTurn => ("was made out of turn", "geschah außer der Reihe"),
    };
    language.choose(english, german)
}

/// What replaces the move: `instead Rxg6#`.
pub(super) fn replacement(mv: Option<&Key>, sequel: &Sequel, style: TextStyle) -> String {
    let language = style.language;
    let text = if let Some(key) = mv {
        let mv = style.write(key.san, key.mv);
        say!(language, "instead {mv}", "stattdessen {mv}")
    } else {
        say!(
            language,
            "the other side is on move",
            "die andere Seite ist am Zug"
        )
    };
    match sequel {
        Sequel::Play(_) => format!("{text}:"),
        Sequel::Goal => say!(
            language,
            "{text}, and the goal is reached",
            "{text}, und das Ziel ist erreicht",
        ),
    }
}

/// By which touch law the replacements are bound.
pub(super) fn bound_by(laws: Laws, language: Language) -> String {
    let laws = laws.keyword();
    say!(language, "Touch law: {laws}.", "Berührt-Regel: {laws}.")
}
