//! Whether the side on move has a move at all, without making a list of them.

use shakmaty::{Bitboard, Rank, Role, attacks};

use super::moves::slide;
use super::{Board, Step, pawn_attack_sets};

impl Board {
    /// Whether the side on move has no legal move and is not in check.
    pub(in crate::search) fn is_stalemate(&self) -> bool {
        self.checkers().is_empty() && self.is_stuck_out_of_check()
    }

    /// Whether the side on move, which is not in check, has no legal move.
    fn is_stuck_out_of_check(&self) -> bool {
        let us = self.turn();
        let them = !us;
        let king = self.king(us);
        let own = self.by_color(us);
        let occupied = self.occupied();
        let pinned = self.screens(king, them) & own;
        for role in [Role::Knight, Role::Queen, Role::Rook, Role::Bishop] {
            for from in self.pieces(us, role) {
                let mut reach = match role {
                    Role::Knight => attacks::knight_attacks(from),
                    _ => slide(role, from, occupied),
                } & !own;
                if pinned.contains(from) {
                    reach &= attacks::ray(king, from);
                }
                if reach.any() {
                    return false;
                }
            }
        }
        if self.has_pawn_move(pinned) {
            return false;
        }
        let flights = attacks::king_attacks(king) & !own;
        // Castling always leaves the king a step to the square it passes.
        flights.is_empty()
            || (flights & !self.attacked(them, occupied ^ Bitboard::from_square(king))).is_empty()
    }

    /// Where a move of the side on move has to end, if it is to leave the other side without a move but for its king's: on a
    /// man that could move and not be pinned, or ahead of it if it is a pawn. Castling and captures en passant apart.
    pub(in crate::search) fn squares_of_stalemate(&self) -> Bitboard {
        let them = !self.turn();
        let king = self.king(them);
        let own = self.by_color(them);
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY);
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY);
        let mut squares = Bitboard::FULL;
        for (role, pinned) in [
            (Role::Knight, straight | diagonal),
            (Role::Bishop, straight),
            (Role::Rook, diagonal),
            (Role::Queen, Bitboard::EMPTY),
        ] {
            for from in self.pieces(them, role) & !pinned {
                let reach = match role {
                    Role::Knight => attacks::knight_attacks(from),
                    _ => slide(role, from, self.occupied()),
                };
                if (reach & !own).any() {
                    squares &= Bitboard::from_square(from);
                }
            }
        }
        let pawns = self.pieces(them, Role::Pawn) & !(straight | diagonal);
        let forward = if them.is_white() { 8 } else { -8 };
        for from in pawns {
            let pawn = Bitboard::from_square(from);
            let ahead = pawn.shift(forward);
            if (ahead & !self.occupied()).any() {
                squares &= pawn | ahead;
            }
        }
        squares
    }

    fn has_pawn_move(&self, pinned: Bitboard) -> bool {
        let us = self.turn();
        let king = self.king(us);
        let pawns = self.pieces(us, Role::Pawn);
        let empty = !self.occupied();
        let enemies = self.by_color(!us);
        let forward = if us.is_white() { 8 } else { -8 };
        let free = pawns & !pinned;
        let (left, right) = pawn_attack_sets(free, us);
        if (free.shift(forward) & empty | (left | right) & enemies).any() {
            return true;
        }
        for from in pawns & pinned {
            let pawn = Bitboard::from_square(from);
            let reach = pawn.shift(forward) & empty | attacks::pawn_attacks(us, from) & enemies;
            if (reach & attacks::ray(king, from)).any() {
                return true;
            }
        }
        self.target().is_some_and(|target| {
            let from = attacks::pawn_attacks(!us, target) & pawns;
            debug_assert!(target.rank() == us.fold_wb(Rank::Sixth, Rank::Third));
            from.into_iter().any(|from| {
                self.play_keyless(Step::en_passant(from, target))
                    .is_legal_past()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    /// Looks at every position of a tree.
    fn compare(position: &Chess, depth: u32) -> u32 {
        let board = Board::new(position);
        assert_eq!(
            board.is_stalemate(),
            position.is_stalemate(),
            "{}",
            Fen::from_position(position, shakmaty::EnPassantMode::Legal)
        );
        let mut found = u32::from(board.is_stalemate());
        if depth > 0 {
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(mv);
                if after.is_stalemate() {
                    let squares = board.squares_of_stalemate();
                    assert!(
                        mv.is_castle() || mv.is_en_passant() || squares.contains(mv.to()),
                        "{mv} in {position:?}"
                    );
                }
                found += compare(&after, depth - 1);
            }
        }
        found
    }

    #[test]
    fn stalemates_are_shakmatys() {
        let mut found = 0;
        for (fen, depth) in [
            ("7k/8/5K2/6Q1/8/8/8/8 w - -", 3),
            ("k7/P7/8/K7/8/8/8/8 w - -", 4),
            ("8/8/8/8/1p6/kb6/p2R4/K7 w - -", 3),
            ("8/8/8/8/k1pP4/r7/2K5/1R6 b - d3", 3),
            ("5k2/5P2/4BK2/8/5p2/8/4P3/8 w - -", 4),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 2),
            ("k1n5/8/1Q6/3N4/8/8/8/K7 w - -", 3),
            ("6bk/6p1/5pP1/5P2/8/8/6RK/8 w - -", 4),
        ] {
            let position: Chess = fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            found += compare(&position, depth);
        }
        assert!(found > 20, "{found}");
    }
}
