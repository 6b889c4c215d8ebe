//! Help play: both sides want the goal, in exactly so many half-moves.

mod beginning;
mod lines;
mod payoff;

use std::sync::Arc;

use shakmaty::Bitboard;

use crate::budget::{Budget, Limit};
use crate::game::{Rules, State};
use crate::problem::Goal;
use crate::solution::{Course, Extent, Manner, Mark, Node, Outlook, Ruling};

use super::and_or::{Act, MAX_PLIES};
use super::board::{Board, Step};
use super::facts;
use super::leaf;
use super::prospect::Prospect;
use super::table::Table;
pub(super) use beginning::{Attempt, Beginning};
use lines::{Found, Lines};

/// Positions of ordinary chess known to be without a solution: shared by all workers.
pub(super) type Dead = facts::Table;

/// Finds the solutions of one help stipulation. One worker's own.
#[derive(Debug)]
pub struct Help {
    rules: Rules,
    goal: Goal,
    /// Positions without a solution in exactly so many half-moves; the number is part of the key.
    dead: Table,
    /// The same where nothing is in doubt.
    dead_plainly: Arc<Dead>,
    /// Solutions that may still be listed before the tree is cut.
    room: usize,
    /// Solutions found from the position asked about.
    total: u64,
    /// After so many the search ends.
    most: u64,
}

impl Help {
    /// Most solutions that are listed for each first move. What is beyond is counted.
    pub const MAX_SOLUTIONS: usize = 256;

    /// A searcher with a table of `table_bytes` for what is in doubt.
    pub(super) fn new(rules: Rules, goal: Goal, table_bytes: usize, dead: Arc<Dead>) -> Help {
        Help {
            rules,
            goal,
            dead: Table::new(table_bytes),
            dead_plainly: dead,
            room: Help::MAX_SOLUTIONS,
            total: 0,
            most: u64::MAX,
        }
    }

    /// The same, satisfied with `most` solutions.
    #[must_use]
    pub(super) fn at_most(self, most: u64) -> Help {
        Help { most, ..self }
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
    /// that move, and how many there are in all; `None` if there is none. `plies` counts this move.
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
    ) -> Result<Option<(Course, u64)>, Limit> {
        self.begin();
        let course = self.course(state, act, plies, budget)?;
        Ok(course.map(|course| (course, self.total)))
    }

    /// What is known before the first of so many moves of a search for stalemates where nothing is in doubt.
    pub(super) fn beginning(
        &self,
        state: &State,
        plies: u32,
        first_moves: usize,
        budget: &Budget,
    ) -> Option<Beginning> {
        Beginning::of(&self.rules, self.goal, state, plies, first_moves, budget)
    }

    /// The same, with what is known from the beginning on.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub(super) fn solutions_from(
        &mut self,
        beginning: &Beginning,
        state: &State,
        act: Act,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Attempt, Limit> {
        self.begin();
        budget.spend()?;
        let dead = Arc::clone(&self.dead_plainly);
        let lines = Lines::new(self.goal, &dead, budget, self.room, self.most);
        let found = lines.after(beginning, Step::of(act.mv), plies.saturating_sub(1))?;
        Ok(found.map_or(Attempt::GivenUpForNow, |found| {
            let node = self.listed(&state.play(act.mv), &found);
            let course = node.map(|node| Course::Played(Box::new(node)));
            Attempt::Complete(course.map(|course| (course, self.total)))
        }))
    }

    /// The same, satisfied with `most` solutions this time.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub(super) fn solutions_up_to(
        &mut self,
        most: u64,
        state: &State,
        act: Act,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<(Course, u64)>, Limit> {
        let usual = std::mem::replace(&mut self.most, most);
        let found = self.solutions_with(state, act, plies, budget);
        self.most = usual;
        found
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
        self.begin();
        self.node(state, plies, budget)
    }

    fn begin(&mut self) {
        self.room = Help::MAX_SOLUTIONS;
        self.total = 0;
    }

    fn is_full(&self) -> bool {
        self.total >= self.most
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
            if let Some(node) = self.node(&ruled.state, rest, budget)? {
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

    /// The solutions from `state`, counted, and listed as far as there is room.
    fn node(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Node>, Limit> {
        budget.spend()?;
        if self.is_full() {
            return Ok(None);
        }
        if state.is_plain(&self.rules) {
            return self.plain_node(state, plies, budget);
        }
        if plies == 0 {
            let wanted = state.is_check() == (self.goal == Goal::Mate) && !state.is_indebted();
            if !wanted || !state.moves(&self.rules).is_empty() {
                return Ok(None);
            }
            self.total += 1;
            let listed = self.room > 0;
            self.room = self.room.saturating_sub(1);
            let extent = if listed {
                Extent::Complete
            } else {
                Extent::Cut
            };
            return Ok(Some(leaf::node(state, Outlook::Goal, extent)));
        }
        let key = state.key(&self.rules).wrapping_add(
            u128::from(plies).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835),
        );
        if plies > 1 && self.dead.get(key, 0).is_some() {
            return Ok(None);
        }
        let mut node = leaf::node(state, Outlook::Open, Extent::Complete);
        let mut found = false;
        for act in self.promising_acts(state, plies) {
            let listed = self.room > 0;
            let Some(course) = self.course(state, act, plies, budget)? else {
                continue;
            };
            found = true;
            if listed {
                node.branches
                    .push(leaf::branch(state, &self.rules, act, Mark::None, course));
            } else {
                node.extent = Extent::Cut;
            }
        }
        if !found && !self.is_full() {
            self.dead.put(key, 0, false);
        }
        Ok(found.then_some(node))
    }

    /// The acts of `state`, without those no way to the goal can begin with in any world.
    ///
    /// The bound is asked as if every right that occurs in some world were held: all that is played in any world can then
    /// be played. Captures en passant with this move it does not speak of.
    fn promising_acts(&self, state: &State, plies: u32) -> Vec<Act> {
        let mut acts = self.acts(state);
        if plies > 1 {
            let board = Board::new(state.chess());
            let (kings, useful) = Prospect::new(self.goal).kings(&board, plies, Bitboard::FULL);
            acts.retain(|act| {
                let step = Step::of(act.mv);
                act.mv.is_en_passant()
                    || kings.any()
                        && useful
                            .as_ref()
                            .is_none_or(|useful| useful.contains(step.from(), step.to()))
            });
        }
        acts
    }

    /// The same in ordinary chess, on the fast board.
    fn plain_node(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<Node>, Limit> {
        let dead = Arc::clone(&self.dead_plainly);
        let most = self.most - self.total;
        let lines = Lines::new(self.goal, &dead, budget, self.room, most);
        let found = lines.all(&Board::new(state.chess()), plies)?;
        Ok(self.listed(state, &found))
    }

    /// The tree of what was found from `state`, if that is anything.
    fn listed(&mut self, state: &State, found: &Found) -> Option<Node> {
        self.total += found.total;
        self.room -= found.lines.len();
        if found.total == 0 {
            return None;
        }
        let lines: Vec<&[Step]> = found.lines.iter().map(Vec::as_slice).collect();
        let cut = (lines.len() as u64) < found.total;
        // Beside the line listed last, others may be missing.
        let end = lines.last().copied().filter(|_| cut);
        let mut node = self.tree(state, &lines, end);
        if cut {
            node.extent = Extent::Cut;
        }
        Some(node)
    }

    /// The tree of `lines`, in the order of the moves of `state`. It is cut along the line `end`, if there is one.
    fn tree(&self, state: &State, lines: &[&[Step]], end: Option<&[Step]>) -> Node {
        let extent = if end.is_some() {
            Extent::Cut
        } else {
            Extent::Complete
        };
        if lines.iter().all(|line| line.is_empty()) {
            let outlook = if lines.is_empty() {
                Outlook::Open
            } else {
                Outlook::Goal
            };
            return leaf::node(state, outlook, Extent::Complete);
        }
        let mut node = leaf::node(state, Outlook::Open, extent);
        for act in self.acts(state) {
            let step = Step::of(act.mv);
            let rest = |line: &&'_ [Step]| line.first() == Some(&step);
            let lines: Vec<&[Step]> = lines
                .iter()
                .filter(|line| rest(line))
                .map(|line| &line[1..])
                .collect();
            if !lines.is_empty() {
                let end = end.filter(|end| rest(end)).map(|end| &end[1..]);
                let below = self.tree(&state.play(act.mv), &lines, end);
                let course = Course::Played(Box::new(below));
                node.branches
                    .push(leaf::branch(state, &self.rules, act, Mark::None, course));
            }
        }
        node
    }
}
