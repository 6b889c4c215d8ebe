//! One side's men alone: what is known of a position without the other side.

use arrayvec::ArrayVec;
use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};

use super::assignment::MOST;
use super::bound::{castling_men, rook_home};

/// The men of a side with their squares.
pub(super) type Men = ArrayVec<(Role, Square), MOST>;

/// One side's men, its rights to castle and what it may still capture.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub color: Color,
    /// In any order.
    pub men: Men,
    /// By side of castling.
    pub held: [bool; 2],
    /// So many men of the other side have yet to fall.
    pub captures: u8,
    /// Their squares.
    pub occupied: Bitboard,
    /// A hash of the men, in whatever order.
    hash: u128,
}

impl Side {
    /// The side as it stands in a position in which it may still capture so many men.
    pub(super) fn of(position: &Chess, color: Color, captures: usize) -> Side {
        let men: Men = men(position.board(), color).collect();
        Side {
            color,
            held: CastlingSide::ALL.map(|side| position.castles().has(color, side)),
            captures: captures as u8,
            occupied: position.board().by_color(color),
            hash: men.iter().fold(0, |hash, &man| hash ^ hashed(color, man)),
            men,
        }
    }

    /// A key of what is here, with so many own moves left.
    pub(super) fn key(&self, left: u32) -> u128 {
        let held = u64::from(self.held[0]) | u64::from(self.held[1]) << 1;
        let aside = held | u64::from(self.captures) << 2 | u64::from(left) << 8;
        self.hash ^ u128::from(aside + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }

    /// Makes one of its moves.
    pub(super) fn play(&mut self, played: Move) {
        if let Move::Castle { king, rook } = played {
            self.castle(CastlingSide::from_king_side(king < rook));
            return;
        }
        let from = played.from();
        if let Some(man) = self.men.iter().position(|&(_, at)| Some(at) == from) {
            let role = played.promotion().unwrap_or(played.role());
            self.moves(man, (role, played.to()));
        }
        self.captures -= u8::from(played.is_capture());
    }

    /// Loses the man that a move of the other side captures.
    pub(super) fn suffer(&mut self, played: Move) {
        let at = match played {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => played.to(),
        };
        if played.is_capture()
            && let Some(man) = self.men.iter().position(|&(_, square)| square == at)
        {
            self.falls(man);
        }
    }

    /// Castles to this side, with king and rook at home.
    pub(super) fn castle(&mut self, wing: CastlingSide) {
        for (before, after) in castling_men(self.color, wing) {
            if let Some(man) = self.men.iter().position(|&man| man == before) {
                self.moves(man, after);
            }
        }
        self.held = [false; 2];
    }

    /// One man goes elsewhere, perhaps promoted; rights go with it.
    pub(super) fn moves(&mut self, man: usize, (then, to): (Role, Square)) {
        let (role, from) = std::mem::replace(&mut self.men[man], (then, to));
        self.hash ^= hashed(self.color, (role, from)) ^ hashed(self.color, (then, to));
        self.occupied.discard(from);
        self.occupied.add(to);
        self.leaves(role, from);
    }

    /// One man falls, and the last one takes its number; rights go with it.
    pub(super) fn falls(&mut self, man: usize) {
        let (role, at) = self.men.swap_remove(man);
        self.hash ^= hashed(self.color, (role, at));
        self.occupied.discard(at);
        self.leaves(role, at);
    }

    /// A man is gone from a square: rights go with it.
    fn leaves(&mut self, role: Role, from: Square) {
        if role == Role::King {
            self.held = [false; 2];
        }
        for wing in CastlingSide::ALL {
            if rook_home(self.color, wing) == from {
                self.held[wing as usize] = false;
            }
        }
    }
}

/// The men of a side with their squares.
pub(super) fn men(board: &Board, color: Color) -> impl Iterator<Item = (Role, Square)> {
    let own = board.by_color(color);
    own.into_iter()
        .filter_map(|square| Some((board.role_at(square)?, square)))
}

fn hashed(color: Color, (role, at): (Role, Square)) -> u128 {
    Zobrist128::zobrist_for_piece(at, Piece { color, role }).0
}
