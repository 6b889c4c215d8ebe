//! The scenario search: who was captured where by whom, which pawn promoted where and as what.
//!
//! A *scenario* gives every missing man its end and every pawn its path. If no scenario survives the
//! constraints, the position cannot have arisen. Invariant: a scenario is dropped only if no history
//! follows it; running out of budget is reported, never taken for a refutation.

pub mod ground;
pub mod life;
pub mod matching;
pub mod parity;
mod search;
pub mod side;
pub mod timeline;

use crate::budget::{Budget, Limit};
use crate::notation::Language;

use super::ledger::Ledger;
use super::position::RetroPosition;
use super::reason::{ClosedRegion, Reason, quick};

/// Every scenario of captures and promotions fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoScenario {
    /// How many scenarios were looked at.
    pub scenarios: u64,
}

impl NoScenario {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match language {
            Language::English => format!(
                "no assignment of captures and promotions fits ({} tried)",
                self.scenarios
            ),
            Language::German => format!(
                "keine Verteilung von Schlagfällen und Umwandlungen passt ({} versucht)",
                self.scenarios
            ),
        }
    }
}

/// Refutes a position by its [`quick`] reasons or by an exhaustive search over scenarios.
///
/// `Ok(None)`: a scenario survives, nothing is proved. The same node limit gives the same answer.
///
/// # Errors
///
/// The limit that ended the search before every scenario was refuted or one survived.
pub fn refute(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    if let Some(reason) = quick(position) {
        return Ok(Some(reason));
    }
    let Some(ledger) = Ledger::new(position) else {
        return Ok(None);
    };
    if let Some(reason) = ClosedRegion::find(&ledger) {
        return Ok(Some(Reason::ClosedRegion(reason)));
    }
    search::search(&ledger, budget)
}
