//! Captures the pawns need, in words.

use super::Told;
use super::words::{adjective, side, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::PawnCaptures;

impl Told for PawnCaptures {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let victims = adjective(self.color.other(), language);
        let missing = self.missing;
        match (self.needed, language) {
            (Some(needed), Language::English) => {
                let needed = times(needed, language);
                let men = match missing {
                    0 => format!("no {victims} man is"),
                    1 => format!("only one {victims} man is"),
                    _ => format!("only {missing} {victims} men are"),
                };
                format!("{who}'s pawns captured at least {needed}, but {men} missing")
            }
            (Some(needed), Language::German) => {
                let needed = times(needed, language);
                let men = match missing {
                    0 => format!("fehlt kein {victims}r Stein"),
                    1 => format!("fehlt nur ein {victims}r Stein"),
                    _ => format!("fehlen nur {missing} {victims} Steine"),
                };
                format!("die Bauern von {who} schlugen mindestens {needed}, aber es {men}")
            }
            (None, Language::English) => {
                format!("{who}'s pawns cannot have come from eight different files")
            }
            (None, Language::German) => {
                format!("die Bauern von {who} können nicht von verschiedenen Linien stammen")
            }
        }
    }
}
