//! One side's men alone: what is known of a position without the other side.

use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{
    Bitboard, Board, ByRole, CastlingSide, Chess, Color, Piece, Position, Role, Square,
};

/// One side's men, its rights to castle and what it may still capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    pub color: Color,
    pub men: ByRole<Bitboard>,
    /// By side of castling.
    pub held: [bool; 2],
    /// So many men of the other side have yet to fall.
    pub captures: u8,
}

impl Side {
    /// The side as it stands in a position in which it may still capture so many men.
    pub(super) fn of(position: &Chess, color: Color, captures: usize) -> Side {
        let own = position.board().by_color(color);
        Side {
            color,
            men: ByRole::new_with(|role| position.board().by_role(role) & own),
            held: CastlingSide::ALL.map(|side| position.castles().has(color, side)),
            captures: captures as u8,
        }
    }

    /// The side at the end of the game.
    pub(super) fn at_end(board: &Board, color: Color) -> Side {
        let own = board.by_color(color);
        Side {
            color,
            men: ByRole::new_with(|role| board.by_role(role) & own),
            held: [false; 2],
            captures: 0,
        }
    }

    /// All its squares.
    pub(super) fn occupied(&self) -> Bitboard {
        self.men
            .iter()
            .fold(Bitboard::EMPTY, |all, &some| all | some)
    }

    /// Its men with their squares, by type.
    pub(super) fn each(&self) -> impl Iterator<Item = (Role, Square)> + '_ {
        let roles = Role::ALL.into_iter();
        roles.flat_map(|role| (self.men[role]).into_iter().map(move |at| (role, at)))
    }

    /// A key of what is here, with so many own moves left.
    pub(super) fn key(&self, left: u32) -> u128 {
        let color = self.color;
        let hash = self.each().fold(0, |hash, (role, at)| {
            hash ^ Zobrist128::zobrist_for_piece(at, Piece { color, role }).0
        });
        let held = u64::from(self.held[0]) | u64::from(self.held[1]) << 1;
        let aside = held | u64::from(self.captures) << 2 | u64::from(left) << 8;
        hash ^ u128::from(aside + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }
}
