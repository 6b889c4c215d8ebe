//! The side that just moved did not leave its king in check (Laws, article 3.9).

use shakmaty::{Color, Square};

use super::side;
use crate::notation::Language;
use crate::retro::position::RetroPosition;

/// The side not on move is in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleCheck {
    /// The side in check.
    pub color: Color,
    /// Its king.
    pub king: Square,
    /// A man that gives the check.
    pub checker: Square,
}

impl IdleCheck {
    /// The check, if the side not on move is in check.
    pub fn find(position: &RetroPosition) -> Option<IdleCheck> {
        let color = position.retractor();
        let board = &position.board;
        let king = board.king_of(color)?;
        let checker = board
            .attacks_to(king, color.other(), board.occupied())
            .first()?;
        Some(IdleCheck {
            color,
            king,
            checker,
        })
    }

    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let IdleCheck { king, checker, .. } = self;
        match language {
            Language::English => {
                format!("{who} has just moved and left the king {king} in check from {checker}")
            }
            Language::German => {
                format!(
                    "{who} hat eben gezogen und den König {king} im Schach von {checker} gelassen"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_position;
    use super::*;

    #[test]
    fn only_the_side_not_on_move() {
        let find = |fen| IdleCheck::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/8/8/4R3/8/8/4K3 w").is_some());
        assert!(find("4k3/8/8/8/4R3/8/8/4K3 b").is_none());
    }
}
