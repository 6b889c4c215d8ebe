//! Walls: pawns that came straight from home, and so have always stood somewhere on the way they went.
//!
//! A pawn came straight if its side's captures pay neither for another file of origin nor for leaving its file and
//! coming back. No man moves along a file over all the squares of such a way: the pawn stands on one of them.

use shakmaty::{Bitboard, Board, Color, Rank, Square, attacks};

use super::steady::second_rank;

/// More captures than there are men.
const NEVER: u32 = 99;

/// The ways of White's and of Black's pawns that certainly came straight from home, those at home left out.
pub(super) fn walls(board: &Board) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|color| {
        let captures = 16u32.saturating_sub(board.by_color(color.other()).count() as u32);
        straight(board, color, captures)
            .map(|square| way(color, square))
            .fold(Bitboard::EMPTY, |all, way| all | way)
    })
}

/// The squares from a pawn's home to where it stands.
fn way(color: Color, square: Square) -> Bitboard {
    let home = Bitboard::from_file(square.file()) & second_rank(color);
    home.first().map_or(square.into(), |home| {
        attacks::between(home, square).with(home).with(square)
    })
}

/// Pawns of a side that captured so often at most, not at home, that certainly came straight.
fn straight(board: &Board, color: Color, captures: u32) -> impl Iterator<Item = Square> {
    let pawns = board.pawns() & board.by_color(color);
    let at_home = pawns & second_rank(color);
    let mut moved: Vec<Square> = (pawns & !at_home).into_iter().collect();
    moved.sort_by_key(|square| square.file());
    let file = |square: Square| u32::from(square.file());
    let home_rank = color.relative_rank(Rank::Second);
    let steps = move |square: Square| square.rank().distance(home_rank);
    let homes: Vec<u32> = (second_rank(color) & !at_home)
        .into_iter()
        .map(file)
        .collect();
    let files: Vec<u32> = moved.iter().map(|&square| file(square)).collect();
    (0..moved.len()).filter_map(move |place| {
        let mut others = files.clone();
        let own = others.remove(place);
        // The least captures if this pawn came from that file: at least two more if it left its own.
        let is_paid = homes.iter().enumerate().any(|(i, &home)| {
            let mut rest = homes.clone();
            rest.remove(i);
            let sideways = if home == own { 2 } else { home.abs_diff(own) };
            sideways <= steps(moved[place]) && sideways + least(&others, &rest) <= captures
        });
        (!is_paid && homes.contains(&own)).then(|| moved[place])
    })
}

/// The least sum of distances if every file has a home of its own; both in order.
fn least(files: &[u32], homes: &[u32]) -> u32 {
    // A cheapest choice keeps the order. By the number of homes used or passed over.
    let mut sums = vec![0; homes.len() + 1];
    for &file in files {
        let mut next = vec![NEVER; homes.len() + 1];
        for (i, &home) in homes.iter().enumerate() {
            next[i + 1] = next[i].min(sums[i] + home.abs_diff(file));
        }
        sums = next;
    }
    sums[homes.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &[u8]) -> [Bitboard; 2] {
        walls(&Board::from_ascii_board_fen(fen).unwrap())
    }

    #[test]
    fn a_pawn_that_nothing_can_have_led_astray_has_a_way_of_its_own() {
        let [white, black] = found(b"rnbqkbnr/pppp1ppp/8/4p3/P7/8/1PPPPPPP/RNBQKBNR");
        assert_eq!(white, Bitboard::from(Square::A2) | Square::A3 | Square::A4);
        assert_eq!(black, Bitboard::from(Square::E7) | Square::E6 | Square::E5);
        // With one black man missing the pawns a4 and b3 keep their files, or they changed them for two captures.
        let [white, _] = found(b"rnbqkb1r/pppp1ppp/8/4p3/P7/1P6/2PPPPPP/RNBQKBNR");
        assert_eq!(white.count(), 5);
        let [white, _] = found(b"rnbqkb1r/pppp1pp1/8/4p3/P7/1P6/2PPPPPP/RNBQKBNR");
        assert_eq!(white.count(), 0);
        // However many captures there were: a pawn captures once at most on its way to the third rank.
        let [white, _] = found(b"4k3/8/8/8/8/1P6/P1P5/4K3");
        assert_eq!(white, Bitboard::from(Square::B2) | Square::B3);
        // A pawn is missing: one capture brings b2 to a4.
        let [white, _] = found(b"rnbqkb1r/pppp1ppp/8/4p3/P7/8/2PPPPPP/RNBQKBNR");
        assert_eq!(white.count(), 0);
    }
}
