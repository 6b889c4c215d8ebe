//! Pawns that cannot have come but straight from home: each has always stood on its way.
//!
//! If a pawn on the board came from another file, or left its own and returned, that took captures, and so did the ways of
//! the others, each from a file of its own. Where all that is more than the men missing, it came straight.
//! Written anew: shares no code with the ledger.

use shakmaty::{Bitboard, Board, Color, Rank, Square, attacks};

use super::account::{NEVER, least_sum, missing};

/// By pawn and file: the captures that brought the pawn of the file to where this one stands, at least.
pub(super) fn captures(board: &Board, color: Color) -> Vec<(Square, [u32; 8])> {
    let home = color.relative_rank(Rank::Second);
    let pawns = board.pawns() & board.by_color(color);
    let costs = |square: Square| {
        std::array::from_fn(|file| {
            let sideways = u32::from(square.file()).abs_diff(file as u32);
            let steps = square.rank().distance(home);
            if sideways > steps { NEVER } else { sideways }
        })
    };
    pawns
        .into_iter()
        .map(|square| (square, costs(square)))
        .collect()
}

/// The ways of such pawns, each from home to where it stands; those at home are left out.
pub(super) fn ways(board: &Board) -> Vec<Bitboard> {
    let mut ways = Vec::new();
    for color in Color::ALL {
        let missing = missing(board, color.other()).unwrap_or(0);
        let home = color.relative_rank(Rank::Second);
        let (squares, costs): (Vec<Square>, Vec<[u32; 8]>) =
            captures(board, color).into_iter().unzip();
        if least_sum(&costs) > missing {
            continue;
        }
        for (place, &square) in squares.iter().enumerate() {
            let steps = square.rank().distance(home);
            let mut astray = costs.clone();
            // Aside and back.
            astray[place][usize::from(square.file())] = if steps < 2 { NEVER } else { 2 };
            if steps > 0 && least_sum(&astray) > missing {
                ways.push(straight_way(color, square));
            }
        }
    }
    ways
}

/// The squares of `to` a move from `from` reaches without passing over the whole way of such a pawn.
pub(super) fn past(ways: &[Bitboard], from: Square, to: Bitboard) -> Bitboard {
    let file = Bitboard::from_file(from.file());
    let mut left = to;
    for way in ways.iter().filter(|way| way.is_subset(file)) {
        for next in to & file {
            if way.is_subset(attacks::between(from, next).with(from).with(next)) {
                left.discard(next);
            }
        }
    }
    left
}

/// The squares of a pawn's way that came straight, from home to where it stands.
pub(in crate::retro) fn straight_way(color: Color, square: Square) -> Bitboard {
    let home = Square::from_coords(square.file(), color.relative_rank(Rank::Second));
    attacks::between(home, square).with(home).with(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_passes_a_pawn_only_beside_its_way() {
        let board = b"rnbqkbnr/pppppppp/8/3R4/8/P1P5/1P1PPPPP/1NBQKBNR";
        let ways = ways(&Board::from_ascii_board_fen(board).unwrap());
        let a = Bitboard::from(Square::A2) | Square::A3;
        let c = Bitboard::from(Square::C2) | Square::C3;
        assert_eq!(ways, [a, c]);
        let left = past(&ways, Square::A1, Bitboard::from(Square::A2) | Square::A3);
        assert_eq!(left, Square::A2.into());
        assert_eq!(past(&ways, Square::A2, Square::A3.into()), Bitboard::EMPTY);
        let beside = Bitboard::from(Square::B3) | Square::H2;
        assert_eq!(past(&ways, Square::A2, beside), beside);
    }
}
