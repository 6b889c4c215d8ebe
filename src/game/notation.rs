//! Moves of a state in short notation.

use shakmaty::Move;
use shakmaty::san::{San, SanPlus, Suffix};

use super::{Rules, State};

impl State {
    /// `mv` in short notation with its sign; a mate is what leaves the other side in check without any
    /// move or trial. A trial is written as the move that stands.
    pub fn san(&self, rules: &Rules, mv: Move) -> SanPlus {
        let after = self.play(mv);
        let suffix = after.is_check().then(|| {
            if after.moves(rules).is_empty() {
                Suffix::Checkmate
            } else {
                Suffix::Check
            }
        });
        SanPlus {
            san: San::from_move(self.chess(), mv),
            suffix,
        }
    }
}
