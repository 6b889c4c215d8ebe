//! Checking a cage: no retraction of any man leaves the set of patterns.
//!
//! Plain on purpose: squares hold sets of contents as bits, every man that may stand anywhere is
//! taken back to every square it may have come from, and the result, alone or with others, must lie in one of
//! the patterns named, or break a rule (a second king, the side not on move in check, castling out of check or
//! through it, more pawns and promoted men than eight, a man that the men who never moved let in nowhere). Nothing is tracked here.

mod retractions;
mod squares;

use shakmaty::{Board, Color};

use crate::budget::{Budget, Limit};
use crate::retro::model::claim::Cage;
use crate::retro::model::{EpState, RetroPosition};
use retractions::Retractions;
use squares::Squares;

/// Whether `position` is one of the first pattern's, with at least its demands.
pub(super) fn holds_in(cage: &Cage, position: &RetroPosition) -> bool {
    let target = match position.ep {
        EpState::Target(target) => Some(target),
        EpState::Open | EpState::None => None,
    };
    cage.patterns.first().map(Squares::of).is_some_and(|first| {
        first.admits(&position.board)
            && first.turn == position.turn
            && (first.target.is_none() || first.target == target)
            && first.frozen.is_subset(position.frozen)
    })
}

/// Whether no retraction leaves the patterns, and none of them admits the initial array: then no
/// position of any of them has a history.
///
/// # Errors
///
/// The limit of `clock` that was hit before this was known.
pub(super) fn is_closed(cage: &Cage, clock: &Budget) -> Result<bool, Limit> {
    let all: Vec<Squares> = cage.patterns.iter().map(Squares::of).collect();
    let array = Board::new();
    if all
        .iter()
        .any(|p| p.turn == Color::White && p.target.is_none() && p.admits(&array))
        || cage.before.len() != all.len()
        || cage.before.iter().flatten().any(|&id| id >= all.len())
    {
        return Ok(false);
    }
    for (now, before) in all.iter().zip(&cage.before) {
        clock.check_clock()?;
        if !Retractions::new(now, before, &all).all_stay_inside() {
            return Ok(false);
        }
    }
    Ok(true)
}
