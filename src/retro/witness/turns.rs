//! Attempts with plans and attempts without them, in turns.
//!
//! A plan steers well where captures are scarce and badly where it asks for too much, so neither kind of
//! attempt gets more nodes than the other, and several plans take turns. Invariant: the turns depend on
//! nodes alone, never on time.

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::Witness;
use crate::retro::position::RetroPosition;
use crate::retro::scenario::outline::{Extent, Outline};
use crate::world::World;

use super::beam::Attempt;
use super::check::check;
use super::plan::Plan;
use super::search::Search;

/// How many plans are tried, and what looking for them may cost.
const EXTENT: Extent = Extent {
    outlines: 12,
    alike: 2,
    nodes: 60_000,
};

/// Nodes without a plan before plans are looked for: most games are found sooner.
const SOON: u64 = 6_000;

/// Plans, and what was spent on them.
#[derive(Default)]
pub struct Turns {
    plans: Option<Vec<Plan>>,
    /// Attempts with plans so far.
    attempts: u32,
    /// Nodes spent on them.
    spent: u64,
}

impl Turns {
    /// Attempts with plans until they have had as many nodes as those without; a game that passed the checker.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn planned(
        &mut self,
        diagram: &Diagram,
        world: World,
        facts: &[Fact],
        search: &mut Search,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        if self.plans.is_none() {
            if budget.nodes_used() < SOON {
                return Ok(None);
            }
            let position = RetroPosition::of_world(diagram, world);
            let outlines = Outline::find(&position, EXTENT, budget);
            self.plans = Some(outlines.into_iter().map(Plan::new).collect());
        }
        let plans = self.plans.as_deref().unwrap_or(&[]);
        if plans.is_empty() {
            return Ok(None);
        }
        while self.spent * 2 < budget.nodes_used() {
            let before = budget.nodes_used();
            let count = plans.len() as u32;
            let plan = &plans[(self.attempts % count) as usize];
            let round = self.attempts / count + 1;
            let attempt = Attempt {
                width: 48 << round.trailing_zeros(),
                seed: u64::from(self.attempts) + 1_000_000,
                noise: [8, 16, 24][self.attempts as usize % 3],
                patience: 40,
                surplus: plan.surplus(),
            };
            self.attempts += 1;
            let found = search.carry_out(Some(plan), attempt, budget);
            // An attempt that ends at once still counts for something.
            self.spent += (budget.nodes_used() - before).max(100);
            if let Some(witness) = found?
                && check(diagram, world, facts, &witness).is_ok()
            {
                return Ok(Some(witness));
            }
        }
        Ok(None)
    }
}
