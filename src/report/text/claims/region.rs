//! A closed region, in words.

use super::Told;
use super::words::side;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::ClosedRegion;

impl Told for ClosedRegion {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let squares: Vec<String> = self.squares.into_iter().map(|s| s.to_string()).collect();
        let squares = squares.join(", ");
        let who = side(self.color, language);
        match language {
            Language::English => format!(
                "no officer leaves or enters {squares}, and {who}'s cannot have come to stand there as they do"
            ),
            Language::German => format!(
                "kein Offizier verlässt oder betritt {squares}, und die von {who} können dort nicht so zu \
                 stehen gekommen sein"
            ),
        }
    }
}
