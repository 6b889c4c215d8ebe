//! Who must be out of the way of a mate: men of the mated side that could capture the man who gives check or come in between, or
//! would give check themselves, and men on squares that are empty or another's in the end.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::distances::{
    ANYTHING, BISHOP, CAPTURED, Distances, Fate, GONE, KING, KNIGHT, PAWNS, QUEEN, ROOK, Row,
    attacking, place,
};

/// A final position as far as the men go whose end is decided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Net {
    king: Square,
    /// Where the men with an end stand.
    decided: Bitboard,
    /// Where nobody else stands.
    clear: Bitboard,
    /// The square of the man who gives check and those between him and the king; none if two give check.
    targets: Bitboard,
    /// From where a man of the victim's reaches one of them, past the decided men: pawns, knights, bishops, rooks, queens.
    near: [Bitboard; 5],
    /// Where the mater's king stands, if that is decided.
    own_king: Option<Square>,
    /// The man of the mater's who gives check, if nobody else's move can bring it about.
    arrives: Option<usize>,
}

/// The moves that are left beyond those to the ends.
pub(super) struct Spare {
    pub(super) moves: u8,
    pub(super) replies: u8,
}

impl Net {
    pub(super) fn new(victim: Color, victims: &[Fate], maters: &[Fate], empty: Bitboard) -> Net {
        let (_, king) = place(victims[0]);
        let mut decided = Bitboard::EMPTY;
        for &fate in victims.iter().chain(maters) {
            if fate < CAPTURED {
                decided.add(place(fate).1);
            }
        }
        let mut checkers = Bitboard::EMPTY;
        for &fate in maters.iter().filter(|&&fate| fate < CAPTURED) {
            let (kind, square) = place(fate);
            if attacking(kind, king, decided).contains(square) {
                checkers.add(square);
            }
        }
        let mut net = Net {
            king,
            decided,
            clear: decided | empty,
            targets: Bitboard::EMPTY,
            near: [Bitboard::EMPTY; 5],
            own_king: None,
            arrives: None,
        };
        if let Some(checker) = checkers.single_square() {
            let between = attacks::between(king, checker);
            if between.is_empty() {
                net.arrives = maters
                    .iter()
                    .position(|&fate| fate < CAPTURED && place(fate).1 == checker);
            }
            net.targets = between | Bitboard::from_square(checker);
            net.near[0] = attacks::pawn_attacks(!victim, checker) | pawns_before(victim, between);
            for kind in KNIGHT..KING {
                for target in net.targets {
                    net.near[kind - 1] |= attacking(kind, target, decided);
                }
            }
        }
        let mut ends = maters.iter().filter(|&&fate| fate < CAPTURED);
        net.own_king = ends
            .find(|&&fate| place(fate).0 == KING)
            .map(|&fate| place(fate).1);
        net
    }

    /// Whether all can be out of the way by the moves to spare, with `left` moves of the mater's altogether: each man that is not
    /// captured and cannot be pinned takes a reply to go away, or a move of anybody's that comes in between.
    ///
    /// Rows and ends are given of either side, of the victim's from the king on.
    pub(super) fn can_close(
        &self,
        victims: (&[Row], &[Fate]),
        maters: (&[Row], &[Fate]),
        spare: &Spare,
        left: u8,
    ) -> bool {
        let distances = Distances::get();
        // Who has arrived goes away once more and comes back.
        let has_arrived = |man: usize| place(maters.0[man]) == place(maters.1[man]);
        if left > 0 && spare.moves < 2 && self.arrives.is_some_and(has_arrived) {
            return false;
        }
        let mut crowd = self.decided;
        let mut own_king = self.own_king;
        let (mut idle, mut loose) = (false, false);
        for (&row, &fate) in maters.0.iter().zip(maters.1) {
            if fate == ANYTHING && row != GONE {
                let (kind, square) = place(row);
                if kind == KING && spare.moves == 0 {
                    if self.clear.contains(square) {
                        return false;
                    }
                    own_king = Some(square);
                }
                crowd.add(square);
                idle = true;
                loose |= kind != KING;
            }
        }
        for (&row, &fate) in victims.0.iter().zip(victims.1) {
            if fate == ANYTHING && row != GONE {
                crowd.add(place(row).1);
            }
        }
        let screens = spare.replies > 0 || idle && spare.moves > 0;
        let (mut away, mut taken) = (0, 0);
        for (&row, &fate) in victims.0.iter().zip(victims.1).skip(1) {
            let free = fate == ANYTHING;
            if row == GONE {
                continue;
            }
            let (kind, square) = place(if free { row } else { fate });
            let mut stays = free && self.clear.contains(square);
            if !stays {
                let met = self
                    .sight(kind, square, crowd)
                    .filter(|_| !self.is_pinned(square, loose, maters.1));
                let checks = own_king
                    .filter(|&king| attacking(kind, king, crowd).contains(square))
                    .map(|king| kind <= KNIGHT || attacks::between(square, king).is_empty());
                let Some(contact) = met.max(checks) else {
                    continue;
                };
                stays = contact;
                if !stays && screens {
                    continue;
                }
            }
            if !free {
                return false;
            }
            let mut detours = maters.0.iter().zip(maters.1);
            if detours.any(|(&row, &end)| distances.detour(row, end, square) <= spare.moves) {
                taken += 1;
            } else if stays {
                away += 1;
            } else {
                // Nobody can come in between.
                return false;
            }
        }
        away <= spare.replies && away + taken <= spare.replies + left
    }

    /// Whether a man there meets the check, past the crowd, and if so, whether nobody can come in between.
    fn sight(&self, kind: usize, square: Square, crowd: Bitboard) -> Option<bool> {
        let near = self.near[kind.saturating_sub(1)];
        near.contains(square)
            .then(|| contact(kind, square, crowd, self.targets))?
    }

    /// Whether a man there may be pinned in the end.
    fn is_pinned(&self, square: Square, loose: bool, maters: &[Fate]) -> bool {
        let straight = attacks::rook_attacks(self.king, Bitboard::EMPTY).contains(square);
        let diagonal = attacks::bishop_attacks(self.king, Bitboard::EMPTY).contains(square);
        if !straight && !diagonal {
            return false;
        }
        let slider = if straight { ROOK } else { BISHOP };
        loose
            || maters.iter().filter(|&&fate| fate < CAPTURED).any(|&fate| {
                let (kind, far) = place(fate);
                (kind == slider || kind == QUEEN)
                    && attacks::between(self.king, far).contains(square)
            })
    }
}

/// Whether a man reaches one of the targets, and if so, whether one next to him.
fn contact(kind: usize, square: Square, crowd: Bitboard, targets: Bitboard) -> Option<bool> {
    if kind <= KNIGHT {
        return Some(true);
    }
    let sight = attacking(kind, square, crowd) & targets;
    let mut reached = sight.into_iter();
    sight
        .any()
        .then(|| reached.any(|target| attacks::between(square, target).is_empty()))
}

/// From where pawns step to one of these squares, one rank at a time.
fn pawns_before(color: Color, squares: Bitboard) -> Bitboard {
    squares.shift(color.fold_wb(-8, 8)) & !Bitboard::BACKRANKS
}

const _: () = assert!(KNIGHT == PAWNS && KNIGHT == 2);
