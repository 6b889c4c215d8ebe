//! Sets of squares as the pawns of a side see them.

use shakmaty::{Bitboard, Color, File, Rank};

/// The set as `color` sees the board: Black's turned over.
pub(super) fn towards(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set,
        Color::Black => set.flip_vertical(),
    }
}

/// Where pawns of `color` on `from` capture; for the other side's colour, where captures on `from` come from.
pub(super) fn captures_from(color: Color, from: Bitboard) -> Bitboard {
    let left = from & !Bitboard::from_file(File::A);
    let right = from & !Bitboard::from_file(File::H);
    match color {
        Color::White => left.shift(7) | right.shift(9),
        Color::Black => left.shift(-9) | right.shift(-7),
    }
}

/// The squares up to a rank, 0 for the first, as `color` counts them.
pub(super) fn up_to(color: Color, rank: u32) -> Bitboard {
    let squares = (0..=rank.min(7)).fold(Bitboard::EMPTY, |all, rank| {
        all | Bitboard::from_rank(Rank::new(rank))
    });
    towards(color, squares)
}

/// The lowest rank of a set, 0 for the first; 8 if it is empty.
pub(super) fn first_rank(set: Bitboard) -> u32 {
    set.first().map_or(8, |square| u32::from(square.rank()))
}

/// The highest rank of a set; 0 if it is empty.
pub(super) fn last_rank(set: Bitboard) -> u32 {
    set.last().map_or(0, |square| u32::from(square.rank()))
}
