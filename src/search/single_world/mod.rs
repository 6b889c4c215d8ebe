//! Self, reflex and stalemate play in one world: exact, complete, on the fast board. Under [`Restrictions`] direct mates too,
//! and then not complete.
//!
//! The twin of [`mate`](super::mate) for every other play against resistance. [`SingleWorld`] answers questions about
//! a single `shakmaty::Chess`, whose castling rights and en-passant target are taken as they are; it knows
//! neither worlds nor the touch law.
//!
//! Invariant: an answer is a fact about the position, whatever the table size, the number of threads and the
//! questions asked before. Where a limit is hit, the answer is that limit.

mod worker;

use rayon::prelude::*;
use shakmaty::{Chess, Move};

use self::worker::Worker;
use super::board::Board;
use super::facts::{Known, Table};
use super::restrictions::{Restrictions, Wanted, keep_one};
use crate::budget::{Budget, Limit};
use crate::problem::{Goal, Play};

/// What is asked of every position, whatever the length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The attacker mates or stalemates (`#n`, `=n`).
    Direct(Goal),
    /// The attacker is mated or stalemated against the defender's will (`s#n`, `s=n`).
    OwnEnd(Goal),
    /// The attacker is mated; whoever can mate must (`r#n`).
    Reflex,
}

impl Aim {
    /// The aim of a stipulation; `None` for what is not asked this way.
    pub(super) fn new(play: Play, goal: Goal) -> Option<Aim> {
        match (play, goal) {
            (Play::Direct, goal) => Some(Aim::Direct(goal)),
            (Play::SelfPlay, goal) => Some(Aim::OwnEnd(goal)),
            (Play::Reflex, Goal::Mate) => Some(Aim::Reflex),
            (Play::Reflex, Goal::Stalemate) | (Play::Help, _) => None,
        }
    }

    /// Whether the attacker makes the last move.
    fn is_direct(self) -> bool {
        matches!(self, Aim::Direct(_))
    }

    /// With so many half-moves to go and the attacker on move, or the defender: how many moves are left for the side that makes
    /// the last one.
    fn moves_left(self, attacks: bool, plies: u32) -> u32 {
        if attacks == self.is_direct() {
            plies.div_ceil(2)
        } else {
            plies / 2
        }
    }
}

/// Solves self, reflex and stalemate play of single positions.
#[derive(Debug)]
pub struct SingleWorld {
    aim: Aim,
    restrictions: Restrictions,
    table: Table,
}

/// A first move and what it leads to.
type Judged = (Move, Result<bool, Limit>);

/// The same with the position after it.
type Task = (Move, Board, Result<bool, Limit>);

impl SingleWorld {
    /// From this many moves left on, first moves are shared out to the threads.
    const WORTH_SHARING: u8 = 2;

    /// Where one first move is wanted, so many are looked at side by side, whatever the number of threads.
    const ROUND: usize = 8;

    fn worker<'a>(&'a self, budget: &'a mut Budget) -> Worker<'a> {
        Worker::new(self.aim, self.restrictions, &self.table, budget)
    }

    /// Whether no restrictions leave moves out.
    pub(super) fn is_exhaustive(&self) -> bool {
        !self.restrictions.any()
    }

    /// A solver with a transposition table of at most `table_mib` MiB.
    pub(super) fn new(aim: Aim, restrictions: Restrictions, table_mib: usize) -> SingleWorld {
        SingleWorld {
            aim,
            restrictions,
            table: Table::new(table_mib),
        }
    }

    /// Whether the goal is reached in at most `plies` half-moves, with the attacker on move or the defender. Asks for 0, 1, ...
    /// moves: a short way is cheap, and its failure shows the refutations.
    pub(super) fn reaches(
        &self,
        position: &Chess,
        attacks: bool,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = self.worker(budget);
        for n in 0..=self.aim.moves_left(attacks, plies) {
            let n = depth(n).ok_or(Limit::Depth)?;
            let reached = if attacks {
                worker.attack(&board, n)?
            } else {
                worker.defend(&board, n)?
            };
            if reached {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Every legal move of the attacker, who is on move, with whether it reaches the goal in at most `plies`
    /// half-moves, itself counted. In reflex play the duty to mate is not looked at here. Deepens for all moves
    /// together.
    pub(super) fn first_moves(
        &self,
        position: &Chess,
        plies: u32,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Vec<Judged> {
        let board = Board::new(position);
        let mut steps = Vec::new();
        board.legal_moves(&mut steps);
        let mut tasks: Vec<Task> = steps
            .into_iter()
            .map(|step| (board.describe(step), board.play(step), Ok(false)))
            .collect();
        let Some(rest) = plies.checked_sub(1) else {
            return tasks
                .into_iter()
                .map(|(mv, _, answer)| (mv, answer))
                .collect();
        };
        let last = self.aim.moves_left(false, rest);
        // The restrictions are for play of that length: a shorter one may pass where they do not hold yet.
        let first = if self.restrictions.any() { last } else { 0 };
        for n in first..=last {
            let mut open: Vec<&mut Task> = tasks
                .iter_mut()
                .filter(|task| task.2 == Ok(false))
                .collect();
            let Some(n) = depth(n) else {
                for task in open {
                    task.2 = Err(Limit::Depth);
                }
                break;
            };
            let round = match wanted {
                Wanted::All => open.len(),
                Wanted::One => SingleWorld::ROUND,
            };
            for tasks in open.chunks_mut(round.max(1)) {
                self.ask(tasks, n, budget);
                if wanted == Wanted::One && tasks.iter().any(|task| task.2 == Ok(true)) {
                    break;
                }
            }
            if wanted == Wanted::One && keep_one(tasks.iter_mut().map(|task| &mut task.2)) {
                break;
            }
        }
        tasks
            .into_iter()
            .map(|(mv, _, answer)| (mv, answer))
            .collect()
    }

    /// Whether the attacker reaches the goal with `n` moves left after each of `tasks`.
    fn ask(&self, tasks: &mut [&mut Task], n: u8, budget: &mut Budget) {
        let alone = n < SingleWorld::WORTH_SHARING
            || rayon::current_num_threads() == 1
            || budget.is_node_limited();
        if alone {
            let mut worker = self.worker(budget);
            for (_, after, answer) in tasks {
                *answer = worker.defend(after, n);
            }
            return;
        }
        let purse = &*budget;
        let spent: Vec<Budget> = tasks
            .par_iter_mut()
            .with_max_len(1)
            .map(|(_, after, answer)| {
                let mut share = purse.share(u64::MAX);
                *answer = match share.check_clock() {
                    Ok(()) => self.worker(&mut share).defend(after, n),
                    Err(limit) => Err(limit),
                };
                share
            })
            .collect();
        for share in &spent {
            budget.charge(share);
        }
    }
}

/// The depth, if it is not beyond what is searched.
fn depth(n: u32) -> Option<u8> {
    u8::try_from(n).ok().filter(|&n| n < Known::MAX)
}
