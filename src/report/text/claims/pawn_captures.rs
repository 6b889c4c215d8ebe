//! Captures the pawns need, in words.

use super::Told;
use super::side;
use super::words::{adjective, times};
use crate::report::text::TextStyle;
use crate::retro::model::claim::PawnCaptures;
use crate::say;

impl Told for PawnCaptures {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let victims = adjective(self.color.other(), language);
        let missing = self.missing;
        let Some(needed) = self.needed else {
            return say!(language, EightFiles, who);
        };
        let needed = times(needed, language);
        let men = match missing {
            0 => say!(language, NoManMissing, victims),
            1 => say!(language, OneManMissing, victims),
            _ => say!(language, MenMissing, missing, victims),
        };
        say!(language, PawnsCapturedAtLeast, who, needed, men)
    }
}
