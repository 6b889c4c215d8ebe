//! Where in the tree a published line has come to.

use shakmaty::Color;

use crate::solution::{Branch, Course, Mark, Node, Pressure, Ruling};
use crate::syntax::WrittenOutcome;
use crate::world::World;

use super::finding::Stage;

/// A node the published line has come to.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    pub(super) node: &'t Node,
    /// The ruling the line has come through, if the last move was a trial.
    pub(super) ruling: Option<&'t Ruling>,
    /// Half-moves to go; `None` where the tree shows a shorter way than was asked for, so that a
    /// longer one may reach the goal as well.
    pub(super) left: Option<u32>,
    pub(super) stage: Stage,
}

/// A branch the published line has come to.
#[derive(Clone, Copy)]
pub(super) struct Reached<'t> {
    pub(super) branch: &'t Branch,
    pub(super) by: Color,
    pub(super) left: Option<u32>,
    pub(super) stage: Stage,
}

impl Place<'_> {
    /// Whether something is threatened here: what answers any move is then what is threatened, and speaks of no defence.
    pub(super) fn is_threatened(&self) -> bool {
        matches!(self.node.pressure, Pressure::Threat(_))
    }
}

impl<'t> Reached<'t> {
    /// The places after the move, whatever the opponent rules.
    pub(super) fn after(self) -> Vec<Place<'t>> {
        match &self.branch.course {
            Course::Played(node) => vec![Place {
                node,
                ruling: None,
                left: self.left.map(|left| left.saturating_sub(1)),
                stage: self.stage,
            }],
            Course::Trial(rulings) => rulings.iter().map(|ruling| self.ruled(ruling)).collect(),
        }
    }

    /// The places after the ruling written; whatever the worlds if none are.
    pub(super) fn after_ruling(self, outcome: WrittenOutcome, worlds: &[World]) -> Vec<Place<'t>> {
        let stands = outcome == WrittenOutcome::Stands;
        (self.branch.rulings().iter())
            .filter(|ruling| ruling.judgment.stands() == stands)
            .filter(|ruling| {
                // Rulings that are answered alike are listed as one.
                worlds.is_empty() || ruling.worlds.iter().all(|world| worlds.contains(&world))
            })
            .map(|ruling| self.ruled(ruling))
            .collect()
    }

    fn ruled(self, ruling: &'t Ruling) -> Place<'t> {
        let played = u32::from(ruling.judgment.stands());
        Place {
            node: &ruling.node,
            ruling: Some(ruling),
            left: self.left.map(|left| left.saturating_sub(played)),
            stage: self.stage,
        }
    }

    /// A trial whose rulings are not shown.
    pub(super) fn is_stump(self) -> bool {
        matches!(&self.branch.course, Course::Trial(rulings) if rulings.is_empty())
    }
}

/// Half-moves of the longest line that begins with `branch`, duals left out.
pub(super) fn longest(branch: &Branch) -> u32 {
    let below = |node: &Node| -> u32 {
        node.branches
            .iter()
            .filter(|branch| branch.mark != Mark::Dual)
            .map(longest)
            .max()
            .unwrap_or(0)
    };
    match &branch.course {
        Course::Played(node) => 1 + below(node),
        Course::Trial(rulings) => rulings
            .iter()
            .map(|ruling| u32::from(ruling.judgment.stands()) + below(&ruling.node))
            .max()
            .unwrap_or(0),
    }
}
