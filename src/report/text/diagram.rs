//! A diagram in characters, with the number of men as problemists print it.

use shakmaty::{Board, Color, File, Rank, Square};

use crate::notation::Letters;

/// The board in nine lines: ranks from 8 to 1, then the files. White men are capital letters,
/// black ones small letters; figurines are white and black.
pub fn diagram(board: &Board, letters: Letters) -> Vec<String> {
    let mut lines: Vec<String> = Rank::ALL
        .into_iter()
        .rev()
        .map(|rank| {
            let mut line = format!("    {rank} ");
            for file in File::ALL {
                line.push(' ');
                line.push(symbol(board, Square::from_coords(file, rank), letters));
            }
            line
        })
        .collect();
    lines.push("       a b c d e f g h".to_owned());
    lines
}

/// The numbers of white and black men: `(5+3)`.
pub fn counts(board: &Board) -> String {
    format!(
        "({}+{})",
        board.by_color(Color::White).count(),
        board.by_color(Color::Black).count()
    )
}

fn symbol(board: &Board, square: Square, letters: Letters) -> char {
    let Some(piece) = board.piece_at(square) else {
        return if square.is_dark() { ':' } else { '.' };
    };
    match (letters, piece.color) {
        // The black figurines follow the white ones in the same order.
        (Letters::Figurine, Color::Black) => {
            let white = letters.letter(piece.role) as u32;
            char::from_u32(white + 6).unwrap_or('?')
        }
        (_, Color::White) => letters.letter(piece.role),
        (_, Color::Black) => letters.letter(piece.role).to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_figurines() {
        let board = Board::from_ascii_board_fen(b"4k2r/8/5B1P/5KpP/8/8/8/3R4").unwrap();
        let text = diagram(&board, Letters::English).join("\n");
        insta::assert_snapshot!(text);
        let german = diagram(&board, Letters::German);
        assert_eq!(german[0], "    8  . : . : k : . t");
        let figurine = diagram(&board, Letters::Figurine);
        assert_eq!(figurine[3], "    5  : . : . : ♔ ♟ ♙");
        assert_eq!(counts(&board), "(5+3)");
    }
}
