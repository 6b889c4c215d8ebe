//! A closed region, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::ClosedRegion;
use crate::say;

impl Told for ClosedRegion {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let squares: Vec<String> = self.squares.into_iter().map(|s| s.to_string()).collect();
        let squares = squares.join(", ");
        let who = side(self.color, language);
        say!(language, RegionClosed, squares, who)
    }
}
