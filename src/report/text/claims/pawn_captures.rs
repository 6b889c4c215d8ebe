//! Captures the pawns need, in words.

use super::Told;
use super::words::{adjective, side, times};
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
            return say!(
                language,
                "{who}'s pawns cannot have come from eight different files",
                "die Bauern von {who} können nicht von verschiedenen Linien stammen",
            );
        };
        let needed = times(needed, language);
        let men = match missing {
            0 => say!(
                language,
                "no {victims} man is missing",
                "es fehlt kein {victims}r Stein",
            ),
            1 => say!(
                language,
                "only one {victims} man is missing",
                "es fehlt nur ein {victims}r Stein",
            ),
            _ => say!(
                language,
                "only {missing} {victims} men are missing",
                "es fehlen nur {missing} {victims} Steine",
            ),
        };
        say!(
            language,
            "{who}'s pawns captured at least {needed}, but {men}",
            "die Bauern von {who} schlugen mindestens {needed}, aber {men}",
        )
    }
}
