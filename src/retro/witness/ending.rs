//! A game that ends with a last move that is asked about.

use super::Construction;
use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{EpState, RetroPosition, RightState, Unmove, Witness};
use crate::world::{Right, World};

/// Looks for a game from the initial array to the diagram that agrees with the facts and whose last
/// move is `last`, made in the position `before`.
///
/// `Ok(None)`: every attempt ended without a game; this is no refutation.
///
/// # Errors
///
/// The limit of the budget.
pub fn find_ending(
    diagram: &Diagram,
    facts: &[Fact],
    last: Unmove,
    before: &RetroPosition,
    budget: &mut Budget,
) -> Result<Option<Witness>, Limit> {
    let earlier = Diagram {
        board: before.board.clone(),
        turn: before.turn,
    };
    let earlier_facts = facts_of(before);
    let worlds = earlier.candidates();
    let mut worlds: Vec<World> = worlds.iter().filter(|&w| agrees(before, w)).collect();
    // Most lost rights and no target ask least of a game.
    worlds.sort();
    let mut limit = None;
    let mut left = worlds.len() as u64;
    for world in worlds {
        let mut share = budget.share(budget.nodes_left() / left);
        left -= 1;
        let found = Construction::new(&earlier, world, &earlier_facts).advance(&mut share);
        budget.charge(&share);
        match found {
            Ok(Some(game)) => {
                if let Some(game) = prolonged(diagram, facts, game, last) {
                    return Ok(Some(game));
                }
            }
            Ok(None) => {}
            Err(hit @ (Limit::Time | Limit::Interrupted)) => return Err(hit),
            Err(hit) => limit = Some(hit),
        }
    }
    limit.map_or(Ok(None), Err)
}

/// The game with one move more, if the checker replays it to the diagram.
pub fn prolonged(
    diagram: &Diagram,
    facts: &[Fact],
    mut game: Witness,
    last: Unmove,
) -> Option<Witness> {
    game.moves.push(last.forward());
    check(diagram, game.world(), facts, &game)
        .is_ok()
        .then_some(game)
}

/// Whether the position may have stood in this world.
fn agrees(position: &RetroPosition, world: World) -> bool {
    let rights = Right::ALL.into_iter().zip(position.rights);
    let ep = match position.ep {
        EpState::Open => true,
        EpState::None => world.target.is_none(),
        EpState::Target(square) => world.target == Some(square),
    };
    ep && rights.into_iter().all(|(right, state)| match state {
        RightState::Kept => world.rights.has(right),
        RightState::Lost => !world.rights.has(right),
        RightState::Open => true,
    })
}

/// What is still told of the past of a position.
fn facts_of(position: &RetroPosition) -> Vec<Fact> {
    let mut facts: Vec<Fact> = position.frozen.into_iter().map(Fact::NotMoved).collect();
    facts.extend(position.moved.into_iter().map(Fact::Moved));
    if position.quiet_plies > 0 {
        facts.push(Fact::NoCaptureInLast(position.quiet_plies));
    }
    facts.extend(position.told.iter().map(|&(back, what)| Fact::LastMove {
        by: (back > 0).then_some(position.turn),
        what,
    }));
    facts
}
