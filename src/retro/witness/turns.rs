//! Attempts with plans and attempts without them, in turns.
//!
//! A plan steers well where captures are scarce and badly where it asks for too much, so neither kind of
//! attempt gets more nodes than the other, and several plans take turns. Invariant: the turns depend on
//! nodes alone, never on time.

use crate::budget::{Budget, Limit, Limits};
use crate::retro::Witness;
use crate::retro::position::RetroPosition;
use crate::retro::scenario::outline::{Extent, Outline};

use super::beam::{Attempt, Beam, Knots, LONGEST};
use super::plan::Plan;
use super::search::{End, Search};

/// How many plans are tried, and what looking for them may cost.
const EXTENT: Extent = Extent {
    outlines: 12,
    alike: 2,
    nodes: 10_000,
};

/// Nodes without a plan before plans are looked for: most games are found sooner.
const SOON: u64 = 6_000;

/// An attempt over within so many nodes has met a contradiction: its plan is given up.
const HOPELESS: u64 = 2_000;

/// Plans for the position before the forced end of the game.
struct Plans {
    end: End,
    plans: Vec<Plan>,
}

/// Plans, and what was spent on them.
#[derive(Default)]
pub struct Turns {
    plans: Option<Plans>,
    /// Attempts with plans so far.
    attempts: u32,
    /// The attempt under way, with the number of its plan.
    beam: Option<(usize, Beam)>,
    /// Nodes spent on them.
    spent: u64,
}

impl Turns {
    /// How many plans are pursued.
    pub fn plans(&self) -> u32 {
        self.plans
            .as_ref()
            .map_or(0, |found| found.plans.len() as u32)
    }

    /// How many attempts were begun.
    pub fn begun(&self) -> u32 {
        self.attempts + u32::from(self.beam.is_some())
    }

    /// Attempts with plans for `position` until they have had as many nodes as those without; a game, not yet checked.
    /// Careful attempts look for dead ends too.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn planned(
        &mut self,
        position: impl FnOnce() -> RetroPosition,
        search: &mut Search,
        others: u64,
        careful: bool,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        if self.plans.is_none() {
            if others < SOON {
                return Ok(None);
            }
            let end = search.end(position());
            // Charged afterwards: an instalment that ends here would leave fewer plans than the next one pays for.
            let limits = Limits {
                nodes: Some(EXTENT.nodes),
                ..budget.limits_left()
            };
            let mut own = limits.start();
            let outlines = Outline::find(&end.position, EXTENT, &mut own);
            budget.charge_nodes(own.nodes_used());
            self.spent += own.nodes_used();
            let plans = outlines.into_iter().map(Plan::new).collect();
            self.plans = Some(Plans { end, plans });
        }
        let Some(Plans { end, plans }) = &mut self.plans else {
            return Ok(None);
        };
        // An attempt under way is finished, whatever it has cost by now.
        while (self.beam.is_some() || self.spent < others) && !plans.is_empty() {
            let (number, mut beam) = match self.beam.take() {
                Some(begun) => begun,
                None => begun(plans, end, self.attempts, careful),
            };
            let before = budget.nodes_used();
            let found = search.go_on(&mut beam, Some(&plans[number]), budget);
            let spent = budget.nodes_used() - before;
            self.spent += spent;
            if let Err(limit) = found {
                self.beam = Some((number, beam));
                return Err(limit);
            }
            self.attempts += 1;
            if let Ok(Some(witness)) = found {
                return Ok(Some(witness));
            }
            if beam.nodes() < HOPELESS {
                plans.remove(number);
            }
        }
        Ok(None)
    }
}

/// The attempt of this number, with the number of its plan.
fn begun(plans: &[Plan], end: &End, attempts: u32, careful: bool) -> (usize, Beam) {
    let count = plans.len() as u32;
    let number = (attempts % count) as usize;
    let plan = &plans[number];
    let attempt = Attempt {
        width: 48 << (attempts / count + 1).trailing_zeros(),
        seed: u64::from(attempts) + 1_000_000,
        noise: [8, 16, 24][attempts as usize % 3],
        patience: 40,
        surplus: plan.surplus(),
        longest: LONGEST,
        novelty: if (attempts / count).is_multiple_of(2) {
            0
        } else {
            100
        },
        careful,
        knots: Knots::Unseen,
    };
    (number, end.begin(plan, attempt))
}
