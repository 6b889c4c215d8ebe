//! The drawings of the men. Their author and licence: `NOTICE.md` in this folder.

use shakmaty::Piece;

/// An SVG document with one symbol for each piece, `wK` to `bP`, 45 by 45 units each.
pub const PIECES: &str = include_str!("pieces/cburnett.svg");

/// The name of a piece's symbol.
pub(super) fn symbol(piece: Piece) -> String {
    let color = piece.color.char();
    format!("{color}{}", piece.role.upper_char())
}

/// The symbol of a piece as it stands in [`PIECES`].
pub(super) fn drawing(name: &str) -> &'static str {
    let opening = format!("<symbol id=\"{name}\"");
    PIECES
        .lines()
        .find(|line| line.starts_with(&opening))
        .expect("a symbol for every piece, see the test")
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role};

    use super::*;

    #[test]
    fn every_piece_has_a_drawing_without_style_attributes() {
        for color in Color::ALL {
            for role in Role::ALL {
                let text = drawing(&symbol(role.of(color)));
                assert!(text.ends_with("</symbol>"), "{text}");
                assert!(!text.contains("style="), "{text}");
            }
        }
    }
}
