//! Every way to share out captures and promotions fails.

use std::sync::Arc;

use shakmaty::{Bitboard, Color};

use super::exclusion::Exclusion;
use super::words::{side, times};
use crate::notation::Language;

/// What one side's men on the board ask of its captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// Whose.
    pub color: Color,
    /// How many men of the other side are missing: so many captures this side made.
    pub captures: u32,
    /// Home squares of missing enemy officers that never came within reach of a pawn.
    pub out_of_reach: Bitboard,
    /// Captures the pawns, and the promoted men on the board, needed at least; `None`: more than there were,
    /// whichever of the officers on the board are promoted.
    pub needed: Option<u32>,
    /// Officers on the board that are promoted at least.
    pub promoted: u32,
}

/// Every scenario of captures and promotions fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoScenario {
    /// How many scenarios, drafts included, were looked at.
    pub scenarios: u64,
    /// White's account.
    pub white: Account,
    /// Black's account.
    pub black: Account,
    /// What every pair of scenarios fails by, in an order in which each can be checked by those before it; `None`: the
    /// search met more than it remembers.
    pub exclusions: Option<Arc<[Exclusion]>>,
}

impl Account {
    /// In a retro reader's words.
    fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let captures = self.captures;
        let mut parts = vec![match language {
            Language::English => format!("{who} captured {captures}"),
            Language::German => format!("{who} schlug {}", times(captures, language)),
        }];
        if self.out_of_reach.any() {
            let homes: Vec<String> = self
                .out_of_reach
                .into_iter()
                .map(|square| square.to_string())
                .collect();
            let homes = homes.join(", ");
            parts.push(match language {
                Language::English => format!(" (never by a pawn: the men from {homes}, shut in)"),
                Language::German => {
                    format!(" (nie mit einem Bauern: die eingesperrten Steine von {homes})")
                }
            });
        }
        if self.promoted > 0 {
            let promoted = self.promoted;
            parts.push(match (promoted, language) {
                (1, Language::English) => ", has at least one promoted man on the board".to_owned(),
                (_, Language::English) => {
                    format!(", has at least {promoted} promoted men on the board")
                }
                (1, Language::German) => {
                    ", hat mindestens eine Umwandlungsfigur auf dem Brett".to_owned()
                }
                (_, Language::German) => {
                    format!(", hat mindestens {promoted} Umwandlungsfiguren auf dem Brett")
                }
            });
        }
        parts.push(match (self.needed, language) {
            (Some(0), _) => String::new(),
            (Some(needed), Language::English) => {
                format!(", its pawns at least {}", times(needed, language))
            }
            (Some(needed), Language::German) => {
                format!(", die Bauern mindestens {}", times(needed, language))
            }
            (None, Language::English) => {
                ", too few for any promotion that accounts for its officers".to_owned()
            }
            (None, Language::German) => {
                ", zu wenig für jede Umwandlung, die seine Offiziere erklärt".to_owned()
            }
        });
        parts.concat()
    }
}

impl NoScenario {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let white = self.white.describe(language);
        let black = self.black.describe(language);
        // Where an account does not come out, there is no scenario to begin with.
        let tried = match (self.scenarios, language) {
            (0, _) => String::new(),
            (1, Language::English) => " (1 scenario)".to_owned(),
            (tried, Language::English) => format!(" ({tried} scenarios)"),
            (1, Language::German) => " (1 Fall)".to_owned(),
            (tried, Language::German) => format!(" ({tried} Fälle)"),
        };
        match language {
            Language::English => format!(
                "{white}; {black}. No way to share out captures, promotions and their order fits{tried}"
            ),
            Language::German => format!(
                "{white}; {black}. Keine Verteilung von Schlagfällen und Umwandlungen und keine \
                 Reihenfolge passt{tried}"
            ),
        }
    }
}
