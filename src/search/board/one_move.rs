//! Mate on the move, and whether there is a mate in one: the leaves of the mate search.
//!
//! Invariant: exact. Only moves that give check are looked at, and a check is set aside without being made
//! only if some square beside the king is provably left uncovered.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::moves::slide;
use super::{Board, Kind, Step, behind, pawn_attack_sets};

/// From where pieces of the side on move give check.
pub(in crate::search) struct Checks {
    king: Square,
    diagonal: Bitboard,
    straight: Bitboard,
    knight: Bitboard,
    pawn: Bitboard,
    /// Own pieces behind which an own slider waits.
    screens: Bitboard,
}

impl Checks {
    #[inline]
    pub(in crate::search) fn new(board: &Board) -> Checks {
        let us = board.turn();
        let king = board.king(!us);
        let occupied = board.occupied();
        Checks {
            king,
            diagonal: attacks::bishop_attacks(king, occupied),
            straight: attacks::rook_attacks(king, occupied),
            knight: attacks::knight_attacks(king),
            pawn: attacks::pawn_attacks(!us, king),
            screens: board.screens(king, us) & board.by_color(us),
        }
    }

    /// Where a piece of this role gives check.
    #[inline]
    fn squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// Whether a legal move gives check. Castling, promotion and en passant are tried out.
    #[inline]
    pub(in crate::search) fn gives(&self, board: &Board, step: Step) -> bool {
        if step.kind() != Kind::Normal {
            return board.play_keyless(step).checkers().any();
        }
        let (from, to) = (step.from(), step.to());
        self.squares(board.role_at(from)).contains(to)
            || self.screens.contains(from) && !attacks::ray(self.king, from).contains(to)
    }
}

impl Board {
    /// Whether the side on move is checkmated.
    pub(in crate::search) fn is_checkmate(&self) -> bool {
        let us = self.turn();
        let them = !us;
        let king = self.king(us);
        let occupied = self.occupied();
        let checkers = self.attackers(king, them, occupied);
        let Some(checker) = checkers.first() else {
            return false;
        };
        let flights = attacks::king_attacks(king) & !self.by_color(us);
        if flights.any()
            && (flights & !self.attacked(them, occupied ^ Bitboard::from_square(king))).any()
        {
            return false;
        }
        if checkers.more_than_one() {
            return true;
        }
        // No pinned piece can answer a check: it would have to leave the line of its pin.
        let free = self.by_color(us) & !self.screens(king, them) & !Bitboard::from_square(king);
        if (self.attackers(checker, us, occupied) & free).any() {
            return false;
        }
        let gaps = attacks::between(king, checker);
        if gaps.any() {
            let officers = free & !self.by_role(Role::Pawn);
            for gap in gaps {
                if (self.attackers(gap, us, occupied) & officers).any() {
                    return false;
                }
            }
            let pawns = self.pieces(us, Role::Pawn) & free;
            let (forward, third) = if us.is_white() {
                (8, Rank::Third)
            } else {
                (-8, Rank::Sixth)
            };
            let single = pawns.shift(forward) & !occupied;
            let double = (single & Bitboard::from_rank(third)).shift(forward) & !occupied;
            if ((single | double) & gaps).any() {
                return false;
            }
        }
        if let Some(target) = self.target() {
            let pawns = attacks::pawn_attacks(them, target) & self.pieces(us, Role::Pawn);
            return !pawns.into_iter().any(|from| {
                self.play_keyless(Step::en_passant(from, target))
                    .is_legal_past()
            });
        }
        true
    }

    /// A move that mates, if there is one.
    pub(in crate::search) fn mate_in_one(&self, moves: &mut Vec<Step>) -> Option<Step> {
        let us = self.turn();
        let them = !us;
        let checks = Checks::new(self);
        let own_king = self.king(us);
        let occupied = self.occupied();
        if (self.castlers() & self.by_color(us)).any()
            || self.target().is_some()
            || self.attackers(own_king, them, occupied).any()
        {
            return self.any_mating(&checks, moves);
        }

        let own = self.by_color(us);
        let enemies = self.by_color(them);
        let king_bit = Bitboard::from_square(checks.king);
        let ring = attacks::king_attacks(checks.king);
        let pinned = self.screens(own_king, them) & own;
        // Behind its king a square is not safe from a slider.
        let through = occupied ^ king_bit;

        // Attacked by one, by two or more; by a slider.
        let (mut once, mut twice, mut lines) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let mut candidates = [(Square::A1, Role::Pawn, Bitboard::EMPTY, Bitboard::EMPTY); 16];
        let mut count = 0;
        for from in own & !self.by_role(Role::Pawn) {
            let role = self.role_at(from);
            let reach = match role {
                Role::Knight => attacks::knight_attacks(from),
                Role::King => attacks::king_attacks(from),
                _ => {
                    let reach = slide(role, from, through);
                    lines |= reach;
                    reach
                }
            };
            twice |= once & reach;
            once |= reach;
            let mut goal = reach & !own & checks.squares(role);
            if checks.screens.contains(from) {
                goal |= reach & !own & !attacks::ray(checks.king, from);
            }
            if pinned.contains(from) {
                goal &= attacks::ray(own_king, from);
            }
            if goal.any() {
                let Some(slot) = candidates.get_mut(count) else {
                    return self.any_mating(&checks, moves);
                };
                *slot = (from, role, reach, goal);
                count += 1;
            }
        }
        let pawns = self.pieces(us, Role::Pawn);
        let (left, right) = pawn_attack_sets(pawns, us);
        twice |= once & left | (once | left) & right;
        once |= left | right;

        for &(from, role, reach, goal) in &candidates[..count] {
            let others = twice | once & !reach;
            let opens = lines.contains(from);
            for to in goal {
                let to_bit = Bitboard::from_square(to);
                if role == Role::King && self.attacked_by_enemy(to) {
                    continue;
                }
                if !opens {
                    let reach_there = match role {
                        Role::Knight => attacks::knight_attacks(to),
                        Role::King => attacks::king_attacks(to),
                        _ => slide(role, to, through ^ Bitboard::from_square(from)),
                    };
                    let left = ring & !(enemies & !to_bit) & !others & !(reach_there & !to_bit);
                    if left.any() {
                        continue;
                    }
                }
                let step = Step::normal(from, to);
                if self.play_keyless(step).is_checkmate() {
                    return Some(step);
                }
            }
        }
        self.pawn_mate(&checks, pinned, own_king)
    }

    fn attacked_by_enemy(&self, square: Square) -> bool {
        let king = self.king(self.turn());
        self.attackers(
            square,
            !self.turn(),
            self.occupied() ^ Bitboard::from_square(king),
        )
        .any()
    }

    fn pawn_mate(&self, checks: &Checks, pinned: Bitboard, own_king: Square) -> Option<Step> {
        let us = self.turn();
        let pawns = self.pieces(us, Role::Pawn);
        let empty = !self.occupied();
        let (forward, third, last) = if us.is_white() {
            (8_i32, Rank::Third, Rank::Eighth)
        } else {
            (-8, Rank::Sixth, Rank::First)
        };
        let last = Bitboard::from_rank(last);
        let try_all = |targets: Bitboard, delta: i32| -> Option<Step> {
            for to in targets {
                let from = behind(to, delta);
                let opens =
                    checks.screens.contains(from) && !attacks::ray(checks.king, from).contains(to);
                if !(opens || last.contains(to) || checks.pawn.contains(to)) {
                    continue;
                }
                if pinned.contains(from) && !attacks::ray(own_king, from).contains(to) {
                    continue;
                }
                if last.contains(to) {
                    // What a rook or bishop mates, a queen mates too.
                    for role in [Role::Queen, Role::Knight] {
                        let step = Step::promotion(from, to, role);
                        if self.play_keyless(step).is_checkmate() {
                            return Some(step);
                        }
                    }
                } else {
                    let step = Step::normal(from, to);
                    if self.play_keyless(step).is_checkmate() {
                        return Some(step);
                    }
                }
            }
            None
        };
        let (left, right) = pawn_attack_sets(pawns, us);
        let enemies = self.by_color(!us);
        let single = pawns.shift(forward) & empty;
        let double = (single & Bitboard::from_rank(third)).shift(forward) & empty;
        try_all(left & enemies, forward - 1)
            .or_else(|| try_all(right & enemies, forward + 1))
            .or_else(|| try_all(single, forward))
            .or_else(|| try_all(double, 2 * forward))
    }

    /// The same by trying all legal moves that give check.
    #[cold]
    fn any_mating(&self, checks: &Checks, moves: &mut Vec<Step>) -> Option<Step> {
        let base = moves.len();
        self.legal_moves(moves);
        let found = moves[base..]
            .iter()
            .copied()
            .find(|&step| checks.gives(self, step) && self.play_keyless(step).is_checkmate());
        moves.truncate(base);
        found
    }
}
