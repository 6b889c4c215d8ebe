//! When two positions are the same find: mirrored, shifted, or but for one man.

use shakmaty::{Board, Piece, Square};

/// The men of a position by square.
type Men = Vec<(i8, i8, Piece)>;

/// How far apart two positions may be and still count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Apart {
    /// Not at all.
    Nothing,
    /// One man stands elsewhere, is another, or is missing.
    OneMan,
}

/// Whether the positions are one, mirrored left to right or shifted over the board if need be.
pub(super) fn are_alike(one: &Board, other: &Board, apart: Apart) -> bool {
    let (one, other) = (men(one), men(other));
    let most = match apart {
        Apart::Nothing => 0,
        Apart::OneMan => 1,
    };
    if one.len().abs_diff(other.len()) > most {
        return false;
    }
    let mirrored: Men = (one.iter())
        .map(|&(file, rank, piece)| (7 - file, rank, piece))
        .collect();
    [one, mirrored].iter().any(|men| {
        (-7..=7).any(|files| (-7..=7).any(|ranks| matches(men, &other, files, ranks, most)))
    })
}

/// Whether all men but `most` of each stand on the other's squares once `men` are shifted.
fn matches(men: &Men, other: &Men, files: i8, ranks: i8, most: usize) -> bool {
    let common = (men.iter())
        .filter(|&&(file, rank, piece)| other.contains(&(file + files, rank + ranks, piece)))
        .count();
    men.len() - common <= most && other.len() - common <= most
}

fn men(board: &Board) -> Men {
    Square::ALL
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            let (file, rank) = square.coords();
            Some((u32::from(file) as i8, u32::from(rank) as i8, piece))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str, apart: Apart) -> bool {
        let board = |fen: &str| Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
        are_alike(&board(one), &board(other), apart)
    }

    const WALL: &str = "8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8";

    #[test]
    fn a_mirrored_or_shifted_position_is_the_same() {
        assert!(alike(WALL, WALL, Apart::Nothing));
        assert!(alike(
            WALL,
            "8/8/R1P1P3/PpKpP3/k7/P7/R1P5/8",
            Apart::Nothing
        ));
        assert!(alike(
            WALL,
            "3P1P1R/3PpKpP/7k/7P/5P1R/8/8/8",
            Apart::Nothing
        ));
        assert!(!alike(
            WALL,
            "8/8/3P1P1R/3PpKpP/7k/7P/5P2/7R",
            Apart::Nothing
        ));
    }

    #[test]
    fn one_man_makes_no_other_problem_two_do() {
        assert!(alike(WALL, "8/8/3P1P1R/3PpKpP/7k/7P/5P2/7R", Apart::OneMan));
        assert!(alike(WALL, "8/8/3R1P1R/3PpKpP/7k/7P/5P1R/8", Apart::OneMan));
        assert!(alike(WALL, "8/8/3P1P1R/3PpKpP/7k/7P/5P2/8", Apart::OneMan));
        assert!(!alike(
            WALL,
            "8/8/3R1P1R/3PpKpP/7k/7P/5P2/7R",
            Apart::OneMan
        ));
        assert!(!alike(
            WALL,
            "8/8/3P1P1Q/3PpKpP/7k/7P/5P2/7R",
            Apart::OneMan
        ));
    }
}
