//! Classes of officers.

use shakmaty::{Bitboard, Board, Color, Role, Square};

/// The classes of officers that promotion can add to; bishops of the two square colours are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// Queens.
    Queen = 0,
    /// Rooks.
    Rook = 1,
    /// Bishops on light squares.
    LightBishop = 2,
    /// Bishops on dark squares.
    DarkBishop = 3,
    /// Knights.
    Knight = 4,
}

impl Class {
    /// All five, by index.
    pub const ALL: [Class; 5] = [
        Class::Queen,
        Class::Rook,
        Class::LightBishop,
        Class::DarkBishop,
        Class::Knight,
    ];

    /// The role of its men.
    pub const fn role(self) -> Role {
        match self {
            Class::Queen => Role::Queen,
            Class::Rook => Role::Rook,
            Class::LightBishop | Class::DarkBishop => Role::Bishop,
            Class::Knight => Role::Knight,
        }
    }

    /// The class of an officer of this role on this square; `None` for kings and pawns.
    pub const fn of(role: Role, square: Square) -> Option<Class> {
        match role {
            Role::Queen => Some(Class::Queen),
            Role::Rook => Some(Class::Rook),
            Role::Bishop if square.is_light() => Some(Class::LightBishop),
            Role::Bishop => Some(Class::DarkBishop),
            Role::Knight => Some(Class::Knight),
            Role::King | Role::Pawn => None,
        }
    }

    /// The squares its men can stand on.
    pub const fn squares(self) -> Bitboard {
        match self {
            Class::LightBishop => Bitboard::LIGHT_SQUARES,
            Class::DarkBishop => Bitboard::DARK_SQUARES,
            Class::Queen | Class::Rook | Class::Knight => Bitboard::FULL,
        }
    }

    /// A side's men of the class on a board.
    pub fn men(self, board: &Board, color: Color) -> Bitboard {
        board.by_color(color) & board.by_role(self.role()) & self.squares()
    }

    /// How many of them a side has in the initial array.
    pub const fn originals(self) -> u32 {
        match self {
            Class::Rook | Class::Knight => 2,
            _ => 1,
        }
    }

    /// The home squares of a side's originals.
    pub fn homes(self, color: Color) -> Bitboard {
        let white = match self {
            Class::Queen => Bitboard::from(Square::D1),
            Class::Rook => Bitboard::from(Square::A1) | Bitboard::from(Square::H1),
            Class::LightBishop => match color {
                Color::White => Square::F1.into(),
                // Flipped to c8.
                Color::Black => Square::C1.into(),
            },
            Class::DarkBishop => match color {
                Color::White => Square::C1.into(),
                Color::Black => Square::F1.into(),
            },
            Class::Knight => Bitboard::from(Square::B1) | Bitboard::from(Square::G1),
        };
        match color {
            Color::White => white,
            Color::Black => white.flip_vertical(),
        }
    }
}
