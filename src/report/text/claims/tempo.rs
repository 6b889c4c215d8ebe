//! A side short of moves, in words.

use super::Told;
use super::words::side;
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
        say!(
            language,
            "{short} lacks no man and has made at most {at_most} moves with those it has, {other} needs at least \
                 {needed} for its own",
            "{short} fehlt kein Stein und hat mit den vorhandenen höchstens {at_most} Züge gemacht, {other} braucht \
                 für die eigenen mindestens {needed}"
        )
    }
}
