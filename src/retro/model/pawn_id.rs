//! A pawn of the initial array.

use std::ops::{Index, IndexMut};

use shakmaty::{Color, File, Rank, Square};

/// A pawn of the initial array, by its side and its file of origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PawnId(u8);

impl PawnId {
    /// White's from a to h, then Black's: the place of each is its number.
    pub const ALL: [PawnId; 16] = {
        let mut all = [PawnId(0); 16];
        let mut number = 0;
        while number < 16 {
            all[number as usize] = PawnId(number);
            number += 1;
        }
        all
    };

    /// The pawn of `color` that comes from this file.
    pub fn new(color: Color, origin: File) -> PawnId {
        PawnId(color.fold_wb(0, 8) + u8::from(origin))
    }

    /// The pawns of a side, from a to h.
    pub fn of(color: Color) -> impl Iterator<Item = PawnId> {
        PawnId::ALL.into_iter().skip(color.fold_wb(0, 8)).take(8)
    }

    /// Its side.
    pub const fn color(self) -> Color {
        if self.0 < 8 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The place of its side where White's comes first.
    pub const fn side(self) -> usize {
        self.0 as usize / 8
    }

    /// Its file of origin.
    pub const fn origin(self) -> File {
        File::new(self.0 as u32 % 8)
    }

    /// Where it stands in the initial array.
    pub fn home(self) -> Square {
        Square::from_coords(self.origin(), self.color().relative_rank(Rank::Second))
    }
}

impl From<PawnId> for usize {
    fn from(pawn: PawnId) -> usize {
        usize::from(pawn.0)
    }
}

/// Something of every pawn of the initial array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByPawn<T>([T; 16]);

impl<T> Index<PawnId> for ByPawn<T> {
    type Output = T;

    fn index(&self, pawn: PawnId) -> &T {
        &self.0[usize::from(pawn)]
    }
}

impl<T> IndexMut<PawnId> for ByPawn<T> {
    fn index_mut(&mut self, pawn: PawnId) -> &mut T {
        &mut self.0[usize::from(pawn)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pawn_has_a_number_and_a_home() {
        for (number, pawn) in PawnId::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(pawn), number);
            assert_eq!(PawnId::new(pawn.color(), pawn.origin()), pawn);
            let home = shakmaty::Board::new().piece_at(pawn.home());
            assert_eq!(home, Some(pawn.color().pawn()));
        }
        assert_eq!(PawnId::ALL[10].home(), Square::C7);
    }
}
