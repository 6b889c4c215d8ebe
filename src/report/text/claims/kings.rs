//! Kings, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Kings;
use crate::say;

impl Told for Kings {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let count = self.count;
        say!(language, KingsInsteadOfOne, who, count)
    }
}
