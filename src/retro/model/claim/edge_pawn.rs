//! No pawn ever stands on the first or eighth rank.

use shakmaty::Square;

use crate::notation::Language;

/// A pawn on the first or eighth rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgePawn {
    /// Where it stands.
    pub square: Square,
}

impl EdgePawn {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match language {
            Language::English => format!("no pawn can stand on {}", self.square),
            Language::German => format!("auf {} kann kein Bauer stehen", self.square),
        }
    }
}
