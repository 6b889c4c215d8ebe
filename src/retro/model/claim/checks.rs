//! Checks that no single move gives together.
//!
//! One move gives at most two checks. Of two checkers one has moved (or, en passant, both lines were
//! opened); the other was uncovered, so it is a line piece. Two men that are no line pieces, and two
//! line pieces on the same side of the king, never check together.

use shakmaty::{Bitboard, Square};

use crate::notation::Language;

/// Checkers of the side on move that cannot have come to check together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleCheck {
    /// The king in check.
    pub king: Square,
    /// All men that check it.
    pub checkers: Bitboard,
}

impl ImpossibleCheck {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let men: Vec<String> = self.checkers.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        let king = self.king;
        match language {
            Language::English => {
                format!("no move gives check to the king {king} from {men} at once")
            }
            Language::German => {
                format!("kein Zug bietet dem König {king} zugleich von {men} Schach")
            }
        }
    }
}
