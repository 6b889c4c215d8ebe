//! The number of solutions that the stipulation announces, against those that were found: of help play whole ones, else keys.

use crate::problem::{Duplex, Twin};
use crate::solution::{Count, Solution, Verdict};
use crate::solve::Outcome;

use super::finding::Finding;

/// How many were found; nothing if that is not known.
fn found(solution: &Solution) -> Option<Count> {
    let keys = || Count::Exactly(solution.keys.len() as u64);
    (solution.count).or_else(|| (solution.verdict == Verdict::Solved).then(keys))
}

/// The number announced. Of a duplex nothing says which half is meant.
fn announced(twin: &Twin) -> Option<u32> {
    twin.announced.filter(|_| twin.duplex == Duplex::No)
}

/// Whether as many are announced as there are: then none of them is a cook.
pub(super) fn is_right(twin: &Twin, solution: &Solution) -> bool {
    let announced = announced(twin).map(|number| Count::Exactly(number.into()));
    announced.is_some() && announced == found(solution)
}

/// Tells of another number.
pub(super) fn judge(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Some(announced) = announced(twin) else {
        return;
    };
    let mut solutions = outcome.solutions();
    let (Some((_, solution)), None) = (solutions.next(), solutions.next()) else {
        return;
    };
    let differs = match found(solution) {
        Some(Count::Exactly(found)) => (found != u64::from(announced)).then_some(found),
        Some(Count::AtLeast(found)) => (found > u64::from(announced)).then_some(found),
        None => None,
    };
    findings.extend(differs.map(|found| Finding::SolutionCount { announced, found }));
}
