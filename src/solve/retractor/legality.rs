//! Whether a position on the way has a game, and in which worlds: asked of the retro-analysis, remembered.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::retro::{RetroLimits, RetroPosition, analyse};
use crate::solve::{Feasibility, SolveOptions, WorldStatus};

/// Nodes for each position, unless the user gives them, and for those on which everything hangs.
const NODES: [u64; 3] = [400, 6_000, 60_000];

/// Most positions that are remembered.
const REMEMBERED: usize = 200_000;

/// What positions were judged to be.
pub(super) struct Legality {
    limits: RetroLimits,
    known: FxHashMap<RetroPosition, Vec<WorldStatus>>,
    /// The place in [`NODES`] of the effort of the last deeper look.
    level: usize,
}

impl Legality {
    pub(super) fn new(options: &SolveOptions) -> Legality {
        Legality {
            limits: options.retro.clone(),
            known: FxHashMap::default(),
            level: 0,
        }
    }

    /// The worlds `position` can be in, with what is known of them; impossible ones left out.
    pub(super) fn worlds(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Vec<WorldStatus> {
        if let Some(known) = self.known.get(position) {
            return known.clone();
        }
        let nodes = self.limits.nodes.map_or(NODES[0], |n| n.min(NODES[0]));
        let worlds = self.judge(position, nodes, budget);
        if self.known.len() < REMEMBERED {
            self.known.insert(position.clone(), worlds.clone());
        }
        worlds
    }

    /// Begins the next deeper look, if there is one.
    pub(super) fn goes_deeper(&mut self) -> bool {
        let goes =
            self.level + 1 < NODES.len() && self.limits.nodes.is_none_or(|n| n > NODES[self.level]);
        self.level += usize::from(goes);
        goes
    }

    /// Judges an undecided position with the effort of the deeper look; whether that decided anything.
    pub(super) fn look_harder(&mut self, position: &RetroPosition, budget: &mut Budget) -> bool {
        let before = self.known.get(position).cloned().unwrap_or_default();
        let nodes = NODES[self.level];
        let nodes = self.limits.nodes.map_or(nodes, |own| own.min(nodes));
        let worlds = self.judge(position, nodes, budget);
        let is_new = worlds != before;
        if is_new {
            self.known.insert(position.clone(), worlds);
        }
        is_new
    }

    fn judge(&self, position: &RetroPosition, nodes: u64, budget: &mut Budget) -> Vec<WorldStatus> {
        let left = budget.time_left();
        let time: Option<Duration> = [self.limits.time, left].into_iter().flatten().min();
        let limits = RetroLimits {
            nodes: Some(nodes),
            time,
            stop: budget.stop().clone(),
        };
        let analysis = analyse(&position.diagram(), &position.facts(), &limits);
        (analysis.worlds.iter())
            .filter(|judged| position.agrees_with(judged.world))
            .map(WorldStatus::from)
            .filter(|status| status.feasibility != Feasibility::Impossible)
            .collect()
    }
}

/// What worlds, impossible ones left out, say of their position.
pub(super) fn feasibility(worlds: &[WorldStatus]) -> Feasibility {
    let known = |feasibility| worlds.iter().any(|one| one.feasibility == feasibility);
    if known(Feasibility::Possible) {
        Feasibility::Possible
    } else if known(Feasibility::Undecided) {
        Feasibility::Undecided
    } else {
        Feasibility::Impossible
    }
}
