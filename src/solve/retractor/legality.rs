//! Whether a position on the way has a game, and in which worlds: asked of the retro-analysis, remembered.

use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::problem::Fact;
use crate::retro::{EpState, RetroLimits, RetroPosition, RightState, analyse};
use crate::solve::{Feasibility, SolveOptions, WorldStatus};
use crate::world::{Right, World};

use super::diagram_of;

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
        let analysis = analyse(&diagram_of(position), &facts_of(position), &limits);
        (analysis.worlds.iter())
            .filter(|judged| fits(position, judged.world))
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

/// Whether what was taken back leaves `world`.
pub(super) fn fits(position: &RetroPosition, world: World) -> bool {
    let rights = Right::ALL.into_iter().zip(position.rights);
    let fits = |(right, state)| match state {
        RightState::Kept => world.rights.has(right),
        RightState::Lost => !world.rights.has(right),
        RightState::Open => true,
    };
    let target = match position.ep {
        EpState::Open => true,
        EpState::None => world.target.is_none(),
        EpState::Target(square) => world.target == Some(square),
    };
    target && rights.into_iter().all(fits)
}

/// What the text under the diagram still says of a position before it, and which men castled later.
fn facts_of(position: &RetroPosition) -> Vec<Fact> {
    let moved = position.moved.into_iter().map(Fact::Moved);
    let frozen = position.frozen.into_iter().map(Fact::NotMoved);
    let quiet = (position.quiet_plies > 0).then_some(Fact::NoCaptureInLast(position.quiet_plies));
    let told = position.known_moves.iter().map(|&(back, what)| {
        let last = position.turn.other();
        let by = if back % 2 == 0 { last } else { last.other() };
        Fact::LastMove { by: Some(by), what }
    });
    moved.chain(frozen).chain(quiet).chain(told).collect()
}
