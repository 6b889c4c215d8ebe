//! Help play: both sides want the goal, in exactly so many half-moves.

use crate::budget::{Budget, Limit};
use crate::game::{Rules, State};
use crate::problem::Goal;
use crate::solution::{Course, Extent, Manner, Mark, Node, Outlook, Ruling};

use super::battle::{Act, MAX_PLIES};
use super::leaf;
use super::table::Table;

/// Finds the solutions of one help stipulation. One worker's own.
#[derive(Debug)]
pub struct Help {
    rules: Rules,
    goal: Goal,
    /// Positions without a solution in exactly so many half-moves; the number is part of the key.
    dead: Table,
    /// Solutions that may still be listed before the tree is cut.
    room: usize,
}

impl Help {
    /// Most solutions that are listed for each first move.
    pub const MAX_SOLUTIONS: usize = 256;

    /// A searcher with a table of `table_bytes`.
    pub fn new(rules: Rules, goal: Goal, table_bytes: usize) -> Help {
        Help {
            rules,
            goal,
            dead: Table::new(table_bytes),
            room: Help::MAX_SOLUTIONS,
        }
    }

    /// How doubt is settled.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The moves of `state` with their terms.
    pub fn acts(&self, state: &State) -> Vec<Act> {
        state
            .moves(&self.rules)
            .into_iter()
            .filter_map(|mv| {
                let manner = state.manner(&self.rules, mv)?;
                Some(Act { mv, manner })
            })
            .collect()
    }

    /// The solutions that begin with `act`, at most [`Help::MAX_SOLUTIONS`] of them, as the course of
    /// that move; `None` if there is none. `plies` counts this move.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn solutions_with(
        &mut self,
        state: &State,
        act: Act,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Course>, Limit> {
        self.room = Help::MAX_SOLUTIONS;
        self.course(state, act, plies, budget)
    }

    /// The solutions from `state` in exactly `plies` half-moves.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn solutions(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Node>, Limit> {
        self.room = Help::MAX_SOLUTIONS;
        self.node(state, plies, budget)
    }

    fn course(
        &mut self,
        state: &State,
        act: Act,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Course>, Limit> {
        if plies > MAX_PLIES {
            return Err(Limit::Depth);
        }
        let Some(rest) = plies.checked_sub(1) else {
            return Ok(None);
        };
        if act.manner != Manner::Trial {
            let node = self.node(&state.play(act.mv), rest, budget)?;
            return Ok(node.map(|node| Course::Played(Box::new(node))));
        }
        let mut rulings = Vec::new();
        for ruled in state.rulings(&self.rules, act.mv) {
            let node = match self.room {
                0 => None,
                _ => self.node(&ruled.state, rest, budget)?,
            };
            // A ruling that is missing for want of room is shown as cut beside those that are not.
            let missing = self.room == 0 && !rulings.is_empty();
            let cut = || leaf::node(&ruled.state, Outlook::Open, Extent::Cut);
            if let Some(node) = node.or_else(|| missing.then(cut)) {
                rulings.push(Ruling {
                    judgment: ruled.judgment,
                    worlds: ruled.worlds,
                    mark: Mark::None,
                    node,
                });
            }
        }
        Ok((!rulings.is_empty()).then_some(Course::Trial(rulings)))
    }

    fn node(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Node>, Limit> {
        budget.spend()?;
        if plies == 0 {
            let wanted = state.is_check() == (self.goal == Goal::Mate) && !state.is_indebted();
            if !wanted || !state.moves(&self.rules).is_empty() {
                return Ok(None);
            }
            self.room = self.room.saturating_sub(1);
            return Ok(Some(leaf::node(state, Outlook::Goal, Extent::Complete)));
        }
        let key = state.key(&self.rules).wrapping_add(
            u128::from(plies).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835),
        );
        if plies > 1 && self.dead.get(key, 0).is_some() {
            return Ok(None);
        }
        let mut node = leaf::node(state, Outlook::Open, Extent::Complete);
        for act in self.acts(state) {
            if let Some(course) = self.course(state, act, plies, budget)? {
                node.branches
                    .push(leaf::branch(state, &self.rules, act, Mark::None, course));
            }
            // Whatever is missing behind this move, here and below, may be missing for want of room.
            if self.room == 0 {
                node.extent = Extent::Cut;
                break;
            }
        }
        if node.branches.is_empty() {
            if node.extent == Extent::Complete {
                self.dead.put(key, 0, false);
            }
            return Ok(None);
        }
        Ok(Some(node))
    }
}
