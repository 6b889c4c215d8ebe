//! Whether a check could be parried by men that have no move left to go away, and nobody can be in time to capture or pin
//! them or to stand in their way.

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::ring::{CENTRE, kind};
use super::stuck::Arrivals;
use super::ways::{cone, corridor};
use super::{Duties, Man, Picture, Placed, could_promote};
use crate::problem::Goal;
use crate::search::board::slide;

/// The man that gives the check.
#[derive(Clone, Copy)]
struct Checker {
    square: Square,
    /// Whether it stands there already. Otherwise another may, which is to leave.
    stays: bool,
}

/// Men of the victim's that must not be where they stand at the end.
#[derive(Debug, Clone, Copy, Default)]
struct Parriers {
    /// Nobody can capture them.
    leaving: Bitboard,
    /// Somebody could, or they leave.
    taken: Bitboard,
}

impl Parriers {
    fn all(self) -> Bitboard {
        self.leaving | self.taken
    }
}

impl Checker {
    fn is(self, man: &Man) -> bool {
        self.stays && man.square == self.square
    }
}

impl Picture<'_> {
    /// Whether the duties, which see to everything, may be those of a goal that lasts: the men of the victim's that could
    /// undo it must go away, whatever else happens, and what they blocked others must see to.
    pub(super) fn is_lasting(&self, duties: &Duties) -> bool {
        let look = self.look;
        if look.goal == Goal::Stalemate {
            return self.is_lasting_stalemate(duties);
        }
        let anywhere = |man: &Man| {
            duties.leaving.contains(man.square)
                && self.could_check(man, Self::moves_of(duties, man.square) as u32)
        };
        // Nobody knows what those check or pin that leave a line.
        if look.free > 0 || duties.leaving.any() && self.staying(duties).any(anywhere) {
            return self.note(duties);
        }
        if !self.are_takeable(duties) {
            self.conflict();
            return false;
        }
        let Some(checker) = self.only_checker(duties) else {
            return self.note(duties);
        };
        let parriers = self.parriers(duties, checker);
        if parriers.is_some_and(|men| men.all().is_empty()) {
            return self.note(duties);
        }
        self.conflict();
        let gone = parriers.filter(|men| men.leaving.count() as u32 <= duties.replies);
        gone.is_some_and(|men| {
            self.is_possible(&Duties {
                gone: duties.gone | men.all(),
                paid: duties.paid | men.leaving,
                replies: duties.replies - men.leaving.count() as u32,
                ..*duties
            })
        }) || self.is_checked_from_elsewhere(duties)
    }

    /// Whether the men of the victim's could all be stuck at the end, whatever else has to be seen to.
    pub(super) fn may_be_lasting(&self, duties: &Duties) -> bool {
        self.look.goal == Goal::Mate
            || self.look.free > 0
            || self.can_all_be_stuck(duties, Arrivals::Anybody)
    }

    /// Whether everybody else of the victim's can be stuck too: by men who have a place, or by others who leave theirs.
    fn is_lasting_stalemate(&self, duties: &Duties) -> bool {
        if self.look.free > 0 {
            return self.note(duties);
        }
        if self.are_takeable(duties) && self.may_be_lasting(duties) {
            if self.can_all_be_stuck(duties, Arrivals::Known) {
                return self.note(duties);
            }
            self.conflict();
            return duties.moves > 0
                && self
                    .staying(duties)
                    .filter(|man| !duties.leaving.contains(man.square))
                    .any(|man| self.is_possible_if_leaving(duties, man));
        }
        self.conflict();
        false
    }

    /// Whether the moves left could see to everything if `man` makes one of them.
    fn is_possible_if_leaving(&self, duties: &Duties, man: &Man) -> bool {
        let duties = duties.with_mover(man.square);
        duties.is_some_and(|duties| {
            self.is_possible(&Duties {
                leaving: duties.leaving | Bitboard::from_square(man.square),
                covered: self.credit_without(&duties, man),
                moves: duties.moves - 1,
                ..duties
            })
        })
    }

    /// Whether somebody could use a move that is to spare to check, or to pin, from elsewhere.
    fn is_checked_from_elsewhere(&self, duties: &Duties) -> bool {
        duties.moves > 0
            && self
                .staying(duties)
                .filter(|man| {
                    !duties.leaving.contains(man.square) && self.could_check(man, duties.moves)
                })
                .any(|man| self.is_possible_if_leaving(duties, man))
    }

    /// Whether all that were said to be captured could be.
    fn are_takeable(&self, duties: &Duties) -> bool {
        let mut taken = duties.used;
        for blocker in &duties.blockers[..duties.blocking] {
            taken &= !Bitboard::from_square(blocker.from);
        }
        taken
            .into_iter()
            .all(|square| self.is_taken(duties, square, None))
    }

    /// Those who parry the check, and can only be kept from it by being gone; `None` if somebody does who blocks.
    fn parriers(&self, duties: &Duties, checker: Checker) -> Option<Parriers> {
        let look = self.look;
        // Otherwise nobody knows who may come to stand in somebody's way.
        let settled =
            duties.replies + duties.fetched == 0 && (duties.paid & !duties.used).is_empty();
        let parries =
            attacks::between(checker.square, self.king) | Bitboard::from_square(checker.square);
        let blockers = &duties.blockers[..duties.blocking];
        let stays = blockers
            .iter()
            .filter_map(|blocker| blocker.as_officer())
            .any(|man| self.parries(duties, &man, checker, parries, settled));
        if stays {
            return None;
        }
        let mut found = Parriers::default();
        for man in &look.victims.list[..look.victims.count] {
            if !duties.gone.contains(man.square)
                && self.parries(duties, man, checker, parries, settled)
            {
                let men = if self.is_taken(duties, man.square, Some(checker)) {
                    &mut found.taken
                } else {
                    &mut found.leaving
                };
                men.add(man.square);
            }
        }
        Some(found)
    }

    /// The mater's men that have no place yet.
    fn staying(&self, duties: &Duties) -> impl Iterator<Item = &Man> {
        let moved = duties.moved;
        let men = &self.look.maters.list[..self.look.maters.count];
        men.iter().filter(move |man| !moved.contains(man.square))
    }

    /// The one man that could give the check, if nobody moves who has no duty to. A man behind others counts as well: it might pin.
    fn only_checker(&self, duties: &Duties) -> Option<Checker> {
        let look = self.look;
        let standing = duties.stood | duties.blocks;
        let staying = self
            .staying(duties)
            .filter(|man| !duties.leaving.contains(man.square))
            .map(|man| (man.square, man.kind, true));
        let placed = duties.places[..duties.placed].iter();
        let placed = placed.map(|man| (man.to, usize::from(man.kind), false));
        let mut checkers = staying.chain(placed).filter(|&(from, kind, _)| {
            look.rings.covered(kind, self.king, from) & CENTRE != 0
                && (attacks::between(from, self.king) & standing).is_empty()
        });
        let (square, _, stays) = checkers.next()?;
        let checker = Checker { square, stays };
        checkers.next().is_none().then_some(checker)
    }

    /// Whether the man could give check, or pin, after at most so many moves.
    fn could_check(&self, man: &Man, moves: u32) -> bool {
        let look = self.look;
        let zone = |kind| look.rings.from(kind, self.king, CENTRE.trailing_zeros());
        match man.role {
            Role::King => false,
            Role::Pawn => {
                moves > 0 && could_promote(look.mater, man.square, moves)
                    || self.any_reach(man, moves, zone(kind(look.mater, Role::Pawn)))
            }
            _ => self.any_reach(man, moves, zone(man.kind)),
        }
    }

    /// Whether the man could be on one of `squares` within so many moves.
    fn any_reach(&self, man: &Man, moves: u32, squares: Bitboard) -> bool {
        if man.role == Role::Pawn
            && moves > 1
            && could_promote(self.look.mater, man.square, moves - 1)
        {
            return true;
        }
        (1..=moves).any(|cost| {
            let reach = if man.role == Role::Pawn {
                cone(self.look.mater, man.square, cost)
            } else {
                self.reach(man, man.square, cost)
            };
            (reach & squares).any()
        })
    }

    /// Whether a man of the victim's captures the checker or steps in between, and nobody can stand in its way.
    fn parries(
        &self,
        duties: &Duties,
        man: &Man,
        checker: Checker,
        parries: Bitboard,
        settled: bool,
    ) -> bool {
        let look = self.look;
        let occupied = look.victim_men & !duties.gone
            | look.mater_men & !(duties.moved | duties.leaving)
            | duties.stood
            | duties.blocks
            | Bitboard::from_square(self.king);
        let clear = |to: Square| {
            let way = attacks::between(man.square, to);
            way.is_empty()
                || settled
                    && !self.staying(duties).any(|man| {
                        self.any_reach(man, Self::moves_of(duties, man.square) as u32, way)
                    })
        };
        match man.role {
            Role::Knight => (attacks::knight_attacks(man.square) & parries).any(),
            Role::Pawn => {
                let (forward, third) = (!look.mater).fold_wb((8, Rank::Third), (-8, Rank::Sixth));
                let single = Bitboard::from_square(man.square).shift(forward) & !occupied;
                let double = (single & Bitboard::from_rank(third)).shift(forward) & !occupied;
                attacks::pawn_attacks(!look.mater, man.square).contains(checker.square)
                    || ((single | double) & parries).into_iter().any(clear)
            }
            role => (slide(role, man.square, occupied) & parries)
                .into_iter()
                .any(clear),
        }
    }

    /// Whether a man could capture the one on this square: on its way to its place, or with the moves to spare.
    fn is_taken(&self, duties: &Duties, square: Square, checker: Option<Checker>) -> bool {
        let here = Bitboard::from_square(square);
        self.is_taken_on_the_way(duties, square)
            || self.staying(duties).any(|other| {
                let spare = Self::moves_of(duties, other.square) as u32;
                if checker.is_none_or(|checker| !checker.is(other)) {
                    self.any_reach(other, spare, here)
                } else if other.role == Role::Pawn {
                    false
                } else {
                    2 * self.moves_by(other.kind as u8, other.square, square) <= spare
                }
            })
    }

    /// Whether a man that has a place could capture on this square on its way there, with the moves to spare.
    pub(super) fn is_taken_on_the_way(&self, duties: &Duties, square: Square) -> bool {
        let look = self.look;
        let here = Bitboard::from_square(square);
        duties.places[..duties.placed].iter().any(|placed| {
            let officer = look.board.role_at(placed.from) != Role::Pawn;
            let moves = u32::from(placed.cost) + duties.moves;
            // A pawn that goes straight ahead captures nobody.
            placed.to == square && (officer || placed.cost > 1 || aside(*placed))
                || moves > 1
                    && if officer {
                        self.moves_by(placed.kind, placed.from, square)
                            + self.moves_by(placed.kind, square, placed.to)
                            <= moves
                    } else {
                        placed.kind > 1
                            || corridor(look.mater, placed.from, placed.to) & here == here
                    }
        })
    }

    /// Whether a man without a place or a move could come to one of `squares` with the moves to spare.
    pub(super) fn is_reached_by_staying(&self, duties: &Duties, squares: Bitboard) -> bool {
        self.staying(duties)
            .any(|man| self.any_reach(man, duties.moves, squares))
    }

    /// Whether a man that has to leave where it stands could come to one of `squares`.
    pub(super) fn is_reached_by_leaving(&self, duties: &Duties, squares: Bitboard) -> bool {
        self.staying(duties).any(|man| {
            duties.leaving.contains(man.square) && self.any_reach(man, duties.moves + 1, squares)
        })
    }

    /// The moves an officer needs on an empty board.
    pub(super) fn moves_by(&self, kind: u8, from: Square, to: Square) -> u32 {
        let other = Bitboard::LIGHT_SQUARES.contains(from) != Bitboard::LIGHT_SQUARES.contains(to);
        let at_once = match kind {
            2 => return self.look.rings.hops_between(from, to),
            3 if other => return u32::MAX / 4,
            3 => attacks::bishop_attacks(from, Bitboard::EMPTY),
            4 => attacks::rook_attacks(from, Bitboard::EMPTY),
            5 => attacks::queen_attacks(from, Bitboard::EMPTY),
            _ => return from.distance(to),
        };
        if at_once.contains(to) { 1 } else { 2 }
    }
}

/// Whether it goes to another file.
fn aside(man: Placed) -> bool {
    man.from.file() != man.to.file()
}

impl Placed {
    /// The officer that blocks, where it blocks; `None` of a pawn, which may have become something else.
    fn as_officer(self) -> Option<Man> {
        let role = match self.kind {
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            5 => Role::Queen,
            _ => return None,
        };
        Some(Man {
            square: self.to,
            role,
            kind: usize::from(self.kind),
        })
    }
}
