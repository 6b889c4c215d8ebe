//! The order of the pawns, in words.

use shakmaty::Color;

use super::Told;
use super::side;
use super::words::times;
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
                0 => say!(language, CapturedSoOften, who, captures),
                men => {
                    let men = times(men, language);
                    say!(language, CapturedAndPromoted, who, captures, men)
                }
            }
        };
        let (white, black) = (about(Color::White), about(Color::Black));
        let orders = self.orders;
        say!(language, PawnsInOrder, white, black, orders)
    }
}
