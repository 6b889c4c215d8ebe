//! Where the author's lines begin: keys, tries and set play.

use crate::solution::{Mark, Solution};
use crate::syntax::{NodeId, Written, WrittenMark, WrittenRole};
use crate::world::World;

use super::finding::{LineFault, Stage};
use super::lines::MOST_REFUTATIONS;
use super::published::Meant;
use super::reached::{Place, Reached};
use super::replay::Replay;

impl Replay<'_> {
    /// A first move, or a move of the set play; `begins` is the half-move of first moves.
    pub(super) fn root(
        &mut self,
        id: NodeId,
        begins: u32,
        solutions: &[(Option<World>, &Solution)],
    ) {
        let node = &self.published.written.nodes[id];
        let Written::Move {
            text, mark, role, ..
        } = node.what
        else {
            return;
        };
        if node.ply != begins {
            let places: Vec<Place> = solutions
                .iter()
                .filter_map(|(_, solution)| {
                    Some(Place {
                        node: &solution.set_play.as_ref()?.node,
                        ruling: None,
                        left: solution.plies.checked_sub(1),
                        stage: Stage::Set,
                    })
                })
                .collect();
            // "but": that this defence has no answer is what is said.
            if role != WrittenRole::Refutation {
                self.stage = self.set_play;
                self.follow(id, &places);
                self.stage = Stage::Actual;
            }
            return;
        }
        let Some(text) = text.named() else {
            return;
        };
        let mut reached: Vec<Reached> = Vec::new();
        let mut absent: Vec<&Solution> = Vec::new();
        let mut fault = None;
        for (_, solution) in solutions {
            let Some(root) = &solution.tree else { continue };
            match self.meant(id, text, root) {
                Ok(Meant { moves, slip }) => {
                    let here = root.branches.iter().filter(|b| moves.contains(&b.mv));
                    let before = reached.len();
                    reached.extend(here.map(|branch| Reached {
                        branch,
                        by: self.attacker,
                        left: Some(solution.plies),
                        stage: Stage::Actual,
                    }));
                    if reached.len() == before {
                        absent.push(solution);
                    } else if let Some(slip) = slip {
                        self.imprecise(id, slip);
                    }
                }
                Err(found) => fault = Some(found),
            }
        }
        let is_key = |reached: &Reached| reached.branch.mark != Mark::Try;
        let claims_try = match mark {
            WrittenMark::Bad => true,
            // `!?` is a key where it solves.
            WrittenMark::Mixed => !reached.iter().any(is_key),
            WrittenMark::None | WrittenMark::Good => false,
        };
        self.first_move(id, claims_try, &reached, &absent, fault);
    }

    fn first_move(
        &mut self,
        id: NodeId,
        claims_try: bool,
        reached: &[Reached<'_>],
        absent: &[&Solution],
        fault: Option<LineFault>,
    ) {
        let is_try = |reached: &Reached| reached.branch.mark == Mark::Try;
        let as_said: Vec<Reached> = reached
            .iter()
            .copied()
            .filter(|reached| is_try(reached) == claims_try)
            .collect();
        if !as_said.is_empty() {
            self.done.replayed += 1;
            if claims_try {
                self.in_try(|replay| {
                    replay.below(id, &as_said);
                    replay.try_is_refuted(id, as_said[0]);
                });
            } else {
                self.below(id, &as_said);
            }
        } else if !reached.is_empty() {
            if claims_try {
                self.fault_of(id, LineFault::TryIsKey);
            } else {
                // That it is only a try has been said with the keys.
                self.done.replayed += 1;
                self.in_try(|replay| replay.below(id, reached));
            }
        } else if !absent.is_empty() {
            let named = self.named_refutations(id);
            if claims_try && absent.iter().any(|solution| self.overlooks_tries(solution)) {
                self.done.unexamined += 1;
            } else if claims_try
                && (1..=MOST_REFUTATIONS).contains(&named.len())
                && absent.iter().all(|solution| self.knows_tries(solution))
            {
                self.fault_of(id, LineFault::RefutationMissing(Vec::new()));
            }
        } else if let Some(fault) = fault {
            if claims_try {
                self.in_try(|replay| replay.fault_of(id, fault));
            } else {
                self.fault_of(id, fault);
            }
        }
    }

    /// What is said of a try.
    pub(super) fn in_try(&mut self, say: impl FnOnce(&mut Self)) {
        let stage = std::mem::replace(&mut self.stage, Stage::Try);
        say(self);
        self.stage = stage;
    }
}
