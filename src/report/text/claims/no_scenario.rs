//! No scenario, in words.

use shakmaty::{Bitboard, Color, Role};

use super::Told;
use super::side;
use super::words::times;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::report::text::words::joined;
use crate::retro::model::claim::{Account, Because, CaptureDeficit, NoScenario, Nogood, Shown};
use crate::{say, text};

/// How many men a side captured in all.
pub(super) fn captured(color: Color, captures: u32, language: Language) -> String {
    let who = side(color, language);
    match captures {
        0 => say!(language, CapturedNothing, who),
        1 => say!(language, CapturedTimes, who, captures = text!(CapturesOne)),
        2 => say!(language, CapturedTimes, who, captures = text!(CapturesTwo)),
        _ => say!(
            language,
            CapturedTimes,
            who,
            captures = text!(CapturesMany, captures)
        ),
    }
}

/// That none of the men from these homes was captured by a pawn; nothing of none.
pub(super) fn never_by_pawn(homes: Bitboard, language: Language) -> String {
    if homes.is_empty() {
        return String::new();
    }
    let count = homes.count();
    let homes = joined(homes, ", ");
    say!(language, NeverByPawn, homes, count)
}

fn account(this: &Account, deficit: Option<CaptureDeficit>, language: Language) -> String {
    let captures = this.captures;
    let mut parts = vec![captured(this.color, captures, language)];
    match this.needed {
        None | Some(0) => {}
        Some(needed) if needed == captures => parts.push(say!(language, EachByPawn, needed)),
        Some(needed) => {
            let needed = times(needed, language);
            parts.push(say!(language, PawnsAtLeast, needed));
        }
    }
    parts.push(never_by_pawn(this.out_of_reach, language));
    if this.promoted > 0 {
        let promoted = this.promoted;
        parts.push(say!(language, HasPromoted, promoted));
    }
    parts.push(match (this.needed, deficit) {
        (Some(_), _) => String::new(),
        (None, Some(CaptureDeficit::Captures { needed, promoted })) => {
            let captures = say!(language, CapturesByPawns, needed);
            let promoted = match promoted {
                0 => String::new(),
                _ => say!(language, AndPromotions, promoted),
            };
            say!(language, MenNeedAtLeast, captures, promoted)
        }
        (None, Some(CaptureDeficit::Unaccountable(Role::Pawn))) => {
            say!(language, NoCapturesBring).to_owned()
        }
        (None, Some(CaptureDeficit::Unaccountable(role))) => {
            let officers = officers(role, language);
            say!(language, NeitherHomeNorPromotion, officers)
        }
        (None, None) => say!(language, TooFewForPromotion).to_owned(),
    });
    parts.concat()
}

fn officers(role: Role, language: Language) -> &'static str {
    match role {
        Role::Pawn => say!(language, Pawns),
        Role::Knight => say!(language, Knights),
        Role::Bishop => say!(language, Bishops),
        Role::Rook => say!(language, Rooks),
        Role::Queen => say!(language, Queens),
        Role::King => say!(language, Kings),
    }
}

impl Told for NoScenario {
    fn told(&self, style: TextStyle) -> String {
        told(self, style.language)
    }
}

/// Whether it is the numbers of moves that all scenarios fail by.
fn fails_by_numbers(claim: &NoScenario) -> bool {
    let by_numbers = |nogood: &Nogood| match nogood.because {
        Because::MoveNumbers { .. } => Some(true),
        Because::EveryCase { choices: false } => Some(false),
        Because::EveryCase { choices: true } | Because::NoOrder(_) => None,
    };
    let nogoods = claim.nogoods.iter().flat_map(|all| all.iter());
    let said: Option<Vec<bool>> = nogoods.map(by_numbers).collect();
    said.is_some_and(|said| said.contains(&true))
}

fn told(claim: &NoScenario, language: Language) -> String {
    // That one side's captures do not suffice is all there is to say.
    if let Some(Shown::Account(color, deficit)) = claim.shown {
        let side = color.fold_wb(&claim.white, &claim.black);
        return account(side, Some(deficit), language);
    }
    let [white, black] = [&claim.white, &claim.black].map(|side| account(side, None, language));
    if fails_by_numbers(claim) {
        return say!(language, NumbersNeverFit, white, black);
    }
    say!(language, NoWayToShare, white, black)
}
