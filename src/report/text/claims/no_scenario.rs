//! No scenario, in words.

use shakmaty::Role;

use super::Told;
use super::words::{side, times};
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::{Account, Because, Exclusion, NoScenario, Overdraft, Shown};
use crate::say;

fn account(this: &Account, overdraft: Option<Overdraft>, language: Language) -> String {
    let who = side(this.color, language);
    let captures = this.captures;
    let often = times(captures, language);
    let mut parts = vec![match captures {
        0 => say!(language, "{who} captured nothing", "{who} schlug nichts"),
        _ => say!(
            language,
            "{who} captured {captures}",
            "{who} schlug {often}",
        ),
    }];
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
            let captures = match needed {
                1 => say!(language, "a capture by a pawn", "einen Bauernschlag"),
                _ => say!(
                    language,
                    "{needed} captures by pawns",
                    "{needed} Bauernschläge"
                ),
            };
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
                ", but its men on the board need at least {captures}{promoted}",
                ", aber seine Steine auf dem Brett verlangen mindestens {captures}{promoted}",
            )
        }
        (None, Some(Overdraft::Unaccountable(Role::Pawn))) => say!(
            language,
            ", but no captures bring its pawns and promoted men where they stand",
            ", aber mit keinen Schlagfällen kommen Bauern und Umwandlungsfiguren auf ihre Felder",
        ),
        (None, Some(Overdraft::Unaccountable(role))) => {
            let officers = officers(role, language);
            say!(
                language,
                ", but neither home nor promotion accounts for all its {officers}",
                ", aber nicht alle {officers} können von zu Hause oder durch Umwandlung gekommen sein",
            )
        }
        (None, None) => say!(
            language,
            ", too few for any promotion that accounts for its officers",
            ", zu wenig für jede Umwandlung, die seine Offiziere erklärt",
        ),
    });
    parts.concat()
}

fn officers(role: Role, language: Language) -> &'static str {
    match role {
        Role::Pawn => language.choose("pawns", "Bauern"),
        Role::Knight => language.choose("knights", "Springer"),
        Role::Bishop => language.choose("bishops", "Läufer"),
        Role::Rook => language.choose("rooks", "Türme"),
        Role::Queen => language.choose("queens", "Damen"),
        Role::King => language.choose("kings", "Könige"),
    }
}

impl Told for NoScenario {
    fn told(&self, style: TextStyle) -> String {
        told(self, style.language)
    }
}

/// Whether it is the numbers of moves that all scenarios fail by.
fn fails_by_numbers(claim: &NoScenario) -> bool {
    let by_numbers = |exclusion: &Exclusion| match exclusion.because {
        Because::MoveNumbers { .. } => Some(true),
        Because::EveryCase { choices: false } => Some(false),
        Because::EveryCase { choices: true } | Because::Disorder(_) => None,
    };
    let exclusions = claim.exclusions.iter().flat_map(|all| all.iter());
    let said: Option<Vec<bool>> = exclusions.map(by_numbers).collect();
    said.is_some_and(|said| said.contains(&true))
}

fn told(claim: &NoScenario, language: Language) -> String {
    // That one side's captures do not suffice is all there is to say.
    if let Some(Shown::Account(color, overdraft)) = claim.shown {
        let side = color.fold_wb(&claim.white, &claim.black);
        return account(side, Some(overdraft), language);
    }
    let [white, black] = [&claim.white, &claim.black].map(|side| account(side, None, language));
    // Where an account does not come out, there is no scenario to begin with.
    let tried = match claim.scenarios {
        0 => String::new(),
        1 => say!(language, " (1 scenario)", " (1 Fall)"),
        tried => say!(language, " ({tried} scenarios)", " ({tried} Fälle)"),
    };
    if fails_by_numbers(claim) {
        return say!(
            language,
            "{white}; {black}. The numbers of moves never fit{tried}",
            "{white}; {black}. Die Anzahlen der Züge passen nie{tried}"
        );
    }
    say!(
        language,
        "{white}; {black}. No way to share out captures, promotions and their order fits{tried}",
        "{white}; {black}. Keine Verteilung von Schlagfällen und Umwandlungen und keine \
             Reihenfolge passt{tried}"
    )
}
