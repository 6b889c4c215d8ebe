//! Attempts with plans and attempts without them, in turns.
//!
//! A plan steers well where captures are scarce and badly where it asks for too much, so neither kind of
//! attempt gets more nodes than the other, and several plans take turns. Invariant: the turns depend on
//! nodes alone, never on time.

use crate::budget::{Budget, Limit, Limits};
use crate::retro::model::{RetroPosition, Witness};
use crate::retro::scenario::survivor::{Extent, SurvivingScenario};

use super::beam::{Attempt, Beam, Blockades, LONGEST, Order};
use super::plan::Plan;
use super::search::{End, Search, order};

/// How many plans are tried, and what looking for them may cost.
const EXTENT: Extent = Extent {
    scenarios: 12,
    alike: 2,
    nodes: 10_000,
};

/// How many positions the first attempt keeps. It tries the first plan alone, which often leads home and is found much
/// sooner than the others.
const PROBE: usize = 16;

/// Nodes without a plan before plans are looked for: most games are found sooner.
const SOON: u64 = 6_000;

/// An attempt over within so many nodes has met a contradiction: its plan is given up.
const HOPELESS: u64 = 2_000;

/// Plans for the position before the forced end of the game.
struct Plans {
    end: End,
    found: Vec<Plan>,
    /// Whether more than the first have been looked for.
    complete: bool,
}

impl Plans {
    /// Some plans, at most so many. Charged afterwards: an instalment that ends here would leave fewer than the next one
    /// pays for.
    fn find(&self, most: usize, budget: &mut Budget) -> Vec<Plan> {
        let extent = Extent {
            scenarios: most,
            ..EXTENT
        };
        let limits = Limits {
            nodes: Some(EXTENT.nodes),
            ..budget.limits_left()
        };
        let mut own = limits.start();
        let scenarios = SurvivingScenario::find(&self.end.position, extent, &mut own);
        budget.charge_nodes(own.nodes_used());
        scenarios.into_iter().map(Plan::new).collect()
    }

    /// The attempt after so many, with the number of its plan; `None`: there is no plan, or none is left.
    fn begin(
        &mut self,
        attempts: u32,
        careful: bool,
        budget: &mut Budget,
    ) -> Option<(usize, Beam)> {
        let is_first = attempts == 0;
        if !self.complete {
            let most = if is_first { 1 } else { EXTENT.scenarios };
            self.found = self.find(most, budget);
            self.complete = !is_first || self.found.is_empty();
        }
        let plan = self.found.first()?;
        if is_first {
            return Some((0, self.end.begin(plan, probe(plan, careful))));
        }
        Some(begun(&self.found, &self.end, attempts - 1, careful))
    }
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
            .map_or(0, |plans| plans.found.len() as u32)
    }

    /// Nodes spent.
    pub fn spent(&self) -> u64 {
        self.spent
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
        if self.plans.is_none() && others < SOON {
            return Ok(None);
        }
        let plans = self.plans.get_or_insert_with(|| Plans {
            end: search.end(position()),
            found: Vec::new(),
            complete: false,
        });
        // An attempt under way is finished, whatever it has cost by now.
        while self.beam.is_some() || self.spent < others {
            let before = budget.nodes_used();
            let begun = self.beam.take();
            let begun = begun.or_else(|| plans.begin(self.attempts, careful, budget));
            let Some((number, mut beam)) = begun else {
                self.spent += budget.nodes_used() - before;
                break;
            };
            let found = search.go_on(&mut beam, Some(&plans.found[number]), budget);
            self.spent += budget.nodes_used() - before;
            if found.is_err() {
                self.beam = Some((number, beam));
                return found;
            }
            self.attempts += 1;
            if plans.complete && beam.nodes() < HOPELESS {
                plans.found.remove(number);
            }
            if let Ok(Some(_)) = found {
                return found;
            }
        }
        Ok(None)
    }
}

/// The first attempt.
fn probe(plan: &Plan, careful: bool) -> Attempt {
    Attempt {
        width: PROBE,
        seed: 3_000_000,
        noise: 8,
        patience: 40,
        surplus: plan.surplus(),
        longest: LONGEST,
        novelty: 0,
        careful,
        blockades: Blockades::Unseen,
        order: Order::Any,
    }
}

/// The attempt of this number after the first, with the number of its plan.
fn begun(plans: &[Plan], end: &End, attempts: u32, careful: bool) -> (usize, Beam) {
    let count = plans.len() as u32;
    let number = (attempts % count) as usize;
    let plan = &plans[number];
    let attempt = Attempt {
        width: 48 << (attempts / count + 1).trailing_zeros(),
        seed: u64::from(attempts) + 1_000_000,
        noise: [8, 16, 24][attempts as usize % 3],
        novelty: if (attempts / count).is_multiple_of(2) {
            0
        } else {
            100
        },
        order: order(attempts / count),
        ..probe(plan, careful)
    };
    (number, end.begin(plan, attempt))
}
