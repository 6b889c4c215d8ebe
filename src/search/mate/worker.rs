//! One thread's search: a depth-first AND/OR search that deepens at every attacker's node.
//!
//! Invariant: what is answered is proved. The order in which moves are tried (what refuted the
//! neighbours first, checks before quiet moves) decides the time only.

use super::sharing::{Sharing, Statement};
use crate::budget::{Budget, Limit};
use crate::search::board::{Board, Checks, Step};
use crate::search::facts::{Known, Table};

/// Tells the attacker's statement about a position from the defender's.
const DEFENDER: u128 = 0x5bd1_e995_9d2c_5680_efc6_0000_9908_b0df;

/// Who is on move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Attacker,
    Defender,
}

/// How many refutations are remembered per depth.
const KILLERS: usize = 3;

/// Nodes between two looks whether another thread was faster.
const LOOK_AROUND: u64 = 256;

/// Why a search ends without an answer.
#[derive(Debug, Clone, Copy)]
enum Halt {
    Limit(Limit),
    /// Another thread has decided the statement at this place of the path: all below it is moot.
    Overtaken(u8),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Halt {
        Halt::Limit(limit)
    }
}

/// The state of one thread.
pub(super) struct Worker<'a> {
    table: &'a Table,
    budget: &'a mut Budget,
    /// All move lists, one on top of the other.
    moves: Vec<Step>,
    /// The latest refutations by moves left, newest first.
    killers: Vec<[Step; KILLERS]>,
    /// The threads that work on the same questions, if there are others.
    sharing: Option<&'a Sharing>,
    /// The shared statements this thread is about to decide, from the question down.
    path: Vec<Statement>,
    /// What another thread found out about a statement of the path.
    news: Known,
}

impl<'a> Worker<'a> {
    pub(super) fn new(table: &'a Table, budget: &'a mut Budget) -> Worker<'a> {
        Worker {
            table,
            budget,
            moves: Vec::with_capacity(1024),
            killers: vec![[Step::NONE; KILLERS]; usize::from(Known::MAX)],
            sharing: None,
            path: Vec::new(),
            news: Known::NOTHING,
        }
    }

    /// A worker among others with the same table and the same questions.
    pub(super) fn in_company(self, sharing: &'a Sharing) -> Worker<'a> {
        Worker {
            sharing: Some(sharing),
            ..self
        }
    }

    /// Whether the side on move mates in at most `n` moves.
    pub(super) fn mates(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        self.attack(board, n).map_err(Worker::limit)
    }

    /// Whether the side on move is mated, or will be after at most `n` more moves of its opponent.
    pub(super) fn is_mated(&mut self, board: &Board, n: u8) -> Result<bool, Limit> {
        self.defend(board, n).map_err(Worker::limit)
    }

    /// Spends a node on work that somebody else does with this worker's table.
    pub(super) fn spend_outside(&mut self) -> Result<(), Limit> {
        self.budget.spend()
    }

    /// What is known of a position.
    pub(super) fn known(&self, board: &Board, side: Side) -> Known {
        self.table.get(Worker::key(board, side))
    }

    /// Notes that a step decides the statement with `n` moves left for the side on move; or that no step does.
    pub(super) fn note(&mut self, board: &Board, side: Side, n: u8, step: Option<Step>) {
        let key = Worker::key(board, side);
        let mut known = self.table.get(key);
        known.best = step.unwrap_or(known.best);
        if (side == Side::Attacker) == step.is_some() {
            known.proved = known.proved.min(n);
        } else {
            known.refuted = known.refuted.max(n + 1);
        }
        self.table.put(key, known);
    }

    #[inline]
    fn key(board: &Board, side: Side) -> u128 {
        match side {
            Side::Attacker => board.key(),
            Side::Defender => board.key() ^ DEFENDER,
        }
    }

    /// Who is overtaken goes on at a statement of the path, so that only limits come out of a search.
    fn limit(halt: Halt) -> Limit {
        match halt {
            Halt::Limit(limit) => limit,
            Halt::Overtaken(_) => Limit::Interrupted,
        }
    }

    #[inline]
    fn spend(&mut self) -> Result<(), Halt> {
        self.budget.spend()?;
        if self.sharing.is_some() && self.budget.nodes_used().is_multiple_of(LOOK_AROUND) {
            self.look_around()?;
        }
        Ok(())
    }

    #[cold]
    fn look_around(&mut self) -> Result<(), Halt> {
        for (place, &(key, n)) in self.path.iter().enumerate() {
            let known = self.table.get(key);
            if known.decides(n).is_some() {
                self.news = known;
                return Err(Halt::Overtaken(place as u8));
            }
        }
        Ok(())
    }

    /// The others, if they may be at what the attacker's moves lead to with so many moves left after them.
    #[inline]
    fn company_at(&self, n: u8) -> Option<&'a Sharing> {
        self.sharing.filter(|_| n >= Sharing::FROM)
    }

    /// Looks for the step that decides a statement of the path as `telling`; no step decides it the other way. If
    /// another thread has decided it first, its step is taken.
    fn decide(
        &mut self,
        (key, n): Statement,
        telling: bool,
        search: impl FnOnce(&mut Worker<'a>) -> Result<Option<Step>, Halt>,
    ) -> Result<Option<Step>, Halt> {
        let (place, base) = (self.path.len(), self.moves.len());
        self.path.push((key, n));
        let found = search(self);
        self.path.pop();
        match found {
            Err(Halt::Overtaken(at)) if usize::from(at) == place => {
                self.moves.truncate(base);
                Ok((self.news.decides(n) == Some(telling)).then_some(self.news.best))
            }
            found => found,
        }
    }

    /// Whether the side on move mates in at most `n` moves.
    fn attack(&mut self, board: &Board, n: u8) -> Result<bool, Halt> {
        if n <= 1 {
            return Ok(n == 1 && board.mate_in_one(&mut self.moves).is_some());
        }
        self.spend()?;
        let key = board.key();
        let mut known = self.table.get(key);
        if let Some(decided) = known.decides(n) {
            return Ok(decided);
        }
        let mut found = false;
        for depth in known.refuted.max(1)..=n {
            let shared = self.company_at(depth - 1).is_some();
            let mating = if depth == 1 {
                board.mate_in_one(&mut self.moves)
            } else if shared {
                self.decide((key, depth), true, |worker| {
                    worker.mating_move(board, depth, known.best)
                })?
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
            if depth < n && shared {
                self.table.put(key, known);
            }
        }
        self.table.put(key, known);
        Ok(found)
    }

    fn mating_move(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Halt> {
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
        // What another thread is at comes last: by then it is often in the table.
        let sharing = self.company_at(n - 1);
        let mut end = end;
        for first_pass in [true, false] {
            let mut put_off = base;
            for index in base..end {
                let step = self.moves[index];
                let after = if n == 2 {
                    board.play_keyless(step)
                } else {
                    board.play(step)
                };
                if first_pass
                    && step != first
                    && sharing
                        .is_some_and(|sharing| sharing.is_at(Worker::key(&after, Side::Defender)))
                {
                    self.moves[put_off] = step;
                    put_off += 1;
                } else if self.defend(&after, n - 1)? {
                    self.moves.truncate(base);
                    return Ok(Some(step));
                }
            }
            end = put_off;
        }
        self.moves.truncate(base);
        Ok(None)
    }

    /// Whether the side on move is mated, or will be after at most `n` more moves of its opponent.
    fn defend(&mut self, board: &Board, n: u8) -> Result<bool, Halt> {
        if n == 0 {
            return Ok(board.is_checkmate());
        }
        self.spend()?;
        if n == 1 {
            return Ok(self.refutation(board, 1, Step::NONE)?.is_none());
        }
        let key = Worker::key(board, Side::Defender);
        let mut known = self.table.get(key);
        if let Some(decided) = known.decides(n) {
            return Ok(decided);
        }
        let refutation = if let Some(sharing) = self.company_at(n) {
            sharing.enter(key);
            let refutation = self.decide((key, n), false, |worker| {
                worker.refutation(board, n, known.best)
            });
            sharing.leave(key);
            refutation?
        } else {
            self.refutation(board, n, known.best)?
        };
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
    fn refutation(&mut self, board: &Board, n: u8, first: Step) -> Result<Option<Step>, Halt> {
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
    ) -> Result<Option<Step>, Halt> {
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
    ) -> Result<Option<Step>, Halt> {
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
