//! The order of the pawns, in words.

use shakmaty::Color;

use super::Told;
use super::words::{side, times};
use crate::report::text::TextStyle;
use crate::retro::model::claim::PawnOrder;
use crate::say;

impl Told for PawnOrder {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let about = |color: Color| {
            let (index, who) = (color.fold_wb(0, 1), side(color, language));
            let captures = times(self.captures[index], language);
            match self.promoted[index] {
                0 => say!(
                    language,
                    "{who} captured {captures}",
                    "{who} schlug {captures}"
                ),
                men => {
                    let men = times(men, language);
                    say!(
                        language,
                        "{who} captured {captures} and promoted at least {men}",
                        "{who} schlug {captures} und wandelte mindestens {men} um",
                    )
                }
            }
        };
        let (white, black) = (about(Color::White), about(Color::Black));
        let orders = self.orders;
        say!(
            language,
            "{white}; {black}. Opposing pawns on a file pass only after one of them captures or is captured, and no \
                 such captures, each where its victim can have been, let the pawns through and leave them in this order \
                 on the files ({orders} orders)",
            "{white}; {black}. Gegnerische Bauern einer Linie kommen nur aneinander vorbei, wenn einer schlägt oder \
                 geschlagen wird, und keine solchen Schlagfälle, jeder wo der Geschlagene gewesen sein kann, lassen die Bauern \
                 durch und stellen sie in diese Reihenfolge auf den Linien ({orders} Reihenfolgen)"
        )
    }
}
