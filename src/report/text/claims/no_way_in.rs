//! A man without a way in, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::NoWayIn;
use crate::say;

impl Told for NoWayIn {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let piece = style.letters.letter(self.role);
        let square = self.square;
        let ways: Vec<String> = self.ways.into_iter().map(|s| s.to_string()).collect();
        let ways = ways.join(", ");
        if ways.is_empty() {
            return say!(language, NoWayByUnmoved, who, piece, square);
        }
        say!(language, NoWayByPawns, who, piece, square, ways)
    }
}
