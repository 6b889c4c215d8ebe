//! Whether a result hangs on worlds that could not be decided (SEMANTICS.md, section 1).

use crate::budget::Budget;
use crate::solution::{Key, Solution, Verdict};
use crate::world::{World, WorldSet};

use super::resolve::{Resolved, Resolver};
use super::session::Effort;
use super::{Condition, Finality, SolveError};

/// Most undecided worlds whose subsets are all looked at.
const MOST: usize = 6;

/// What must not change: the verdict and the keys, in each part.
#[derive(PartialEq, Eq)]
struct Substance {
    verdict: Verdict,
    keys: Vec<String>,
    parts: Vec<(World, Verdict, Vec<String>)>,
}

/// Looks at every subset of the undecided worlds that leaves a world at all.
pub(super) fn of(
    resolver: &mut Resolver<'_>,
    resolved: &Resolved,
    all: &WorldSet,
    undecided: &WorldSet,
    budget: &mut Budget,
) -> Result<Finality, SolveError> {
    let open: Vec<World> = undecided.iter().collect();
    if open.is_empty() {
        return Ok(Finality::Final);
    }
    if open.len() > MOST {
        return Ok(Finality::Conditional(Condition::TooManyUndecided(
            open.len(),
        )));
    }
    let cut = |solution: &Solution| solution.count.is_some_and(|count| !count.is_exact());
    if is_undecided(resolved) || resolved.solutions().any(cut) {
        return Ok(Finality::Conditional(Condition::NotSearched));
    }
    let substance = substance(resolved);
    for mask in 1u32..1 << open.len() {
        let without: Vec<World> = open
            .iter()
            .enumerate()
            .filter(|(i, _)| mask & (1 << i) != 0)
            .map(|(_, &world)| world)
            .collect();
        let left = all.filter(|world| !without.contains(&world));
        if left.is_empty() {
            continue;
        }
        let other = resolver.resolve(left, Effort::Keys, budget)?;
        if is_undecided(&other) {
            return Ok(Finality::Conditional(Condition::NotSearched));
        }
        if self::substance(&other) != substance {
            return Ok(Finality::Conditional(Condition::Changes { without }));
        }
    }
    Ok(Finality::Final)
}

fn is_undecided(resolved: &Resolved) -> bool {
    let undecided = |verdict| matches!(verdict, Verdict::Undecided(_));
    // The verdict of the whole is that of its only solution.
    undecided(resolved.verdict) || resolved.solutions().any(|one| undecided(one.verdict))
}

fn substance(resolved: &Resolved) -> Substance {
    let moves = |keys: &[Key]| {
        let mut moves: Vec<String> = keys.iter().map(Key::uci).collect();
        moves.sort_unstable();
        moves
    };
    Substance {
        verdict: resolved.verdict,
        keys: resolved
            .solution
            .as_ref()
            .map_or_else(Vec::new, |solution| moves(&solution.keys)),
        parts: resolved
            .parts
            .iter()
            .map(|part| {
                (
                    part.world,
                    part.solution.verdict,
                    moves(&part.solution.keys),
                )
            })
            .collect(),
    }
}
