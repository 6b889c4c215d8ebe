//! Whether everybody of the side that is to be stalemated could be stuck at the end: captured, blocked or pinned.
//!
//! Each man beside the king needs one of these ends. What it takes is counted so that no move is counted twice:
//!
//! * Whoever is captured costs one of the mater's moves, one for each. Where nobody moved before it was captured, a man of
//!   the mater's must arrive on its square; so must whoever blocks a pawn, on the square ahead of it. These are different
//!   squares, and the way to each begins where a man of the mater's stands now or where it captured another man that
//!   had not moved. The lengths of the shortest such ways are added.
//! * Whoever moves and is stuck elsewhere, or is captured there, costs a move of his own side.
//! * Who blocks or walls in another of his own side without standing there already has moved too.
//! * A slider of the mater's pins one man.
//!
//! Invariant: as everywhere in this bound, too much may pass and never too little.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::arrivals::Reach;
use super::ends::{AllEnds, End, Purse};
use super::sticking::around;
use super::{Duties, Look, Picture, Placed};

/// What is known of the end, and what is left to reach it.
pub(super) struct Scene<'a> {
    pub(super) look: &'a Look<'a>,
    pub(super) reach: Reach,
    /// Where men of the victim's may stand at the end without having arrived there, the king among them.
    pub(super) own: Bitboard,
    /// The same of the mater's.
    pub(super) others: Bitboard,
    /// Where the king may end, and what lies on ranks and files with it, and on diagonals.
    pub(super) kings: Bitboard,
    pub(super) straight: Bitboard,
    pub(super) diagonal: Bitboard,
    /// Where men of the mater's may capture one that moved there.
    pub(super) capturing: Bitboard,
    pub(super) arrivals: Arrivals,
    pub(super) replies: u32,
    pub(super) duties: Option<(&'a Picture<'a>, &'a Duties)>,
}

/// Which men of the mater's may arrive where they stick a man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrivals {
    /// Any that has moves left.
    Anybody,
    /// Only those that are known to move.
    Known,
}

impl Look<'_> {
    /// Whether all men of the victim's but the king, which ends on one of `kings`, can be stuck with the moves left.
    pub(super) fn can_all_be_stuck(&self, kings: Bitboard) -> bool {
        let kings = if self.free > 0 {
            Bitboard::FULL
        } else {
            kings & self.rings.ball(self.king, self.replies)
        };
        let reach = self.reach();
        let scene = Scene {
            look: self,
            reach,
            own: self.victim_men | Bitboard::from_square(self.king),
            others: self.mater_men,
            kings,
            straight: Bitboard::FULL,
            diagonal: Bitboard::FULL,
            capturing: reach.all,
            arrivals: Arrivals::Anybody,
            replies: self.replies + self.free,
            duties: None,
        };
        let mut ends = AllEnds::new(scene.purse(self.moves + self.free, 0));
        for man in &self.victims.list[..self.victims.count] {
            if !scene.is_stuck(man.role, man.square) {
                ends.begin();
                scene.add_all(&mut ends, man, true, 0);
                if !ends.is_hopeful() {
                    return false;
                }
            }
        }
        ends.are_payable()
    }
}

impl Picture<'_> {
    /// Whether all men of the victim's can be stuck if the duties are fulfilled.
    pub(super) fn can_all_be_stuck(&self, duties: &Duties, arrivals: Arrivals) -> bool {
        let look = self.look;
        let king = Bitboard::from_square(self.king);
        let away = duties.moved | duties.leaving;
        let reach = look.reach();
        let mut scene = Scene {
            look,
            reach,
            own: look.victim_men & !duties.gone | duties.blocks | king,
            others: look.mater_men & !away | duties.stood,
            kings: king,
            straight: attacks::rook_attacks(self.king, Bitboard::EMPTY),
            diagonal: attacks::bishop_attacks(self.king, Bitboard::EMPTY),
            capturing: reach.all,
            arrivals,
            replies: duties.replies,
            duties: Some((self, duties)),
        };
        scene.capturing &= captured_where(duties, arrivals);
        let places = &duties.places[..duties.placed];
        if places.iter().any(|place| place.slides()) {
            scene.reach.slider = 0;
        }
        let taken: u32 = places
            .iter()
            .map(|place| self.own_moves(duties, *place))
            .sum();
        let Some(left) = look.moves.checked_sub(taken) else {
            return false;
        };
        let leavers = (duties.paid & !duties.used).count() as u32;
        let mut ends = AllEnds::new(scene.purse(left, leavers));
        for man in &look.victims.list[..look.victims.count] {
            let here = Bitboard::from_square(man.square);
            if (duties.used & here).any() {
                scene.add_used(&mut ends, man, duties);
            } else if (duties.gone & here).any() {
                ends.begin();
                let made = u32::from(duties.paid.contains(man.square));
                scene.add_all(&mut ends, man, false, made);
            } else if !scene.is_stuck(man.role, man.square) {
                ends.begin();
                scene.add_all(&mut ends, man, true, 0);
            }
            if !ends.is_hopeful() {
                return false;
            }
        }
        ends.are_payable()
    }

    /// The moves of a man with a place that arrive nowhere else where a man has to: on its way it may capture, or come to
    /// another's square.
    fn own_moves(&self, duties: &Duties, place: Placed) -> u32 {
        let cost = u32::from(place.cost);
        if cost < 2 {
            return cost;
        }
        let look = self.look;
        let pawns = look.board.pieces(!look.mater, Role::Pawn);
        let squares = look.victim_men | pawns.shift((!look.mater).fold_wb(8, -8));
        let pawn = look.board.role_at(place.from) == Role::Pawn;
        let on_the_way = |square: &Square| {
            pawn || self.moves_by(place.kind, place.from, *square)
                + self.moves_by(place.kind, *square, place.to)
                <= cost + duties.moves
        };
        let others = squares.without(place.to).into_iter().filter(on_the_way);
        let arriving: u32 = others.map(|square| look.way_to(square)).sum();
        cost.saturating_sub(arriving).max(1)
    }
}

impl Scene<'_> {
    fn purse(&self, arrivals: u32, moved: u32) -> Purse {
        let all = End {
            arrivals,
            captures: self.look.moves,
            replies: self.replies,
            straight: self.reach.straight,
            diagonal: self.reach.diagonal,
            moved,
            ..End::default()
        };
        Purse::new(&all, self.reach.pins)
    }

    /// How many of the squares a man on `square` could go to are not held by its own side; of a pawn, whether the one
    /// ahead is free.
    pub(super) fn missing(&self, role: Role, square: Square) -> u32 {
        match role {
            Role::Pawn => u32::from((self.ahead(square) & (self.own | self.others)).is_empty()),
            _ => (around(role, square) & !self.own).count() as u32,
        }
    }

    pub(super) fn is_stuck(&self, role: Role, square: Square) -> bool {
        self.missing(role, square) == 0 && !(role == Role::Pawn && self.captures_for_sure(square))
    }

    /// Whether a pawn on `square` can capture at the end, if it is not pinned on a rank or diagonal.
    pub(super) fn captures_for_sure(&self, square: Square) -> bool {
        let pinned = (self.kings & Bitboard::from_file(square.file())).any();
        let attacked = attacks::pawn_attacks(!self.look.mater, square);
        !pinned && (attacked & self.stood()).any()
    }

    /// Where men of the mater's are known to stand at the end.
    pub(super) fn stood(&self) -> Bitboard {
        self.duties
            .map_or(Bitboard::EMPTY, |(_, duties)| duties.stood)
    }

    pub(super) fn ahead(&self, square: Square) -> Bitboard {
        Bitboard::from_square(square).shift((!self.look.mater).fold_wb(8, -8))
    }

    pub(super) fn way_to(&self, square: Square) -> u32 {
        if self.stood().contains(square) {
            0
        } else {
            self.look.way_to(square)
        }
    }
}

/// Where men of the mater's may capture one that moved there, as far as the duties tell.
fn captured_where(duties: &Duties, arrivals: Arrivals) -> Bitboard {
    let places = &duties.places[..duties.placed];
    let unknown = duties.leaving.any()
        || places.iter().any(|place| place.cost > 1)
        || duties.moves > 0 && (arrivals == Arrivals::Anybody || !places.is_empty());
    if unknown {
        Bitboard::FULL
    } else {
        duties.stood
    }
}
