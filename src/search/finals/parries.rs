//! Who must be out of the way of a mate: men of the mated side that could capture the man who gives check or come in between, or
//! would give check themselves, and men on squares that are empty or another's in the end.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::distances::{
    self, ANYTHING, BISHOP, CAPTURED, Distances, Fate, GONE, KING, KNIGHT, QUEEN, ROOK, Row,
    aligned, attacking, kind, place,
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
    /// From where a man of the victim's reaches one of them, past the decided men, by what he is.
    near: [Bitboard; 7],
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
        let men = standing(victims).chain(standing(maters));
        let decided: Bitboard = men.map(|(_, square)| square).collect();
        let mut net = Net {
            king,
            decided,
            clear: decided | empty,
            targets: Bitboard::EMPTY,
            near: [Bitboard::EMPTY; 7],
            own_king: standing(maters)
                .find(|&(kind, _)| kind == KING)
                .map(|(_, square)| square),
            arrives: None,
        };
        let mut checkers = standing(maters)
            .filter(|&(kind, square)| attacking(kind, king, decided).contains(square))
            .map(|(_, square)| square);
        if let (Some(checker), None) = (checkers.next(), checkers.next()) {
            let between = attacks::between(king, checker);
            if between.is_empty() {
                let stands = |&fate: &Fate| fate < CAPTURED && place(fate).1 == checker;
                net.arrives = maters.iter().position(stands);
            }
            net.targets = between | Bitboard::from_square(checker);
            for kind in KNIGHT..KING {
                for target in net.targets {
                    net.near[kind] |= attacking(kind, target, decided);
                }
            }
            let pawn = kind(victim, Role::Pawn);
            net.near[pawn] = attacking(pawn, checker, decided) | pawns_before(victim, between);
        }
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
        let mut idle = false;
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
                let meets = self.near[kind].contains(square)
                    && !self.is_pinned(square, maters, spare.moves);
                let met = if meets {
                    contact(kind, square, crowd, self.targets)
                } else {
                    None
                };
                let checks = own_king
                    .filter(|&king| attacking(kind, king, crowd).contains(square))
                    .and_then(|king| contact(kind, square, crowd, Bitboard::from_square(king)));
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

    /// Whether a man there may be pinned in the end, with so many moves to spare for a pinning man without an end.
    fn is_pinned(&self, square: Square, maters: (&[Row], &[Fate]), spare: u8) -> bool {
        let [straight, diagonal] = aligned(self.king, square);
        if !straight && !diagonal {
            return false;
        }
        let sliders = [if straight { ROOK } else { BISHOP }, QUEEN];
        let line = attacks::ray(self.king, square).into_iter();
        let beyond: Bitboard = line
            .filter(|&far| attacks::between(self.king, far).contains(square))
            .collect();
        let distances = Distances::get();
        maters
            .0
            .iter()
            .zip(maters.1)
            .any(|(&row, &fate)| match fate {
                ANYTHING => {
                    let moves = distances.row(row);
                    let is_near =
                        |far, kind| moves[usize::from(distances::fate(kind, far))] <= spare;
                    beyond
                        .into_iter()
                        .any(|far| sliders.iter().any(|&kind| is_near(far, kind)))
                }
                CAPTURED => false,
                _ => {
                    let (kind, far) = place(fate);
                    sliders.contains(&kind) && beyond.contains(far)
                }
            })
    }
}

/// What the men with an end are then, and where.
fn standing(fates: &[Fate]) -> impl Iterator<Item = (usize, Square)> {
    let ends = fates.iter().filter(|&&fate| fate < CAPTURED);
    ends.map(|&fate| place(fate))
}

/// Whether a man near one of the targets reaches it past the crowd, and if so, whether nobody can come in between.
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
