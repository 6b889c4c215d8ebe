//! A cage, in words.

use shakmaty::Bitboard;

use super::Told;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Cage;
use crate::say;

impl Told for Cage {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let list = |men: Bitboard| {
            let squares: Vec<String> = men.into_iter().map(|s| s.to_string()).collect();
            squares.join(" ")
        };
        let walls = self
            .patterns
            .first()
            .map_or(Bitboard::EMPTY, |first| self.men & first.unmoved_pawns());
        let shut_in = list(self.men & !walls);
        if walls.is_empty() {
            return say!(
                language,
                "cage: no retraction sets free the men on {shut_in}",
                "Käfig: keine Rücknahme befreit die Steine auf {shut_in}",
            );
        }
        let walls = list(walls);
        say!(
            language,
            "cage: no retraction sets free the men on {shut_in} behind the pawns on {walls}",
            "Käfig: keine Rücknahme befreit die Steine auf {shut_in} hinter den Bauern auf {walls}",
        )
    }
}
