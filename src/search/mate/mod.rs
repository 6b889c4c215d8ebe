//! Direct mate in one world: exact, complete, and built for problems.
//!
//! [`MateSolver`] answers questions about a single `shakmaty::Chess`, whose castling rights and
//! en-passant target are taken as they are. It knows neither worlds nor the touch law: where no special move is
//! doubtful, the search over worlds hands its nodes to this one.
//!
//! Invariant: an answer `true` or `false` is a fact about the position (the side on move can, or
//! cannot, force mate within that many moves), whatever the table size, the number of threads and
//! the questions asked before. Where a limit is hit, the answer is that limit.
//!
//! ```
//! use beruehrt::budget::Limits;
//! use beruehrt::search::mate::MateSolver;
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! let fen: Fen = "7k/R7/5K2/8/8/8/8/8 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let solver = MateSolver::new(1); // a table of 1 MiB
//! let mut budget = Limits::unlimited().start();
//! assert_eq!(solver.mates_in(&position, 1, &mut budget), Ok(false));
//! assert_eq!(solver.mates_in(&position, 2, &mut budget), Ok(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod one_key;
mod proof_numbers;
mod sharing;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use shakmaty::{Chess, Move};

use self::sharing::Sharing;
use self::worker::Worker;
use super::board::Board;
use super::facts::{Known, Table};
use super::restrictions::{Wanted, keep_one};
use crate::budget::{Budget, Limit};

/// Mate in time, no mate in time, or the limit that was hit.
type Outcome = Result<bool, Limit>;

/// A first move or a reply and what it leads to: mate in time, no mate in time, or a limit.
pub type Judged = (Move, Result<bool, Limit>);

/// Solves direct mates (`#n`) of single positions.
///
/// All questions may be asked from several threads at once. The questions about all moves of a
/// position go to all threads of the current rayon pool, unless nodes are limited: then they run in one
/// thread, so that the answer depends on the limit alone.
#[derive(Debug)]
pub struct MateSolver {
    table: Table,
    /// Room for what is remembered beside the table where one key is enough.
    spare_mib: usize,
}

impl MateSolver {
    /// From this many moves left on, all threads are asked: below, waiting for each other would cost more than it
    /// saves.
    const WORTH_SHARING: u8 = 3;

    /// A solver with a transposition table of at most `table_mib` MiB.
    pub fn new(table_mib: usize) -> MateSolver {
        MateSolver {
            table: Table::new(table_mib),
            spare_mib: 0,
        }
    }

    /// The same with `spare_mib` MiB more, used where one key of a long mate is looked for.
    pub(super) fn with_spare_room(self, spare_mib: usize) -> MateSolver {
        MateSolver { spare_mib, ..self }
    }

    /// Whether the side on move can force mate in at most `n` of its moves.
    ///
    /// # Errors
    ///
    /// The limit that was hit first.
    pub fn mates_in(&self, position: &Chess, n: u32, budget: &mut Budget) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = Worker::new(&self.table, budget);
        deepen(n, |n| worker.mates(&board, n))
    }

    /// Whether the side on move is mated, or will be, whatever it plays, after at most `n` more
    /// moves of its opponent. Stalemate is no mate.
    ///
    /// # Errors
    ///
    /// The limit that was hit first.
    pub fn is_mated_in(
        &self,
        position: &Chess,
        n: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = Worker::new(&self.table, budget);
        deepen(n, |n| worker.is_mated(&board, n))
    }

    /// Every legal move of the side on move, ordered by origin and destination, with whether it forces mate in
    /// at most `n` moves, itself counted. Those that do are the keys of `#n`, the others its tries.
    pub fn first_moves(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        self.first_moves_wanted(position, n, Wanted::All, budget)
    }

    /// The same; if one key is `wanted`, all other moves are said to be left open once it is found.
    pub(super) fn first_moves_wanted(
        &self,
        position: &Chess,
        n: u32,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Vec<Judged> {
        let Some(rest) = n.checked_sub(1) else {
            return tasks(position)
                .into_iter()
                .map(|task| (task.mv, Ok(false)))
                .collect();
        };
        if wanted == Wanted::One && n >= one_key::FEWEST_MOVES {
            return self.one_key(position, n, budget);
        }
        self.judge(position, rest, wanted, budget, |worker, board, n| {
            worker.is_mated(board, n)
        })
    }

    /// Every legal move of the defender, who is on move, ordered by origin and destination, with whether the
    /// attacker still mates in at most `n` moves. Those where he does not are the refutations.
    pub fn replies(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        self.judge(position, n, Wanted::All, budget, |worker, board, n| {
            worker.mates(board, n)
        })
    }

    /// Asks the same question after every legal move, deepening for all of them together.
    fn judge(
        &self,
        position: &Chess,
        last: u32,
        wanted: Wanted,
        budget: &mut Budget,
        question: Question,
    ) -> Vec<Judged> {
        let mut tasks = tasks(position);
        for n in 0..=last {
            let mut open: Vec<&mut Task> = tasks
                .iter_mut()
                .filter(|task| task.outcome == Ok(false))
                .collect();
            let Some(n) = depth(n) else {
                for task in open {
                    task.outcome = Err(Limit::Depth);
                }
                break;
            };
            let round = match wanted {
                Wanted::All => open.len(),
                // All threads look at the same one.
                Wanted::One => 1,
            };
            for tasks in open.chunks_mut(round.max(1)) {
                self.ask(tasks, n, budget, question);
                if wanted == Wanted::One && tasks.iter().any(|task| task.outcome == Ok(true)) {
                    break;
                }
            }
            if wanted == Wanted::One && keep_one(tasks.iter_mut().map(|task| &mut task.outcome)) {
                break;
            }
        }
        tasks
            .into_iter()
            .map(|task| (task.mv, task.outcome))
            .collect()
    }

    /// Asks the question about each of `tasks` with `n` moves left.
    fn ask(&self, tasks: &mut [&mut Task], n: u8, budget: &mut Budget, question: Question) {
        let alone = n < MateSolver::WORTH_SHARING
            || rayon::current_num_threads() == 1
            || budget.is_node_limited();
        if alone {
            let mut worker = Worker::new(&self.table, budget);
            for task in tasks {
                task.outcome = question(&mut worker, &task.after, n);
            }
            return;
        }
        let boards: Vec<&Board> = tasks.iter().map(|task| &task.after).collect();
        let outcomes = self.ask_together(&boards, n, budget, question);
        for (task, outcome) in tasks.iter_mut().zip(outcomes) {
            task.outcome = outcome;
        }
    }

    /// Asks the question about each of the positions, in this order, in all threads of the pool at once. If all
    /// others are busy with other problems, the calling thread does it alone.
    fn ask_together(
        &self,
        boards: &[&Board],
        n: u8,
        budget: &mut Budget,
        question: Question,
    ) -> Vec<Outcome> {
        let sharing = Sharing::new();
        let answered: Vec<AtomicBool> = boards.iter().map(|_| AtomicBool::new(false)).collect();
        let shares: Vec<(Vec<Option<Outcome>>, Budget)> = (0..rayon::current_num_threads())
            .into_par_iter()
            .with_max_len(1)
            .map(|_| {
                let mut share = budget.share(u64::MAX);
                let mut worker = Worker::new(&self.table, &mut share).in_company(&sharing);
                let outcomes = boards
                    .iter()
                    .zip(&answered)
                    .map(|(board, answered)| {
                        (!answered.load(Ordering::Relaxed)).then(|| {
                            let outcome = question(&mut worker, board, n);
                            answered.store(true, Ordering::Relaxed);
                            outcome
                        })
                    })
                    .collect();
                (outcomes, share)
            })
            .collect();
        for (_, share) in &shares {
            budget.charge(share);
        }
        // One thread's answer beats another one's limit.
        (0..boards.len())
            .map(|place| {
                let outcomes = || shares.iter().filter_map(|(outcomes, _)| outcomes[place]);
                outcomes()
                    .find(Result::is_ok)
                    .or_else(|| outcomes().next())
                    .unwrap_or(Err(Limit::Interrupted))
            })
            .collect()
    }

    /// The keys: all first moves that force mate in at most `n` moves, ordered by origin and destination.
    ///
    /// # Errors
    ///
    /// The limit that was hit, if some first move is undecided.
    pub fn keys(&self, position: &Chess, n: u32, budget: &mut Budget) -> Result<Vec<Move>, Limit> {
        select(self.first_moves(position, n, budget), true)
    }

    /// The refutations: all moves of the defender, who is on move, after which the attacker does not
    /// mate in at most `n` moves.
    ///
    /// # Errors
    ///
    /// The limit that was hit, if some reply is undecided.
    pub fn refutations(
        &self,
        position: &Chess,
        n: u32,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Limit> {
        select(self.replies(position, n, budget), false)
    }
}

type Question = for<'a, 'b> fn(&'b mut Worker<'a>, &Board, u8) -> Outcome;

/// One move whose consequences are asked for.
#[derive(Debug, Clone)]
struct Task {
    mv: Move,
    after: Board,
    outcome: Outcome,
}

/// The legal moves, ordered by origin and destination, with nothing known of them.
fn tasks(position: &Chess) -> Vec<Task> {
    let board = Board::new(position);
    let mut steps = Vec::new();
    board.legal_moves(&mut steps);
    steps.sort_unstable_by_key(|step| (step.from(), step.to(), step.bits()));
    steps
        .into_iter()
        .map(|step| Task {
            mv: board.describe(step),
            after: board.play(step),
            outcome: Ok(false),
        })
        .collect()
}

/// Asks for 0, 1, ... up to `n` moves: a short mate is cheap, and its failure shows the refutations.
fn deepen(n: u32, mut question: impl FnMut(u8) -> Result<bool, Limit>) -> Result<bool, Limit> {
    for n in 0..=n {
        if question(depth(n).ok_or(Limit::Depth)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The depth, if it is not beyond what is searched.
fn depth(n: u32) -> Option<u8> {
    u8::try_from(n).ok().filter(|&n| n < Known::MAX)
}

fn select(judged: Vec<Judged>, wanted: bool) -> Result<Vec<Move>, Limit> {
    let mut selected = Vec::new();
    for (mv, outcome) in judged {
        if outcome? == wanted {
            selected.push(mv);
        }
    }
    Ok(selected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use shakmaty::{CastlingMode, fen::Fen};

    fn keys(fen: &str, n: u32) -> Vec<String> {
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        MateSolver::new(1)
            .keys(&position, n, &mut Limits::unlimited().start())
            .unwrap()
            .into_iter()
            .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
            .collect()
    }

    // W. Langstaff, Chess Amateur 1922: the key depends on the history.
    #[test]
    fn rights_and_target_are_believed() {
        let langstaff = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w";
        assert_eq!(keys(&format!("{langstaff} k g6"), 2), ["h5g6"]);
        assert_eq!(keys(&format!("{langstaff} - -"), 2), ["f5e6"]);
        assert_eq!(keys(&format!("{langstaff} k -"), 2), [""; 0]);
    }

    #[test]
    fn no_depth_is_too_large_to_be_asked_for() {
        // Two bare kings: nothing mates, and the limit comes from the budget or from the depth.
        let kings: Chess = "8/8/8/3k4/8/3K4/8/8 w - -"
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let solver = MateSolver::new(usize::MAX);
        for n in [100, 1000, u32::MAX] {
            let mut budget = limits.start();
            assert_eq!(solver.mates_in(&kings, n, &mut budget), Err(Limit::Nodes));
            assert!(solver.keys(&kings, n, &mut limits.start()).is_err());
        }
    }
}
