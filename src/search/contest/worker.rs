//! One thread's search: depth first, attacker and defender in turn.
//!
//! Invariant: what is answered is proved; the order of moves decides the time only.

use super::Aim;
use crate::budget::{Budget, Limit};
use crate::problem::Goal;
use crate::search::board::{Board, Checks, Step};
use crate::search::facts::{Known, Table};

/// Tells the attacker's statement about a position from the defender's.
const DEFENDER: u128 = 0x5bd1_e995_9d2c_5680_efc6_0000_9908_b0df;

/// How many refutations are remembered per depth.
const KILLERS: usize = 4;

/// The state of one thread.
pub(super) struct Worker<'a> {
    aim: Aim,
    table: &'a Table,
    budget: &'a mut Budget,
    /// All move lists, one on top of the other.
    moves: Vec<Step>,
    /// The latest refutations by moves left, newest first.
    killers: Vec<[Step; KILLERS]>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(aim: Aim, table: &'a Table, budget: &'a mut Budget) -> Worker<'a> {
        Worker {
            aim,
            table,
            budget,
            moves: Vec::with_capacity(1024),
            killers: vec![[Step::NONE; KILLERS]; usize::from(Known::MAX) + 1],
        }
    }

    /// Whether the attacker, on move, reaches the goal with at most `n` moves left for the side that makes the last.
    pub(super) fn attack(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        if n == 0 {
            return Ok(self.is_end_of_attacker(board));
        }
        self.budget.spend()?;
        if n == 1 && self.aim != Aim::Reflex {
            let found = self.way(board, 1, Step::NONE)?;
            return Ok(found.is_some() || self.is_end_of_attacker(board));
        }
        let key = board.key();
        let mut known = self.table.get(key);
        if let Some(decided) = known.decides(n) {
            return Ok(decided);
        }
        if self.is_end_of_attacker(board) {
            known.proved = 0;
            self.table.put(key, known);
            return Ok(true);
        }
        if self.aim == Aim::Reflex && board.mate_in_one(&mut self.moves).is_some() {
            known.refuted = Known::MAX;
            self.table.put(key, known);
            return Ok(false);
        }
        let mut found = false;
        for depth in known.refuted.max(1)..=n {
            if let Some(step) = self.way(board, depth, known.best)? {
                known.proved = depth;
                known.best = step;
                found = true;
                break;
            }
            known.refuted = depth + 1;
        }
        self.table.put(key, known);
        Ok(found)
    }

    /// Whether the attacker, on move, stands there as the stipulation wants him.
    fn is_end_of_attacker(&self, board: &Board) -> bool {
        match self.aim {
            Aim::Stalemate => false,
            Aim::OwnEnd(Goal::Stalemate) => board.is_stalemate(),
            Aim::OwnEnd(Goal::Mate) | Aim::Reflex => board.is_checkmate(),
        }
    }

    /// A move of the attacker that reaches the goal.
    fn way(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Limit> {
        let left = match self.aim {
            Aim::Stalemate => n - 1,
            Aim::OwnEnd(_) | Aim::Reflex => n,
        };
        let base = self.moves.len();
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        if n > 1 {
            self.put_forcing_moves_first(board, base, first);
        }
        let mut found = None;
        for index in base..end {
            let step = self.moves[index];
            let after = if n == 1 && self.aim != Aim::Reflex {
                board.play_keyless(step)
            } else {
                board.play(step)
            };
            if self.defend(&after, left)? {
                found = Some(step);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(found)
    }

    /// Checks leave few replies, and so do the moves that take most of them away.
    fn put_forcing_moves_first(&mut self, board: &Board, base: usize, first: Step) {
        let checks = Checks::new(board);
        let mut sorted = base;
        for index in base..self.moves.len() {
            let step = self.moves[index];
            if step == first || checks.gives(board, step) {
                self.moves.swap(sorted, index);
                sorted += 1;
            }
        }
    }

    /// Whether the attacker reaches the goal with the defender on move.
    pub(super) fn defend(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        if n == 0 {
            return Ok(self.aim == Aim::Stalemate && board.is_stalemate());
        }
        self.budget.spend()?;
        if self.aim == Aim::Reflex {
            // Whoever can mate must.
            if board.mate_in_one(&mut self.moves).is_some() {
                return Ok(true);
            }
            if n == 1 {
                return Ok(false);
            }
        } else if n == 1 && self.aim != Aim::Stalemate {
            return Ok(self.refutation(board, 1, Step::NONE)?.is_none());
        }
        let key = board.key() ^ DEFENDER;
        let mut known = self.table.get(key);
        if let Some(decided) = known.decides(n) {
            return Ok(decided);
        }
        let refutation = self.refutation(board, n, known.best)?;
        if let Some(step) = refutation {
            known.refuted = n + 1;
            known.best = step;
        } else {
            known.proved = n;
        }
        self.table.put(key, known);
        Ok(refutation.is_none())
    }

    /// Whether the attacker still gets what he wants after the defender's reply that led here.
    fn holds(&mut self, after: &Board, n: u8) -> Result<bool, Limit> {
        match self.aim {
            Aim::Stalemate => self.attack(after, n),
            Aim::OwnEnd(_) | Aim::Reflex => self.attack(after, n - 1),
        }
    }

    /// A reply after which the attacker does not reach the goal; where the defender has none at all: the zero
    /// step, unless that is the goal.
    fn refutation(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Limit> {
        if first != Step::NONE
            && let Some(after) = board.play_if_legal::<true>(first)
            && !self.holds(&after, n)?
        {
            return Ok(Some(first));
        }
        let killers = self.killers[usize::from(n)];
        for (rank, &killer) in killers.iter().enumerate() {
            if killer != first && killer != Step::NONE {
                let after = if n == 1 {
                    board.play_if_legal::<false>(killer)
                } else {
                    board.play_if_legal::<true>(killer)
                };
                if let Some(after) = after
                    && !self.holds(&after, n)?
                {
                    self.killers[usize::from(n)][..=rank].rotate_right(1);
                    return Ok(Some(killer));
                }
            }
        }
        let base = self.moves.len();
        let refutation = self.refutation_among_all(board, n, first, killers, base);
        self.moves.truncate(base);
        refutation
    }

    fn refutation_among_all(
        &mut self,
        board: &Board,
        n: u8,
        first: Step,
        killers: [Step; KILLERS],
        base: usize,
    ) -> Result<Option<Step>, Limit> {
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        if base == end {
            let goal = self.aim == Aim::Stalemate && board.checkers().is_empty();
            return Ok((!goal).then_some(Step::NONE));
        }
        for index in base..end {
            let step = self.moves[index];
            if step == first || killers.contains(&step) {
                continue;
            }
            let after = if n == 1 && self.aim != Aim::Reflex {
                board.play_keyless(step)
            } else {
                board.play(step)
            };
            if !self.holds(&after, n)? {
                let killers = &mut self.killers[usize::from(n)];
                killers.rotate_right(1);
                killers[0] = step;
                return Ok(Some(step));
            }
        }
        Ok(None)
    }
}
