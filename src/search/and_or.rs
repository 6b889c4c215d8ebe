//! Play against resistance: direct, self and reflex play, exactly.
//!
//! The *attacker* is the side that must see the goal reached, the *defender* the other. A question
//! is "does he, in at most so many half-moves?"; more half-moves never hurt, which is what makes
//! the table's bounds true at every depth.

use std::sync::Arc;

use shakmaty::{Color, Move, Position};

use crate::budget::{Budget, Limit};
use crate::game::{Ruled, Rules, State};
use crate::problem::{Goal, Play};
use crate::solution::{Manner, Outlook};

use super::plain::Plain;
use super::table::Table;

/// Most half-moves a stipulation may have; bounds the recursion.
pub const MAX_PLIES: u32 = 200;

/// What is asked, whatever the length.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// How doubt is settled.
    pub rules: Rules,
    /// Direct, self or reflex play.
    pub play: Play,
    /// Mate or stalemate.
    pub goal: Goal,
    /// Who must see the goal reached.
    pub attacker: Color,
}

impl Question {
    /// Whether the attacker himself is to be mated or stalemated.
    pub fn is_attacker_the_victim(&self) -> bool {
        self.play != Play::Direct
    }

    /// How a state stands whose side on move has no move.
    pub fn outlook_without_moves(&self, state: &State) -> Outlook {
        let victim = (state.turn() == self.attacker) == self.is_attacker_the_victim();
        let shown = state.is_check() == (self.goal == Goal::Mate);
        match (victim && shown, state.is_check()) {
            (true, _) if state.is_indebted() => Outlook::Unredeemed,
            (true, _) => Outlook::Goal,
            (false, true) => Outlook::Mate,
            (false, false) => Outlook::Stalemate,
        }
    }
}

/// A move of the side on move and the terms on which it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// The move.
    pub mv: Move,
    /// On which terms.
    pub manner: Manner,
}

/// Answers questions about one stipulation. One worker's own.
#[derive(Debug)]
pub struct AndOr {
    question: Question,
    table: Table,
    plain: Option<Arc<Plain>>,
    /// By half-moves left: the move that last decided a node, tried first.
    killers: Vec<[Option<Move>; 2]>,
}

impl AndOr {
    /// A searcher for `question` with a table of `table_bytes`. With `plain`, nodes of ordinary chess
    /// are handed to that solver of the same question.
    pub fn new(question: Question, table_bytes: usize, plain: Option<Arc<Plain>>) -> AndOr {
        AndOr {
            question,
            table: Table::new(table_bytes),
            plain,
            killers: vec![[None; 2]; MAX_PLIES as usize + 2],
        }
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The moves of `state` with their terms.
    pub fn acts(&self, state: &State) -> Vec<Act> {
        let rules = &self.question.rules;
        state
            .moves(rules)
            .into_iter()
            .filter_map(|mv| {
                let manner = state.manner(rules, mv)?;
                Some(Act { mv, manner })
            })
            .collect()
    }

    /// Whether the goal is reached in at most `plies` half-moves from `state`, whoever is on move.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn reaches(
        &mut self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        if plies > MAX_PLIES {
            return Err(Limit::Depth);
        }
        budget.spend()?;
        let attacks = self.attacks(state);
        if let (Some(plain), true) = (&self.plain, state.is_plain(&self.question.rules)) {
            return plain.reaches(state.chess(), attacks, plies, budget);
        }
        if plies == 0 && !attacks && !self.may_be_reached(state) {
            return Ok(false);
        }
        let acts = self.acts(state);
        if acts.is_empty() {
            return Ok(self.question.outlook_without_moves(state) == Outlook::Goal);
        }
        if plies == 0 && (attacks || acts.iter().any(|act| act.manner != Manner::Trial)) {
            return Ok(false);
        }
        if attacks && plies == 1 {
            return self.attack_now(state, &acts, budget);
        }
        let key = state.key(&self.question.rules);
        if let Some(known) = self.table.get(key, plies as u8) {
            return Ok(known);
        }
        let reached = match self.bounded(state, plies, budget)? {
            Some(known) => known,
            None if attacks => self.attack_deep(state, &acts, plies, budget)?,
            None => self.defend_deep(state, &acts, plies, budget)?,
        };
        self.table.put(key, plies as u8, reached);
        Ok(reached)
    }

    fn attacks(&self, state: &State) -> bool {
        state.turn() == self.question.attacker
    }

    /// Whether the defender, on move, may stand there as direct play wants him: a mate is a check.
    fn may_be_reached(&self, state: &State) -> bool {
        let mate = self.question.goal == Goal::Mate;
        self.question.play == Play::Direct && state.is_check() == mate
    }

    /// Whether the goal is reached in at most `plies` half-moves, this one included, if the side on move in `state` plays `act`; of
    /// a trial of the attacker's: against every ruling, of one of the defender's: with one. In reflex play the duty to mate is
    /// not looked at here.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn reaches_with(
        &mut self,
        state: &State,
        act: Act,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        if plies > MAX_PLIES {
            return Err(Limit::Depth);
        }
        let attacks = self.attacks(state);
        if plies == 0 && (attacks || act.manner != Manner::Trial) {
            return Ok(false);
        }
        if act.manner != Manner::Trial {
            return self.reaches(&state.play(act.mv), plies - 1, budget);
        }
        for ruled in state.rulings(&self.question.rules, act.mv) {
            if self.reaches_after(state, &ruled, plies, budget)? != attacks {
                return Ok(!attacks);
            }
        }
        Ok(attacks)
    }

    /// Whether the attacker wins after the ruling `ruled` on a trial in `state` made with `plies`
    /// half-moves to go.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn reaches_after(
        &mut self,
        state: &State,
        ruled: &Ruled,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        if ruled.state.turn() == state.turn() {
            return self.reaches(&ruled.state, plies, budget);
        }
        match plies.checked_sub(1) {
            Some(rest) => self.reaches(&ruled.state, rest, budget),
            None => Ok(false),
        }
    }

    /// Reflex play: whether `act` mates at once, of a trial: whatever the opponent rules. The side on
    /// move must then play such a move.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn mates_at_once(
        &mut self,
        state: &State,
        act: Act,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        budget.spend()?;
        if act.manner != Manner::Trial {
            return Ok(self.is_mated(&state.play(act.mv)));
        }
        for ruled in state.rulings(&self.question.rules, act.mv) {
            let mates = if ruled.state.turn() == state.turn() {
                self.has_mate_at_once(&ruled.state, budget)?
            } else {
                self.is_mated(&ruled.state)
            };
            if !mates {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reflex play: whether the side on move has a move that mates at once.
    ///
    /// # Errors
    ///
    /// The limit that was hit.
    pub fn has_mate_at_once(&mut self, state: &State, budget: &mut Budget) -> Result<bool, Limit> {
        for act in self.acts(state) {
            if self.mates_at_once(state, act, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side on move is mated: it has no move, is in check, and nothing is owed on credit.
    /// (After the first move of play nobody's only moves are trials, see the semantics.)
    fn is_mated(&self, state: &State) -> bool {
        state.is_check() && !state.is_indebted() && state.moves(&self.question.rules).is_empty()
    }

    /// Whether the goal is reached, if ordinary chess tells it: it is not although the attacker has every right there is in
    /// some world, or it is with those alone that are his in all. In reflex play more moves may hurt.
    fn bounded(
        &self,
        state: &State,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Limit> {
        let monotonic = matches!(self.question.play, Play::Direct | Play::SelfPlay);
        let plain = self.plain.as_ref().filter(|plain| plain.is_exhaustive());
        let Some(plain) = plain.filter(|_| monotonic && plies >= 2) else {
            return Ok(None);
        };
        let Some([worst, best]) = state.bounds_for(self.question.attacker) else {
            return Ok(None);
        };
        let attacks = self.attacks(state);
        if !plain.reaches(&best, attacks, plies, budget)? {
            return Ok(Some(false));
        }
        let reached = plain.reaches(&worst, attacks, plies, budget)?;
        Ok(reached.then_some(true))
    }

    /// The attacker's last half-move, in direct play.
    fn attack_now(
        &mut self,
        state: &State,
        acts: &[Act],
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        for &act in acts {
            if self.reaches_with(state, act, 1, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn attack_deep(
        &mut self,
        state: &State,
        acts: &[Act],
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        match self.question.play {
            Play::Direct => {
                // A shorter win is found at a fraction of the cost.
                if self.attack_now(state, acts, budget)? {
                    return Ok(true);
                }
            }
            Play::Reflex => {
                if self.has_mate_at_once(state, budget)? {
                    return Ok(false);
                }
            }
            Play::SelfPlay | Play::Help => {}
        }
        let order = self.order(state, acts, plies);
        for act in order {
            if self.reaches_with(state, act, plies, budget)? {
                self.remember(plies, act.mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn defend_deep(
        &mut self,
        state: &State,
        acts: &[Act],
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        if self.question.play == Play::Reflex && self.question.goal == Goal::Mate {
            if self.has_mate_at_once(state, budget)? {
                return Ok(true);
            }
            if plies < 2 {
                return Ok(false);
            }
        }
        let order = self.order(state, acts, plies);
        for act in order {
            if !self.reaches_with(state, act, plies, budget)? {
                self.remember(plies, act.mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn remember(&mut self, plies: u32, mv: Move) {
        let killers = &mut self.killers[plies as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// The same acts, the promising ones first: what decided a like node, then (for the attacker)
    /// checks, then trials and captures. Ties keep shakmaty's order.
    fn order(&self, state: &State, acts: &[Act], plies: u32) -> Vec<Act> {
        let killers = self.killers[plies as usize];
        let attacking = self.attacks(state);
        let mut order: Vec<(u8, Act)> = acts
            .iter()
            .map(|&act| {
                let check = attacking && gives_check(state, act.mv);
                let rank = match act.mv {
                    mv if killers[0] == Some(mv) => 0,
                    mv if killers[1] == Some(mv) => 1,
                    _ if check => 2,
                    _ if act.manner != Manner::Plain => 3,
                    mv if mv.is_promotion() => 4,
                    mv if mv.is_capture() => 5,
                    _ => 6,
                };
                (rank, act)
            })
            .collect();
        order.sort_by_key(|&(rank, _)| rank);
        order.into_iter().map(|(_, act)| act).collect()
    }
}

fn gives_check(state: &State, mv: Move) -> bool {
    let mut chess = state.chess().clone();
    chess.play_unchecked(mv);
    chess.is_check()
}
