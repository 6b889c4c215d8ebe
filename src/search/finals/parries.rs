//! Who must be out of the way of a mate: men of the mated side that could capture the man who gives check or come in between, or
//! would give check themselves, and men on squares that are empty or another's in the end.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::distances::{
    self, ANYTHING, BISHOP, CAPTURED, Distances, Fate, GONE, KING, KNIGHT, PAWNS, QUEEN, ROOK, Row,
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
        for row in without_end(maters) {
            let (kind, square) = place(row);
            if kind == KING && spare.moves == 0 {
                if self.clear.contains(square) {
                    return false;
                }
                own_king = Some(square);
            }
            crowd.add(square);
        }
        for row in without_end(victims) {
            crowd.add(place(row).1);
        }
        let screens = Screens {
            victims,
            maters,
            spare,
            own_king,
        };
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
                let mut reached = Bitboard::EMPTY;
                if meets {
                    // Of pawns and knights it was asked whether they reach one.
                    let sight = match kind {
                        ..=KNIGHT => Bitboard::FULL,
                        _ => attacking(kind, square, crowd),
                    };
                    reached = sight & self.targets;
                }
                if let Some(king) = own_king
                    && attacking(kind, king, crowd).contains(square)
                {
                    reached.add(king);
                }
                stays = reached
                    .into_iter()
                    .any(|target| !screens.fit(attacks::between(square, target) & !self.clear));
                if !stays {
                    continue;
                }
            }
            if !free {
                return false;
            }
            let mut detours = maters.0.iter().zip(maters.1);
            if detours.any(|(&row, &end)| distances.detour(row, end, square) <= spare.moves) {
                taken += 1;
            } else {
                away += 1;
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

/// The men on the board that have no end, as they are now.
fn without_end<'a>((rows, fates): (&'a [Row], &'a [Fate])) -> impl Iterator<Item = Row> + use<'a> {
    let men = rows.iter().zip(fates);
    men.filter(|&(&row, &fate)| fate == ANYTHING && row != GONE)
        .map(|(&row, _)| row)
}

/// What the men with an end are then, and where.
fn standing(fates: &[Fate]) -> impl Iterator<Item = (usize, Square)> {
    let ends = fates.iter().filter(|&&fate| fate < CAPTURED);
    ends.map(|&fate| place(fate))
}

/// The men that can come in between: those without an end, by the moves to spare.
struct Screens<'a> {
    victims: (&'a [Row], &'a [Fate]),
    maters: (&'a [Row], &'a [Fate]),
    spare: &'a Spare,
    own_king: Option<Square>,
}

impl Screens<'_> {
    /// Whether one of them can come to one of these squares; of the victim's, without giving check from there.
    fn fit(&self, squares: Bitboard) -> bool {
        if squares.is_empty() {
            return false;
        }
        let distances = Distances::get();
        let comes = |row: Row, squares: Bitboard, spare: u8| {
            let nearest = distances.nearest(row);
            let mut squares = squares.into_iter();
            squares.any(|square| nearest[square.to_usize()] <= spare)
        };
        let Spare { moves, replies } = *self.spare;
        without_end(self.maters).any(|row| comes(row, squares, moves))
            || without_end(self.victims)
                .any(|row| comes(row, squares & !self.checking(row), replies))
    }

    /// From where this man of the victim's gives check for sure: a pawn may be another man there, and further off somebody may stand
    /// between.
    fn checking(&self, row: Row) -> Bitboard {
        let (kind, _) = place(row);
        match self.own_king {
            Some(king) if kind >= PAWNS => attacking(kind, king, Bitboard::FULL),
            _ => Bitboard::EMPTY,
        }
    }
}

/// From where pawns step to one of these squares, one rank at a time.
fn pawns_before(color: Color, squares: Bitboard) -> Bitboard {
    squares.shift(color.fold_wb(-8, 8)) & !Bitboard::BACKRANKS
}
