//! Men that never moved, in words.

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::NeverMoved;

impl Told for NeverMoved {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
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
