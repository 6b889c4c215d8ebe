//! One move taken back, and how a retro reader writes it.

use std::fmt;

use shakmaty::{CastlingSide, File, Move, Role, Square};

use crate::notation::{ComesBack, TakenBack};
use crate::problem::LastMove;

/// One move taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unmove {
    /// What was done.
    pub kind: UnmoveKind,
    /// The type of the man before the move (a pawn if it promoted; the king if it castled).
    pub role: Role,
    /// Where the man stood before the move.
    pub from: Square,
    /// Where the man stands in the position the move led to (castling: g1, c1, g8 or c8).
    pub to: Square,
    /// What was captured, if anything (en passant: a pawn, not on `to`).
    pub captured: Option<Role>,
}

/// What kind of move is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnmoveKind {
    /// An ordinary move or capture.
    Ordinary,
    /// A pawn's double step.
    DoubleStep,
    /// An en-passant capture.
    EnPassant,
    /// A promotion to this piece, with or without capture.
    Promotion(Role),
    /// Castling.
    Castling(CastlingSide),
}

impl Unmove {
    /// Whether a fact that says this of a move says it of this one. A move stated without capture captured
    /// nothing.
    pub fn is_described_by(&self, what: LastMove) -> bool {
        match what {
            LastMove::Piece(role) => self.role == role,
            LastMove::Castling(side) => self.kind == UnmoveKind::Castling(side),
            LastMove::Move {
                role,
                from,
                to,
                capture,
                promotion,
            } => {
                let promoted = match self.kind {
                    UnmoveKind::Castling(_) => return false,
                    UnmoveKind::Promotion(role) => Some(role),
                    _ => None,
                };
                self.role == role
                    && from.is_none_or(|from| from == self.from)
                    && to == self.to
                    && capture == self.captured.is_some()
                    && promotion == promoted
            }
        }
    }

    /// The move played forward again, in the position before it.
    pub fn forward(&self) -> Move {
        match self.kind {
            UnmoveKind::EnPassant => Move::EnPassant {
                from: self.from,
                to: self.to,
            },
            UnmoveKind::Castling(side) => {
                let rank = self.from.rank();
                let file = match side {
                    CastlingSide::KingSide => File::H,
                    CastlingSide::QueenSide => File::A,
                };
                Move::Castle {
                    king: self.from,
                    rook: Square::from_coords(file, rank),
                }
            }
            _ => Move::Normal {
                role: self.role,
                from: self.from,
                capture: self.captured,
                to: self.to,
                promotion: match self.kind {
                    UnmoveKind::Promotion(role) => Some(role),
                    _ => None,
                },
            },
        }
    }

    /// The type of the man on `to` in the position the move led to.
    pub fn arrived(&self) -> Role {
        match self.kind {
            UnmoveKind::Promotion(role) => role,
            _ => self.role,
        }
    }
}

impl From<&Unmove> for TakenBack {
    fn from(unmove: &Unmove) -> TakenBack {
        let promotion = match unmove.kind {
            UnmoveKind::Castling(side) => return TakenBack::Castling(side),
            UnmoveKind::Promotion(role) => Some(role),
            _ => None,
        };
        TakenBack::Move {
            role: unmove.role,
            from: unmove.from,
            to: unmove.to,
            comes_back: match (unmove.kind, unmove.captured) {
                (UnmoveKind::EnPassant, _) => ComesBack::PawnEnPassant,
                (_, Some(role)) => ComesBack::Man(role),
                (_, None) => ComesBack::Nothing,
            },
            promotion,
        }
    }
}

/// Long notation with the captured man named, as retro problems write it: `Kf3xNg3`, `e7xRd8=Q`,
/// `e5xf6ep`, `O-O`.
impl fmt::Display for Unmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            UnmoveKind::Castling(CastlingSide::KingSide) => return f.write_str("O-O"),
            UnmoveKind::Castling(CastlingSide::QueenSide) => return f.write_str("O-O-O"),
            _ => {}
        }
        if self.role != Role::Pawn {
            write!(f, "{}", self.role.upper_char())?;
        }
        write!(f, "{}", self.from)?;
        match self.captured {
            None => f.write_str("-")?,
            Some(Role::Pawn) if self.kind == UnmoveKind::EnPassant => f.write_str("x")?,
            Some(captured) => write!(f, "x{}", captured.upper_char())?,
        }
        write!(f, "{}", self.to)?;
        match self.kind {
            UnmoveKind::EnPassant => f.write_str("ep"),
            UnmoveKind::Promotion(role) => write!(f, "={}", role.upper_char()),
            _ => Ok(()),
        }
    }
}
