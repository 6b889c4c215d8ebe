//! The pawns' files cost captures, and there are only so many missing men.
//!
//! The bound: pawns keep or change their files, one file a capture. Standing pawns are matched with
//! different files of origin at least total cost; a cheapest matching keeps their order.

use shakmaty::{Bitboard, Color};

use super::words::{adjective, side, times};
use crate::notation::Language;

/// A side whose pawns needed more captures than the other side has men missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnCaptures {
    /// The side whose pawns captured.
    pub color: Color,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Captures they needed at least; `None`: no files of origin fit at all.
    pub needed: Option<u32>,
    /// Men of the other side that are missing.
    pub missing: u32,
}

impl PawnCaptures {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
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
