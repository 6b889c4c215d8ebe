//! The author's lines of help play where the search came to no end: each is played on the board.
//!
//! In help play a line that reaches the goal needs no answer to anything else, so that it can be checked without knowing the other
//! solutions. That there are none stays open.

use shakmaty::{Chess, Position as _};

use super::finding::LineFault;
use super::published::{Meant, meant};
use super::replay::Replay;
use crate::problem::Twin;
use crate::solution::{Extent, Node, Outlook, Pressure};
use crate::solve::{Feasibility, WorldStatus};
use crate::syntax::{NodeId, Written, WrittenMark, WrittenMove};
use crate::world::{World, WorldSet};

/// Where help play begins, if nothing of the diagram is in doubt.
pub(super) fn beginning(twin: &Twin, worlds: &[WorldStatus]) -> Option<Chess> {
    let mut open = (worlds.iter()).filter(|status| status.feasibility != Feasibility::Impossible);
    let (only, None) = (open.next()?, open.next()) else {
        return None;
    };
    let diagram = &twin.diagram;
    only.world.position(&diagram.board, diagram.turn).ok()
}

/// A position as a place of a tree in which nothing was searched.
fn unsearched(position: &Chess) -> Node {
    Node {
        worlds: WorldSet::single(position.turn(), World::of(position)),
        position: position.clone(),
        touched: Vec::new(),
        outlook: Outlook::Open,
        pressure: Pressure::Unknown,
        branches: Vec::new(),
        extent: Extent::Cut,
    }
}

impl Replay<'_> {
    /// The lines that begin with the move `root` in `start`, where so many half-moves are to be played.
    pub(super) fn play_out(&mut self, root: NodeId, start: &Chess, plies: u32) {
        let mut open = vec![(root, start.clone(), plies)];
        while let Some((id, mut position, left)) = open.pop() {
            let node = &self.published.written.nodes[id];
            let Written::Move { text, mark, .. } = node.what else {
                continue;
            };
            let WrittenMove::Named(text) = text else {
                self.done.unchecked += 1;
                continue;
            };
            // A try of help play fails, as it says.
            if matches!(mark, WrittenMark::Bad | WrittenMark::Mixed) {
                continue;
            }
            let (played, slip) = match meant(text, &unsearched(&position)) {
                Ok(Meant { moves, slip }) => match moves[..] {
                    [played] => (played, slip),
                    _ => {
                        self.done.unchecked += 1;
                        continue;
                    }
                },
                Err(fault) => {
                    self.fault_of(id, fault);
                    continue;
                }
            };
            if let Some(slip) = slip {
                self.imprecise(id, slip);
            }
            position.play_unchecked(played);
            let left = left.saturating_sub(1);
            if left == 0 {
                if self.forced.goal.is_reached(&position) {
                    self.done.replayed += 1;
                } else {
                    self.fault_of(id, LineFault::DoesNotWin);
                }
                continue;
            }
            self.done.replayed += 1;
            let below = self.published.written.nodes[id].children.iter().rev();
            open.extend(below.map(|&child| (child, position.clone(), left)));
        }
    }
}
