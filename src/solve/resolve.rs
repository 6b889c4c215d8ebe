//! Which convention applies to a set of worlds, and what it gives (SEMANTICS.md, section 6).

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::problem::Convention;
use crate::solution::{Solution, Verdict};
use crate::world::{World, WorldSet};

use super::session::{Effort, Session};
use super::{Part, SolveError};

/// What a set of worlds gives.
#[derive(Debug, Clone)]
pub(super) struct Resolved {
    pub applied: Convention,
    pub verdict: Verdict,
    pub solution: Option<Solution>,
    pub parts: Vec<Part>,
}

impl Resolved {
    /// The solution of the whole, or that of each part.
    pub(super) fn solutions(&self) -> impl Iterator<Item = &Solution> {
        let parts = self.parts.iter().map(|part| &part.solution);
        self.solution.iter().chain(parts)
    }

    /// Whether any key was found.
    pub(super) fn has_keys(&self) -> bool {
        self.solutions().any(|solution| !solution.keys.is_empty())
    }
}

/// Solves sets of worlds, each single world only once.
pub(super) struct Resolver<'a> {
    session: &'a Session<'a>,
    /// Single worlds already solved (without their trees if that was enough).
    worlds: FxHashMap<World, (Effort, Solution)>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(session: &'a Session<'a>) -> Resolver<'a> {
        Resolver {
            session,
            worlds: FxHashMap::default(),
        }
    }

    /// What the problem's convention makes of `worlds`, which are not empty.
    pub(super) fn resolve(
        &mut self,
        worlds: WorldSet,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<Resolved, SolveError> {
        let undominated =
            worlds.filter(|world| !worlds.iter().any(|other| world.is_dominated_by(other)));
        match self.session.twin.convention {
            Convention::Pra => self.parts(&undominated, effort, budget),
            Convention::Codex => self.codex(worlds, &undominated, effort, budget),
            convention => {
                let solution = self.session.solve(worlds, convention, effort, budget)?;
                Ok(whole(convention, solution))
            }
        }
    }

    /// Article 16: one undominated world, else parts, else retro-strategy.
    fn codex(
        &mut self,
        worlds: WorldSet,
        undominated: &WorldSet,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<Resolved, SolveError> {
        if let Some(world) = undominated.sole() {
            let solution = self.in_world(world, Convention::Codex, effort, budget)?;
            return Ok(whole(Convention::Codex, solution));
        }
        let parts = self.parts(undominated, effort, budget)?;
        let unsolved = parts
            .parts
            .iter()
            .any(|part| part.solution.verdict == Verdict::NoSolution);
        let mut targets = undominated.iter().map(|world| world.target);
        let first = targets.next();
        if unsolved && targets.all(|target| Some(target) == first) {
            let applied = Convention::RetroStrategy;
            let solution = self.session.solve(worlds, applied, effort, budget)?;
            return Ok(whole(applied, solution));
        }
        Ok(parts)
    }

    fn parts(
        &mut self,
        undominated: &WorldSet,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<Resolved, SolveError> {
        let mut parts = Vec::new();
        let mut left = undominated.len() as u64;
        // The fullest rights first, as parts are usually printed.
        let mut worlds: Vec<World> = undominated.iter().collect();
        worlds.sort_by_key(|world| (world.target, std::cmp::Reverse(world.rights)));
        for world in worlds {
            let mut share = if budget.is_node_limited() {
                budget.share(budget.nodes_left() / left)
            } else {
                budget.share(u64::MAX)
            };
            left -= 1;
            let solution = self.in_world(world, Convention::Pra, effort, &mut share)?;
            budget.charge(&share);
            parts.push(Part { world, solution });
        }
        let verdict_of = |part: &Part| part.solution.verdict;
        let verdict = if parts
            .iter()
            .any(|part| verdict_of(part) == Verdict::NoSolution)
        {
            Verdict::NoSolution
        } else {
            parts
                .iter()
                .map(verdict_of)
                .find(|verdict| *verdict != Verdict::Solved)
                .unwrap_or(Verdict::Solved)
        };
        Ok(Resolved {
            applied: Convention::Pra,
            verdict,
            solution: None,
            parts,
        })
    }

    fn in_world(
        &mut self,
        world: World,
        convention: Convention,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<Solution, SolveError> {
        if let Some((known, solution)) = self.worlds.get(&world)
            && (*known == Effort::Everything || *known == effort)
            && !matches!(solution.verdict, Verdict::Undecided(_))
        {
            return Ok(solution.clone());
        }
        let single = WorldSet::single(self.session.twin.diagram.turn, world);
        let solution = self.session.solve(single, convention, effort, budget)?;
        self.worlds.insert(world, (effort, solution.clone()));
        Ok(solution)
    }
}

fn whole(applied: Convention, solution: Solution) -> Resolved {
    Resolved {
        applied,
        verdict: solution.verdict,
        solution: Some(solution),
        parts: Vec::new(),
    }
}
