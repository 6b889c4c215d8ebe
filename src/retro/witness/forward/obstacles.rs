//! Men of a walk who have come to where they go, and stand in the way of others who have not.
//!
//! Invariant: who is held never moves again, whatever the others do; how often somebody has to make way is a guess that guides.

use shakmaty::{Bitboard, Board, Square};

use super::passages::Walker;
use crate::retro::ledger::many;

/// Who has come to where he goes.
pub fn arrived(walkers: &[Walker], on: &[u8; 64]) -> Bitboard {
    let men = on.iter().zip(Square::ALL);
    men.filter(|&(&man, square)| {
        let walker = walkers.get(usize::from(man));
        walker.is_some_and(|walker| walker.goal == square)
    })
    .map(|(_, square)| square)
    .collect()
}

/// Of those who have arrived the ones who never move any more: pawns, and officers who do not get out past them and one another.
pub fn held(board: &Board, frozen: Bitboard, arrived: Bitboard) -> Bitboard {
    let walls = frozen | arrived & board.pawns();
    let mut held = arrived | walls;
    loop {
        let free = (held & !walls) & many::steppers(board, !held);
        if free.is_empty() {
            return held;
        }
        held &= !free;
    }
}

/// How often men that have arrived must make way before this man can come to its goal past `walls`: all that stand directly in
/// its way make way together.
pub fn waits(walker: &Walker, from: Square, walls: Bitboard, arrived: Bitboard) -> i32 {
    let role = walker.piece.role;
    let mut in_the_way = arrived;
    let mut reached = Bitboard::from(from);
    let mut waits = 0;
    loop {
        let occupied = walls | in_the_way;
        let mut met = Bitboard::EMPTY;
        let mut fresh = reached;
        while fresh.any() {
            let to = many::moves(role, fresh, occupied);
            if to.contains(walker.goal) {
                return waits;
            }
            met |= to & in_the_way;
            fresh = to & !occupied & !reached;
            reached |= fresh;
        }
        if met.is_empty() {
            return waits;
        }
        in_the_way ^= met;
        waits += 1;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role};

    use super::*;

    fn board(text: &str) -> Board {
        Board::from_ascii_board_fen(text.as_bytes()).unwrap()
    }

    #[test]
    fn who_cannot_get_out_any_more_is_held() {
        // The bishop on c1 stays behind his pawns, and with him the rook on a1 while the knight is there; he and the king on e1 go.
        let men = board("4k3/8/8/8/8/8/PP1P4/RNB1K3");
        let held = |arrived| held(&men, Bitboard::EMPTY, arrived);
        let pawns = men.pawns();
        assert_eq!(held(pawns | Square::C1), pawns | Square::C1);
        assert_eq!(held(men.white()), pawns | Square::C1);
        // A pawn that has not arrived may let them out.
        assert_eq!(
            held(men.white().without(Square::B2)),
            pawns.without(Square::B2)
        );
    }

    #[test]
    fn men_on_the_back_rank_make_way_one_after_the_other() {
        let men = board("4k3/8/8/8/8/8/PPPPPPPP/2RQKB2");
        let rook = Walker::officer(Role::Rook.of(Color::White), Square::H1);
        let officers = Bitboard::from(Square::D1) | Square::E1 | Square::F1;
        assert_eq!(waits(&rook, Square::C1, men.pawns(), officers), 3);
        let queen_has_gone = officers.without(Square::D1);
        assert_eq!(waits(&rook, Square::C1, men.pawns(), queen_has_gone), 2);
        assert_eq!(waits(&rook, Square::C1, men.pawns(), Bitboard::EMPTY), 0);
        // Round by the other side nobody is in the way.
        let open = men.pawns().without(Square::B2).without(Square::H2);
        assert_eq!(waits(&rook, Square::C1, open, officers), 0);
    }
}
