//! Guests: kings who stand on the first two ranks of the other side.
//!
//! An estimate that brings men home one by one shuts the house before the guest has left it, and then nobody gets on: the host's
//! men stand at home or guard his way, and each would have to go out again. So an attempt may charge for the way out as it is: past
//! men and over guarded squares it is long. Invariant: what it costs depends on the board alone, and nothing where there is
//! no guest.

use shakmaty::{Bitboard, Board, Color, Rank, attacks};

use super::node::ARRAY;

/// A step onto a square that is occupied or guarded takes so many steps.
const IN_THE_WAY: usize = 3;

/// Longer ways are all the same.
const FAR: usize = 24;

/// What each step costs, in tenths of a move.
const STEP: i32 = 15;

/// What it costs that kings have yet to leave the other side's house.
pub fn cost(board: &Board) -> i32 {
    let ways = Color::ALL.map(|guest| way_out(board, guest));
    STEP * i32::try_from(ways[0] + ways[1]).unwrap_or(0)
}

/// So many steps lead the king of this colour out of the other side's house.
fn way_out(board: &Board, guest: Color) -> usize {
    let host = guest.other();
    let house = Bitboard::from(host.relative_rank(Rank::First))
        | Bitboard::from(host.relative_rank(Rank::Second));
    let Some(king) = board.king_of(guest).filter(|&king| house.contains(king)) else {
        return 0;
    };
    let hosts = board.by_color(host);
    let others = board.occupied().without(king);
    let guarded = hosts
        .into_iter()
        .filter_map(|square| Some(attacks::attacks(square, board.piece_at(square)?, others)))
        .fold(Bitboard::EMPTY, |all, guarded| all | guarded);
    // A pawn at home has always stood there.
    let walls = hosts & board.pawns() & ARRAY.by_color(host) & ARRAY.pawns();
    let in_the_way = (others | guarded) & !walls;
    let open = !in_the_way & !walls;
    let mut reached = [Bitboard::EMPTY; FAR];
    reached[0] = king.into();
    let mut seen = reached[0];
    for steps in 1..FAR {
        let far = steps
            .checked_sub(IN_THE_WAY)
            .map_or(Bitboard::EMPTY, |before| reached[before]);
        let fresh = (beside(reached[steps - 1]) & open | beside(far) & in_the_way) & !seen;
        if !fresh.is_subset(house) {
            return steps;
        }
        reached[steps] = fresh;
        seen |= fresh;
    }
    FAR
}

/// The squares next to one of these.
fn beside(squares: Bitboard) -> Bitboard {
    squares
        .into_iter()
        .map(attacks::king_attacks)
        .fold(Bitboard::EMPTY, |all, near| all | near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost_of(placement: &str) -> i32 {
        cost(&Board::from_ascii_board_fen(placement.as_bytes()).unwrap())
    }

    #[test]
    fn a_guest_goes_round_pawns_at_home_and_past_guards() {
        // g1, f1, e2, and out on the third rank.
        assert_eq!(cost_of("8/8/8/K7/8/8/3P1PPP/7k"), 4 * STEP);
        // The same with g1 and f1 guarded.
        assert_eq!(cost_of("8/8/8/K7/8/8/3P1PPP/R6k"), (3 + 3 + 1 + 1) * STEP);
    }

    #[test]
    fn who_is_no_guest_costs_nothing() {
        assert_eq!(cost(&Board::new()), 0);
        assert_eq!(cost_of("8/8/8/8/4k3/8/8/4K3"), 0);
    }
}
