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
                say!(language, ShutInRight, king, rook, letter)
            }
            NeverMoved::SaidToHaveMoved(square) => say!(language, ShutInMan, square),
        }
    }
}
