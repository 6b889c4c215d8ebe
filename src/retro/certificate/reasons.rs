//! Whether a named reason holds of a position.

use crate::budget::Limits;
use crate::retro::position::RetroPosition;
use crate::retro::reason::{Reason, quick};
use crate::retro::scenario;

/// Nodes a scenario search may take when it is repeated.
const SCENARIO_NODES: u64 = 200_000;

/// Whether `reason` refutes `position`.
pub(super) fn holds(reason: &Reason, position: &RetroPosition) -> bool {
    if quick(position).as_ref() == Some(reason) {
        return true;
    }
    let limits = Limits {
        nodes: Some(SCENARIO_NODES),
        ..Limits::default()
    };
    matches!(scenario::refute(position, &mut limits.start()), Ok(Some(_)))
}
