//! Men that never moved: shut in at home, or said so by a castling right, against a claim that they did.

use shakmaty::Square;

use crate::notation::Language;
use crate::world::Right;

/// A contradiction about a man that never moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeverMoved {
    /// King and rook are shut in and never moved, yet their right is said to be lost.
    LostRight(Right),
    /// The man here is shut in and never moved, yet it is said to have moved.
    SaidToHaveMoved(Square),
}

impl NeverMoved {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match (self, language) {
            (NeverMoved::LostRight(right), Language::English) => format!(
                "king {} and rook {} are shut in and cannot have moved: the right {} cannot be lost",
                right.king_home(),
                right.rook_home(),
                right.letter()
            ),
            (NeverMoved::LostRight(right), Language::German) => format!(
                "König {} und Turm {} sind eingesperrt und können nicht gezogen haben: das Recht {} \
                 kann nicht verloren sein",
                right.king_home(),
                right.rook_home(),
                right.letter()
            ),
            (NeverMoved::SaidToHaveMoved(square), Language::English) => {
                format!("the man on {square} is shut in and cannot have moved")
            }
            (NeverMoved::SaidToHaveMoved(square), Language::German) => {
                format!("der Stein auf {square} ist eingesperrt und kann nicht gezogen haben")
            }
        }
    }
}
