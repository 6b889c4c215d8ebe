//! The side that moved in check, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::IdleCheck;
use crate::say;

impl Told for IdleCheck {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let IdleCheck { king, checker, .. } = self;
        say!(language, JustMovedLeftCheck, who, king, checker)
    }
}
