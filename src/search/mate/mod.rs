//! Direct mate in one world: exact, complete, and built for problems.
//!
//! [`MateSolver`] answers questions about a single `shakmaty::Chess`, whose castling rights and
//! en-passant target are taken as they are. It knows neither worlds nor the touch law: where no special move is
//! doubtful, the search over worlds hands its nodes to this one.
//!
//! Invariant: an answer `true` or `false` is a fact about the position (the side on move can, or
//! cannot, force mate within that many moves), whatever the table size, the number of threads and
//! the questions asked before. Where a limit is hit, the answer is that limit.

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position};

use crate::budget::{Budget, Limit};

/// A first move or a reply and what it leads to: mate in time, no mate in time, or a limit.
pub type Judged = (Move, Result<bool, Limit>);

/// Solves direct mates (`#n`) of single positions.
///
/// All questions may be asked from several threads at once. The questions about all moves of a
/// position spread over the threads of the current rayon pool, unless nodes are limited: then they run in one
/// thread, so that the answer depends on the limit alone.
#[derive(Debug)]
pub struct MateSolver {}

impl MateSolver {
    /// A solver with a transposition table of at most `table_mib` MiB.
    pub fn new(table_mib: usize) -> MateSolver {
        let _ = table_mib;
        MateSolver {}
    }

    /// Whether the side on move can force mate in at most `n` of its moves.
    ///
    /// # Errors
    ///
    /// The limit that was hit first.
    pub fn mates_in(&self, position: &Chess, n: u32, budget: &mut Budget) -> Result<bool, Limit> {
        attack(position, n, budget)
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
        defend(position, n, budget)
    }

    /// Every legal move of the side on move, in shakmaty's order, with whether it forces mate in
    /// at most `n` moves, itself counted. Those that do are the keys of `#n`, and the others its tries.
    pub fn first_moves(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        judge(position, budget, |after, budget| match n.checked_sub(1) {
            Some(rest) => self.is_mated_in(after, rest, budget),
            None => Ok(false),
        })
    }

    /// Every legal move of the defender, who is on move, in shakmaty's order, with whether the
    /// attacker still mates in at most `n` moves. Those where he does not are the refutations.
    pub fn replies(&self, position: &Chess, n: u32, budget: &mut Budget) -> Vec<Judged> {
        judge(position, budget, |after, budget| {
            self.mates_in(after, n, budget)
        })
    }

    /// The keys: all first moves that force mate in at most `n` moves, in shakmaty's order.
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

fn select(judged: Vec<Judged>, wanted: bool) -> Result<Vec<Move>, Limit> {
    let mut selected = Vec::new();
    for (mv, outcome) in judged {
        if outcome? == wanted {
            selected.push(mv);
        }
    }
    Ok(selected)
}

fn judge(
    position: &Chess,
    budget: &mut Budget,
    question: impl Fn(&Chess, &mut Budget) -> Result<bool, Limit> + Sync,
) -> Vec<Judged> {
    let moves = position.legal_moves().to_vec();
    if budget.is_node_limited() {
        return moves
            .into_iter()
            .map(|mv| (mv, question(&play(position, mv), budget)))
            .collect();
    }
    let (judged, spent): (Vec<_>, Vec<_>) = moves
        .into_par_iter()
        .map(|mv| {
            let mut share = budget.share(u64::MAX);
            ((mv, question(&play(position, mv), &mut share)), share)
        })
        .unzip();
    for share in &spent {
        budget.charge(share);
    }
    judged
}

fn play(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

fn attack(position: &Chess, n: u32, budget: &mut Budget) -> Result<bool, Limit> {
    budget.spend()?;
    let Some(rest) = n.checked_sub(1) else {
        return Ok(false);
    };
    for mv in position.legal_moves() {
        let after = play(position, mv);
        if rest == 0 && !after.is_check() {
            continue;
        }
        if defend(&after, rest, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn defend(position: &Chess, n: u32, budget: &mut Budget) -> Result<bool, Limit> {
    budget.spend()?;
    let replies = position.legal_moves();
    if replies.is_empty() {
        return Ok(position.is_check());
    }
    if n == 0 {
        return Ok(false);
    }
    for reply in replies {
        if !attack(&play(position, reply), n, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
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
