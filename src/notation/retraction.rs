//! Moves taken back, as retro-analysts write them: `R: 1.Ke8xRd8 Rd1-d8 2.e5xd6 e.p.`

use std::fmt::Write as _;

use shakmaty::{CastlingSide, Role, Square};

use super::MoveStyle;

/// A move taken back, as far as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenBack {
    /// Castling.
    Castling(CastlingSide),
    /// Any other move.
    Move {
        /// The man before the move.
        role: Role,
        /// Where it stood.
        from: Square,
        /// Where it arrived.
        to: Square,
        /// What comes back, if anything.
        comes_back: ComesBack,
        /// What it was promoted to.
        promotion: Option<Role>,
    },
}

/// What comes back with a move taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComesBack {
    /// Nothing.
    Nothing,
    /// This man, on the square of arrival.
    Man(Role),
    /// A pawn captured en passant.
    PawnEnPassant,
}

impl MoveStyle {
    /// One retraction, always long; the piece that comes back stands after the capture sign: `e2xBf3`.
    pub fn retraction(self, taken_back: impl Into<TakenBack>) -> String {
        let (role, from, to, comes_back, promotion) = match taken_back.into() {
            TakenBack::Castling(side) => return self.castle(side).to_owned(),
            TakenBack::Move {
                role,
                from,
                to,
                comes_back,
                promotion,
            } => (role, from, to, comes_back, promotion),
        };
        let mut text = String::new();
        self.push_piece(&mut text, role);
        text.push_str(&from.to_string());
        match comes_back {
            ComesBack::Nothing => text.push('-'),
            ComesBack::Man(role) => {
                text.push('x');
                text.push(self.letters.letter(role));
            }
            ComesBack::PawnEnPassant => text.push('x'),
        }
        self.push_arrival(&mut text, to, promotion);
        if comes_back == ComesBack::PawnEnPassant {
            text.push_str(" e.p.");
        }
        text
    }

    /// A line of retractions, the first one taken back first, numbered in pairs: `R: 1.Ke8xRd8 Rd1-d8 2....`
    pub fn retractions(self, line: impl IntoIterator<Item = impl Into<TakenBack>>) -> String {
        let mut text = String::from("R:");
        for (ply, taken_back) in line.into_iter().enumerate() {
            if ply % 2 == 0 {
                let _ = write!(text, " {}.", ply / 2 + 1);
            } else {
                text.push(' ');
            }
            text.push_str(&self.retraction(taken_back));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Letters;

    fn taken_back(
        role: Role,
        [from, to]: [Square; 2],
        comes_back: ComesBack,
        promotion: Option<Role>,
    ) -> TakenBack {
        TakenBack::Move {
            role,
            from,
            to,
            comes_back,
            promotion,
        }
    }

    #[test]
    fn retractions_read_as_retro_analysts_write_them() {
        let german = MoveStyle {
            letters: Letters::German,
            ..MoveStyle::default()
        };
        let line = [
            taken_back(
                Role::King,
                [Square::E8, Square::D8],
                ComesBack::Man(Role::Rook),
                None,
            ),
            taken_back(
                Role::Pawn,
                [Square::D2, Square::D4],
                ComesBack::Nothing,
                None,
            ),
            taken_back(
                Role::Pawn,
                [Square::E5, Square::D6],
                ComesBack::PawnEnPassant,
                None,
            ),
            taken_back(
                Role::Pawn,
                [Square::D7, Square::E8],
                ComesBack::Man(Role::Queen),
                Some(Role::Knight),
            ),
            TakenBack::Castling(CastlingSide::QueenSide),
        ];
        assert_eq!(
            german.retractions(line),
            "R: 1.Ke8xTd8 d2-d4 2.e5xd6 e.p. d7xDe8=S 3.O-O-O"
        );
    }
}
