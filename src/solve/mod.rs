//! From a twin and its judged worlds to an outcome: which convention applies, the parts, the
//! solutions, and whether anything hangs on a world that could not be decided.
//!
//! Invariant: a verdict is reported as solved only after the independent checker has replayed the
//! tree, or with the remark that the tree was too large.

mod options;
mod outcome;

pub use options::{Detail, SolveOptions, Tries};
pub use outcome::{
    Condition, Feasibility, Finality, Outcome, Part, SolveError, Stats, WorldStatus,
};

use crate::problem::Twin;

/// Solves `twin` in the worlds given with their status; impossible worlds are left out.
///
/// With [`Histories::Given`](crate::problem::Histories::Given) pass the given worlds as possible:
/// see [`WorldStatus::given`].
///
/// # Errors
///
/// What cannot be solved at all: see [`SolveError`].
pub fn solve(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &SolveOptions,
) -> Result<Outcome, SolveError> {
    let _ = (twin, worlds, options);
    Err(SolveError::NotSupported("solving"))
}
