//! What the author says is threatened.

use crate::problem::Play;
use crate::solution::{Branch, Pressure};
use crate::syntax::{NamedMove, NodeId};

use super::finding::LineFault;
use super::growth::Grown;
use super::reached::Place;
use super::replay::Replay;

impl Replay<'_> {
    /// The threat `id` in `places`.
    pub(super) fn threat(&mut self, id: NodeId, named: NamedMove, places: &[Place<'_>]) {
        let is_among = |threats: &[Branch]| {
            let mut texts = named.texts();
            texts.any(|text| text.find(threats.iter().map(|branch| branch.mv)).is_ok())
        };
        let mut known = !places.is_empty();
        for place in places {
            match &place.node.pressure {
                Pressure::Threat(threats) => {
                    if is_among(threats) {
                        self.done.replayed += 1;
                        // Of several histories the author means each that has the threat.
                        for place in places {
                            if let Pressure::Threat(threats) = &place.node.pressure
                                && is_among(threats)
                            {
                                self.done.visited.come_to(place.node, place.ruling);
                                self.done.visited.threaten(place.node);
                            }
                        }
                        return;
                    }
                    // Only the shortest threats are known; a threat to force a mate takes two half-moves.
                    let shortest = if self.forced.play == Play::Direct {
                        2
                    } else {
                        3
                    };
                    known &= place.left.is_some_and(|left| left <= shortest);
                }
                Pressure::Zugzwang | Pressure::Check => {}
                Pressure::Unknown => known = false,
            }
        }
        let grown = if known {
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
