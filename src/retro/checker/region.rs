//! Whether officers shut up on their first rank can have come to stand as they do, played through anew.
//!
//! Pawns that never moved and men that stood still wall the squares in. Through such a wall only knights pass, and no
//! pawn promotes behind it. So the king, queen, rooks and bishops inside are those that began there, moved about among
//! themselves, each perhaps captured by a knight. All they can do is tried, knights never being in anybody's
//! way, which allows more than any game does.

use std::collections::BTreeSet;

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square, attacks};

use super::unmoved::Unmoved;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::ClosedRegion;

/// Each officer's square, in the order of their homes; `None`: captured.
type Officers = Vec<Option<Square>>;

/// Whether the region is walled in, and nothing its officers can have done leaves them where they stand.
pub(super) fn cannot_have_come(claim: ClosedRegion, position: &RetroPosition) -> bool {
    let ClosedRegion { squares, color } = claim;
    let still = Unmoved::of(position).still;
    let ring = squares.into_iter().fold(Bitboard::EMPTY, |all, square| {
        all | attacks::king_attacks(square)
    });
    let first_rank = Bitboard::from_rank(color.relative_rank(Rank::First));
    if squares.is_empty()
        || !squares.is_subset(first_rank)
        || squares.intersects(still)
        || !(ring & !squares).is_subset(still)
    {
        return false;
    }
    let array = Board::new();
    let homes: Vec<(Square, Role)> = squares
        .into_iter()
        .filter_map(|square| Some((square, array.role_at(square)?)))
        .filter(|&(_, role)| role != Role::Knight)
        .collect();
    let roles: Vec<Role> = homes.iter().map(|&(_, role)| role).collect();
    let begin: Officers = homes.iter().map(|&(home, _)| Some(home)).collect();
    let region = Region {
        squares,
        color,
        roles,
    };
    let mut seen = BTreeSet::from([begin.clone()]);
    let mut open = vec![begin];
    while let Some(officers) = open.pop() {
        if region.is_on(&position.board, &officers) {
            return false;
        }
        for next in region.moves(&officers) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    true
}

struct Region {
    squares: Bitboard,
    color: Color,
    roles: Vec<Role>,
}

impl Region {
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

    /// All that can come next: a move, a castling, an officer captured.
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
            let mut moved_to = |to| {
                let mut next = officers.clone();
                next[place] = to;
                all.push(next);
            };
            for to in ways & self.squares & !occupied {
                moved_to(Some(to));
            }
            if role == Role::King {
                all.extend(self.castlings(officers, place, occupied));
            } else {
                moved_to(None);
            }
        }
        all
    }

    fn castlings(&self, officers: &Officers, king: usize, occupied: Bitboard) -> Vec<Officers> {
        let rank = self.color.relative_rank(Rank::First);
        let at = |file| Square::from_coords(file, rank);
        let mut all = Vec::new();
        for (rook_home, king_to, rook_to) in
            [(File::H, File::G, File::F), (File::A, File::C, File::D)]
        {
            let between = attacks::between(at(File::E), at(rook_home));
            let rook = officers
                .iter()
                .zip(&self.roles)
                .position(|(&officer, &role)| role == Role::Rook && officer == Some(at(rook_home)));
            if let Some(rook) = rook
                && officers[king] == Some(at(File::E))
                && between.is_subset(self.squares)
                && between.is_disjoint(occupied)
            {
                let mut next = officers.clone();
                next[king] = Some(at(king_to));
                next[rook] = Some(at(rook_to));
                all.push(next);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn king_queen_and_rooks_keep_their_order_but_for_castling() {
        let refuted = |squares: &[Square], fen: &str| {
            let claim = ClosedRegion {
                squares: squares.iter().copied().collect(),
                color: Color::White,
            };
            cannot_have_come(claim, &test_position(fen, "- -"))
        };
        let (whole, east) = (&Square::ALL[..8], &Square::ALL[3..8]);
        // Bishops that never got out were captured at home; the queen stays left of the king, a rook on either side
        // of both but for castling.
        let men = "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP";
        for (officers, whether) in [
            ("3QRRK1", true),
            ("2RQ1RK1", false),
            ("2RK1RQ1", true),
            ("2R1QK1R", false),
        ] {
            let fen = format!("{men}/{officers} w");
            assert_eq!(refuted(whole, &fen), whether, "{fen}");
            // A square left out is no wall.
            assert!(!refuted(east, &fen), "{fen}");
        }
        // The wall has a gap.
        let open = "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/4P3/PPPP1PPP/3QRRK1 w";
        assert!(!refuted(whole, open));
    }
}
