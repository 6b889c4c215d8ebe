//! What each man of the mater's could cover with so many moves, were no other man there.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::duties::Duties;
use super::ring::{Needs, kind};
use super::ways::{cone, same_shade};
use super::{MOST_MOVES, Man, Picture, could_promote};

impl Picture<'_> {
    /// Fills in what depends on it.
    pub(super) fn work_out_coverable(&mut self) {
        let look = self.look;
        let moves = look.moves as usize;
        if look.free > 0 {
            // Castling has not been thought of here.
            self.coverable = [[self.exist; MOST_MOVES as usize + 1]; super::MEN];
            return;
        }
        let mut most = [0; MOST_MOVES as usize + 1];
        for (index, man) in look.maters.list[..look.maters.count].iter().enumerate() {
            let coverable = self.coverable_by(man);
            // It stands on one square at the end.
            let officer = look.best[index].unwrap_or(man.kind);
            let best = look.rings.best(officer, self.king);
            for all in (1..=moves).rev() {
                for own in 1..=all {
                    let covered = coverable[own].count_ones().min(best);
                    most[all] = most[all].max(most[all - own] + covered);
                }
            }
            self.coverable[index] = coverable;
        }
        self.most = most;
    }

    fn coverable_by(&self, man: &Man) -> [Needs; MOST_MOVES as usize + 1] {
        let look = self.look;
        let mut coverable = [0; MOST_MOVES as usize + 1];
        let mut covered = 0;
        let mut reach = Bitboard::EMPTY;
        for moves in 1..=look.moves {
            if covered != self.exist {
                match man.role {
                    Role::King if moves == 1 => reach = attacks::king_attacks(man.square),
                    Role::King => reach = look.rings.ball(man.square, moves),
                    Role::Knight => {
                        for square in reach {
                            reach |= attacks::knight_attacks(square);
                        }
                        reach |= attacks::knight_attacks(man.square);
                    }
                    Role::Pawn => reach |= cone(look.mater, man.square, moves),
                    Role::Bishop if moves == 1 => {
                        reach = attacks::bishop_attacks(man.square, Bitboard::EMPTY);
                    }
                    Role::Rook if moves == 1 => {
                        reach = attacks::rook_attacks(man.square, Bitboard::EMPTY);
                    }
                    Role::Queen if moves == 1 => {
                        reach = attacks::queen_attacks(man.square, Bitboard::EMPTY);
                    }
                    Role::Bishop => reach = same_shade(man.square),
                    _ => reach = Bitboard::FULL,
                }
                covered |= self.covered_from(man.kind, reach);
                if man.role == Role::Pawn && could_promote(look.mater, man.square, moves) {
                    covered |= if moves == 1 {
                        self.covered_promoting(reach)
                    } else {
                        self.exist
                    };
                }
            }
            coverable[moves as usize] = covered;
        }
        coverable
    }

    /// What is covered from one or other of `squares`.
    fn covered_from(&self, kind: usize, squares: Bitboard) -> Needs {
        let mut covered = 0;
        let mut left = self.exist;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if (self.look.rings.from(kind, self.king, bit) & squares).any() {
                covered |= 1 << bit;
            }
        }
        covered
    }

    fn covered_promoting(&self, squares: Bitboard) -> Needs {
        [Role::Queen, Role::Knight]
            .into_iter()
            .fold(0, |covered, role| {
                covered | self.covered_from(kind(self.look.mater, role), squares)
            })
    }

    /// The moves that can still be given to a man of the mater's that has no place yet.
    pub(super) fn moves_of(duties: &Duties, man: Square) -> usize {
        duties.moves as usize + usize::from(duties.leaving.contains(man))
    }

    /// What men without a place could still cover.
    pub(super) fn still_coverable(&self, duties: &Duties) -> Needs {
        if duties.moves == 0 && duties.leaving.is_empty() {
            return 0;
        }
        let men = &self.look.maters.list[..self.look.maters.count];
        men.iter()
            .zip(&self.coverable)
            .filter(|(man, _)| !duties.moved.contains(man.square))
            .fold(0, |all, (man, coverable)| {
                all | coverable[Self::moves_of(duties, man.square)]
            })
    }
}
