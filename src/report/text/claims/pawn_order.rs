//! The order of the pawns, in words.

use shakmaty::Color;

use super::Told;
use super::words::{side, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::PawnOrder;

impl Told for PawnOrder {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let about = |color: Color| {
            let (index, who) = (color.fold_wb(0, 1), side(color, language));
            let captures = times(self.captures[index], language);
            match (self.promoted[index], language) {
                (0, Language::English) => format!("{who} captured {captures}"),
                (1, Language::English) => {
                    format!("{who} captured {captures} and promoted at least once")
                }
                (men, Language::English) => {
                    let men = times(men, language);
                    format!("{who} captured {captures} and promoted at least {men}")
                }
                (0, Language::German) => format!("{who} schlug {captures}"),
                (men, Language::German) => {
                    let men = times(men, language);
                    format!("{who} schlug {captures} und wandelte mindestens {men} um")
                }
            }
        };
        let (white, black) = (about(Color::White), about(Color::Black));
        let orders = self.orders;
        match language {
            Language::English => format!(
                "{white}; {black}. Opposing pawns on a file pass only after one of them captures or is captured, and no \
                 such captures let the pawns through and leave them in this order on the files ({orders} orders)"
            ),
            Language::German => format!(
                "{white}; {black}. Gegnerische Bauern einer Linie kommen nur aneinander vorbei, wenn einer schlägt oder \
                 geschlagen wird, und keine solchen Schlagfälle lassen die Bauern durch und stellen sie in diese \
                 Reihenfolge auf den Linien ({orders} Reihenfolgen)"
            ),
        }
    }
}
