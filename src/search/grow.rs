//! Grows the solution tree of what [`AndOr`] has decided.

use crate::budget::{Budget, Limit};
use crate::game::{Ruled, State};
use crate::problem::Play;
use crate::solution::{
    Branch, Course, Detail, Extent, Judgment, Manner, Mark, Node, Outlook, Pressure, Ruling,
};

use super::and_or::{Act, AndOr};
use super::leaf;

/// Grows trees with the help of a searcher. What does not fit into the size or the limits is cut,
/// and says so.
pub struct Grower<'a> {
    search: &'a mut AndOr,
    budget: &'a mut Budget,
    detail: Detail,
    /// Nodes the tree may still get.
    room: usize,
}

/// Half-moves to go up to which threats are looked for below the first defence.
const THREAT_PLIES: u32 = 6;

/// Half-moves of a threat up to which each of several threats is followed to its end.
const LONG_THREAT: u32 = 3;

/// After a denial that refutes: most moves that are shown to fail one by one.
const MOST_PERMITTED: usize = 6;

impl<'a> Grower<'a> {
    /// A grower of trees with at most `size` nodes.
    pub fn new(
        search: &'a mut AndOr,
        budget: &'a mut Budget,
        detail: Detail,
        size: usize,
    ) -> Grower<'a> {
        Grower {
            search,
            budget,
            detail,
            room: size,
        }
    }

    /// The course of `act`, with which the attacker wins in `state` in at most `plies` half-moves.
    pub fn key(&mut self, state: &State, act: Act, plies: u32) -> Branch {
        self.winning(state, act, plies, Mark::Key, true)
    }

    /// The course of `act`, with which the attacker does not win, if at most `most` (and at least
    /// one) defences or rulings refute it.
    ///
    /// # Errors
    ///
    /// The limit that was hit before the refutations were known.
    pub fn try_move(
        &mut self,
        state: &State,
        act: Act,
        plies: u32,
        most: usize,
    ) -> Result<Option<Branch>, Limit> {
        let mut left = most;
        let Some(rest) = plies.checked_sub(1) else {
            return Ok(None);
        };
        let course = if act.manner == Manner::Trial {
            let mut rulings = Vec::new();
            for ruled in state.rulings(&self.search.question().rules, act.mv) {
                let wins = self
                    .search
                    .reaches_after(state, &ruled, plies, self.budget)?;
                let (mark, node) = if wins {
                    (Mark::None, self.ruled(&ruled, plies, true))
                } else if ruled.judgment == Judgment::Stands {
                    let Some(node) = self.refuted(&ruled.state, rest, &mut left)? else {
                        return Ok(None);
                    };
                    (Mark::None, node)
                } else {
                    let Some(fewer) = left.checked_sub(1) else {
                        return Ok(None);
                    };
                    left = fewer;
                    (Mark::Refutation, self.denied(&ruled.state, plies)?)
                };
                rulings.push(Ruling {
                    judgment: ruled.judgment,
                    worlds: ruled.worlds,
                    mark,
                    node,
                });
            }
            Course::Trial(rulings)
        } else {
            match self.refuted(&state.play(act.mv), rest, &mut left)? {
                Some(node) => Course::Played(Box::new(node)),
                None => return Ok(None),
            }
        };
        if left == most {
            return Ok(None);
        }
        let rules = &self.search.question().rules;
        Ok(Some(leaf::branch(state, rules, act, Mark::Try, course)))
    }

    /// The course of `act`, which is no trial and does not win: all choices of the defender, with what
    /// follows where he loses. `None` where it was cut.
    pub fn followed(&mut self, state: &State, act: Act, plies: u32) -> Option<Branch> {
        let after = state.play(act.mv);
        let rest = plies.checked_sub(1)?;
        let mut node = leaf::node(&after, Outlook::Open, Extent::Complete);
        let threats = self.threats(&mut node, &after, rest).ok()?;
        let acts = self.search.acts(&after);
        for defence in self.choices(&after, acts).ok()? {
            let loses = self.search.reaches_with(&after, defence, rest, self.budget);
            let branch = if loses.ok()? {
                self.losing(&after, defence, rest, &threats)
            } else {
                self.stump(&after, defence, Mark::Refutation)
            };
            node.branches.push(branch);
        }
        let cut = |branch: &Branch| match &branch.course {
            Course::Played(node) => branch.mark != Mark::Refutation && node.is_cut(),
            Course::Trial(_) => true,
        };
        if self.room == 0 || node.branches.iter().any(cut) {
            return None;
        }
        let rules = &self.search.question().rules;
        let course = Course::Played(Box::new(node));
        Some(leaf::branch(state, rules, act, Mark::Try, course))
    }

    /// The attacker on move after a denial that refutes his trial: what he may play, each move with one
    /// refutation, unless there are too many.
    fn denied(&mut self, state: &State, plies: u32) -> Result<Node, Limit> {
        let mut node = leaf::node(state, Outlook::Open, Extent::Cut);
        let acts = self.search.acts(state);
        if acts.is_empty() {
            node.outlook = self.search.question().outlook_without_moves(state);
            return Ok(node);
        }
        if acts.len() > MOST_PERMITTED || plies < 2 {
            return Ok(node);
        }
        for act in acts {
            if act.manner == Manner::Trial {
                node.branches.push(self.stump(state, act, Mark::Try));
                continue;
            }
            let after = state.play(act.mv);
            let mut answered = leaf::node(&after, Outlook::Open, Extent::Cut);
            let answers = self.search.acts(&after);
            if answers.is_empty() {
                answered.outlook = self.search.question().outlook_without_moves(&after);
            }
            for answer in self.choices(&after, answers)? {
                if !self
                    .search
                    .reaches_with(&after, answer, plies - 1, self.budget)?
                {
                    let refutation = self.stump(&after, answer, Mark::Refutation);
                    answered.branches.push(refutation);
                    break;
                }
            }
            let rules = &self.search.question().rules;
            let course = Course::Played(Box::new(answered));
            node.branches
                .push(leaf::branch(state, rules, act, Mark::Try, course));
        }
        Ok(node)
    }

    /// The defender on move, who has at least one refutation: his refutations, if they are at most
    /// `left`.
    fn refuted(
        &mut self,
        state: &State,
        plies: u32,
        left: &mut usize,
    ) -> Result<Option<Node>, Limit> {
        let acts = self.search.acts(state);
        if acts.is_empty() {
            let outlook = self.search.question().outlook_without_moves(state);
            return Ok(Some(leaf::node(state, outlook, Extent::Complete)));
        }
        let mut judged = Vec::with_capacity(acts.len());
        for act in self.choices(state, acts)? {
            let loses = self.search.reaches_with(state, act, plies, self.budget)?;
            if !loses {
                let Some(fewer) = left.checked_sub(1) else {
                    return Ok(None);
                };
                *left = fewer;
            }
            judged.push((act, loses));
        }
        let mut node = leaf::node(state, Outlook::Open, Extent::Cut);
        for (act, loses) in judged {
            if !loses {
                node.branches.push(self.stump(state, act, Mark::Refutation));
            }
        }
        Ok(Some(node))
    }

    /// The set play from `state`, where the defender is on move with `plies` half-moves to go: the
    /// choices that are answered, and how many are not.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn set_play(&mut self, state: &State, plies: u32) -> Result<(Node, usize), Limit> {
        let acts = self.search.acts(state);
        let mut node = leaf::node(state, Outlook::Open, Extent::Complete);
        if acts.is_empty() {
            node.outlook = self.search.question().outlook_without_moves(state);
        }
        let mut unanswered = 0;
        for act in self.choices(state, acts)? {
            if self.search.reaches_with(state, act, plies, self.budget)? {
                node.branches.push(self.losing(state, act, plies, &[]));
            } else {
                unanswered += 1;
            }
        }
        Ok((node, unanswered))
    }

    /// What a side may choose among `acts`: in reflex play, if some of them mate at once, only those.
    fn choices(&mut self, state: &State, acts: Vec<Act>) -> Result<Vec<Act>, Limit> {
        if self.search.question().play != Play::Reflex {
            return Ok(acts);
        }
        let mut mating = Vec::new();
        for &act in &acts {
            if self.search.mates_at_once(state, act, self.budget)? {
                mating.push(act);
            }
        }
        Ok(if mating.is_empty() { acts } else { mating })
    }

    /// A branch with nothing below.
    fn stump(&self, state: &State, act: Act, mark: Mark) -> Branch {
        let rules = &self.search.question().rules;
        let course = if act.manner == Manner::Trial {
            Course::Trial(Vec::new())
        } else {
            let after = state.play(act.mv);
            Course::Played(Box::new(leaf::node(&after, Outlook::Open, Extent::Cut)))
        };
        leaf::branch(state, rules, act, mark, course)
    }

    /// The attacker plays `act` and wins.
    fn winning(&mut self, state: &State, act: Act, plies: u32, mark: Mark, first: bool) -> Branch {
        let course = if act.manner == Manner::Trial {
            let rulings = state.rulings(&self.search.question().rules, act.mv);
            Course::Trial(
                rulings
                    .into_iter()
                    .map(|ruled| Ruling {
                        judgment: ruled.judgment,
                        worlds: ruled.worlds,
                        mark: Mark::None,
                        node: self.ruled(&ruled, plies, first),
                    })
                    .collect(),
            )
        } else {
            let after = state.play(act.mv);
            Course::Played(Box::new(self.node(
                &after,
                plies.saturating_sub(1),
                first,
                &[],
            )))
        };
        let rules = &self.search.question().rules;
        leaf::branch(state, rules, act, mark, course)
    }

    /// What follows a ruling after which the attacker wins.
    fn ruled(&mut self, ruled: &Ruled, plies: u32, first: bool) -> Node {
        let plies = plies.saturating_sub(u32::from(ruled.judgment.stands()));
        self.node(&ruled.state, plies, first, &[])
    }

    /// The defender plays `act` and loses.
    fn losing(&mut self, state: &State, act: Act, plies: u32, threats: &[Act]) -> Branch {
        let course = if act.manner == Manner::Trial {
            let mut rulings = Vec::new();
            for ruled in state.rulings(&self.search.question().rules, act.mv) {
                let wins = self.search.reaches_after(state, &ruled, plies, self.budget);
                if wins == Ok(true) {
                    rulings.push(Ruling {
                        judgment: ruled.judgment,
                        worlds: ruled.worlds,
                        mark: Mark::None,
                        node: self.ruled(&ruled, plies, false),
                    });
                    if self.detail < Detail::Full {
                        break;
                    }
                }
            }
            Course::Trial(rulings)
        } else {
            let after = state.play(act.mv);
            let node = self.node(&after, plies.saturating_sub(1), false, threats);
            Course::Played(Box::new(node))
        };
        let rules = &self.search.question().rules;
        leaf::branch(state, rules, act, Mark::None, course)
    }

    /// A state in which the attacker wins in at most `plies` half-moves, and all that follows.
    fn node(&mut self, state: &State, plies: u32, first: bool, threats: &[Act]) -> Node {
        let acts = self.search.acts(state);
        if acts.is_empty() {
            let outlook = self.search.question().outlook_without_moves(state);
            return leaf::node(state, outlook, Extent::Complete);
        }
        let mut node = leaf::node(state, Outlook::Open, Extent::Complete);
        let grown = self
            .room
            .checked_sub(1)
            .ok_or(Limit::Depth)
            .and_then(|room| {
                self.room = room;
                if state.turn() == self.search.question().attacker {
                    self.attack(&mut node, state, acts, plies, threats)
                } else {
                    self.defend(&mut node, state, acts, plies, first)
                }
            });
        if grown.is_err() {
            node.extent = Extent::Cut;
        }
        node
    }

    fn attack(
        &mut self,
        node: &mut Node,
        state: &State,
        acts: Vec<Act>,
        plies: u32,
        threats: &[Act],
    ) -> Result<(), Limit> {
        // The shortest way first; what was threatened is preferred among equals.
        let mut order = acts;
        order.sort_by_key(|act| !threats.contains(act));
        let mut shown: Option<(Act, u32)> = None;
        let mut length = 2 - plies % 2;
        while length <= plies && shown.is_none() {
            for &act in &order {
                if self.search.reaches_with(state, act, length, self.budget)? {
                    shown = Some((act, length));
                    break;
                }
            }
            length += 2;
        }
        // Cannot be, for the attacker wins here. Better to say that something is missing.
        let (first, length) = shown.ok_or(Limit::Depth)?;
        let branch = self.winning(state, first, length, Mark::None, false);
        node.branches.push(branch);
        if self.detail == Detail::Full && plies <= Detail::DUAL_PLIES {
            for act in order {
                if act != first && self.search.reaches_with(state, act, plies, self.budget)? {
                    node.branches.push(self.stump(state, act, Mark::Dual));
                }
            }
        }
        Ok(())
    }

    fn defend(
        &mut self,
        node: &mut Node,
        state: &State,
        acts: Vec<Act>,
        plies: u32,
        first: bool,
    ) -> Result<(), Limit> {
        let mut threats = Vec::new();
        if self.detail > Detail::Keys && plies >= 2 && (first || plies <= THREAT_PLIES) {
            threats = self.threats(node, state, plies)?;
        }
        for act in self.choices(state, acts)? {
            if self.room == 0 {
                return Err(Limit::Depth);
            }
            let branch = self.losing(state, act, plies, &threats);
            node.branches.push(branch);
        }
        Ok(())
    }

    /// Looks for what the attacker threatens and notes it.
    fn threats(&mut self, node: &mut Node, state: &State, plies: u32) -> Result<Vec<Act>, Limit> {
        if state.is_check() {
            node.pressure = Pressure::Check;
            return Ok(Vec::new());
        }
        let Some(passed) = state.passed() else {
            return Ok(Vec::new());
        };
        let acts = self.search.acts(&passed);
        // A selfmate or a reflex mate is given on the defender's move.
        let mut length = 2 - plies.saturating_sub(1) % 2;
        let mut threats = Vec::new();
        // Only the shortest threats count as such.
        while length < plies && threats.is_empty() {
            for &act in &acts {
                if self
                    .search
                    .reaches_with(&passed, act, length, self.budget)?
                {
                    threats.push(act);
                }
            }
            length += 2;
        }
        node.pressure = if threats.is_empty() {
            Pressure::Zugzwang
        } else {
            let found = length - 2;
            let mut shown = Vec::new();
            for (at, &act) in threats.iter().enumerate() {
                // A long threat is shown to its end; of several very long ones the first.
                let to_the_end = found > 1 && (found <= LONG_THREAT || at == 0);
                shown.push(if to_the_end && self.room > 0 {
                    self.winning(&passed, act, found, Mark::None, true)
                } else {
                    self.stump(&passed, act, Mark::None)
                });
            }
            Pressure::Threat(shown)
        };
        Ok(threats)
    }
}
