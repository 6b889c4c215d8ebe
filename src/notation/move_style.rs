//! Moves as a reader wants them written.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingSide, Chess, Move, Position, Role, Square};

use super::Letters;

/// How much of a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Extent {
    /// `Kf2`, `hxg6 e.p.`: departure only where needed.
    #[default]
    Short,
    /// `Ke1-f2`, `h5xg6 e.p.`: departure always.
    Long,
}

/// How castling is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CastlingSign {
    /// `O-O`, as in PGN.
    #[default]
    Letters,
    /// `0-0`, as problem journals print.
    Zeros,
}

/// How moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MoveStyle {
    /// The piece letters.
    pub letters: Letters,
    /// Short or long.
    pub extent: Extent,
    /// Letters or zeros.
    pub castling: CastlingSign,
}

impl MoveStyle {
    /// A move legal in `position`, with `+` or `#`.
    pub fn write(self, position: &Chess, mv: Move) -> String {
        let san = if position.is_legal(mv) {
            SanPlus::from_move(position.clone(), mv)
        } else {
            SanPlus {
                san: San::from_move(position, mv),
                suffix: None,
            }
        };
        self.write_san(mv, &san)
    }

    /// A move whose short notation is known already.
    pub fn write_san(self, mv: Move, san: &SanPlus) -> String {
        let mut text = match self.extent {
            Extent::Short => self.short(san.san, mv),
            Extent::Long => self.write_long(mv),
        };
        text.extend(san.suffix.map(Suffix::char));
        text
    }

    /// Castling on `side`.
    pub const fn castle(self, side: CastlingSide) -> &'static str {
        match (self.castling, side) {
            (CastlingSign::Letters, CastlingSide::KingSide) => "O-O",
            (CastlingSign::Letters, CastlingSide::QueenSide) => "O-O-O",
            (CastlingSign::Zeros, CastlingSide::KingSide) => "0-0",
            (CastlingSign::Zeros, CastlingSide::QueenSide) => "0-0-0",
        }
    }

    /// The letter of a piece, nothing for a pawn.
    pub(crate) fn push_piece(self, text: &mut String, role: Role) {
        if role != Role::Pawn {
            text.push(self.letters.letter(role));
        }
    }

    fn short(self, san: San, mv: Move) -> String {
        let mut text = String::new();
        match san {
            San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            } => {
                self.push_piece(&mut text, role);
                text.extend(file.map(shakmaty::File::char));
                text.extend(rank.map(shakmaty::Rank::char));
                if capture {
                    text.push('x');
                }
                self.push_arrival(&mut text, to, promotion);
            }
            San::Castle(side) => text.push_str(self.castle(side)),
            San::Put { role, to } => {
                self.push_piece(&mut text, role);
                self.push_arrival(&mut text, to, None);
            }
            San::Null => text.push_str("--"),
        }
        push_mark(&mut text, mv);
        text
    }

    /// `mv` in long notation without its check sign, which needs a position.
    pub fn write_long(self, mv: Move) -> String {
        if let Some(side) = mv.castling_side() {
            return self.castle(side).to_owned();
        }
        let mut text = String::new();
        self.push_piece(&mut text, mv.role());
        if let Some(from) = mv.from() {
            text.push_str(&from.to_string());
        }
        text.push(if mv.is_capture() { 'x' } else { '-' });
        self.push_arrival(&mut text, mv.to(), mv.promotion());
        push_mark(&mut text, mv);
        text
    }

    /// The square of arrival, and what a pawn becomes there.
    pub(crate) fn push_arrival(self, text: &mut String, to: Square, promotion: Option<Role>) {
        text.push_str(&to.to_string());
        if let Some(role) = promotion {
            text.push('=');
            text.push(self.letters.letter(role));
        }
    }
}

/// What marks a capture en passant.
fn push_mark(text: &mut String, mv: Move) {
    if mv.is_en_passant() {
        text.push_str(" e.p.");
    }
}
