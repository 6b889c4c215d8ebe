//! Direct mate in one world: exact, complete, and built for problems.
//!
//! [`MateSolver`] answers questions about a single `shakmaty::Chess`, whose castling rights and
//! en-passant target are taken as they are. It knows neither worlds nor the touch law: where no special move is
//! doubtful, the search over worlds hands its nodes to this one.
//!
//! Invariant: an answer `true` or `false` is a fact about the position (the side on move can, or
//! cannot, force mate within that many moves), whatever the table size, the number of threads and
//! the questions asked before. Where a limit is hit, the answer is that limit.

mod board;
mod moves;
mod one_move;
mod table;
mod worker;

use rayon::prelude::*;
use shakmaty::{Chess, Move};

use self::board::Board;
use self::table::{Known, Table};
use self::worker::Worker;
use crate::budget::{Budget, Limit};

/// A first move or a reply and what it leads to: mate in time, no mate in time, or a limit.
pub type Judged = (Move, Result<bool, Limit>);

/// Solves direct mates (`#n`) of single positions.
///
/// All questions may be asked from several threads at once. The questions about all moves of a
/// position spread over the threads of the current rayon pool, unless nodes are limited: then they run in one
/// thread, so that the answer depends on the limit alone.
#[derive(Debug)]
pub struct MateSolver {
    table: Table,
}

impl MateSolver {
    /// A solver with a transposition table of at most `table_mib` MiB.
    pub fn new(table_mib: usize) -> MateSolver {
        MateSolver {
            table: Table::new(table_mib),
        }
    }

    /// Whether the side on move can force mate in at most `n` of its moves.
    ///
    /// # Errors
    ///
    /// The limit that was hit first.
    pub fn mates_in(&self, position: &Chess, n: u32, budget: &mut Budget) -> Result<bool, Limit> {
        let board = Board::new(position);
        let mut worker = Worker::new(&self.table, budget);
        deepen(n, |n| worker.attack(&board, n))
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
        deepen(n, |n| worker.defend(&board, n))
    }

    /// Every legal move of the side on move, ordered by origin and destination, with whether it forces mate in
    /// at most `n` moves, itself counted. Those that do are the keys of `#n`, the others its tries.
    pub fn first_moves(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        self.judge(position, budget, |worker, after| match n.checked_sub(1) {
            Some(rest) => deepen(rest, |n| worker.defend(after, n)),
            None => Ok(false),
        })
    }

    /// Every legal move of the defender, who is on move, ordered by origin and destination, with whether the
    /// attacker still mates in at most `n` moves. Those where he does not are the refutations.
    pub fn replies(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        self.judge(position, budget, |worker, after| {
            deepen(n, |n| worker.attack(after, n))
        })
    }

    fn judge(
        &self,
        position: &Chess,
        budget: &mut Budget,
        question: impl Fn(&mut Worker<'_>, &Board) -> Result<bool, Limit> + Sync,
    ) -> Vec<Judged> {
        let board = Board::new(position);
        let mut steps = Vec::new();
        board.legal_moves(&mut steps);
        steps.sort_unstable_by_key(|step| (step.from(), step.to(), step.bits()));
        if budget.is_node_limited() {
            let mut worker = Worker::new(&self.table, budget);
            return steps
                .into_iter()
                .map(|step| {
                    (
                        board.describe(step),
                        question(&mut worker, &board.play(step)),
                    )
                })
                .collect();
        }
        let (judged, spent): (Vec<_>, Vec<_>) = steps
            .into_par_iter()
            .with_max_len(1)
            .map(|step| {
                let mut share = budget.share(u64::MAX);
                let outcome =
                    question(&mut Worker::new(&self.table, &mut share), &board.play(step));
                ((board.describe(step), outcome), share)
            })
            .unzip();
        for share in &spent {
            budget.charge(share);
        }
        judged
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

/// Asks for 0, 1, ... up to `n` moves: a short mate is cheap, and its failure shows the refutations.
fn deepen(n: u32, mut question: impl FnMut(u8) -> Result<bool, Limit>) -> Result<bool, Limit> {
    for n in 0..=n {
        let n = u8::try_from(n)
            .ok()
            .filter(|&n| n < Known::MAX)
            .ok_or(Limit::Depth)?;
        if question(n)? {
            return Ok(true);
        }
    }
    Ok(false)
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
}
