//! The shortest game: every shorter length is searched through, and at its own length whether it is the only one.
//!
//! This is what a proof game asks for. The search goes forward from the initial array, one length after the other, and looks at every
//! legal game of that length but for those in which a side provably cannot bring its men to their places any more (`bound`, with the
//! moves that men need past those that never moved: `paths`). Positions from which nothing was found are kept in a table
//! (`failed`). Invariants: a game that is told has passed the checker; that a length has no game is told only when its search was
//! complete.

mod bound;
mod failed;
mod paths;
mod search;

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{Brevity, Shortest, Witness};
use crate::world::World;

use search::Search;

/// Looks for the shortest game from the initial array to the diagram that agrees with the facts, in exactly `world` (`None`: in any),
/// and for a second one of that length. A game that is `known`, if there is one, ends the search where nothing shorter is left.
///
/// # Errors
///
/// A limit was hit before any game was found and none was known.
pub fn shortest(
    diagram: &Diagram,
    world: Option<World>,
    facts: &[Fact],
    known: Option<&Witness>,
    budget: &mut Budget,
) -> Result<Shortest, Limit> {
    let holds = |game: &Witness| {
        let claimed = world.unwrap_or_else(|| game.world());
        check(diagram, claimed, facts, game).is_ok()
    };
    let known = known.filter(|game| holds(game));
    let longest = known.map_or(MOST_PLIES, |game| game.moves.len() as u32);
    let mut plies = u32::from(diagram.turn == Color::Black);
    let Some(mut search) = Search::new(diagram, world, facts) else {
        return unproved(known, plies, Limit::Depth);
    };
    while plies <= longest {
        let (games, searched) = search.games(plies, budget);
        let mut games = games.into_iter().filter(|game| holds(game));
        if let Some(game) = games.next() {
            let brevity = match (games.next(), searched) {
                (Some(other), _) => Brevity::OneOfSeveral(other),
                (None, Ok(())) => Brevity::Only,
                (None, Err(limit)) => Brevity::Proved(limit),
            };
            return Ok(Shortest { game, brevity });
        }
        if let Err(limit) = searched {
            return unproved(known, plies, limit);
        }
        plies += 2;
    }
    unproved(known, plies, Limit::Depth)
}

/// What is left to say where a limit was hit.
fn unproved(known: Option<&Witness>, none_below: u32, limit: Limit) -> Result<Shortest, Limit> {
    let game = known.cloned().ok_or(limit)?;
    let brevity = if none_below as usize >= game.moves.len() {
        Brevity::Proved(limit)
    } else {
        Brevity::Unproved { none_below, limit }
    };
    Ok(Shortest { game, brevity })
}

/// No game is looked for that is longer.
const MOST_PLIES: u32 = 120;
