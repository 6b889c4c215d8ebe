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
        say!(style.language, LastMoveOffence, mv, offence)
    } else {
        say!(style.language, LastMoveTakenBack, mv, offence)
    }
}

/// In which way a move was illegal: `was illegal castling`.
pub(super) fn offence_text(offence: Offence, language: Language) -> &'static str {
    match offence {
        Offence::CheckIgnored => say!(language, OffenceCheckIgnored),
        Offence::Castling => say!(language, OffenceCastling),
        Offence::EnPassant => say!(language, OffenceEnPassant),
        Offence::HalfCastling => say!(language, OffenceHalfCastling),
        Offence::HalfEnPassant => say!(language, OffenceHalfEnPassant),
        Offence::HalfCapture => say!(language, OffenceHalfCapture),
        Offence::HalfPromotion => say!(language, OffenceHalfPromotion),
        Offence::OutOfTurn => say!(language, OffenceOutOfTurn),
    }
}

/// What replaces the move: `instead Rxg6#`.
pub(super) fn replacement(mv: Option<&Key>, sequel: &Sequel, style: TextStyle) -> String {
    let language = style.language;
    let text = if let Some(key) = mv {
        let mv = style.write(key.san, key.mv);
        say!(language, InsteadMove, mv)
    } else {
        say!(language, OtherSideOnMove).to_owned()
    };
    match sequel {
        Sequel::Play(_) => format!("{text}{}", language.colon().trim_end_matches(' ')),
        Sequel::Goal => say!(language, GoalReached, text),
    }
}

/// By which touch law the replacements are bound.
pub(super) fn bound_by(laws: Laws, language: Language) -> String {
    let laws = laws.keyword();
    say!(language, TouchLawIs, laws)
}
