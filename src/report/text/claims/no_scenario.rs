//! No scenario, in words.

use super::Told;
use super::words::{side, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::checker::{Overdraft, overdraft};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{Account, NoScenario};
use crate::say;

fn account(this: &Account, overdraft: Option<Overdraft>, language: Language) -> String {
    let who = side(this.color, language);
    let captures = this.captures;
    let often = times(captures, language);
    let mut parts = vec![say!(
        language,
        "{who} captured {captures}",
        "{who} schlug {often}",
    )];
    if this.out_of_reach.any() {
        let homes: Vec<String> = this
            .out_of_reach
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let homes = homes.join(", ");
        parts.push(say!(
            language,
            " (never by a pawn: the men from {homes}, shut in)",
            " (nie mit einem Bauern: die eingesperrten Steine von {homes})"
        ));
    }
    if this.promoted > 0 {
        let promoted = this.promoted;
        parts.push(match promoted {
            1 => say!(
                language,
                ", has at least one promoted man on the board",
                ", hat mindestens eine Umwandlungsfigur auf dem Brett",
            ),
            _ => say!(
                language,
                ", has at least {promoted} promoted men on the board",
                ", hat mindestens {promoted} Umwandlungsfiguren auf dem Brett",
            ),
        });
    }
    parts.push(match (this.needed, overdraft) {
        (Some(0), _) => String::new(),
        (Some(needed), _) => {
            let needed = times(needed, language);
            say!(
                language,
                ", its pawns at least {needed}",
                ", die Bauern mindestens {needed}",
            )
        }
        (None, Some(Overdraft::Captures { needed, promoted })) => {
            let promoted = match promoted {
                0 => String::new(),
                1 => say!(language, " and a promotion", " und eine Umwandlung"),
                _ => say!(
                    language,
                    " and {promoted} promotions",
                    " und {promoted} Umwandlungen",
                ),
            };
            say!(
                language,
                ", but its men on the board need at least {needed} captures by pawns{promoted}",
                ", aber seine Steine auf dem Brett verlangen mindestens {needed} Bauernschläge{promoted}",
            )
        }
        (None, Some(Overdraft::Unaccountable)) => say!(
            language,
            ", but no promotion accounts for all its men on the board",
            ", aber keine Umwandlung erklärt alle seine Steine auf dem Brett",
        ),
        (None, None) => say!(
            language,
            ", too few for any promotion that accounts for its officers",
            ", zu wenig für jede Umwandlung, die seine Offiziere erklärt",
        ),
    });
    parts.concat()
}

/// The claim made of this position.
pub(in crate::report) fn no_scenario(
    claim: &NoScenario,
    position: &RetroPosition,
    style: TextStyle,
) -> String {
    let of_side = |of_side: &Account| overdraft(of_side, position);
    told(claim, of_side, style.language)
}

impl Told for NoScenario {
    fn told(&self, style: TextStyle) -> String {
        told(self, |_| None, style.language)
    }
}

fn told(
    claim: &NoScenario,
    overdraft: impl Fn(&Account) -> Option<Overdraft>,
    language: Language,
) -> String {
    let [white, black] =
        [&claim.white, &claim.black].map(|side| account(side, overdraft(side), language));
    // Where an account does not come out, there is no scenario to begin with.
    let tried = match claim.scenarios {
        0 => String::new(),
        1 => say!(language, " (1 scenario)", " (1 Fall)"),
        tried => say!(language, " ({tried} scenarios)", " ({tried} Fälle)"),
    };
    say!(
        language,
        "{white}; {black}. No way to share out captures, promotions and their order fits{tried}",
        "{white}; {black}. Keine Verteilung von Schlagfällen und Umwandlungen und keine \
             Reihenfolge passt{tried}"
    )
}
