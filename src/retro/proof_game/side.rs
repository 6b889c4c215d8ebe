//! One side's men alone: what is known of a position without the other side.

use arrayvec::ArrayVec;
use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};

use super::assignment::MOST;
use super::bound::{castling_men, rook_home};
use super::paths::guards;

/// A man of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub role: Role,
    pub at: Square,
    /// The number it had first.
    pub id: u8,
}

/// The men of a side.
pub(super) type Men = ArrayVec<Man, MOST>;

/// Men that will neither move nor fall any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Wall {
    pub squares: Bitboard,
    /// What they guard, as far as nobody can stand between.
    pub guarded: Bitboard,
}

/// One side's men, its rights to castle, and the captures to come.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub color: Color,
    /// In any order.
    pub men: Men,
    /// By side of castling.
    pub held: [bool; 2],
    /// A bit for every capture that this side has yet to make.
    pub prey: u16,
    /// A bit for every capture that it has yet to suffer.
    pub losses: u16,
    /// The squares of its men that do not stay there and are there still.
    pub waits: Bitboard,
    /// The squares of its men.
    pub occupied: Bitboard,
    /// Those of them that stay where they have come.
    pub wall: Wall,
    /// A hash of the men, in whatever order.
    hash: u128,
}

impl Side {
    /// The side as it stands first, with so many captures to make and to suffer; the men on the `restless` squares do not stay there.
    pub(super) fn of(
        position: &Chess,
        color: Color,
        (prey, losses): (usize, usize),
        restless: Bitboard,
    ) -> Side {
        let men: Men = (men(position.board(), color).zip(0..))
            .map(|((role, at), id)| Man { role, at, id })
            .collect();
        Side {
            color,
            held: CastlingSide::ALL.map(|side| position.castles().has(color, side)),
            prey: (1 << prey) - 1,
            losses: (1 << losses) - 1,
            waits: restless & position.board().by_color(color),
            occupied: position.board().by_color(color),
            wall: Wall::default(),
            hash: men.iter().fold(0, |hash, &man| hash ^ hashed(color, man)),
            men,
        }
    }

    /// A key of what is here, with so many own moves left.
    pub(super) fn key(&self, left: u32) -> u128 {
        let held = u64::from(self.held[0]) | u64::from(self.held[1]) << 1;
        let captures = u64::from(self.prey) << 2 | u64::from(self.losses) << 18;
        let aside = held | captures | u64::from(left) << 34;
        let aside = u128::from(aside + 1) | u128::from(self.waits.0) << 64;
        self.hash ^ aside.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }

    /// Which man stands there.
    pub(super) fn man(&self, at: Square) -> Option<usize> {
        self.men.iter().position(|man| man.at == at)
    }

    /// Makes one of its moves.
    pub(super) fn play(&mut self, played: Move) {
        if let Move::Castle { king, rook } = played {
            self.castle(CastlingSide::from_king_side(king < rook));
        } else if let Some(man) = played.from().and_then(|from| self.man(from)) {
            let role = played.promotion().unwrap_or(played.role());
            self.moves(man, (role, played.to()));
        }
    }

    /// Loses the man that a move of the other side captures; it is this one of the captures to come.
    pub(super) fn suffer(&mut self, played: Move, loss: usize) {
        let at = match played {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => played.to(),
        };
        if let Some(man) = self.man(at) {
            self.falls(man, loss);
        }
    }

    /// Castles to this side, with king and rook at home.
    pub(super) fn castle(&mut self, wing: CastlingSide) {
        for ((_, from), then) in castling_men(self.color, wing) {
            if let Some(man) = self.man(from) {
                self.moves(man, then);
            }
        }
        self.held = [false; 2];
    }

    /// One man goes elsewhere, perhaps promoted; rights go with it.
    pub(super) fn moves(&mut self, man: usize, (role, to): (Role, Square)) {
        let before = self.men[man];
        let after = Man {
            role,
            at: to,
            ..before
        };
        self.men[man] = after;
        self.hash ^= hashed(self.color, before) ^ hashed(self.color, after);
        self.occupied.discard(before.at);
        self.occupied.add(to);
        self.waits.discard(before.at);
        self.leaves(before);
    }

    /// One man falls by this capture, and the last one takes its place; rights go with it.
    pub(super) fn falls(&mut self, man: usize, loss: usize) {
        let gone = self.men.swap_remove(man);
        self.losses &= !(1 << loss);
        self.hash ^= hashed(self.color, gone);
        self.occupied.discard(gone.at);
        self.waits.discard(gone.at);
        self.leaves(gone);
    }

    /// This man stays where it is to the end.
    pub(super) fn settles(&mut self, man: Man) {
        self.wall.squares.add(man.at);
        self.wall.guarded |= guards(self.color, man.role, man.at);
    }

    /// A man is gone from its square: rights go with it.
    fn leaves(&mut self, gone: Man) {
        if gone.role == Role::King {
            self.held = [false; 2];
        }
        for wing in CastlingSide::ALL {
            if rook_home(self.color, wing) == gone.at {
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

fn hashed(color: Color, man: Man) -> u128 {
    let Man { role, at, id } = man;
    let hash = Zobrist128::zobrist_for_piece(at, Piece { color, role }).0;
    hash.rotate_left(u32::from(id) * 7)
}
