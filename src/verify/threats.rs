//! What the author says is threatened.

use crate::problem::Play;
use crate::solution::Pressure;
use crate::syntax::{NamedMove, NodeId};

use super::finding::LineFault;
use super::growth::Grown;
use super::reached::Place;
use super::replay::Replay;

impl Replay<'_> {
    /// The threat `id` in `places`.
    pub(super) fn threat(&mut self, id: NodeId, named: NamedMove, places: &[Place<'_>]) {
        let has_it = |place: &&Place| {
            let Pressure::Threat(threats) = &place.node.pressure else {
                return false;
            };
            let mut texts = named.texts();
            texts.any(|text| text.find(threats.iter().map(|branch| branch.mv)).is_ok())
        };
        // Of several histories the author means each that has the threat.
        let threatened: Vec<&Place> = places.iter().filter(has_it).collect();
        if !threatened.is_empty() {
            self.done.replayed += 1;
            for place in threatened {
                self.done.visited.come_to(place.node, place.ruling);
                self.done.visited.threaten(place.node);
            }
            return;
        }
        // Only the shortest threats are known; a threat to force a mate takes two half-moves.
        let shortest = if self.forced.play == Play::Direct {
            2
        } else {
            3
        };
        let is_known = |place: &Place| match place.node.pressure {
            Pressure::Threat(_) => place.left.is_some_and(|left| left <= shortest),
            Pressure::Zugzwang | Pressure::Check => true,
            Pressure::Unknown => false,
        };
        let grown = if !places.is_empty() && places.iter().all(is_known) {
            Grown::Fails
        } else {
            let open: Vec<Place> = (places.iter().copied())
                .filter(|place| !matches!(place.node.pressure, Pressure::Check))
                .collect();
            self.grow(id, named, &open)
        };
        match grown {
            Grown::Holds => {
                for place in places {
                    self.done.visited.threaten(place.node);
                }
            }
            Grown::Fails if places.is_empty() => {}
            Grown::Fails => {
                for place in places {
                    self.done.visited.claim_threat(place.node);
                }
                self.fault_of(id, LineFault::NoThreat);
            }
            Grown::Open => self.done.unchecked += usize::from(self.counts(id)),
        }
    }
}
