//! Every way to share out captures and promotions fails: found by going through the scenarios.

use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::{ClosedRegion, NoScenario, Reason};
use crate::retro::scenario::{self, PastNogoods};

/// Looks for a closed region, which takes too long to be done at every node, then tries to show that every scenario
/// fails. It uses the nogoods of similar positions and adds those that it finds.
///
/// # Errors
///
/// The limit that ended the search before every scenario was refuted or one survived.
pub(crate) fn seek(
    position: &RetroPosition,
    past_nogoods: &mut PastNogoods,
    budget: &mut Budget,
) -> Result<Option<Reason>, Limit> {
    let Some(ledger) = &Ledger::new(position) else {
        return Ok(None);
    };
    if let Some(region) = ClosedRegion::find(ledger) {
        return Ok(Some(region.into()));
    }
    let found: Option<NoScenario> = scenario::search(ledger, past_nogoods, budget)?;
    Ok(found.map(Reason::from))
}
