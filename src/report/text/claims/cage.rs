//! A cage, in words.

use shakmaty::Bitboard;

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Cage;

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
        match (walls.is_empty(), language) {
            (true, Language::English) => {
                format!("cage: no retraction sets free the men on {shut_in}")
            }
            (true, Language::German) => {
                format!("Käfig: keine Rücknahme befreit die Steine auf {shut_in}")
            }
            (false, Language::English) => format!(
                "cage: no retraction sets free the men on {shut_in} behind the pawns on {}",
                list(walls)
            ),
            (false, Language::German) => format!(
                "Käfig: keine Rücknahme befreit die Steine auf {shut_in} hinter den Bauern auf {}",
                list(walls)
            ),
        }
    }
}
