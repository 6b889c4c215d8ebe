//! The portfolio: whose turn it is to look for a game.
//!
//! A strategy is entitled to so many nodes by what the basic one, the last of the table, and all together have spent. The first
//! that has had fewer has the next turn, and a turn ends with an attempt: attempts cut into slices cost twice as much. An attempt that
//! goes far beyond its due waits until the others have caught up. Invariants: turns depend on nodes alone, and not on where the budget was cut into
//! instalments; what is returned has passed [`check`].

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{Reach, Witness};
use crate::world::World;

use super::search::Search;
use super::shuffle::shuffled;
use super::strategies::{Attempts, STRATEGIES, Spent, Strategy};
use super::tuning::TUNING;

/// A strategy at work.
struct Player {
    strategy: &'static Strategy,
    attempts: Box<dyn Attempts>,
    spent: u64,
}

/// The search for a game in one world, in as many instalments as its budget comes in.
pub struct Construction {
    diagram: Diagram,
    world: World,
    facts: Vec<Fact>,
    search: Option<Search>,
    players: Vec<Player>,
}

impl Construction {
    /// By all strategies that apply.
    pub fn new(diagram: &Diagram, world: World, facts: &[Fact]) -> Construction {
        Construction::by(STRATEGIES.iter(), diagram, world, facts)
    }

    /// By those of these strategies that apply; the last is the basic one.
    pub fn by(
        strategies: impl Iterator<Item = &'static Strategy>,
        diagram: &Diagram,
        world: World,
        facts: &[Fact],
    ) -> Construction {
        let search = Search::new(diagram, world, facts);
        let applying = strategies.filter_map(|strategy| {
            Some(Player {
                strategy,
                attempts: (strategy.begin)(search.as_ref()?)?,
                spent: 0,
            })
        });
        let players = applying.collect();
        Construction {
            diagram: diagram.clone(),
            world,
            facts: facts.to_vec(),
            search,
            players,
        }
    }

    /// How far it has come; `None`: nothing has been looked at.
    pub fn reach(&self) -> Option<Reach> {
        let attempts = || self.players.iter().map(|player| &player.attempts);
        let nearest = attempts().filter_map(|attempts| attempts.nearest());
        let nearest = nearest.min_by_key(|nearest| nearest.cost)?;
        Some(Reach {
            attempts: attempts().map(|attempts| attempts.begun()).sum(),
            plans: attempts().map(|attempts| attempts.plans()).sum(),
            plies: nearest.plies,
            missing: u32::try_from(nearest.cost / 10).unwrap_or(0),
        })
    }

    /// Goes on within the budget. `Ok(None)`: every attempt ended without a game; this is no refutation.
    ///
    /// # Errors
    ///
    /// The limit that was hit; the construction can go on with another budget.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        while let Some(search) = &mut self.search
            && let Some((place, due)) = next(&self.players, search)
        {
            let player = &mut self.players[place];
            let mut share = budget.share(due.saturating_add(TUNING.ahead));
            let found = player.attempts.advance(search, due, &mut share);
            if found.is_ok() {
                share.charge_nodes(TUNING.turn);
            }
            budget.charge(&share);
            player.spent += share.nodes_used();
            let found = match found {
                Err(Limit::Nodes) if budget.nodes_left() > 0 => None,
                found => found?,
            };
            if let Some(game) = found.and_then(|game| self.accepted(game)) {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// The game, if it holds in this world. One that was played forward may keep rights that the world lacks.
    fn accepted(&self, game: Witness) -> Option<Witness> {
        if check(&self.diagram, self.world, &self.facts, &game).is_ok() {
            return Some(game);
        }
        shuffled(&self.diagram, self.world, &self.facts, &game)
    }
}

/// Whose turn it is, and how many nodes are due to it; `None`: nothing is left to try. What was begun goes first.
fn next(players: &[Player], search: &Search) -> Option<(usize, u64)> {
    let spent = Spent {
        basic: players.last()?.spent,
        all: players.iter().map(|player| player.spent).sum(),
    };
    let due = |player: &Player| (player.strategy.share)(search, spent, player.spent);
    let open = || (0..players.len()).filter(|&place| !players[place].attempts.is_over());
    let is_under_way = |&place: &usize| {
        let player = &players[place];
        player.attempts.is_under_way() && player.spent < due(player).saturating_add(TUNING.ahead)
    };
    let is_due = |&place: &usize| players[place].spent < due(&players[place]);
    let place = open().find(is_under_way);
    let place = place
        .or_else(|| open().find(is_due))
        .or_else(|| open().next_back())?;
    let player = &players[place];
    Some((place, due(player).saturating_sub(player.spent).max(1)))
}
