//! The search itself.

use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::reason::Reason;

/// Looks for a surviving scenario.
pub(super) fn search(_ledger: &Ledger, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    budget.spend()?;
    Ok(None)
}
