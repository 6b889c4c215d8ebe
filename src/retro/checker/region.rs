//! Officers shut up on their first rank: whether they can have come to stand as they do, and after how many moves, even or odd,
//! played through anew.
//!
//! Pawns that never moved and men that stood still wall the squares in. Through such a wall only knights pass, and no
//! pawn promotes behind it. So the king, queen, rooks and bishops inside are those that began there, moved about among
//! themselves, each perhaps captured by a knight. All they can do is tried, knights never being in anybody's
//! way, which allows more than any game does.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square, attacks};

use super::closure::closure;
use super::numbers::Numbers;
use super::unmoved::{Unmoved, castlings};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::ClosedRegion;

/// Each officer's square, in the order of their homes; `None`: captured.
type Officers = Vec<Option<Square>>;

/// Whether the region is walled in, and nothing its officers can have done leaves them where they stand.
pub(super) fn cannot_have_come(claim: ClosedRegion, position: &RetroPosition) -> bool {
    let ClosedRegion { squares, color } = claim;
    let still = Unmoved::of(position).still;
    Region::of(squares, color, still)
        .is_some_and(|region| region.numbers(&position.board) == Numbers::default())
}

/// Squares of a first rank, walled in.
pub(super) struct Region {
    pub(super) squares: Bitboard,
    color: Color,
    /// The roles of its officers, knights apart, in the order of their homes.
    roles: Vec<Role>,
    homes: Officers,
}

impl Region {
    /// The region of these squares; `None`: they are not of the first rank, or not walled in.
    fn of(squares: Bitboard, color: Color, still: Bitboard) -> Option<Region> {
        let ring = squares.into_iter().fold(Bitboard::EMPTY, |all, square| {
            all | attacks::king_attacks(square)
        });
        let is_walled_in = squares.any()
            && squares.is_subset(Bitboard::from_rank(color.relative_rank(Rank::First)))
            && squares.is_disjoint(still)
            && (ring & !squares).is_subset(still);
        if !is_walled_in {
            return None;
        }
        let array = Board::new();
        let officers = squares
            .into_iter()
            .filter_map(|square| Some((square, array.role_at(square)?)))
            .filter(|&(_, role)| role != Role::Knight);
        let (homes, roles) = officers.map(|(home, role)| (Some(home), role)).unzip();
        Some(Region {
            squares,
            color,
            roles,
            homes,
        })
    }

    /// All of a side.
    pub(super) fn all(color: Color, still: Bitboard) -> Vec<Region> {
        let rank = color.relative_rank(Rank::First);
        let mut runs = vec![Bitboard::EMPTY];
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            if still.contains(square) {
                runs.push(Bitboard::EMPTY);
            } else if let Some(run) = runs.last_mut() {
                run.add(square);
            }
        }
        let runs = runs.into_iter();
        runs.filter_map(|run| Region::of(run, color, still))
            .collect()
    }

    /// The numbers of moves of theirs after which its officers can have come to stand as they do.
    pub(super) fn numbers(&self, board: &Board) -> Numbers {
        let mut found = Numbers::default();
        closure(
            (self.homes.clone(), 0),
            usize::MAX,
            |&(ref officers, odd)| {
                if self.is_on(board, officers) {
                    found = found.or(Numbers::of(odd));
                }
                let moved = self.moves(officers).into_iter();
                let captured = self.captures(officers).map(|next| (next, odd));
                moved.map(|next| (next, 1 - odd)).chain(captured).collect()
            },
        );
        found
    }

    /// Whether the board has these officers in the region and no others of their side.
    fn is_on(&self, board: &Board, officers: &Officers) -> bool {
        self.squares.into_iter().all(|square| {
            let here = officers.iter().position(|&officer| officer == Some(square));
            let own = board.piece_at(square).filter(|man| {
                man.color == self.color && !matches!(man.role, Role::Knight | Role::Pawn)
            });
            own.map(|man| man.role) == here.map(|place| self.roles[place])
        })
    }

    /// All that can be left after one of them was captured.
    fn captures<'a>(&'a self, officers: &'a Officers) -> impl Iterator<Item = Officers> + 'a {
        let places = 0..officers.len();
        places
            .filter(|&place| self.roles[place] != Role::King && officers[place].is_some())
            .map(|place| {
                let mut next = officers.clone();
                next[place] = None;
                next
            })
    }

    /// All that can come of a move of theirs, castling included.
    fn moves(&self, officers: &Officers) -> Vec<Officers> {
        let occupied: Bitboard = officers.iter().flatten().copied().collect();
        let mut all = Vec::new();
        for (place, &role) in self.roles.iter().enumerate() {
            let Some(from) = officers[place] else {
                continue;
            };
            let man = Piece {
                color: self.color,
                role,
            };
            let ways = attacks::attacks(from, man, occupied | !self.squares);
            for to in ways & self.squares & !occupied {
                let mut next = officers.clone();
                next[place] = Some(to);
                all.push(next);
            }
            if role == Role::King {
                all.extend(self.castlings(officers, place, occupied));
            }
        }
        all
    }

    fn castlings<'a>(
        &'a self,
        officers: &'a Officers,
        king: usize,
        occupied: Bitboard,
    ) -> impl Iterator<Item = Officers> + 'a {
        castlings(self.color).into_iter().filter_map(
            move |[king_home, king_to, rook_home, rook_to]| {
                let between = attacks::between(king_home, rook_home);
                let is_rook = |&place: &usize| {
                    self.roles[place] == Role::Rook && officers[place] == Some(rook_home)
                };
                let rook = (0..officers.len()).find(is_rook)?;
                let may_castle = officers[king] == Some(king_home)
                    && between.is_subset(self.squares & !occupied);
                may_castle.then(|| {
                    let mut next = officers.clone();
                    next[king] = Some(king_to);
                    next[rook] = Some(rook_to);
                    next
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn king_and_queen_do_not_change_places_alone() {
        // Both on two squares: whoever steps aside needs the other's square. Without the queen, who was captured at home, the king
        // steps to and fro.
        let numbers = |fen: &str| {
            let position = test_position(fen, "- -");
            let still = Unmoved::of(&position).still;
            let regions = Region::all(Color::White, still);
            let of_king = regions
                .iter()
                .find(|region| region.squares.contains(Square::E1));
            of_king.map(|region| region.numbers(&position.board))
        };
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP";
        assert_eq!(
            numbers(&format!("{array}/RNB1KBNR b")),
            Some(Numbers::of(0))
        );
        assert_eq!(
            numbers(&format!("{array}/RNBK1BNR b")),
            Some(Numbers::of(1))
        );
        // The bishop from c1 was captured there, and the rook came to d1: past the queen it never did.
        assert_eq!(
            numbers(&format!("{array}/2QRKBNR b")),
            Some(Numbers::default())
        );
    }
}
