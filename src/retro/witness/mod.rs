//! Witness games: a legal game from the initial array to the diagram in exactly one world.
//!
//! Several strategies take turns until the budget is spent (`portfolio`, [`STRATEGIES`]). Most take the diagram back ply
//! by ply and keep the positions that look nearest to the initial array (`beam`, `layers`, `estimate`). So a difficult
//! end (checks, cages, a forced last move, the double step of a target) is dealt with first. They have no plan, a plan
//! from a surviving scenario (`plan`), or begin where no man of the diagram is locked in any more (`releases`). Others
//! build the game forward from the array (`forward`), to the diagram or to such a position.
//! Invariant: what [`find`] returns has passed [`check`](crate::retro::checker::check), which replays it with shakmaty
//! alone; a search that ends without a game says nothing about the world. A game for one world mostly gives games for
//! those that keep fewer rights (`shuffle`).

pub(crate) mod assign;
mod beam;
mod distance;
mod ending;
mod estimate;
mod forward;
mod hash_table;
mod last_move_conditions;
mod layers;
mod node;
mod pawn_orders;
mod pawns;
mod plan;
mod portfolio;
mod relaxation;
mod releases;
mod search;
mod shorten;
mod shuffle;
mod strategies;
mod surroundings;
mod trail;
mod tuning;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use crate::retro::model::Witness;

pub(crate) use distance::reached;
pub(crate) use ending::{Ending, prolonged};
pub use portfolio::Construction;
pub use shorten::shorten;
pub(crate) use shuffle::shuffled;
pub use strategies::{STRATEGIES, Strategy};

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
