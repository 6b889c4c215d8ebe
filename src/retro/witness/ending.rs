//! A game that ends with a last move that is asked about.

use super::Construction;
use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{RetroPosition, Unmove, Witness};
use crate::world::World;

/// The position before a last move, as a diagram with what is told of it and the worlds it may have stood in.
pub struct Earlier {
    diagram: Diagram,
    facts: Vec<Fact>,
    worlds: Vec<World>,
}

impl Earlier {
    /// What `before` says.
    pub fn of(before: &RetroPosition) -> Earlier {
        let diagram = before.diagram();
        let candidates = diagram.candidates();
        let mut worlds: Vec<World> = candidates
            .iter()
            .filter(|&w| before.agrees_with(w))
            .collect();
        // Most lost rights and no target ask least of a game.
        worlds.sort();
        Earlier {
            diagram,
            facts: before.facts(),
            worlds,
        }
    }
}

/// The construction of a game to the position before a last move, in as many instalments as its budget comes in.
pub struct Ending<'a> {
    /// One for each world, but for those that have given up.
    constructions: Vec<Construction<'a>>,
}

impl<'a> Ending<'a> {
    /// Nothing is done yet.
    pub fn new(earlier: &'a Earlier) -> Ending<'a> {
        let worlds = earlier.worlds.iter();
        Ending {
            constructions: worlds
                .map(|&world| Construction::new(&earlier.diagram, world, &earlier.facts))
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
