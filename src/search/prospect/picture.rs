//! One square where the king may end: whether men can be found for all duties there.

use std::cell::Cell;

use shakmaty::{Bitboard, Role, Square, attacks};

use super::blocking::BlockingCosts;
use super::duties::{Duties, Placed};
use super::ring::{CENTRE, Needs, Rings};
use super::{Look, MEN, MOST_MOVES, Man, could_promote};

/// What depends on where the king ends.
pub(super) struct Picture<'a> {
    pub(super) look: &'a Look<'a>,
    pub(super) king: Square,
    /// What each man covers, or blocks, where it stands.
    pub(super) covering: [Needs; MEN],
    /// What each man covers where it stands if all lines were open.
    pub(super) potential: [Needs; MEN],
    pub(super) blocking: [Needs; MEN],
    pub(super) blocked: Needs,
    /// With so many moves no men could cover more than that.
    pub(super) most: [u32; MOST_MOVES as usize + 1],
    /// What each man could cover after so many moves or fewer.
    pub(super) coverable: [[Needs; MOST_MOVES as usize + 1]; MEN],
    pub(super) exist: Needs,
    /// Moves of the victim's other men.
    pub(super) replies: u32,
    /// How often two men wanted the same square, or one the line of another.
    pub(super) conflicts: Cell<u32>,
    /// Whether duties were found that can be paid for.
    pub(super) found: Cell<bool>,
    /// What it costs to block, by bit; worked out when asked for.
    pub(super) blocking_costs: [Cell<Option<BlockingCosts>>; 8],
}

impl Picture<'_> {
    /// The men that stand between, as far as they are still there; the king's squares are free.
    pub(super) fn obstacles(&self, duties: &Duties, from: Square, to: Square) -> Bitboard {
        let look = self.look;
        attacks::between(from, to)
            & (look.victim_men | look.mater_men)
            & !Bitboard::from_square(self.king)
            & !(duties.moved | duties.leaving | duties.gone)
    }

    /// Which of `needs` lie open before a man that moves along lines.
    pub(super) fn seen(&self, duties: &Duties, from: Square, needs: Needs) -> Needs {
        let mut seen = 0;
        let mut left = needs;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let to = self.look.rings.square(self.king, bit);
            let standing = attacks::between(from, to) & (duties.stood | duties.blocks);
            if standing.is_empty() && self.obstacles(duties, from, to).is_empty() {
                seen |= 1 << bit;
            }
        }
        seen
    }

    /// Which of `needs` are seen past the men that will stand on `standing`.
    pub(super) fn not_behind(&self, standing: Bitboard, from: Square, needs: Needs) -> Needs {
        let mut seen = needs;
        let mut left = needs;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let to = self.look.rings.square(self.king, bit);
            if (attacks::between(from, to) & standing).any() {
                self.conflict();
                seen &= !(1 << bit);
            }
        }
        seen
    }

    pub(super) fn conflict(&self) {
        self.conflicts.set(self.conflicts.get().wrapping_add(1));
    }

    /// The same men with the line from `from` to a square to be covered, if nobody is to stand on it.
    pub(super) fn with_line(&self, duties: &Duties, from: Square, to: Square) -> Option<Duties> {
        let line = attacks::between(from, to) & !Bitboard::from_square(self.king);
        if (line & (duties.stood | duties.blocks)).any() {
            self.conflict();
            return None;
        }
        Some(Duties {
            lines: duties.lines | line,
            ..*duties
        })
    }

    /// Whether enough men are left on either side to be captured where pawns were said to capture them.
    pub(super) fn is_payable(&self, duties: &Duties) -> bool {
        let idle = (duties.paid & !duties.used).count() as u32;
        let mut payable = duties.fetched <= duties.replies + idle;
        if duties.taken > 0 {
            let placed = &duties.places[..duties.placed];
            let officers = placed.iter().filter(|man| man.kind != 6).count() as u32;
            payable &= duties.taken <= self.look.expendable(officers);
        }
        if !payable {
            self.conflict();
        }
        payable
    }

    /// What nobody sees to.
    pub(super) fn open(&self, duties: &Duties) -> Needs {
        let look = self.look;
        let away = duties.moved | duties.leaving;
        let standing = duties.stood | duties.blocks;
        let mut done = 0;
        for (man, covered) in look.maters.list[..look.maters.count]
            .iter()
            .zip(&self.covering)
        {
            if away.contains(man.square) {
                continue;
            }
            if man.is_slider() && standing.any() && *covered != 0 {
                done |= self.not_behind(standing, man.square, *covered);
            } else {
                done |= covered;
            }
        }
        self.unblocked(duties) & !done
    }

    /// What is neither blocked nor covered by a man that was given the duty.
    pub(super) fn unblocked(&self, duties: &Duties) -> Needs {
        let mut done = duties.covered;
        if duties.gone.is_empty() {
            done |= self.blocked;
        } else {
            let look = self.look;
            for (man, blocked) in look.victims.list[..look.victims.count]
                .iter()
                .zip(&self.blocking)
            {
                if !duties.gone.contains(man.square) {
                    done |= blocked;
                }
            }
        }
        self.exist & !done
    }

    /// Whether the moves left could see to everything.
    pub(super) fn is_possible(&self, duties: &Duties) -> bool {
        if self.look.is_given_up() {
            return true;
        }
        if !self.is_payable(duties) {
            return false;
        }
        let open = self.open(duties);
        if open == 0 {
            return self.is_lasting(duties);
        }
        if self.look.free == 0 && !self.are_blockable(duties, open) {
            return false;
        }
        let bit = self.dearest(open);
        self.is_possible_by_opening(bit, duties)
            || (1 << bit != CENTRE && self.is_possible_by_blocking(bit, duties))
            || self.is_possible_by_covering(bit, duties)
    }

    /// Which of `open` no man in place could cover even with all lines open, `but` one that is about to move.
    pub(super) fn hard(&self, duties: &Duties, mut open: Needs, but: Option<Square>) -> Needs {
        let look = self.look;
        let away =
            duties.moved | duties.leaving | but.map_or(Bitboard::EMPTY, Bitboard::from_square);
        for (man, potential) in look.maters.list[..look.maters.count]
            .iter()
            .zip(&self.potential)
        {
            if !away.contains(man.square) {
                open &= !potential;
            }
        }
        for man in &duties.places[..duties.placed] {
            open &= !look.rings.covered(usize::from(man.kind), self.king, man.to);
        }
        open
    }

    /// The squares the victim's replies could still see to, one each.
    pub(super) fn still_blocked(duties: &Duties) -> u32 {
        duties.replies + duties.paid.count() as u32
    }

    /// The squares the mater's moves could still cover at most.
    pub(super) fn still_covered(&self, duties: &Duties) -> u32 {
        self.most[duties.moves as usize + duties.leaving.count()]
    }

    /// A man in place covers the square once the line is open.
    pub(super) fn is_possible_by_opening(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        let away = duties.moved | duties.leaving;
        let staying = look.maters.list[..look.maters.count]
            .iter()
            .filter(|man| man.is_slider() && !away.contains(man.square))
            .map(|man| (man.square, man.kind));
        let placed = duties.places[..duties.placed]
            .iter()
            .filter(|man| man.slides())
            .map(|man| (man.to, usize::from(man.kind)));
        let to = look.rings.square(self.king, bit);
        staying.chain(placed).any(|(from, kind)| {
            if look.rings.covered(kind, self.king, from) >> bit & 1 == 0 {
                return false;
            }
            let Some(duties) = self.with_line(duties, from, to) else {
                return false;
            };
            self.pay(self.obstacles(&duties, from, to), &duties, &mut |duties| {
                self.is_possible(&Duties {
                    covered: duties.covered | 1 << bit,
                    ..*duties
                })
            })
        })
    }

    /// What is covered by others if `man`, which stood behind a line that was opened for it, moves away.
    pub(super) fn credit_without(&self, duties: &Duties, man: &Man) -> Needs {
        let rings = self.look.rings;
        let own = rings.covered(man.kind, self.king, man.square);
        if !man.is_slider() || self.look.free > 0 || duties.covered & own == 0 {
            return duties.covered;
        }
        let placed = &duties.places[..duties.placed];
        let blockers = &duties.blockers[..duties.blocking];
        let others = placed.iter().fold(0, |others, man| {
            others | rings.covered(usize::from(man.kind), self.king, man.to)
        });
        let blocked = blockers
            .iter()
            .fold(0, |blocked, man| blocked | Rings::bit(self.king, man.to));
        duties.covered & (!own | others | blocked)
    }

    pub(super) fn is_possible_by_blocking(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        let square = look.rings.square(self.king, bit);
        if (duties.stood | duties.lines).contains(square) {
            self.conflict();
            return false;
        }
        let BlockingCosts { costs, least, .. } = self.blocking_costs(bit);
        if u32::from(least) > duties.replies + u32::from(duties.paid.any()) {
            return false;
        }
        for (index, man) in look.victims.list[..look.victims.count].iter().enumerate() {
            if duties.used.contains(man.square) {
                continue;
            }
            let discount = u32::from(duties.paid.contains(man.square));
            if duties.replies + discount == 0 {
                continue;
            }
            let whole = u32::from(costs[index]);
            let cost = whole.saturating_sub(discount);
            if cost <= duties.replies {
                let here = Bitboard::from_square(man.square);
                let most = whole + duties.replies - cost;
                let aside = man.square.file().to_u32().abs_diff(square.file().to_u32());
                let captures =
                    man.role == Role::Pawn && !could_promote(!look.mater, man.square, most);
                let mut next = Duties {
                    gone: duties.gone | here,
                    used: duties.used | here,
                    taken: duties.taken + if captures { aside } else { 0 },
                    covered: duties.covered | 1 << bit,
                    blocks: duties.blocks | Bitboard::from_square(square),
                    replies: duties.replies - cost,
                    ..*duties
                };
                if let Some(slot) = next.blockers.get_mut(next.blocking) {
                    *slot = Placed {
                        from: man.square,
                        to: square,
                        kind: man.kind as u8,
                        cost: whole as u8,
                    };
                    next.blocking += 1;
                }
                if self.is_possible(&next) {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn is_possible_by_covering(&self, bit: u32, duties: &Duties) -> bool {
        let look = self.look;
        if duties.moves == 0 && duties.leaving.is_empty() && look.free == 0 {
            return false;
        }
        let men = look.maters.list[..look.maters.count].iter();
        men.zip(&self.coverable).any(|(man, coverable)| {
            let moves = Self::moves_of(duties, man.square);
            !duties.moved.contains(man.square)
                && coverable[moves] >> bit & 1 != 0
                && self.any_way_to_cover(man, bit, duties)
        })
    }

    /// Whether a man of the mater's could be captured where it stands, and the square be empty again at the end: who captured it
    /// moves on, or is captured by one that does.
    fn is_taken_there(&self, duties: &Duties, square: Square) -> bool {
        let look = self.look;
        if look.replies < 2 || look.board.role_at(square) == Role::King {
            return false;
        }
        let walk = look.replies - self.replies;
        let blockers = &duties.blockers[..duties.blocking];
        let paid = duties.paid.any();
        let again = duties.captures > 0 && (duties.replies > 0 || paid);
        // Whoever moves anyway needs one move more.
        let more = if paid || duties.blocking > 0 || walk > 0 {
            1
        } else {
            2
        };
        again || duties.replies >= more || walk > 1 || blockers.iter().any(|man| man.cost > 1)
    }

    /// Whether all men on `obstacles` could leave, and `then` holds afterwards.
    pub(super) fn pay(
        &self,
        mut obstacles: Bitboard,
        duties: &Duties,
        then: &mut dyn FnMut(&Duties) -> bool,
    ) -> bool {
        let Some(square) = obstacles.pop_front() else {
            return then(duties);
        };
        let look = self.look;
        let here = Bitboard::from_square(square);
        if look.mater_men.contains(square) {
            if look.free > 0 {
                return self.pay(obstacles, duties, then);
            }
            let mover = duties.with_mover(square).filter(|mover| mover.moves > 0);
            let moves = mover.is_some_and(|mover| {
                let next = Duties {
                    leaving: mover.leaving | here,
                    moves: mover.moves - 1,
                    ..mover
                };
                self.pay(obstacles, &next, then)
            });
            return moves
                || self.is_taken_there(duties, square) && {
                    let next = Duties {
                        moved: duties.moved | here,
                        ..*duties
                    };
                    self.pay(obstacles, &next, then)
                };
        }
        if duties.replies > 0 {
            let next = Duties {
                gone: duties.gone | here,
                paid: duties.paid | here,
                replies: duties.replies - 1,
                ..*duties
            };
            if self.pay(obstacles, &next, then) {
                return true;
            }
        }
        duties.captures > 0 && {
            let next = Duties {
                gone: duties.gone | here,
                used: duties.used | here,
                captures: duties.captures - 1,
                ..*duties
            };
            self.pay(obstacles, &next, then)
        }
    }
}
