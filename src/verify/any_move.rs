//! `S~`, "else": whatever a man does, and what the author answers to it.

use shakmaty::Move;

use super::finding::{LineFault, Stage};
use super::published::means;
use super::reached::{Place, Reached};
use super::replay::Replay;
use crate::notation::{MoveText, Sign};
use crate::problem::Play;
use crate::solution::Branch;
use crate::syntax::{AnyMove, NodeId, Written, WrittenMark, WrittenMove, WrittenRole};

impl Replay<'_> {
    /// What follows must hold after one of the moves, and speaks of those after which it does.
    pub(super) fn any(&mut self, id: NodeId, any: AnyMove, places: &[Place<'_>]) {
        let mut reached = Vec::new();
        for place in places {
            let fitting = place.node.branches.iter().filter(|b| any.fits(b.mv));
            reached.extend(fitting.map(|branch| self.reach(*place, branch)));
            self.done.visited.come_to(place.node, place.ruling);
        }
        if reached.iter().any(|reached| self.is_answered(id, *reached)) {
            let is_rest = || {
                let threatened = places.iter().any(Place::is_threatened);
                !threatened && self.has_other_variations(id)
            };
            if any.role.is_some() || is_rest() {
                for reached in &reached {
                    self.done.visited.cover(reached.branch);
                }
            }
            if any.role.is_some() {
                self.leave_unanswered(id, any, places);
            }
            reached.retain(|reached| self.is_answered(id, *reached));
        }
        if !reached.is_empty() {
            self.below(id, &reached);
        }
    }

    /// Whether variations with moves that are named stand beside `id`: "else" is then the rest of the defences, and alone
    /// it says no more than what holds.
    fn has_other_variations(&self, id: NodeId) -> bool {
        let nodes = &self.published.written.nodes;
        let beside = nodes[id].parent.map(|parent| &nodes[parent].children);
        beside.into_iter().flatten().any(|&other| {
            matches!(
                nodes[other].what,
                Written::Move {
                    text: WrittenMove::Named(_),
                    role: WrittenRole::Line,
                    ..
                }
            )
        })
    }

    /// Whether one of the moves written below `id` is played after `reached`.
    fn is_answered(&self, id: NodeId, reached: Reached<'_>) -> bool {
        let nodes = &self.published.written.nodes;
        let places = reached.after();
        nodes[id].children.iter().any(|&child| {
            let Written::Move { text, role, .. } = nodes[child].what else {
                return false;
            };
            let plays = |place: &Place| {
                let mut moves = place.node.branches.iter().map(|branch| branch.mv);
                match text {
                    WrittenMove::Named(text) => moves.any(|mv| means(text, mv)),
                    WrittenMove::Any(any) => moves.any(|mv| any.fits(mv)),
                    WrittenMove::Unread => true,
                }
            };
            role != WrittenRole::Threat && places.iter().any(plays)
        })
    }

    /// Remembers the defences among `any` that none of the answers written below `id` answers for certain. Whether the author names them
    /// elsewhere is known at the end.
    fn leave_unanswered(&mut self, id: NodeId, any: AnyMove, places: &[Place<'_>]) {
        if self.forced.play == Play::Help || self.stage != Stage::Actual {
            return;
        }
        for place in places {
            if place.stage != Stage::Actual || place.node.turn() == self.attacker {
                continue;
            }
            for branch in &place.node.branches {
                let fits = any.fits(branch.mv) && !branch.leaves_threat(place.node);
                if fits && self.has_no_answer(id, self.reach(*place, branch)) {
                    self.done.visited.leave_open(id, branch);
                }
            }
        }
    }

    /// Whether what is written below `id` fails for certain after `reached`. That a man who goes elsewhere is taken elsewhere by the same one, `h~ 2.Rxh6`,
    /// is left to the reader.
    fn has_no_answer(&self, id: NodeId, reached: Reached<'_>) -> bool {
        let nodes = &self.published.written.nodes;
        let places = reached.after();
        let fails = |&child: &NodeId| {
            let Written::Move {
                text: WrittenMove::Named(named),
                role: WrittenRole::Line,
                mark: WrittenMark::None | WrittenMark::Good,
                ..
            } = nodes[child].what
            else {
                return false;
            };
            let is_taken = |answer: &Branch| {
                let is_capture = matches!(named.text, MoveText::Man { role, sign: Sign::Capture, .. }
                    if role == answer.mv.role());
                is_capture && answer.mv.to() == reached.branch.mv.to()
            };
            places.iter().all(|place| {
                let answers = &place.node.branches;
                let fails = |&mv: &Move| {
                    let is_known = answers.iter().any(|branch| branch.mv == mv);
                    !is_known && self.absence(*place, mv).is_some()
                };
                !answers.is_empty()
                    && !answers.iter().any(is_taken)
                    && (self.meant(child, named, place.node))
                        .map_or(true, |meant| meant.moves.iter().all(fails))
            })
        };
        !places.is_empty() && nodes[id].children.iter().all(fails)
    }

    /// Tells of the defences that `S~` names and that neither its answer nor another variation answers.
    pub(super) fn tell_unanswered(&mut self) {
        self.stage = Stage::Actual;
        for (id, moves) in self.done.visited.left_open() {
            let children = &self.published.written.nodes[id].children;
            if let Some(&answer) = children.first() {
                self.imprecise(answer, LineFault::LeavesOut(moves));
            }
        }
    }
}
