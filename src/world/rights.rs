//! Castling rights: which king and rook have never moved.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Board, CastlingSide, Color, Piece, Role, Square};

/// One of the four castling rights, in the order `KQkq`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Right {
    /// White king and rook h1 (`K`).
    WhiteShort = 0,
    /// White king and rook a1 (`Q`).
    WhiteLong = 1,
    /// Black king and rook h8 (`k`).
    BlackShort = 2,
    /// Black king and rook a8 (`q`).
    BlackLong = 3,
}

impl Right {
    /// All four, in the order `KQkq`.
    pub const ALL: [Right; 4] = [
        Right::WhiteShort,
        Right::WhiteLong,
        Right::BlackShort,
        Right::BlackLong,
    ];

    /// The right of `color` on `side`.
    pub const fn new(color: Color, side: CastlingSide) -> Right {
        match (color, side) {
            (Color::White, CastlingSide::KingSide) => Right::WhiteShort,
            (Color::White, CastlingSide::QueenSide) => Right::WhiteLong,
            (Color::Black, CastlingSide::KingSide) => Right::BlackShort,
            (Color::Black, CastlingSide::QueenSide) => Right::BlackLong,
        }
    }

    /// Who would castle.
    pub const fn color(self) -> Color {
        match self {
            Right::WhiteShort | Right::WhiteLong => Color::White,
            Right::BlackShort | Right::BlackLong => Color::Black,
        }
    }

    /// On which side.
    pub const fn side(self) -> CastlingSide {
        match self {
            Right::WhiteShort | Right::BlackShort => CastlingSide::KingSide,
            Right::WhiteLong | Right::BlackLong => CastlingSide::QueenSide,
        }
    }

    /// Home square of the king: e1 or e8.
    pub const fn king_home(self) -> Square {
        match self.color() {
            Color::White => Square::E1,
            Color::Black => Square::E8,
        }
    }

    /// Home square of the rook: h1, a1, h8 or a8.
    pub const fn rook_home(self) -> Square {
        match self {
            Right::WhiteShort => Square::H1,
            Right::WhiteLong => Square::A1,
            Right::BlackShort => Square::H8,
            Right::BlackLong => Square::A8,
        }
    }

    /// The letter used in FEN: `K`, `Q`, `k` or `q`.
    pub const fn letter(self) -> char {
        match self {
            Right::WhiteShort => 'K',
            Right::WhiteLong => 'Q',
            Right::BlackShort => 'k',
            Right::BlackLong => 'q',
        }
    }
}

/// A set of castling rights, printed and parsed as in FEN (`KQkq`, `-` for none).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rights(u8);

impl Rights {
    /// No right at all.
    pub const NONE: Rights = Rights(0);
    /// All four rights.
    pub const ALL: Rights = Rights(0b1111);

    /// The set whose bit `i` says whether it holds `Right::ALL[i]`; higher bits are ignored.
    pub const fn from_bits(bits: u8) -> Rights {
        Rights(bits & 0b1111)
    }

    /// Bit `i` is set if `Right::ALL[i]` is in the set.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The rights whose king and rook stand at home on `board`.
    pub fn at_home(board: &Board) -> Rights {
        let stands = |square, color, role| board.piece_at(square) == Some(Piece { color, role });
        Right::ALL
            .into_iter()
            .filter(|right| {
                stands(right.king_home(), right.color(), Role::King)
                    && stands(right.rook_home(), right.color(), Role::Rook)
            })
            .collect()
    }

    /// The rights that depend on a piece standing on `square` (two for a king's home, one for a rook's).
    pub fn on_square(square: Square) -> Rights {
        match square {
            Square::E1 => Rights::of(Color::White),
            Square::E8 => Rights::of(Color::Black),
            Square::H1 => Right::WhiteShort.into(),
            Square::A1 => Right::WhiteLong.into(),
            Square::H8 => Right::BlackShort.into(),
            Square::A8 => Right::BlackLong.into(),
            _ => Rights::NONE,
        }
    }

    /// Both rights of `color`.
    pub const fn of(color: Color) -> Rights {
        match color {
            Color::White => Rights(0b0011),
            Color::Black => Rights(0b1100),
        }
    }

    /// Whether `right` is in the set.
    pub const fn has(self, right: Right) -> bool {
        self.0 & (1 << right as u8) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rights of both sets.
    #[must_use]
    pub const fn union(self, other: Rights) -> Rights {
        Rights(self.0 | other.0)
    }

    /// The rights common to both sets.
    #[must_use]
    pub const fn intersection(self, other: Rights) -> Rights {
        Rights(self.0 & other.0)
    }

    /// The rights of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Rights) -> Rights {
        Rights(self.0 & !other.0)
    }

    /// Whether every right of `self` is in `other`.
    pub const fn is_subset(self, other: Rights) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    pub const fn is_proper_subset(self, other: Rights) -> bool {
        self.is_subset(other) && self.0 != other.0
    }

    /// The rights in the order `KQkq`.
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL.into_iter().filter(move |&right| self.has(right))
    }

    /// Every subset of this set, by increasing bits; the empty one first, the set itself last.
    pub fn subsets(self) -> impl Iterator<Item = Rights> {
        (0..16).map(Rights).filter(move |s| s.is_subset(self))
    }

    /// The rook squares of the rights, as shakmaty's `Setup` carries castling rights.
    pub fn rook_squares(self) -> Bitboard {
        self.iter().map(Right::rook_home).collect()
    }
}

impl From<Right> for Rights {
    fn from(right: Right) -> Rights {
        Rights(1 << right as u8)
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(iter: I) -> Rights {
        iter.into_iter()
            .fold(Rights::NONE, |set, right| set.union(right.into()))
    }
}

impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter()
            .try_for_each(|right| write!(f, "{}", right.letter()))
    }
}

/// The text is not a set of castling rights such as `KQkq`, `k` or `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("castling rights are written with the letters K, Q, k, q, each at most once, or `-`")]
pub struct ParseRightsError;

impl FromStr for Rights {
    type Err = ParseRightsError;

    fn from_str(text: &str) -> Result<Rights, ParseRightsError> {
        if text == "-" {
            return Ok(Rights::NONE);
        }
        let mut rights = Rights::NONE;
        for letter in text.chars() {
            let right = Right::ALL
                .into_iter()
                .find(|right| right.letter() == letter)
                .ok_or(ParseRightsError)?;
            if rights.has(right) {
                return Err(ParseRightsError);
            }
            rights = rights.union(right.into());
        }
        if rights.is_empty() {
            return Err(ParseRightsError);
        }
        Ok(rights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_survives_print_and_parse() {
        for rights in Rights::ALL.subsets() {
            assert_eq!(rights.to_string().parse(), Ok(rights));
        }
    }

    #[test]
    fn rejects_doubled_and_foreign_letters() {
        for text in ["", "KK", "x", "K-", "--"] {
            assert_eq!(text.parse::<Rights>(), Err(ParseRightsError), "{text}");
        }
    }
}
