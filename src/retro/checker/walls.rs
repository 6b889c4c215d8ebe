//! Pawns that cannot have come but straight from home: each has always stood on its way.
//!
//! If a pawn on the board came from another file, or left its own and returned, that took captures, and so did the ways of
//! the others, each from a file of its own. Where all that is more than the men missing, it came straight.
//! Written anew: shares no code with the ledger.

use shakmaty::{Bitboard, Board, Color, Rank, Square, attacks};

use super::account::{NEVER, least_sum, missing};

/// By pawn and file: the captures that brought the pawn of the file to where this one stands, at least.
pub(super) fn captures(board: &Board, color: Color) -> Vec<[u32; 8]> {
    let home = color.relative_rank(Rank::Second);
    let pawns = board.pawns() & board.by_color(color);
    let costs = |square: Square| {
        std::array::from_fn(|file| {
            let sideways = u32::from(square.file()).abs_diff(file as u32);
            let steps = square.rank().distance(home);
            if sideways > steps { NEVER } else { sideways }
        })
    };
    pawns.into_iter().map(costs).collect()
}

/// The captures of a pawn that left the file it stands on and came back.
pub(super) fn aside_and_back(color: Color, pawn: Square) -> u32 {
    let steps = pawn.rank().distance(color.relative_rank(Rank::Second));
    if steps < 2 { NEVER } else { 2 }
}

/// Those of the pawns that came straight, away from home now: these and perhaps others captured so often at most, and so often at
/// least, by the file of each, the pawns first.
pub(super) fn straight(color: Color, pawns: Bitboard, costs: &[[u32; 8]], most: u32) -> Bitboard {
    if least_sum(costs) > most {
        return Bitboard::EMPTY;
    }
    let home = color.relative_rank(Rank::Second);
    let came_straight = |&(place, square): &(usize, Square)| {
        let mut astray = costs.to_vec();
        let own = &mut astray[place][usize::from(square.file())];
        *own = (*own).max(aside_and_back(color, square));
        square.rank() != home && least_sum(&astray) > most
    };
    let pawns = pawns.into_iter().enumerate().filter(came_straight);
    pawns.map(|(_, square)| square).collect()
}

/// The ways of such pawns, each from home to where it stands; those at home are left out.
pub(super) fn ways(board: &Board) -> Vec<Bitboard> {
    let of = |color: Color| {
        let missing = missing(board, color.other()).unwrap_or(0);
        let pawns = board.pawns() & board.by_color(color);
        let straight = straight(color, pawns, &captures(board, color), missing).into_iter();
        straight.map(move |square| straight_way(color, square))
    };
    Color::ALL.into_iter().flat_map(of).collect()
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
