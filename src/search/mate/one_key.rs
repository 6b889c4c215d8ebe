//! One key of a long mate: what is easiest to prove is searched beside what is shortest, by turns of nodes.
//!
//! Deepening finds short mates and what has few quiet moves; [`ProofNumbers`] finds long mates without refuting the
//! shorter ones first. Which of both is faster is not known beforehand: each has a table of its own and goes on where it was
//! cut off, in turns that grow, so that the answer does not depend on the number of threads.

use shakmaty::Chess;

use super::proof_numbers::{self, ProofNumbers};
use super::worker::Worker;
use super::{Judged, MateSolver, Task, depth, tasks};
use crate::budget::{Budget, Limit};
use crate::search::board::{Board, Step};
use crate::search::facts::Table;
use crate::search::restrictions::keep_one;

/// From this length on it pays.
pub(super) const FEWEST_MOVES: u32 = proof_numbers::SHORT as u32 + 2;

/// Nodes of the first turn of deepening, which finds most of what is short.
const FIRST_TURN: u64 = 1 << 17;

/// Proof numbers get so many times the nodes of deepening.
const PREFERENCE: u64 = 4;

/// Where deepening was cut off.
struct Deepening {
    n: u8,
    next: usize,
}

impl Deepening {
    /// Goes on until a first move mates with `last` moves left after it, or none does, or a limit is hit.
    fn go_on(
        &mut self,
        tasks: &[Task],
        last: u8,
        table: &Table,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        let mut worker = Worker::new(table, budget);
        while self.n <= last {
            while let Some(task) = tasks.get(self.next) {
                if worker.is_mated(&task.after, self.n)? {
                    return Ok(Some(self.next));
                }
                self.next += 1;
            }
            (self.n, self.next) = (self.n + 1, 0);
        }
        Ok(None)
    }
}

impl MateSolver {
    /// Every legal move, with one key among them if there is a mate in at most `n` moves; then all others are left open.
    pub(super) fn one_key(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        let mut tasks = tasks(position);
        let found = match depth(n) {
            Some(n) => self.find_one(&Board::new(position), &tasks, n, budget),
            None => Err(Limit::Depth),
        };
        for (place, task) in tasks.iter_mut().enumerate() {
            task.outcome = found.map(|found| found == Some(place));
        }
        keep_one(tasks.iter_mut().map(|task| &mut task.outcome));
        let judged = |task: Task| (task.mv, task.outcome);
        tasks.into_iter().map(judged).collect()
    }

    /// The place of a first move that mates in at most `n` moves.
    fn find_one(
        &self,
        board: &Board,
        tasks: &[Task],
        n: u8,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Limit> {
        let place = |step: Step| {
            let mv = board.describe(step);
            tasks.iter().position(|task| task.mv == mv)
        };
        let mut deepening = Deepening { n: 0, next: 0 };
        let facts = Table::new(self.spare_mib / 2);
        let mut proof_numbers = ProofNumbers::new(self.spare_mib / 2);
        let (mut turn, mut preference) = (FIRST_TURN, 0);
        loop {
            // Deepening has the first word: its answer is taken, whatever the other one found meanwhile.
            let answered = budget.stop().part();
            let nodes = turn.min(budget.nodes_left());
            let mut first = budget.share(nodes);
            let left = budget.nodes_left() - nodes;
            let second = budget.share(left.min(preference * turn));
            let mut second = second.until(answered.clone());
            let mut deepen = || {
                let deepened = deepening.go_on(tasks, n - 1, &self.table, &mut first);
                if deepened.is_ok() {
                    answered.request();
                }
                deepened
            };
            let mut prove = || {
                let mut worker = Worker::new(&facts, &mut second);
                proof_numbers.key(&mut worker, board, n)
            };
            let (deepened, proved) = if preference == 0 || budget.is_node_limited() {
                (deepen(), prove())
            } else {
                rayon::join(deepen, prove)
            };
            budget.charge(&first);
            budget.charge(&second);
            match (deepened, proved) {
                (Ok(found), _) => return Ok(found),
                (_, Ok(step)) => return Ok(step.and_then(place)),
                (Err(Limit::Nodes), Err(Limit::Nodes)) if budget.nodes_left() > 0 => {}
                (Err(Limit::Nodes), Err(limit)) | (Err(limit), Err(_)) => return Err(limit),
            }
            if preference > 0 {
                turn *= 2;
            }
            preference = PREFERENCE;
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::budget::Limits;

    #[test]
    fn both_together_keep_to_the_nodes() {
        let fen: Fen = "1n2bQ2/1P6/2ppNN1K/4kBP1/5rPp/n5B1/6Pp/2q5 w - -"
            .parse()
            .unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        for nodes in [1, 1000, FIRST_TURN + 1, 3 * FIRST_TURN / 2, 4 * FIRST_TURN] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let mut budget = limits.start();
            let solver = MateSolver::new(1).with_spare_room(2);
            let judged = solver.one_key(&position, 7, &mut budget);
            let all_open = judged
                .iter()
                .all(|(_, outcome)| *outcome == Err(Limit::Nodes));
            assert!(all_open, "too easy: nothing is tested");
            assert_eq!(budget.nodes_used(), nodes);
        }
    }
}
