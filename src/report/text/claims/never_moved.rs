//! Men that never moved, in words.

use super::Told;
use crate::report::text::TextStyle;
use crate::retro::model::claim::NeverMoved;
use crate::say;

impl Told for NeverMoved {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        match self {
            NeverMoved::LostRight(right) => {
                let (king, rook) = (right.king_home(), right.rook_home());
                let letter = right.letter();
                say!(
                    language,
                    "king {king} and rook {rook} are shut in and cannot have moved: the right {letter} cannot be lost",
                    "König {king} und Turm {rook} sind eingesperrt und können nicht gezogen haben: das Recht {letter} \
                     kann nicht verloren sein",
                )
            }
            NeverMoved::SaidToHaveMoved(square) => say!(
                language,
                "the man on {square} is shut in and cannot have moved",
                "der Stein auf {square} ist eingesperrt und kann nicht gezogen haben",
            ),
        }
    }
}
