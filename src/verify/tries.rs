//! The author's tries: whether they are known, and what refutes them.

use shakmaty::Move;

use crate::problem::Play;
use crate::solution::{Extent, Node, Solution, Tries, Verdict};
use crate::syntax::{NodeId, Written, WrittenMark, WrittenRole};

use super::finding::LineFault;
use super::keys::refutations;
use super::published::meant;
use super::reached::Reached;
use super::replay::Replay;

impl Replay<'_> {
    /// Whether the search was complete and did not look for all tries.
    pub(super) fn overlooks_tries(&self, solution: &Solution) -> bool {
        let complete = matches!(solution.verdict, Verdict::Solved | Verdict::NoSolution);
        complete && self.forced.play != Play::Help && !self.knows_tries(solution)
    }

    /// Whether every try with few refutations is in the tree.
    pub(super) fn knows_tries(&self, solution: &Solution) -> bool {
        let most = match solution.verdict {
            Verdict::Solved => Tries::MOST_PLIES,
            Verdict::NoSolution => Tries::MOST_PLIES_UNSOLVED,
            Verdict::Undecided(_) | Verdict::Illegal => return false,
        };
        let complete = |root: &Node| root.extent == Extent::Complete;
        self.forced.play != Play::Help
            && solution.plies <= most
            && solution.tree.as_ref().is_some_and(complete)
    }

    /// The moves that, as the author says, refute the try `id`.
    pub(super) fn named_refutations(&self, id: NodeId) -> Vec<NodeId> {
        let nodes = &self.published.written.nodes;
        let mut named = Vec::new();
        let mut open = nodes[id].children.clone();
        while let Some(child) = open.pop() {
            match &nodes[child].what {
                Written::Ruling { .. } => open.extend(&nodes[child].children),
                // After a denial the same side goes on: its moves are no refutations.
                Written::Move { mark, role, .. } => {
                    let refutes = *mark == WrittenMark::Good || *role == WrittenRole::Refutation;
                    if refutes && nodes[child].ply == nodes[id].ply + 1 {
                        named.push(child);
                    }
                }
            }
        }
        named
    }

    /// Whether a move that seems to refute is given an answer: then its mark praises it, such as a correction.
    fn is_answered_by_author(&self, id: NodeId) -> bool {
        let node = &self.published.written.nodes[id];
        let praised =
            matches!(&node.what, Written::Move { role, .. } if *role != WrittenRole::Refutation);
        praised && !node.children.is_empty()
    }

    /// What the author says refutes a try, against what does.
    pub(super) fn try_is_refuted(&mut self, id: NodeId, reached: Reached<'_>) {
        let found = refutations(reached.branch);
        let mut right: Vec<Move> = Vec::new();
        for child in self.named_refutations(id) {
            let Written::Move { text, .. } = self.published.written.nodes[child].what else {
                continue;
            };
            let Some(text) = text.named() else {
                continue;
            };
            // Whether it is a move at all has been looked at with the lines.
            let moves: Vec<Move> = (reached.after().iter())
                .filter_map(|place| meant(text, place.node).ok())
                .flat_map(|meant| meant.moves)
                .collect();
            if let Some(&mv) = moves.iter().find(|mv| found.contains(mv)) {
                right.push(mv);
            } else if !moves.is_empty() && !self.is_answered_by_author(child) {
                self.fault_of(child, LineFault::DoesNotRefute);
            }
        }
        let missing: Vec<Move> = found.into_iter().filter(|mv| !right.contains(mv)).collect();
        if !right.is_empty() && !missing.is_empty() {
            self.fault_of(id, LineFault::RefutationMissing(missing));
        }
    }
}
