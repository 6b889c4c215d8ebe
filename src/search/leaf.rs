//! Small pieces of a solution tree: a node without branches, a branch with its notation.

use crate::game::{Rules, State};
use crate::solution::{Branch, Course, Extent, Mark, Node, Outlook, Pressure};

use super::and_or::Act;

/// The node of `state` without anything below it.
pub(super) fn node(state: &State, outlook: Outlook, extent: Extent) -> Node {
    Node {
        position: state.chess().clone(),
        worlds: *state.worlds(),
        touched: state
            .touches()
            .iter()
            .map(crate::law::Touch::square)
            .collect(),
        outlook,
        pressure: Pressure::Unknown,
        branches: Vec::new(),
        extent,
    }
}

/// The branch of `act` in `state`.
pub(super) fn branch(state: &State, rules: &Rules, act: Act, mark: Mark, course: Course) -> Branch {
    Branch {
        mv: act.mv,
        san: state.san(rules, act.mv),
        manner: act.manner,
        mark,
        course,
    }
}
