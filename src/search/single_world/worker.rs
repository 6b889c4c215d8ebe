//! One thread's search: depth first, attacker and defender in turn.
//!
//! Invariant: what is answered is proved; the order of moves decides the time only.

use super::{Aim, Restrictions};
use crate::budget::{Budget, Limit};
use crate::problem::Goal;
use crate::search::board::{Board, Checks, Step};
use crate::search::facts::{Known, Table};
use crate::search::restrictions::NonTrivial;

/// Tells the attacker's statement about a position from the defender's.
const DEFENDER: u128 = 0x5bd1_e995_9d2c_5680_efc6_0000_9908_b0df;

/// Spreads what else an entry depends on over its key.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// How many refutations are remembered per depth.
const KILLERS: usize = 4;

/// The state of one thread.
pub(super) struct Worker<'a> {
    aim: Aim,
    restrictions: Restrictions,
    /// Non-trivial defences that may still be granted along the line, if they are counted.
    more: u32,
    table: &'a Table,
    budget: &'a mut Budget,
    /// All move lists, one on top of the other.
    moves: Vec<Step>,
    /// The latest refutations by moves left, newest first.
    killers: Vec<[Step; KILLERS]>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        aim: Aim,
        restrictions: Restrictions,
        table: &'a Table,
        budget: &'a mut Budget,
    ) -> Worker<'a> {
        Worker {
            aim,
            restrictions,
            more: restrictions.non_trivial.map_or(0, |granted| granted.more),
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
        if n == 1 && self.aim == Aim::Direct(Goal::Mate) {
            return Ok(board.mate_in_one(&mut self.moves).is_some());
        }
        if n == 1 && self.aim != Aim::Reflex {
            let found = self.way(board, 1, Step::NONE)?;
            return Ok(found.is_some() || self.is_end_of_attacker(board));
        }
        let key = board.key() ^ self.mix(0);
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
            Aim::Direct(_) => false,
            Aim::OwnEnd(Goal::Stalemate) => board.is_stalemate(),
            Aim::OwnEnd(Goal::Mate) | Aim::Reflex => board.is_checkmate(),
        }
    }

    /// A move of the attacker that reaches the goal.
    fn way(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Limit> {
        let left = match self.aim {
            Aim::Direct(_) => n - 1,
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
            return Ok(match self.aim {
                Aim::Direct(Goal::Mate) => board.is_checkmate(),
                Aim::Direct(Goal::Stalemate) => board.is_stalemate(),
                Aim::OwnEnd(_) | Aim::Reflex => false,
            });
        }
        self.budget.spend()?;
        if self.restrictions.any() {
            return self.defend_curbed(board, n);
        }
        self.defend_freely(board, n)
    }

    /// Whether the attacker reaches the goal, with at least one move to go, whatever the restrictions say of this position.
    fn defend_freely(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        if self.aim == Aim::Reflex {
            // Whoever can mate must.
            if board.mate_in_one(&mut self.moves).is_some() {
                return Ok(true);
            }
            if n == 1 {
                return Ok(false);
            }
        } else if n == 1 && !self.aim.is_direct() {
            return Ok(self.refutation(board, 1, Step::NONE)?.is_none());
        }
        // Under restrictions more moves to go may be worse.
        let key = board.key() ^ DEFENDER ^ self.mix(n);
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
            Aim::Direct(_) => self.attack(after, n),
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
            let goal = match self.aim {
                Aim::Direct(Goal::Mate) => board.checkers().any(),
                Aim::Direct(Goal::Stalemate) => board.checkers().is_empty(),
                Aim::OwnEnd(_) | Aim::Reflex => false,
            };
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

    /// What else an entry of the table depends on, if there are restrictions: half-moves to go and what may still be granted.
    fn mix(&self, n: u8) -> u128 {
        if self.restrictions.any() {
            (u128::from(n) | u128::from(self.more) << 8).wrapping_mul(SPREAD)
        } else {
            0
        }
    }

    /// The same as [`Worker::defend`] under restrictions.
    fn defend_curbed(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        // Who must mate now does.
        if self.aim == Aim::Reflex && board.mate_in_one(&mut self.moves).is_some() {
            return Ok(true);
        }
        // The king that can be mated next move may have flights.
        let last = if self.aim.is_direct() { 1 } else { 2 };
        if n > last && self.has_too_many_flights(board) || self.lacks_threat(board, n)? {
            return Ok(false);
        }
        let Some(granted) = self.granted(board, n)? else {
            return Ok(false);
        };
        let before = std::mem::replace(&mut self.more, granted);
        let answer = self.defend_freely(board, n);
        self.more = before;
        answer
    }

    fn has_too_many_flights(&mut self, board: &Board) -> bool {
        let Some(most) = self.restrictions.flights else {
            return false;
        };
        let base = self.moves.len();
        board.legal_moves(&mut self.moves);
        let king = board.king(board.turn());
        let flights = self.moves[base..].iter().filter(|step| step.from() == king);
        let many = flights.count() > most as usize;
        self.moves.truncate(base);
        many
    }

    /// Whether the attacker neither checks nor threatens to reach the goal in as many moves as are allowed.
    fn lacks_threat(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        let Some(most) = self.restrictions.threat else {
            return Ok(false);
        };
        let Some(moves) = self.threat_moves(most, n) else {
            return Ok(false);
        };
        if board.checkers().any() {
            return Ok(false);
        }
        Ok(!self.attack(&board.passed(), moves)?)
    }

    /// How long the threat may be for the side that makes the last move; `None` if it is not asked for. Where the defender
    /// makes it, his next move is the first of the play: the threat is one move shorter.
    fn threat_moves(&self, most: u32, n: u8) -> Option<u8> {
        match self.aim {
            Aim::Direct(_) => (u32::from(n) >= most).then_some(most as u8),
            Aim::OwnEnd(_) => (u32::from(n) > most).then(|| most.saturating_sub(1) as u8),
            Aim::Reflex => (u32::from(n) > most).then_some(most as u8),
        }
    }

    /// What may be granted along the line from here on, if it is not more already than may be.
    fn granted(&mut self, board: &Board, n: u8) -> Result<Option<u32>, Limit> {
        let Some(NonTrivial { moves, .. }) = self.restrictions.non_trivial else {
            return Ok(Some(self.more));
        };
        // As many moves as are quick, for the side that makes the last.
        let quick = moves.saturating_add(1);
        if u32::from(n) <= quick {
            return Ok(Some(self.more));
        }
        let room = self.more.saturating_add(1);
        let base = self.moves.len();
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        let mut open = 0;
        for index in base..end {
            let after = board.play(self.moves[index]);
            // In reflex play the mate itself is forced and not counted.
            let n = quick + u32::from(self.aim == Aim::Reflex);
            if !self.holds(&after, n as u8)? {
                open += 1;
                if open > room {
                    break;
                }
            }
        }
        self.moves.truncate(base);
        Ok(room.checked_sub(open))
    }
}
