//! A move by the man that plays it, so that it is the same move in every phase.

use shakmaty::san::SanPlus;
use shakmaty::{Board, CastlingMode, Move, Role, Square};

use crate::solution::Branch;

/// What makes a move the same move in two phases: the man, by the square it has in the diagram, the
/// square it goes to (castling: the king's), and what it becomes. What it captures does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deed {
    /// Where the man stands in the diagram.
    pub man: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub becomes: Option<Role>,
}

/// A move as it is played in one phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What it is in every phase.
    pub deed: Deed,
    /// The move on the board.
    pub mv: Move,
    /// In short notation.
    pub san: SanPlus,
}

impl Step {
    /// The move in UCI notation, castling as the king's step (`e1g1`).
    pub fn uci(&self) -> String {
        self.mv.to_uci(CastlingMode::Standard).to_string()
    }
}

/// Which man of the diagram stands where.
#[derive(Debug, Clone)]
pub(super) struct Men([Option<Square>; 64]);

impl Men {
    pub(super) fn new(board: &Board) -> Men {
        let mut men = [None; 64];
        for square in board.occupied() {
            men[usize::from(square)] = Some(square);
        }
        Men(men)
    }

    /// The man on `square`, by its square in the diagram.
    pub(super) fn on(&self, square: Square) -> Option<Square> {
        self.0[usize::from(square)]
    }

    /// The man that `mv` captures.
    pub(super) fn captured(&self, mv: Move) -> Option<Square> {
        match mv {
            Move::EnPassant { from, to } => self.on(Square::from_coords(to.file(), from.rank())),
            Move::Castle { .. } => None,
            _ if mv.is_capture() => self.on(mv.to()),
            _ => None,
        }
    }

    /// `branch` as a step of the man that plays it.
    pub(super) fn step(&self, branch: &Branch) -> Option<Step> {
        let from = branch.mv.from()?;
        let to = match branch.mv.castling_side() {
            Some(side) => Square::from_coords(side.king_to_file(), from.rank()),
            None => branch.mv.to(),
        };
        let deed = Deed {
            man: self.on(from)?,
            to,
            becomes: branch.mv.promotion(),
        };
        Some(Step {
            deed,
            mv: branch.mv,
            san: branch.san,
        })
    }

    /// The men after `mv`.
    pub(super) fn after(&self, mv: Move) -> Men {
        let mut men = self.clone();
        let mut carry = |from: Square, to: Square| {
            men.0[usize::from(to)] = men.0[usize::from(from)].take();
        };
        match mv {
            Move::Normal { from, to, .. } => carry(from, to),
            Move::EnPassant { from, to } => {
                carry(from, to);
                men.0[usize::from(Square::from_coords(to.file(), from.rank()))] = None;
            }
            Move::Castle { king, rook } => {
                if let Some(side) = mv.castling_side() {
                    carry(king, Square::from_coords(side.king_to_file(), king.rank()));
                    carry(rook, Square::from_coords(side.rook_to_file(), rook.rank()));
                }
            }
            Move::Put { .. } => {}
        }
        men
    }
}
