//! A game that ends with a last move that is asked about.

use super::Construction;
use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{RetroPosition, Unmove, Witness};
use crate::world::World;

/// The construction of a game to the position before a last move, in as many instalments as its budget comes in.
pub struct Ending {
    /// One for each world it may have stood in, but for those that have given up.
    constructions: Vec<Construction>,
}

impl Ending {
    /// Nothing is done yet.
    pub fn new(before: &RetroPosition) -> Ending {
        let (diagram, facts) = (before.diagram(), before.facts());
        let candidates = diagram.candidates();
        let worlds = candidates.iter().filter(|&w| before.agrees_with(w));
        let mut worlds: Vec<World> = worlds.collect();
        // Most lost rights and no target ask least of a game.
        worlds.sort();
        let constructions = worlds.into_iter();
        Ending {
            constructions: constructions
                .map(|world| Construction::new(&diagram, world, &facts))
                .collect(),
        }
    }

    /// Goes on within the budget. `Ok(None)`: every attempt ended without a game; this is no refutation.
    ///
    /// # Errors
    ///
    /// The limit that was hit; the construction can go on with another budget.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        let mut limit = None;
        let mut at = 0;
        while at < self.constructions.len() {
            let left = (self.constructions.len() - at) as u64;
            let mut share = budget.share(budget.nodes_left() / left);
            let found = self.constructions[at].advance(&mut share);
            budget.charge(&share);
            match found {
                Ok(None) => {
                    self.constructions.remove(at);
                }
                Ok(game) => {
                    self.constructions.remove(at);
                    return Ok(game);
                }
                Err(hit @ (Limit::Time | Limit::Interrupted)) => return Err(hit),
                Err(hit) => {
                    limit = Some(hit);
                    at += 1;
                }
            }
        }
        limit.map_or(Ok(None), Err)
    }
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
