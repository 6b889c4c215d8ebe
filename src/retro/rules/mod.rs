//! The rules: why a position cannot have arisen. One file or folder each, listed in [`RULES`].
//!
//! A rule gives a claim that carries the squares and numbers it speaks of, so that it can be put into words and checked
//! without the code that found it. Invariant: a claim is given only if *no* history leads to the position, whatever the
//! rights left open. A cage is no [`Reason`] but a set of patterns that holds for many positions: `cage`.
//!
//! A rule that takes nodes is listed in `expensive::EXPENSIVE`, with what it is given of them.
//!
//! To add a rule: its claim in `model/claim` and a line in the list there; how it is found in a file here and a line in
//! [`RULES`] or there; its check in `checker` and its form in `checker/json`, and a line in their lists; its words in
//! `report/text/claims`.

pub mod cage;
mod checks;
mod deadlock;
mod edge_pawn;
pub(crate) mod expensive;
mod idle_check;
mod kings;
mod material;
mod never_moved;
pub(crate) mod no_scenario;
mod no_way_in;
mod pawn_captures;
pub mod pawn_order;
mod region;
mod rule;
mod tempo;

use crate::budget::{Budget, Limit};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{
    Deadlock, EdgePawn, IdleCheck, ImpossibleCheck, Kings, Material, NeverMoved, NoWayIn,
    PawnCaptures, Reason, Tempo,
};

pub(crate) use crate::retro::scenario::PastNogoods;
pub use rule::{Cost, Entry, Rule, Scene};
pub(crate) use tempo::tempo_moves;

/// Every rule that takes no nodes, in the order in which they are asked: cheap ones first.
pub const RULES: &[Entry] = &[
    Entry::of::<Kings>(),
    Entry::of::<EdgePawn>(),
    Entry::of::<Material>(),
    Entry::of::<IdleCheck>(),
    Entry::of::<ImpossibleCheck>(),
    Entry::of::<NeverMoved>(),
    Entry::of::<Deadlock>(),
    Entry::of::<PawnCaptures>(),
    Entry::of::<NoWayIn>(),
    Entry::of::<Tempo>(),
];

/// The reasons that cost microseconds: asked at every node of a retraction search.
///
/// `None` says nothing: the position may be possible or not.
pub fn quick(position: &RetroPosition) -> Option<Reason> {
    let scene = Scene::new(position);
    RULES.iter().find_map(|rule| rule.seek(&scene))
}

/// Refutes a position by its [`quick`] reasons or by an exhaustive search over scenarios.
///
/// `Ok(None)`: a scenario survives, nothing is proved. The same node limit gives the same answer.
///
/// # Errors
///
/// The limit that ended the search before every scenario was refuted or one survived.
pub fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    match quick(position) {
        Some(reason) => Ok(Some(reason)),
        None => no_scenario::seek(position, &mut PastNogoods::default(), budget),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_listed_once_and_cheap_ones_first() {
        for (place, rule) in RULES.iter().enumerate() {
            let earlier = &RULES[..place];
            assert!(earlier.iter().all(|other| other.name != rule.name));
            assert!(earlier.iter().all(|other| other.cost <= rule.cost));
        }
    }
}
