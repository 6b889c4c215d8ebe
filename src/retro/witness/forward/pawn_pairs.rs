//! Where a walk leads: two boards, and which pawn of the one is which of the other.

use shakmaty::{Bitboard, Board, Color, File, Square};

/// Where the walk is taken back from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// From the diagram: no double step came last, which might have given it a target.
    AtTheEnd,
    /// From a position before it.
    Before,
}

/// For each pawn of the later board its side, its square and where it stands on the earlier; `None`: the pawns of a file
/// differ, or one would have to come back.
pub fn pair_pawns(later: &Board, earlier: &Board) -> Option<Vec<(Color, Square, Square)>> {
    let mut pairs = Vec::new();
    for file in File::ALL {
        let pawns = |board: &Board| -> Vec<(Color, Square)> {
            let pawns = board.pawns() & Bitboard::from_file(file);
            let pawns = pawns.into_iter();
            pawns
                .filter_map(|square| Some((board.color_at(square)?, square)))
                .collect()
        };
        let (now, then) = (pawns(later), pawns(earlier));
        if now.len() != then.len() {
            return None;
        }
        for (&(color, square), &(other, goal)) in now.iter().zip(&then) {
            let came = match color {
                Color::White => goal.rank() <= square.rank(),
                Color::Black => goal.rank() >= square.rank(),
            };
            if color != other || !came {
                return None;
            }
            pairs.push((color, square, goal));
        }
    }
    Some(pairs)
}
