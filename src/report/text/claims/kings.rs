//! Kings, in words.

use super::Told;
use super::words::side;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Kings;

impl Told for Kings {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        match language {
            Language::English => format!("{who} has {} kings instead of one", self.count),
            Language::German => format!("{who} hat {} Könige statt einem", self.count),
        }
    }
}
