//! Diagrams as pictures: one list of shapes (`sheet`), drawn as SVG and as PNG.
//!
//! Pieces are outlines, never glyphs of a font that the reader may lack, and so are the letters of a PNG; coordinates, captions and marks are drawn on
//! request. Several diagrams make one sheet.
//!
//! Invariant: a picture is one SVG document with one root that names no file outside itself, and no character of a caption can
//! end its element.
//!
//! ```
//! use beruehrt::picture::{Picture, Style, svg};
//! let board = shakmaty::Board::from_ascii_board_fen(b"7k/8/5KQ1/8/8/8/8/8").unwrap();
//! let drawn = svg(&[Picture::new(board)], Style::default());
//! assert!(drawn.starts_with("<svg"));
//! ```

mod pieces;
#[cfg(feature = "png")]
mod png;
mod problem;
mod sheet;
mod svg;

use shakmaty::{Board, Square};

pub use pieces::PIECES;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;

/// A diagram to be drawn.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Where the men stand.
    pub board: Board,
    /// Lines of text above the board.
    pub title: Vec<String>,
    /// Lines of text below the board.
    pub caption: Vec<String>,
    /// What is pointed at.
    pub marks: Vec<Mark>,
}

/// What is pointed at on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// A square, say of a touched man.
    Square(Square),
    /// An arrow, say of a move.
    Arrow(Square, Square),
}

/// Whether the files and ranks are named beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coordinates {
    /// No.
    #[default]
    Omitted,
    /// Along its left and lower edge.
    Beside,
}

/// How pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    /// Whether files and ranks are named.
    pub coordinates: Coordinates,
    /// Diagrams in a row of a sheet; 0 counts as 1.
    pub columns: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            coordinates: Coordinates::Omitted,
            columns: 2,
        }
    }
}

impl Picture {
    /// The board alone.
    pub fn new(board: Board) -> Picture {
        Picture {
            board,
            title: Vec::new(),
            caption: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl std::str::FromStr for Mark {
    type Err = MarkError;

    /// A square such as `e4`, or an arrow such as `e2-e4`.
    fn from_str(text: &str) -> Result<Mark, MarkError> {
        let square = |part: &str| {
            part.parse::<Square>()
                .map_err(|_| MarkError(text.to_owned()))
        };
        match text.split_once('-') {
            None => Ok(Mark::Square(square(text)?)),
            Some((from, to)) => Ok(Mark::Arrow(square(from)?, square(to)?)),
        }
    }
}

/// A mark that is neither a square nor an arrow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no mark: expected a square such as `e4` or an arrow such as `e2-e4`")]
pub struct MarkError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_squares_or_arrows() {
        assert_eq!("e4".parse(), Ok(Mark::Square(Square::E4)));
        assert_eq!("a1-h8".parse(), Ok(Mark::Arrow(Square::A1, Square::H8)));
        assert!("a1-".parse::<Mark>().is_err());
        assert!("i9".parse::<Mark>().is_err());
    }
}
