//! What is stored of the length of games. That none is shorter has no evidence and is not checked; everything else is.

use beruehrt::budget::Limit;
use beruehrt::notation::Text;
use beruehrt::problem::{Diagram, Fact};
use beruehrt::retro::checker;
use beruehrt::retro::{Brevity, Witness};
use beruehrt::text;
use beruehrt::world::World;
use serde::Deserialize;

use super::game;

/// What is stored of games that are not longer than another.
#[derive(Debug, Deserialize)]
pub(super) struct StoredLength {
    plies: usize,
    proved: bool,
    unique: Option<bool>,
    none_below: usize,
    limit: Option<String>,
    other: Option<String>,
}

/// The shortest game to a diagram in whatever world.
#[derive(Debug, Deserialize)]
pub(super) struct StoredGame {
    game: String,
    #[serde(flatten)]
    length: StoredLength,
}

impl StoredGame {
    /// The game, replayed.
    ///
    /// # Errors
    ///
    /// What is wrong with it, or with what is said of its length.
    pub(super) fn read(&self, diagram: &Diagram, facts: &[Fact]) -> Result<Witness, Text> {
        let game = replayed(&self.game, diagram, None, facts)?;
        self.length.of(&game, diagram, None, facts)?;
        Ok(game)
    }
}

impl StoredLength {
    /// What is claimed of a game; another one ends in `world` as well, if there is one.
    ///
    /// # Errors
    ///
    /// What does not fit the game.
    pub(super) fn of(
        &self,
        game: &Witness,
        diagram: &Diagram,
        world: Option<World>,
        facts: &[Fact],
    ) -> Result<Brevity, Text> {
        let plies = game.moves.len();
        let contradiction = || text!(ShortestMisfit);
        if self.plies != plies
            || self.none_below > plies
            || (self.proved && self.none_below < plies)
        {
            return Err(contradiction());
        }
        let limit = || {
            let named = |limit: &Limit| Some(limit.to_string()) == self.limit;
            Limit::ALL.into_iter().find(named).ok_or_else(contradiction)
        };
        match (self.proved, self.unique, &self.other) {
            (true, Some(true), None) if self.limit.is_none() => Ok(Brevity::Only),
            (true, Some(false), Some(other)) if self.limit.is_none() => {
                let other = replayed(other, diagram, world, facts)?;
                if other.moves.len() == plies && other.moves != game.moves {
                    Ok(Brevity::OneOfSeveral(other))
                } else {
                    Err(contradiction())
                }
            }
            (true, None, None) => Ok(Brevity::Proved(limit()?)),
            (false, None, None) => Ok(Brevity::Unproved {
                none_below: u32::try_from(self.none_below).map_err(|_| contradiction())?,
                limit: limit()?,
            }),
            _ => Err(contradiction()),
        }
    }
}

/// A game as movetext that ends in the diagram, and in the world if there is one.
fn replayed(
    text: &str,
    diagram: &Diagram,
    world: Option<World>,
    facts: &[Fact],
) -> Result<Witness, Text> {
    let game = game::read_movetext(text)?;
    let world = world.unwrap_or_else(|| game.world());
    checker::check(diagram, world, facts, &game)
        .map_err(|flaw| Text::foreign(&flaw, text!(GameEndsOtherwise)))?;
    Ok(game)
}
