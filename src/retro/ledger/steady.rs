//! Steady men: those that provably never moved.
//!
//! A pawn on its second rank never moved; nor did kings and rooks of kept rights. A man at home whose
//! every entrance is closed by steady men never moved either: whoever stands there had no way in. Groups
//! that hold each other at home are found by the ledger, as men that no chain of retractions frees.

use shakmaty::{Bitboard, Board, Color, Rank};

use super::many;
use super::release::entrances;
use crate::retro::model::RetroPosition;

/// The squares of all men known never to have moved.
pub fn steady_men(position: &RetroPosition) -> Bitboard {
    let board = &position.board;
    // A frozen square without its first man says only that this man died at home.
    let home = many::same(board, &Board::new());
    let mut steady = home & (position.frozen | board.pawns());
    let candidates = home & !board.pawns();
    loop {
        let before = steady;
        for square in candidates & !steady {
            if board
                .role_at(square)
                .is_some_and(|role| entrances(role, square).is_subset(steady))
            {
                steady.add(square);
            }
        }
        if steady == before {
            return steady;
        }
    }
}

/// A side's second rank: where its pawns start.
pub(crate) const fn second_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::from_rank(Rank::Second),
        Color::Black => Bitboard::from_rank(Rank::Seventh),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::problem::Diagram;
    use crate::world::World;

    fn steady(fen: &str, world: &str) -> Bitboard {
        let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
        let diagram = Diagram {
            board,
            turn: Color::White,
        };
        let world: World = world.parse().unwrap();
        crate::retro::ledger::Ledger::new(&RetroPosition::of_world(&diagram, world))
            .unwrap()
            .steady
    }

    #[test]
    fn a_bishop_behind_two_pawns_and_the_rook_it_shuts_in() {
        let found = steady("4k3/8/8/8/8/8/PPPP4/RNBQK3", "- -");
        assert!(found.contains(Square::C1));
        // The knight can have jumped out and back, so the rook too can have moved.
        assert!(!found.contains(Square::A1));
        assert!(!found.contains(Square::D1));
    }

    #[test]
    fn a_king_and_queen_close_each_other_in() {
        let found = steady("4k3/8/8/8/8/8/1PPPPPP1/2BQKB2", "- -");
        assert!(found.contains(Square::D1) && found.contains(Square::E1));
        // With the e-pawn gone everything but the bishop c1 can have moved.
        let found = steady("4k3/8/8/8/8/4P3/1PPP1PP1/2BQKB2", "- -");
        assert!(found.contains(Square::C1));
        assert!(!found.contains(Square::D1) && !found.contains(Square::E1));
    }

    #[test]
    fn the_whole_array_but_the_knights_and_rooks_is_steady() {
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let found = steady(array, "- -");
        assert!(!found.contains(Square::B1) && !found.contains(Square::A1));
        assert!(found.contains(Square::D1) && found.contains(Square::E1));
    }
}
