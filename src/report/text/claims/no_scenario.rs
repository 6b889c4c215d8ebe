//! No scenario, in words.

use super::Told;
use super::words::{side, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::{Account, NoScenario};

fn account(this: &Account, language: Language) -> String {
    let who = side(this.color, language);
    let captures = this.captures;
    let mut parts = vec![match language {
        Language::English => format!("{who} captured {captures}"),
        Language::German => format!("{who} schlug {}", times(captures, language)),
    }];
    if this.out_of_reach.any() {
        let homes: Vec<String> = this
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
    if this.promoted > 0 {
        let promoted = this.promoted;
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
    parts.push(match (this.needed, language) {
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

impl Told for NoScenario {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let white = account(&self.white, language);
        let black = account(&self.black, language);
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
