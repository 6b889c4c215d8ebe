//! The worlds of the set play: the same placement with the other side to move is a diagram of its own
//! (semantics, section 3).

use crate::budget::Limits;
use crate::problem::{Fact, Histories, Twin};
use crate::retro;
use crate::world::{Rights, WorldSet};

use super::SolveOptions;

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
        let mut found = SetWorlds {
            worlds: WorldSet::empty(diagram.turn),
            undecided: WorldSet::empty(diagram.turn),
        };
        let candidates = diagram.candidates();
        if let Histories::Given(_) = twin.histories {
            // The same rights, seen by the other side.
            found.worlds = own.after(Rights::NONE, None);
        } else if candidates.len() == 1 {
            // Nothing in its play hangs on its histories.
            found.worlds = candidates;
        } else {
            let half = options.limits.time.map(|time| time / 2);
            let limits = Limits {
                time: [options.retro.time, half].into_iter().flatten().min(),
                ..options.retro.clone()
            };
            let facts: Vec<Fact> = (twin.facts.iter())
                .filter(|fact| !matches!(fact, Fact::LastMove { .. } | Fact::NoCaptureInLast(_)))
                .cloned()
                .collect();
            for judged in retro::analyse(&diagram, &facts, &limits).worlds {
                match judged.verdict {
                    retro::Verdict::Possible(_) => found.worlds.insert(judged.world),
                    retro::Verdict::Undecided(_) => {
                        found.worlds.insert(judged.world);
                        found.undecided.insert(judged.world);
                    }
                    retro::Verdict::Impossible(_) => {}
                }
            }
        }
        (!found.worlds.is_empty()).then_some(found)
    }
}
