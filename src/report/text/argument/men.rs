//! Men by name: "the black king on e8 and the black rooks on a8 and h8".

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::{listed, square_list};
use crate::notation::Language;
use crate::say;

/// The men of a board.
#[derive(Clone, Copy)]
pub(super) struct Men<'a> {
    pub(super) board: &'a Board,
    pub(super) language: Language,
}

impl Men<'_> {
    /// The men on these squares.
    pub(super) fn on(self, squares: Bitboard) -> String {
        let at = |square: Square| self.board.piece_at(square).map(|man| (man.color, man.role));
        self.named(squares, at, |squares, language| {
            say!(language, ArgOn, squares)
        })
    }

    /// The men that began on these squares.
    pub(super) fn begun_on(self, homes: Bitboard) -> String {
        let array = Board::new();
        let at = |square: Square| array.piece_at(square).map(|man| (man.color, man.role));
        self.named(homes, at, |squares, language| {
            say!(language, ArgFrom, squares)
        })
    }

    fn named(
        self,
        squares: Bitboard,
        man: impl Fn(Square) -> Option<(Color, Role)>,
        places: impl Fn(String, Language) -> String,
    ) -> String {
        let roles = [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ];
        let mut all = Vec::new();
        for color in Color::ALL {
            for role in roles {
                let there: Bitboard = squares
                    .into_iter()
                    .filter(|&square| man(square) == Some((color, role)))
                    .collect();
                if role == Role::Pawn && there.count() == 8 {
                    all.push(match color {
                        Color::White => say!(self.language, ArgAllWhitePawns).to_owned(),
                        Color::Black => say!(self.language, ArgAllBlackPawns).to_owned(),
                    });
                } else if there.any() {
                    let where_ = places(square_list(there, self.language), self.language);
                    all.push(self.kind(color, role, there.count(), &where_));
                }
            }
        }
        listed(all, self.language)
    }

    fn kind(self, color: Color, role: Role, count: usize, places: &str) -> String {
        let language = self.language;
        match (color, role) {
            (Color::White, Role::King) => say!(language, ArgWhiteKing, count, places),
            (Color::White, Role::Queen) => say!(language, ArgWhiteQueen, count, places),
            (Color::White, Role::Rook) => say!(language, ArgWhiteRook, count, places),
            (Color::White, Role::Bishop) => say!(language, ArgWhiteBishop, count, places),
            (Color::White, Role::Knight) => say!(language, ArgWhiteKnight, count, places),
            (Color::White, Role::Pawn) => say!(language, ArgWhitePawn, count, places),
            (Color::Black, Role::King) => say!(language, ArgBlackKing, count, places),
            (Color::Black, Role::Queen) => say!(language, ArgBlackQueen, count, places),
            (Color::Black, Role::Rook) => say!(language, ArgBlackRook, count, places),
            (Color::Black, Role::Bishop) => say!(language, ArgBlackBishop, count, places),
            (Color::Black, Role::Knight) => say!(language, ArgBlackKnight, count, places),
            (Color::Black, Role::Pawn) => say!(language, ArgBlackPawn, count, places),
        }
    }
}
