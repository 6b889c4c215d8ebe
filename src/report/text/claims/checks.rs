//! Impossible checks, in words.

use super::Told;
use crate::report::text::TextStyle;
use crate::retro::model::claim::ImpossibleCheck;
use crate::say;

impl Told for ImpossibleCheck {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let men: Vec<String> = self.checkers.into_iter().map(|s| s.to_string()).collect();
        let men = men.join(", ");
        let king = self.king;
        say!(language, NoMoveChecks, king, men)
    }
}
