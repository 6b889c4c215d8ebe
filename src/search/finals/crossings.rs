//! Who must stand where a pawn captures: each file that it enters costs a man of the other side, and the moves that man needs.

use shakmaty::{Bitboard, Color, File, Rank, Square};

use super::distances::{CAPTURED, Distances, Fate, GONE, KING, NEVER, PAWNS, Row, place};

/// The moves that it takes at least, beside those to the ends, to bring men of the other side to where the pawns of one side
/// capture on the way to their ends; [`NEVER`] if there is nobody.
///
/// Rows and ends are given of either side.
pub(super) fn moves_to_be_captured(pawns: (&[Row], &[Fate]), others: (&[Row], &[Fate])) -> u8 {
    let distances = Distances::get();
    let mut moves = 0;
    for (&row, &end) in pawns.0.iter().zip(pawns.1) {
        if row == GONE || end >= CAPTURED {
            continue;
        }
        let ((kind, from), (last, to)) = (place(row), place(end));
        if kind >= PAWNS || kind != last {
            continue;
        }
        for squares in crossings(Color::from_white(kind == 1), from, to) {
            let mut least = NEVER;
            for (&row, &end) in others.0.iter().zip(others.1) {
                if row != GONE && end >= CAPTURED && place(row).0 != KING {
                    let nearest = distances.nearest(row);
                    for square in squares {
                        least = least.min(nearest[square.to_usize()]);
                    }
                }
            }
            moves = (moves + least).min(NEVER);
        }
    }
    moves
}

/// For each file that the pawn enters on its way where the man may stand that it captures there the first time.
fn crossings(color: Color, from: Square, to: Square) -> impl Iterator<Item = Bitboard> {
    let ahead = |square: Square| color.fold_wb(square.rank(), square.rank().flip_vertical());
    let (start, end) = (from.file().to_u32(), to.file().to_u32());
    let aside = start.abs_diff(end);
    let (lowest, highest) = (ahead(from).to_u32(), ahead(to).to_u32());
    (1..=aside).map(move |entered| {
        let file = if end > start {
            start + entered
        } else {
            start - entered
        };
        let last = (highest + entered).saturating_sub(aside);
        let mut squares = Bitboard::EMPTY;
        for rank in lowest + entered..=last {
            // Who is captured in passing stands one rank behind.
            let passed = (rank == Rank::Sixth.to_u32()).then_some(Rank::Fifth.to_u32());
            for rank in std::iter::once(rank).chain(passed) {
                let rank = Rank::new(rank);
                let rank = color.fold_wb(rank, rank.flip_vertical());
                squares.add(Square::from_coords(File::new(file), rank));
            }
        }
        squares
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Role;

    use super::super::distances::{ANYTHING, fate, kind};
    use super::*;

    const PAWN: Role = Role::Pawn;

    fn end(color: Color, role: Role, square: Square) -> Fate {
        fate(kind(color, role), square)
    }

    /// The moves of a white pawn's victims: the pawn's way, and where they stand.
    fn moves(from: Square, to: Square, men: &[(Role, Square, bool)]) -> u8 {
        let white = Color::White;
        let pawn = (&[end(white, PAWN, from)][..], &[end(white, PAWN, to)][..]);
        let rows: Vec<Row> = men
            .iter()
            .map(|&(role, square, _)| end(Color::Black, role, square))
            .collect();
        let ends: Vec<Fate> = men
            .iter()
            .zip(&rows)
            .map(|(&(.., stays), &row)| if stays { row } else { ANYTHING })
            .collect();
        moves_to_be_captured(pawn, (&rows, &ends))
    }

    #[test]
    fn each_file_takes_a_man() {
        let (queen, pawn) = (Role::Queen, PAWN);
        // c2xd3xe4: the pawn is there, the queen needs a move.
        let (c2, e4) = (Square::C2, Square::E4);
        let men = [(pawn, Square::D3, false), (queen, Square::C4, false)];
        assert_eq!(moves(c2, e4, &men), 1);
        assert_eq!(moves(c2, Square::C4, &men), 0);
        // Who stands at the end is not captured, nor is the king.
        let men = [(queen, Square::D3, true), (Role::King, Square::E4, false)];
        assert_eq!(moves(c2, e4, &men), NEVER);
        // On the d-file at once, or after a step: d3 or d4.
        let men = [(pawn, Square::D5, false)];
        assert_eq!(moves(c2, Square::D3, &men), 2);
        assert_eq!(moves(c2, Square::D4, &men), 1);
    }

    #[test]
    fn who_is_captured_in_passing_stands_behind() {
        let men = |square| [(PAWN, square, false)];
        assert_eq!(moves(Square::E5, Square::D6, &men(Square::D7)), 1);
        assert_eq!(moves(Square::E5, Square::D6, &men(Square::D5)), 0);
        // Only on the sixth rank: here the pawn has to be promoted first, and to come back.
        assert_eq!(moves(Square::E4, Square::D5, &men(Square::D4)), 4);
    }
}
