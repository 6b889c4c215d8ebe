//! How many men of each type a side has, and whether eight pawns can have made them.
//!
//! Invariant: [`Material::is_possible`] is necessary for every position of every game, and
//! every rule here depends on one side's counts alone.

use shakmaty::{Board, Color, Piece, Role, Square};

/// One side's men by type, bishops by the colour of their square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Material {
    pawns: u8,
    knights: u8,
    light_bishops: u8,
    dark_bishops: u8,
    rooks: u8,
    queens: u8,
    kings: u8,
}

impl Material {
    /// The men of `color` on `board`.
    pub(crate) fn of(board: &Board, color: Color) -> Material {
        let count = |role| board.by_piece(Piece { color, role }).count() as u8;
        let bishops = board.by_piece(color.bishop());
        let light = (bishops & shakmaty::Bitboard::LIGHT_SQUARES).count() as u8;
        Material {
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            light_bishops: light,
            dark_bishops: bishops.count() as u8 - light,
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
            kings: count(Role::King),
        }
    }

    fn slot(&mut self, role: Role, square: Square) -> &mut u8 {
        match role {
            Role::Pawn => &mut self.pawns,
            Role::Knight => &mut self.knights,
            Role::Bishop if square.is_light() => &mut self.light_bishops,
            Role::Bishop => &mut self.dark_bishops,
            Role::Rook => &mut self.rooks,
            Role::Queen => &mut self.queens,
            Role::King => &mut self.kings,
        }
    }

    /// With one more man of this type on this square.
    #[must_use]
    pub(crate) fn with(mut self, role: Role, square: Square) -> Material {
        *self.slot(role, square) += 1;
        self
    }

    /// With one man less of this type on this square.
    #[must_use]
    pub(crate) fn without(mut self, role: Role, square: Square) -> Material {
        let slot = self.slot(role, square);
        *slot = slot.saturating_sub(1);
        self
    }

    /// How many pieces must be promoted pawns.
    pub(crate) fn promoted(self) -> u8 {
        self.queens.saturating_sub(1)
            + self.rooks.saturating_sub(2)
            + self.knights.saturating_sub(2)
            + self.light_bishops.saturating_sub(1)
            + self.dark_bishops.saturating_sub(1)
    }

    /// One king, and no more men than eight pawns can explain: pawns and promoted pieces together
    /// are at most eight (so men are at most sixteen).
    pub(crate) fn is_possible(self) -> bool {
        self.kings == 1 && self.pawns + self.promoted() <= 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(fen: &str) -> Material {
        let board = Board::from_ascii_board_fen(fen.as_bytes()).unwrap();
        Material::of(&board, Color::White)
    }

    #[test]
    fn the_array_is_full() {
        let array = white("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        assert!(array.is_possible());
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            assert!(!array.with(role, Square::E4).is_possible(), "{role:?}");
        }
    }

    #[test]
    fn two_bishops_on_one_colour_cost_a_pawn() {
        let men = white("4k3/8/8/8/8/8/PPPPPPPP/2B1K1B1");
        assert_eq!(men.promoted(), 1);
        assert!(!men.is_possible());
    }
}
