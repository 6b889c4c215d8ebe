//! What several candidate worlds have in common, refuted once for all of them.
//!
//! A demand asks for some castling rights and may fix the en-passant target; everything else is left open. Its
//! refutation refutes every world that meets it. Small demands come first: what they refute need not be asked again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::budget::Budget;
use crate::problem::{Diagram, Fact};
use crate::world::{Rights, World};

use super::effort::Level;
use crate::retro::checker::{CertificateError, Checker};
use crate::retro::elaboration::elaborate;
use crate::retro::model::{EpState, Refutation, RetroPosition, RightState, Unconfirmed, Why};
use crate::retro::retraction::{Closed, Memory};
use crate::retro::rules::{self, cage};

/// A property of worlds: they hold these rights, and the last move left this target or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Demand {
    kept: Rights,
    ep: EpState,
}

impl Demand {
    /// Whether the world meets the demand.
    pub(super) fn holds_of(self, world: World) -> bool {
        let target = match self.ep {
            EpState::Open => true,
            EpState::None => world.target.is_none(),
            EpState::Target(target) => world.target == Some(target),
        };
        target && self.kept.is_subset(world.rights)
    }

    /// Whether every world that meets `self` meets `weaker`.
    fn entails(self, weaker: Demand) -> bool {
        (weaker.ep == EpState::Open || weaker.ep == self.ep) && weaker.kept.is_subset(self.kept)
    }

    /// How many things are asked for.
    fn size(self) -> usize {
        self.kept.iter().count() + usize::from(self.ep != EpState::Open)
    }

    /// The diagram with this one demand, everything else left open.
    fn position(self, diagram: &Diagram, facts: &[Fact]) -> RetroPosition {
        let mut position = RetroPosition::of_facts(diagram, World::new(self.kept, None), facts);
        for state in &mut position.rights {
            if *state == RightState::Lost {
                *state = RightState::Open;
            }
        }
        position.ep = self.ep;
        position
    }
}

/// So many things a common demand asks for at most.
const MOST_ASKED: usize = 2;

/// Every demand of at most [`MOST_ASKED`] things that more than one of the `open` worlds meets and none of the
/// `possible` ones, small demands first.
fn demands(diagram: &Diagram, open: &[World], possible: &[World]) -> Vec<Demand> {
    let mut states = vec![EpState::Open];
    for world in open.iter().chain(possible) {
        let state = world.target.map_or(EpState::None, EpState::Target);
        if !states.contains(&state) {
            states.push(state);
        }
    }
    if states == [EpState::Open, EpState::None] {
        // No target is possible at all: nothing is gained by asking for none.
        states.truncate(1);
    }
    let mut demands: Vec<Demand> = Rights::at_home(&diagram.board)
        .subsets()
        .flat_map(|kept| states.iter().map(move |&ep| Demand { kept, ep }))
        .filter(|demand| demand.size() <= MOST_ASKED)
        .filter(|&demand| open.iter().filter(|&&w| demand.holds_of(w)).count() > 1)
        .filter(|&demand| !possible.iter().any(|&w| demand.holds_of(w)))
        .collect();
    demands.sort_by_key(|demand| demand.size());
    demands
}

/// Nodes one scenario search may take for a common demand.
const SCENARIO_NODES: u64 = 12_000;

/// Nodes for a cage in the diagram itself.
const CAGE_NODES: u64 = 200;

/// By which means demands are refuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// A few retractions, or a cage.
    Quick,
    /// The scenarios of the diagram.
    Scenarios,
}

/// What came of a pass.
enum Found {
    Nothing,
    /// A proof that the independent checker accepts.
    Proof(Refutation),
    /// A proof that the independent checker cannot show in every part.
    Unconfirmed(Unconfirmed),
}

impl Pass {
    /// Tries to refute a position; what was found is checked.
    fn checked(self, position: &RetroPosition, budget: &mut Budget) -> Found {
        let Some(refutation) = self.attempt(position, budget) else {
            return Found::Nothing;
        };
        let mut checker = Checker::within(budget);
        let Ok(refutation) = elaborate(&refutation, checker.clock()) else {
            return Found::Nothing;
        };
        match checker.verify(&refutation, position) {
            Ok(checked) => Found::Proof(checked.refutation),
            Err(CertificateError::NotShown(places)) => Found::Unconfirmed(Unconfirmed {
                positions: refutation.positions.len(),
                shared: places.len(),
            }),
            Err(_) => Found::Nothing,
        }
    }

    fn attempt(self, position: &RetroPosition, budget: &mut Budget) -> Option<Refutation> {
        let at_once = |why| Some(Refutation::at_once(position.clone(), why));
        match self {
            Pass::Quick => {
                match Level::number(0).attempt(position, &mut Memory::default(), budget) {
                    Ok(Closed::Dead(refutation)) => return Some(refutation),
                    Ok(Closed::Reached(_)) => return None,
                    Err(_) => {}
                }
                let mut share = budget.share(CAGE_NODES);
                let found = cage::prove(position, &mut share);
                budget.charge(&share);
                match found {
                    Ok(Some(cage)) => at_once(Why::Cage(Arc::new(cage))),
                    _ => None,
                }
            }
            Pass::Scenarios => {
                let mut share = budget.share(SCENARIO_NODES);
                let found = rules::refute(position, &mut share);
                budget.charge(&share);
                match found {
                    Ok(Some(reason)) => at_once(Why::Reason(reason)),
                    _ => None,
                }
            }
        }
    }
}

/// Refutes what several open worlds of a diagram have in common, within a budget of its own.
pub(super) struct SharedDemands<'a> {
    diagram: &'a Diagram,
    facts: &'a [Fact],
    budget: Budget,
    /// The demands that the quick pass has already tried to refute.
    tried_quickly: Vec<Demand>,
    /// Proofs that the checker could not show in every part.
    unconfirmed: Vec<(Demand, Unconfirmed)>,
    /// Time spent so far.
    pub(super) spent: Duration,
}

impl<'a> SharedDemands<'a> {
    /// Nothing is refuted yet.
    pub(super) fn new(
        diagram: &'a Diagram,
        facts: &'a [Fact],
        budget: Budget,
    ) -> SharedDemands<'a> {
        SharedDemands {
            diagram,
            facts,
            budget,
            tried_quickly: Vec::new(),
            unconfirmed: Vec::new(),
            spent: Duration::ZERO,
        }
    }

    /// Refutations by the scenarios of the diagram. The `possible` worlds show what need not be tried.
    pub(super) fn scenarios(
        &mut self,
        open: &[World],
        possible: &[World],
    ) -> Vec<(Demand, Refutation)> {
        let begun = Instant::now();
        let demands = demands(self.diagram, open, possible);
        let refuted = if demands.is_empty() || self.scenarios_survive() {
            Vec::new()
        } else {
            self.refute(Pass::Scenarios, &demands)
        };
        self.spent += begun.elapsed();
        refuted
    }

    /// Refutes, by a few retractions or a cage, demands that a `refuted` world and more than one open world meet. Where
    /// little effort was enough for the refuted world, it may be enough for all of them.
    pub(super) fn quick_refutations(
        &mut self,
        refuted: &[World],
        open: &[World],
        possible: &[World],
    ) -> Vec<(Demand, Refutation)> {
        let begun = Instant::now();
        let mut demands = demands(self.diagram, open, possible);
        demands.retain(|demand| refuted.iter().any(|&world| demand.holds_of(world)));
        demands.retain(|demand| !self.tried_quickly.contains(demand));
        self.tried_quickly.extend(&demands);
        let found = self.refute(Pass::Quick, &demands);
        self.spent += begun.elapsed();
        found
    }

    /// The demands of one size start with an even share of what is left for them and all larger ones; what they leave
    /// goes to the next. A small demand that cannot be refuted must not use up what a large one needs.
    fn refute(&mut self, pass: Pass, demands: &[Demand]) -> Vec<(Demand, Refutation)> {
        let mut refuted: Vec<(Demand, Refutation)> = Vec::new();
        for size in 0..=MOST_ASKED {
            let mut asked: Vec<Demand> = demands
                .iter()
                .copied()
                .filter(|demand| demand.size() >= size)
                .filter(|demand| !refuted.iter().any(|(other, _)| demand.entails(*other)))
                .collect();
            let share = self.budget.nodes_left() / asked.len().max(1) as u64;
            asked.retain(|demand| demand.size() == size);
            let found: Vec<(Found, Budget)> = asked
                .par_iter()
                .map(|demand| {
                    let position = demand.position(self.diagram, self.facts);
                    let mut own = self.budget.share(share);
                    (pass.checked(&position, &mut own), own)
                })
                .collect();
            for (demand, (found, own)) in asked.into_iter().zip(found) {
                self.budget.charge(&own);
                match found {
                    Found::Nothing => {}
                    Found::Proof(refutation) => refuted.push((demand, refutation)),
                    Found::Unconfirmed(proof) => self.unconfirmed.push((demand, proof)),
                }
            }
        }
        refuted
    }

    /// A proof of something the world has in common with others that did not count, if there was any.
    pub(super) fn unconfirmed(&self, world: World) -> Option<Unconfirmed> {
        let of_it = self
            .unconfirmed
            .iter()
            .find(|(demand, _)| demand.holds_of(world));
        of_it.map(|&(_, unconfirmed)| unconfirmed)
    }

    /// Whether a scenario survives for the diagram with every right whose king and rook stand at home. Then a scenario
    /// survives for fewer rights too, and no demand is tried by scenarios.
    fn scenarios_survive(&mut self) -> bool {
        let all = Demand {
            kept: Rights::at_home(&self.diagram.board),
            ep: EpState::Open,
        };
        // A scenario that survives is met soon.
        let mut share = self.budget.share(SCENARIO_NODES / 8);
        let found = rules::refute(&all.position(self.diagram, self.facts), &mut share);
        self.budget.charge(&share);
        matches!(found, Ok(None))
    }
}
