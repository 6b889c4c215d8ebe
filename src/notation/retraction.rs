//! Moves taken back, as retro-analysts write them: `R: 1.Ke8xRd8 Rd1-d8 2.e5xd6 e.p.`

use std::fmt::Write as _;

use shakmaty::Role;

use super::MoveStyle;
use crate::retro::{Unmove, UnmoveKind};

impl MoveStyle {
    /// One retraction, always long; the piece that comes back stands after the capture sign: `e2xBf3`.
    pub fn retraction(self, unmove: &Unmove) -> String {
        if let UnmoveKind::Castling(side) = unmove.kind {
            return self.castle(side).to_owned();
        }
        let mut text = String::new();
        self.push_piece(&mut text, unmove.role);
        text.push_str(&unmove.from.to_string());
        match (unmove.kind, unmove.captured) {
            // What comes back is a pawn, and not on the square of arrival.
            (UnmoveKind::EnPassant, _) => text.push('x'),
            (_, Some(role)) => {
                text.push('x');
                text.push(self.letters.letter(role));
            }
            (_, None) => text.push('-'),
        }
        let promotion: Option<Role> = match unmove.kind {
            UnmoveKind::Promotion(role) => Some(role),
            _ => None,
        };
        self.push_arrival(&mut text, unmove.to, promotion);
        if unmove.kind == UnmoveKind::EnPassant {
            text.push_str(" e.p.");
        }
        text
    }

    /// A line of retractions, the first one taken back first, numbered in pairs: `R: 1.Ke8xRd8 Rd1-d8 2....`
    pub fn retractions(self, unmoves: &[Unmove]) -> String {
        let mut text = String::from("R:");
        for (at, pair) in unmoves.chunks(2).enumerate() {
            let _ = write!(text, " {}.", at + 1);
            let pair: Vec<String> = pair.iter().map(|unmove| self.retraction(unmove)).collect();
            text.push_str(&pair.join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Letters;
    use shakmaty::{CastlingSide, Square};

    fn unmove(
        kind: UnmoveKind,
        role: Role,
        from: Square,
        to: Square,
        captured: Option<Role>,
    ) -> Unmove {
        Unmove {
            kind,
            role,
            from,
            to,
            captured,
        }
    }

    #[test]
    fn retractions_read_as_retro_analysts_write_them() {
        let german = MoveStyle {
            letters: Letters::German,
            ..MoveStyle::default()
        };
        let line = [
            unmove(
                UnmoveKind::Ordinary,
                Role::King,
                Square::E8,
                Square::D8,
                Some(Role::Rook),
            ),
            unmove(
                UnmoveKind::DoubleStep,
                Role::Pawn,
                Square::D2,
                Square::D4,
                None,
            ),
            unmove(
                UnmoveKind::EnPassant,
                Role::Pawn,
                Square::E5,
                Square::D6,
                Some(Role::Pawn),
            ),
            unmove(
                UnmoveKind::Promotion(Role::Knight),
                Role::Pawn,
                Square::D7,
                Square::E8,
                Some(Role::Queen),
            ),
            unmove(
                UnmoveKind::Castling(CastlingSide::QueenSide),
                Role::King,
                Square::E1,
                Square::C1,
                None,
            ),
        ];
        assert_eq!(
            german.retractions(&line),
            "R: 1.Ke8xTd8 d2-d4 2.e5xd6 e.p. d7xDe8=S 3.O-O-O"
        );
    }
}
