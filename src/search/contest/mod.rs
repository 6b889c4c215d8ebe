//! Self, reflex and stalemate play in one world: exact, complete, on the fast board.
//!
//! The twin of [`mate`](super::mate) for every other play against resistance. [`Contest`] answers questions about
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
use crate::budget::{Budget, Limit};
use crate::problem::{Goal, Play};

/// What is asked of every position, whatever the length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The attacker stalemates (`=n`).
    Stalemate,
    /// The attacker is mated or stalemated against the defender's will (`s#n`, `s=n`).
    OwnEnd(Goal),
    /// The attacker is mated; whoever can mate must (`r#n`).
    Reflex,
}

impl Aim {
    /// The aim of a stipulation that is not a direct mate; `None` for what is not asked this way.
    pub(super) fn new(play: Play, goal: Goal) -> Option<Aim> {
        match (play, goal) {
            (Play::Direct, Goal::Stalemate) => Some(Aim::Stalemate),
            (Play::SelfPlay, goal) => Some(Aim::OwnEnd(goal)),
            (Play::Reflex, Goal::Mate) => Some(Aim::Reflex),
            (Play::Direct, Goal::Mate) | (Play::Reflex, Goal::Stalemate) | (Play::Help, _) => None,
        }
    }

    /// With so many half-moves to go and the attacker on move: how many moves are left for the side that makes the
    /// last one.
    fn moves_of_attacker_on_move(self, plies: u32) -> u32 {
        match self {
            Aim::Stalemate => plies.div_ceil(2),
            Aim::OwnEnd(_) | Aim::Reflex => plies / 2,
        }
    }

    /// The same with the defender on move.
    fn moves_of_defender_on_move(self, plies: u32) -> u32 {
        match self {
            Aim::Stalemate => plies / 2,
            Aim::OwnEnd(_) | Aim::Reflex => plies.div_ceil(2),
        }
    }
}

/// Solves self, reflex and stalemate play of single positions.
#[derive(Debug)]
pub struct Contest {
    aim: Aim,
    table: Table,
}

/// A first move and what it leads to.
type Judged = (Move, Result<bool, Limit>);

impl Contest {
    /// From this many moves left on, first moves are shared out to the threads.
    const WORTH_SHARING: u8 = 2;

    /// A solver with a transposition table of at most `table_mib` MiB.
    pub(super) fn new(aim: Aim, table_mib: usize) -> Contest {
        Contest {
            aim,
            table: Table::new(table_mib),
        }
    }

    /// Whether the attacker, on move, reaches the goal in at most `plies` half-moves.
    pub(super) fn attacks(
        &self,
        position: &Chess,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = Worker::new(self.aim, &self.table, budget);
        deepen(self.aim.moves_of_attacker_on_move(plies), |n| {
            worker.attack(&board, n)
        })
    }

    /// Whether the attacker reaches the goal in at most `plies` half-moves with the defender on move.
    pub(super) fn defends(
        &self,
        position: &Chess,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = Worker::new(self.aim, &self.table, budget);
        deepen(self.aim.moves_of_defender_on_move(plies), |n| {
            worker.defend(&board, n)
        })
    }

    /// Every legal move of the attacker, who is on move, with whether it reaches the goal in at most `plies`
    /// half-moves, itself counted. In reflex play the duty to mate is not looked at here. Deepens for all moves
    /// together.
    pub(super) fn first_moves(
        &self,
        position: &Chess,
        plies: u32,
        budget: &mut Budget,
    ) -> Vec<Judged> {
        let board = Board::new(position);
        let mut steps = Vec::new();
        board.legal_moves(&mut steps);
        let mut tasks: Vec<(Move, Board, Result<bool, Limit>)> = steps
            .into_iter()
            .map(|step| (board.describe(step), board.play(step), Ok(false)))
            .collect();
        let Some(rest) = plies.checked_sub(1) else {
            return tasks
                .into_iter()
                .map(|(mv, _, answer)| (mv, answer))
                .collect();
        };
        for n in 0..=self.aim.moves_of_defender_on_move(rest) {
            let open = tasks.iter_mut().filter(|task| task.2 == Ok(false));
            let Some(n) = depth(n) else {
                open.for_each(|task| task.2 = Err(Limit::Depth));
                break;
            };
            let alone = n < Contest::WORTH_SHARING
                || rayon::current_num_threads() == 1
                || budget.is_node_limited();
            if alone {
                let mut worker = Worker::new(self.aim, &self.table, budget);
                for (_, after, answer) in open {
                    *answer = worker.defend(after, n);
                }
            } else {
                let open: Vec<_> = open.collect();
                let purse = &*budget;
                let spent: Vec<Budget> = open
                    .into_par_iter()
                    .with_max_len(1)
                    .map(|(_, after, answer)| {
                        let mut share = purse.share(u64::MAX);
                        *answer = match share.check_clock() {
                            Ok(()) => {
                                Worker::new(self.aim, &self.table, &mut share).defend(after, n)
                            }
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
        tasks
            .into_iter()
            .map(|(mv, _, answer)| (mv, answer))
            .collect()
    }
}

/// Asks for 0, 1, ... up to `n` moves: a short way is cheap, and its failure shows the refutations.
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
