//! Witness games: a legal game from the initial array to the diagram in exactly one world.
//!
//! The game is found backwards (`beam`): the diagram is taken back ply by ply, keeping the positions
//! that look nearest to the initial array (`estimate`), so that a tight end (checks, cages, a forced
//! last move, the double step of a target) is settled exactly where the search begins. Several attempts
//! with growing width and other seeds follow each other until the budget is spent (`construction`), in turns
//! with attempts that keep to a surviving scenario (`plan`). When quick ones have failed, some learn from
//! cages which men must not be left together (`shut_in`), and careful ones drop positions the scenario search
//! refutes (`dead_ends`). Where many men have promoted, a game is built forward by plan (`march`). Invariant: what
//! [`find`] returns has passed [`check`](crate::retro::checker::check), which replays it with shakmaty alone; a search
//! that ends without a game says nothing about the world. A game for one world mostly gives games for those that keep fewer rights (`shuffle`).

mod assign;
mod beam;
mod construction;
mod dead_ends;
mod demand;
mod distance;
mod ending;
mod estimate;
mod knot;
mod known;
mod march;
mod node;
mod pawns;
mod plan;
mod search;
mod shields;
mod shorten;
mod shortest;
mod shuffle;
mod shut_in;
mod surroundings;
mod tangle;
mod turns;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use crate::retro::model::Witness;

pub use construction::Construction;
pub(crate) use ending::{Earlier, Ending, prolonged};
pub use shorten::shorten;
pub use shortest::shortest;
pub(crate) use shuffle::shuffled;

/// Looks for a game from the initial array to the diagram with exactly the world's rights and target
/// that agrees with the facts.
///
/// `Ok(None)`: every attempt ended without a game; this is no refutation.
///
/// # Errors
///
/// The limit of the budget.
pub fn find(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    budget: &mut Budget,
) -> Result<Option<Witness>, Limit> {
    Construction::new(diagram, world, facts).advance(budget)
}
