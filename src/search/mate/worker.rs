//! One thread's search: a depth-first AND/OR search that deepens at every attacker's node.
//!
//! Invariant: what is answered is proved. The order in which moves are tried (what refuted the
//! neighbours first, checks before quiet moves) decides the time only.

use super::board::{Board, Step};
use super::one_move::Checks;
use super::table::{Known, Table};
use crate::budget::{Budget, Limit};

/// Tells the attacker's statement about a position from the defender's.
const DEFENDER: u128 = 0x5bd1_e995_9d2c_5680_efc6_0000_9908_b0df;

/// How many refutations are remembered per depth.
const KILLERS: usize = 3;

/// The state of one thread.
pub(super) struct Worker<'a> {
    table: &'a Table,
    budget: &'a mut Budget,
    /// All move lists, one on top of the other.
    moves: Vec<Step>,
    /// The latest refutations by moves left, newest first.
    killers: Vec<[Step; KILLERS]>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(table: &'a Table, budget: &'a mut Budget) -> Worker<'a> {
        Worker {
            table,
            budget,
            moves: Vec::with_capacity(1024),
            killers: vec![[Step::NONE; KILLERS]; usize::from(Known::MAX)],
        }
    }

    /// Nodes spent so far.
    pub(super) fn nodes_used(&self) -> u64 {
        self.budget.nodes_used()
    }

    /// Whether the side on move mates in at most `n` moves.
    pub(super) fn attack(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        if n <= 1 {
            return Ok(n == 1 && board.mate_in_one(&mut self.moves).is_some());
        }
        self.budget.spend()?;
        let mut known = self.table.get(board.key());
        if let Some(decided) = known.decides(n) {
            return Ok(decided);
        }
        let mut found = false;
        for depth in known.refuted.max(1)..=n {
            let mating = if depth == 1 {
                board.mate_in_one(&mut self.moves)
            } else {
                self.mating_move(board, depth, known.best)?
            };
            if let Some(step) = mating {
                known.proved = depth;
                known.best = step;
                found = true;
                break;
            }
            known.refuted = depth + 1;
        }
        self.table.put(board.key(), known);
        Ok(found)
    }

    fn mating_move(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Limit> {
        let base = self.moves.len();
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        let checks = Checks::new(board);
        let mut sorted = base;
        for index in base..end {
            let step = self.moves[index];
            if step == first || checks.gives(board, step) {
                self.moves.swap(sorted, index);
                sorted += 1;
            }
        }
        for index in base..end {
            let step = self.moves[index];
            let after = if n == 2 {
                board.play_keyless(step)
            } else {
                board.play(step)
            };
            if self.defend(&after, n - 1)? {
                self.moves.truncate(base);
                return Ok(Some(step));
            }
        }
        self.moves.truncate(base);
        Ok(None)
    }

    /// Whether the side on move is mated, or will be after at most `n` more moves of its opponent.
    pub(super) fn defend(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        if n == 0 {
            return Ok(board.is_checkmate());
        }
        self.budget.spend()?;
        if n == 1 {
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

    /// A reply after which there is no mate in `n`; stalemate counts as one: the zero step.
    fn refutation(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Limit> {
        if first != Step::NONE
            && let Some(after) = board.play_if_legal::<true>(first)
            && !self.attack(&after, n)?
        {
            return Ok(Some(first));
        }
        let base = self.moves.len();
        let refutation = if n == 1 {
            self.refutation_of_threat(board, first, base)
        } else {
            self.refutation_of_plan(board, n, first, base)
        };
        self.moves.truncate(base);
        refutation
    }

    /// With one move left for the attacker: what refuted the neighbours is tried before anything is generated.
    fn refutation_of_threat(
        &mut self,
        board: &Board,
        first: Step,
        base: usize,
    ) -> Result<Option<Step>, Limit> {
        let killers = self.killers[1];
        for (rank, &killer) in killers.iter().enumerate() {
            if killer != first
                && killer != Step::NONE
                && let Some(after) = board.play_if_legal::<false>(killer)
                && !self.attack(&after, 1)?
            {
                self.killers[1][..=rank].rotate_right(1);
                return Ok(Some(killer));
            }
        }
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        if base == end {
            return Ok(board.checkers().is_empty().then_some(Step::NONE));
        }
        for index in base..end {
            let step = self.moves[index];
            if step == first || killers.contains(&step) {
                continue;
            }
            if !self.attack(&board.play_keyless(step), 1)? {
                self.remember(1, step);
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// With more moves left: checks first, which leave the attacker few answers, then what refuted the neighbours.
    fn refutation_of_plan(
        &mut self,
        board: &Board,
        n: u8,
        first: Step,
        base: usize,
    ) -> Result<Option<Step>, Limit> {
        board.legal_moves(&mut self.moves);
        let end = self.moves.len();
        if base == end {
            return Ok(board.checkers().is_empty().then_some(Step::NONE));
        }
        let checks = Checks::new(board);
        let killers = self.killers[usize::from(n)];
        let table = self.table;
        self.moves[base..end].sort_by_cached_key(|&step| {
            let check = checks.gives(board, step);
            let rank = killers
                .iter()
                .position(|&killer| killer == step)
                .unwrap_or(KILLERS);
            // Asking the table costs more than it saves where little is left to search.
            let refuted = if check || n == 2 {
                0
            } else {
                table.get(board.play(step).key()).refuted
            };
            (!check, n.saturating_sub(refuted), rank)
        });
        for index in base..end {
            let step = self.moves[index];
            if step != first && !self.attack(&board.play(step), n)? {
                self.remember(n, step);
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// Moves a refutation to the front of those remembered.
    fn remember(&mut self, n: u8, step: Step) {
        let killers = &mut self.killers[usize::from(n)];
        let rank = killers
            .iter()
            .position(|&killer| killer == step)
            .unwrap_or(KILLERS - 1);
        killers[..=rank].rotate_right(1);
        killers[0] = step;
    }
}
