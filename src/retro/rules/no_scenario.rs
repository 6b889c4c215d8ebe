//! Every way to share out captures and promotions fails: found by going through the scenarios.

use super::{Cost, Rule, Scene};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::NoScenario;
use crate::retro::scenario;

impl Rule for NoScenario {
    const NAME: &'static str = "no-scenario";
    const COST: Cost = Cost::Search;

    fn seek(scene: &Scene<'_>, budget: &mut Budget) -> Result<Option<NoScenario>, Limit> {
        match scene.ledger() {
            Some(ledger) => scenario::search(ledger, &mut scene.past_nogoods.borrow_mut(), budget),
            None => Ok(None),
        }
    }
}
