//! Moves and their numbers in the letters of the reader.

use shakmaty::san::{San, SanPlus};
use shakmaty::{Move, Role};

use crate::notation::Letters;

use super::words::castling_text;

/// A move in short notation: `hxg6 e.p.`, `O-O`, `a8=D+`.
pub fn move_text(san: SanPlus, mv: Move, letters: Letters) -> String {
    let mut text = match san.san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => {
            let mut text = String::new();
            if role != Role::Pawn {
                text.push(letters.letter(role));
            }
            text.extend(file.map(shakmaty::File::char));
            text.extend(rank.map(shakmaty::Rank::char));
            if capture {
                text.push('x');
            }
            text.push_str(&to.to_string());
            if let Some(promotion) = promotion {
                text.push('=');
                text.push(letters.letter(promotion));
            }
            text
        }
        San::Castle(side) => castling_text(side).to_owned(),
        San::Put { role, to } => format!("{}@{to}", letters.letter(role)),
        San::Null => "--".to_owned(),
    };
    if mv.is_en_passant() {
        text.push_str(" e.p.");
    }
    if let Some(suffix) = san.suffix {
        text.push_str(&suffix.to_string());
    }
    text
}

/// Where a half-move stands in a solution: the first of the diagram is 0 (1 in `h#n.5` and set play).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ply(pub u32);

impl Ply {
    /// `2. ` or `2... `.
    pub fn number(self) -> String {
        let dots = if self.0.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} ", self.0 / 2 + 1)
    }

    /// The number where a line goes on: nothing before the second half of a move.
    pub fn number_within_line(self) -> String {
        if self.0.is_multiple_of(2) {
            self.number()
        } else {
            String::new()
        }
    }

    pub fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};

    fn text(fen: &str, uci: &str, letters: Letters) -> String {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        move_text(SanPlus::from_move(position, mv), mv, letters)
    }

    #[test]
    fn letters_captures_promotions_castlings() {
        let ep = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w - g6 0 1";
        assert_eq!(text(ep, "h5g6", Letters::German), "hxg6 e.p.");
        assert_eq!(text(ep, "d1d8", Letters::German), "Td8+");
        let castling = "r3k3/P7/8/8/8/8/8/4K2R w Kq - 0 1";
        assert_eq!(text(castling, "e1g1", Letters::French), "O-O");
        let promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(text(promotion, "a7b8q", Letters::Figurine), "axb8=♕+");
    }

    #[test]
    fn numbers() {
        assert_eq!(Ply(0).number(), "1. ");
        assert_eq!(Ply(3).number(), "2... ");
        assert_eq!(Ply(3).number_within_line(), "");
    }
}
