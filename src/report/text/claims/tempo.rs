//! A side short of moves, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Tempo;
use crate::say;

impl Told for Tempo {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let (short, other) = (
            side(self.short, language),
            side(self.short.other(), language),
        );
        let Tempo {
            at_most, needed, ..
        } = self;
        say!(language, TempoLack, short, at_most, other, needed)
    }
}
