//! Men that are always somewhere on a few squares.
//!
//! A pawn that neither captures nor falls stands on its file between where it is and where it ends, at any time of any game. So nobody ever
//! goes along that file past all these squares at once, nor to one of them past the others. The same holds for any man that does not fall.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

/// A man that never falls nor promotes, and all the squares that it can ever stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rail {
    pub color: Color,
    pub role: Role,
    pub squares: Bitboard,
}

impl Rail {
    /// Whether it is surely not the rail of a man of this type, whose way it does not bar.
    fn is_of_another(&self, color: Color, role: Role) -> bool {
        (self.color, self.role) != (color, role)
    }
}

/// By type and square: where a man goes from there with one move, whatever stands on the board, past all men on rails.
pub(super) type Lines = [[Bitboard; 64]; 6];

/// Where the men of a side go.
pub(super) fn lines(color: Color, rails: &[Rail]) -> Lines {
    let mut lines = [[Bitboard::FULL; 64]; 6];
    for role in Role::ALL {
        let others = rails.iter().filter(|rail| rail.is_of_another(color, role));
        let barring: Vec<Bitboard> = others.map(|rail| rail.squares).collect();
        for from in Square::ALL.into_iter().filter(|_| !barring.is_empty()) {
            let reach = match role {
                // Of its captures nothing is known here: whoever falls on a square was on no rail.
                Role::Pawn => Bitboard::from_file(from.file()),
                _ => attacks::attacks(from, Piece { color, role }, Bitboard::EMPTY),
            };
            for to in reach {
                let way = attacks::between(from, to) | from | to;
                if barring.iter().any(|&squares| way.is_superset(squares)) {
                    lines[role as usize - 1][usize::from(from)].discard(to);
                }
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pawn that goes from b2 to b3 and no farther is on one of the two squares at any time.
    #[test]
    fn a_pawn_bars_its_file_to_all_but_itself() {
        let pawn = Rail {
            color: Color::White,
            role: Role::Pawn,
            squares: Bitboard::from(Square::B2) | Square::B3,
        };
        for color in Color::ALL {
            let lines = lines(color, &[pawn]);
            let goes = |role: Role, from: Square| lines[role as usize - 1][usize::from(from)];
            assert!(!goes(Role::Rook, Square::B1).contains(Square::B4));
            assert!(!goes(Role::Queen, Square::B8).contains(Square::B2));
            assert!(!goes(Role::King, Square::B3).contains(Square::B2));
            // While the pawn stands on the other square.
            assert!(goes(Role::Rook, Square::B1).contains(Square::B2));
            assert!(goes(Role::Rook, Square::A3).contains(Square::H3));
            assert_eq!(
                goes(Role::Pawn, Square::B2).contains(Square::B3),
                color == Color::White
            );
        }
    }
}
