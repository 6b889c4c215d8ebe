//! No pawn ever stands on the first or eighth rank.

use shakmaty::{Bitboard, Square};

use crate::notation::Language;
use crate::retro::position::RetroPosition;

/// A pawn on the first or eighth rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgePawn {
    /// Where it stands.
    pub square: Square,
}

impl EdgePawn {
    /// The first such pawn.
    pub fn find(position: &RetroPosition) -> Option<EdgePawn> {
        (position.board.pawns() & Bitboard::BACKRANKS)
            .first()
            .map(|square| EdgePawn { square })
    }

    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match language {
            Language::English => format!("no pawn can stand on {}", self.square),
            Language::German => format!("auf {} kann kein Bauer stehen", self.square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_position;
    use super::*;

    #[test]
    fn the_first_rank_but_not_the_second() {
        let find = |fen| EdgePawn::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/8/8/8/8/8/P3K3 w").is_some());
        assert!(find("4k3/8/8/8/8/8/P7/4K3 w").is_none());
    }
}
