//! The worlds of the set play: the same placement with the other side to move is a diagram of its own
//! (semantics, section 3).

use crate::problem::{Fact, Histories, Twin};
use crate::world::{Rights, WorldSet};

use super::{Feasibility, SolveOptions, WorldStatus};

/// The worlds of the set play.
#[derive(Debug, Clone, Copy)]
pub(super) struct SetWorlds {
    /// Those counted as feasible.
    pub worlds: WorldSet,
    /// Those among them that could not be decided.
    pub undecided: WorldSet,
}

impl SetWorlds {
    /// The worlds of the set play of `twin`, whose own feasible worlds are `own`; `None` if no history
    /// leads to it. Given histories hold for the set play too, every target cleared.
    pub(super) fn of(twin: &Twin, own: &WorldSet, options: &SolveOptions) -> Option<SetWorlds> {
        let diagram = twin.diagram.turned();
        let mut undecided = WorldSet::empty(diagram.turn);
        let candidates = diagram.candidates();
        let worlds = if let Histories::Given(_) = twin.histories {
            // The same rights, seen by the other side.
            own.after(Rights::NONE, None)
        } else if candidates.len() == 1 {
            // Nothing in its play hangs on its histories.
            candidates
        } else {
            let half = options.limits.time.map(|time| time / 2);
            let limits = options.retro.within(half);
            let facts: Vec<Fact> = (twin.facts.iter())
                .filter(|fact| !matches!(fact, Fact::LastMove { .. } | Fact::NoCaptureInLast(_)))
                .cloned()
                .collect();
            let judged = WorldStatus::analysed(&diagram, &facts, &limits);
            let select = |is_wanted: fn(Feasibility) -> bool| {
                WorldStatus::select(diagram.turn, &judged, is_wanted)
            };
            undecided = select(|known| known == Feasibility::Undecided);
            select(|known| known != Feasibility::Impossible)
        };
        (!worlds.is_empty()).then_some(SetWorlds { worlds, undecided })
    }
}
