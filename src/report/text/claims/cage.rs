//! A cage, in words.

use shakmaty::Bitboard;

use super::Told;
use crate::report::text::TextStyle;
use crate::report::text::words::joined;
use crate::retro::model::claim::Cage;
use crate::say;

impl Told for Cage {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let walls = self
            .patterns
            .first()
            .map_or(Bitboard::EMPTY, |first| self.men & first.unmoved_pawns());
        let shut_in = joined(self.men & !walls, " ");
        if walls.is_empty() {
            return say!(language, CageOf, shut_in);
        }
        let walls = joined(walls, " ");
        say!(language, CageBehind, shut_in, walls)
    }
}
