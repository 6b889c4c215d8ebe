//! The order of the pawns on the files, followed from the array through every capture.
//!
//! Nothing but a capture changes which pawns stand on a file, or in which order: a pawn that captures leaves its file
//! and takes any place on the next one, that of its victim if it is a pawn; a pawn that is captured is gone; a pawn
//! promotes if no other stands before it. There are few captures where many men are on the board, so every way to make
//! them can be gone through. A capture happens on a square: that tells how far the pawns of both files have come at least,
//! and whether a bishop can have been the victim. (An idea of P. Österlund's, who calls what is left of a game the *proof kernel*.) A capture
//! changes two files at most: that cuts the search short.
//! Invariant: every history of the position is one of the ways gone through, so if none leads to the position there is no history.

mod captures;
mod column;
mod goal;
mod search;

use shakmaty::Color;

use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::PawnOrder;
use crate::retro::scenario::side::Side;
use goal::Goal;
use search::Search;

pub use captures::Captures;

/// With more captures the rule is not tried: either the pawns have a way, or the search takes too long.
const MOST_CAPTURES: u32 = 12;

/// With at most this many men captured the search usually ends.
const FEW_CAPTURED: usize = 8;
/// Then the rule gets this many times as many nodes.
const PATIENCE: u64 = 3;

/// How many times as much it is worth to look at the position.
pub(super) fn share_factor(position: &RetroPosition) -> u64 {
    let is_short = position.board.occupied().count() + FEW_CAPTURED >= 32;
    if is_short { PATIENCE } else { 1 }
}

/// Looks for a way through the captures. `Ok(None)`: nothing is proved, because there is a way, there are more than
/// `MOST_CAPTURES` captures, or the position has no ledger. The same `captures` may serve for any positions: what files allow is
/// remembered there, and the answer does not depend on it.
///
/// # Errors
///
/// The limit that ended the search. So many orders looked at are a node.
pub fn refute(
    position: &RetroPosition,
    captures: &mut Captures,
    budget: &mut Budget,
) -> Result<Option<PawnOrder>, Limit> {
    budget.spend()?;
    let Some(ledger) = Ledger::new(position) else {
        return Ok(None);
    };
    let ledger = &ledger;
    // By victim: White's men, Black's.
    let accounts = [Color::Black, Color::White].map(|taker| Side::new(ledger, taker).account());
    let out_of_reach = [0, 1].map(|side| accounts[side].out_of_reach);
    let goal = Goal::new(ledger, out_of_reach);
    let left = [0, 1].map(|side| {
        let spared = accounts[side].out_of_reach.count() as u32;
        accounts[side].captures.saturating_sub(spared)
    });
    if left[0] + left[1] > MOST_CAPTURES {
        return Ok(None);
    }
    let claim = |orders| PawnOrder {
        captures: [left[1], left[0]],
        out_of_reach,
        promoted: goal.promoted,
        orders,
    };
    let pawns = Color::ALL.map(|color| ledger.census(color).pawns.count() as u32);
    let fallen = [0, 1].map(|side| 8u32.checked_sub(pawns[side] + goal.promoted[side]));
    let [Some(white), Some(black)] = fallen else {
        return Ok(Some(claim(0)));
    };
    let small = |number: u32| number.min(16) as u8;
    let mut search = Search::new(&goal, captures);
    let leads_on = search.leads_on(left.map(small), [white, black].map(small), budget)?;
    Ok((!leads_on).then(|| claim(search.orders)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::retro::model::test_position;

    fn is_refuted(fen: &str) -> bool {
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let position = test_position(fen, "- -");
        let found = refute(&position, &mut Captures::default(), &mut limits.start()).unwrap();
        found.is_some()
    }

    #[test]
    fn opposing_pawns_pass_only_by_a_capture() {
        // The second queen was the pawn h2, and nothing was captured.
        assert!(is_refuted(
            "rnbqkbnr/ppppppp1/8/8/7Q/7p/PPPPPPP1/RNBQKBNR w"
        ));
        assert!(!is_refuted(
            "rnbqkbnr/ppppppp1/8/8/7Q/8/PPPPPPP1/RNBQKBNR w"
        ));
        // It took the knight behind the pawn g6, but not past one that never moved.
        assert!(!is_refuted(
            "rnbqkb1r/pppppp2/6p1/8/7Q/7p/PPPPPPP1/RNBQKBNR w"
        ));
        assert!(is_refuted(
            "rnbqkb1r/ppppppp1/8/8/7Q/7p/PPPPPPP1/RNBQKBNR w"
        ));
    }

    #[test]
    fn captures_are_too_few_for_so_many_promotions() {
        // J. Tromp's random boards 15 and 1: with four captures.
        let fifteenth = "1r1N1rq1/1R2NBp1/3bQ1P1/3Pn1Nq/4n1P1/P1pkb2q/K4n2/bb4n1 w";
        let first = "Nb3QRn/r3NN1B/3n1n1r/8/B2kbr2/1q2p1n1/p4p2/1RnbQNK1 w";
        assert!(is_refuted(fifteenth));
        assert!(!is_refuted(first));
    }

    #[test]
    fn bishops_fall_on_squares_of_their_colour() {
        // J. Tromp's random boards 510 and 600: White's dark bishop is missing. The pawn h3 has passed h4, so it took somebody
        // on h3.
        let board = "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b b";
        assert!(is_refuted(board));
        assert!(!is_refuted(&board.replace("3BbN1p", "2B1bN1p")));
        assert!(!is_refuted(
            &board.replace("rr2B2P/3BbN1p", "rr2B2p/3BbN1P")
        ));
        // The pawn h7 took somebody on g2, behind g3.
        let board = "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b";
        assert!(is_refuted(board));
        assert!(!is_refuted(&board.replace("B4Nb1", "1B3Nb1")));
    }
}
