//! The construction of one game, in as many instalments as its budget comes in.
//!
//! Invariant: what is returned has passed [`check`]; where the budget was cut into instalments does not
//! matter, only how much it was in all.

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::Witness;
use crate::retro::analysis::root;
use crate::world::World;

use super::beam::{Beam, Nearest};
use super::check::check;
use super::search::{Search, attempt};
use super::turns::Turns;

/// How far the construction of a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Attempts that were begun.
    pub attempts: u32,
    /// Plans that were found and tried: surviving ways to share out captures and promotions.
    pub plans: u32,
    /// How many half-moves the position nearest to the initial array was taken back.
    pub plies: u32,
    /// About how many moves were missing there; an estimate.
    pub missing: u32,
}

/// The search for a game in one world.
pub struct Construction<'a> {
    diagram: &'a Diagram,
    world: World,
    facts: &'a [Fact],
    search: Option<Search>,
    /// The number of the attempt without a plan that is under way or comes next.
    index: u32,
    beam: Option<Beam>,
    /// Nodes spent without a plan.
    spent: u64,
    turns: Turns,
    nearest: Option<Nearest>,
}

/// More attempts than anybody waits for: so that the widths stay within reason.
const ATTEMPTS: u32 = 4000;

impl<'a> Construction<'a> {
    /// Nothing is done yet.
    pub fn new(diagram: &'a Diagram, world: World, facts: &'a [Fact]) -> Construction<'a> {
        Construction {
            diagram,
            world,
            facts,
            search: Search::new(diagram, world, facts),
            index: 1,
            beam: None,
            spent: 0,
            turns: Turns::default(),
            nearest: None,
        }
    }

    /// How far it has come; `None` if there was nothing to begin with.
    pub fn reach(&self) -> Option<Reach> {
        let beam = self.beam.as_ref().and_then(Beam::nearest);
        let nearest = [self.nearest, beam].into_iter().flatten();
        let nearest = nearest.min_by_key(|nearest| nearest.estimate)?;
        Some(Reach {
            attempts: self.index - u32::from(self.beam.is_none()) + self.turns.begun(),
            plans: self.turns.plans(),
            plies: nearest.plies,
            missing: u32::try_from(nearest.estimate / 10).unwrap_or(0),
        })
    }

    /// Goes on within the budget. `Ok(None)`: every attempt ended without a game; this is no refutation.
    ///
    /// # Errors
    ///
    /// The limit that was hit; the construction can go on with another budget.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        let Some(search) = &mut self.search else {
            return Ok(None);
        };
        let holds =
            |witness: &Witness| check(self.diagram, self.world, self.facts, witness).is_ok();
        while self.index <= ATTEMPTS {
            let position = || root(self.diagram, self.world, self.facts);
            let found = self.turns.planned(position, search, self.spent, budget)?;
            if let Some(witness) = found.filter(holds) {
                return Ok(Some(witness));
            }
            let beam = self
                .beam
                .get_or_insert_with(|| search.begin(attempt(self.index)));
            let before = budget.nodes_used();
            let found = search.go_on(beam, None, budget);
            self.spent += budget.nodes_used() - before;
            let found = found?;
            if let Some(nearest) = beam.nearest()
                && self
                    .nearest
                    .is_none_or(|best| nearest.estimate < best.estimate)
            {
                self.nearest = Some(nearest);
            }
            self.beam = None;
            self.index += 1;
            if let Some(witness) = found.filter(holds) {
                return Ok(Some(witness));
            }
        }
        Ok(None)
    }
}
