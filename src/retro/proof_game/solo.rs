//! Whether one side can play its part alone, the other side passing: its men from here to the end in exactly so many moves, past each other.
//!
//! Of the other side nothing is known here but its men that never move, where it captures, and where its own men fall. So "no" is a proof, "yes"
//! is none. What was found is kept; a question that takes too long is answered "yes".

use shakmaty::{Bitboard, CastlingSide, File, Piece, Rank, Role, Square, attacks};

use super::bound::{Fate, Goal};
use super::envelope::Arrivals;
use super::failed::Table;
use super::paths::PROMOTIONS;
use super::side::Side;
use crate::budget::{Budget, Limit};

/// One side's part of the games of one length.
pub(super) struct Solo {
    goal: Goal,
    still: Bitboard,
    arrivals: Arrivals,
    prey: Bitboard,
    fall: Bitboard,
    end: Side,
    known: Table,
    /// Positions that may still be looked at for the question asked last.
    steps: u32,
    /// Positions that may be looked at for all questions; each question adds some.
    credit: u32,
}

impl Solo {
    /// Positions that are looked at for one question at most.
    const STEPS: u32 = 3_000;
    /// What the first questions may cost together, and what each one adds.
    const CREDIT: u32 = 200_000;
    const INCOME: u32 = 20;

    pub(super) fn new(
        goal: Goal,
        end: Side,
        still: Bitboard,
        arrivals: Arrivals,
        prey: Bitboard,
        fall: Bitboard,
    ) -> Solo {
        Solo {
            goal,
            still,
            arrivals,
            prey,
            fall,
            end,
            known: Table::new(1 << 19),
            steps: 0,
            credit: Solo::CREDIT,
        }
    }

    /// Whether men of this type ever arrive there, castling apart.
    pub(super) fn arrives(&self, role: Role, to: Square) -> bool {
        self.arrivals[role as usize - 1].contains(to)
    }

    /// Whether this side ever captures there.
    pub(super) fn captures(&self, to: Square) -> bool {
        self.prey.contains(to)
    }

    /// Whether the side may come from here to the end in exactly so many own moves; each position looked at is spent.
    pub(super) fn may_finish(
        &mut self,
        side: &Side,
        left: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let given = self.credit.min(Solo::STEPS);
        self.steps = given;
        let found = self.finishes(side, left);
        self.credit = (self.credit - (given - self.steps)).saturating_add(Solo::INCOME);
        for _ in self.steps..given {
            budget.spend()?;
        }
        Ok(found.unwrap_or_else(|| {
            let may = self.goal.moves(side) <= left;
            self.known.keep(side.key(left) << 1 | u128::from(may));
            may
        }))
    }

    /// `None`: it was too long to be found out.
    fn finishes(&mut self, side: &Side, left: u32) -> Option<bool> {
        let key = side.key(left) << 1;
        if self.known.has(key) {
            return Some(false);
        }
        if self.known.has(key | 1) {
            return Some(true);
        }
        self.steps = self.steps.checked_sub(1)?;
        let found = self.tried(side, left)?;
        self.known.keep(key | u128::from(found));
        Some(found)
    }

    fn tried(&mut self, side: &Side, left: u32) -> Option<bool> {
        if left == 0 {
            return Some(self.is_over(side));
        }
        if u32::from(side.captures) > left || self.goal.moves(side) > left {
            return Some(false);
        }
        let mut next = self.moves(side);
        // Those that bring the men on come first.
        let mut nearest: Vec<(u32, usize)> = Vec::with_capacity(next.len());
        for (at, after) in next.iter().enumerate() {
            let needed = self.goal.moves(after);
            if needed < left {
                nearest.push((needed, at));
            }
        }
        nearest.sort_unstable();
        for (_, at) in nearest {
            if self.finishes(&next[at], left - 1)? {
                return Some(true);
            }
        }
        next.clear();
        for after in self.losses(side) {
            if self.finishes(&after, left)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the men stand as in the end but for those that are still to fall.
    fn is_over(&self, side: &Side) -> bool {
        let fates = self.goal.fates();
        let rights = CastlingSide::ALL.into_iter().all(|wing| {
            let held = side.held[wing as usize];
            match fates[wing as usize] {
                Fate::Kept => held,
                Fate::Lost => !held,
                Fate::Any => true,
            }
        });
        rights
            && !self.goal.castling().is_pending(side.held)
            && side.captures == 0
            && Role::ALL.into_iter().all(|role| {
                let (now, then) = (side.men[role], self.end.men[role]);
                then.is_subset(now) && (now & !then).is_subset(self.fall)
            })
    }

    /// What is left of the side when one of its men falls.
    fn losses(&self, side: &Side) -> Vec<Side> {
        if side.each().count() <= self.goal.len() {
            return Vec::new();
        }
        let falls = |&(role, at): &(Role, Square)| role != Role::King && self.fall.contains(at);
        side.each()
            .filter(falls)
            .map(|(role, at)| {
                let mut after = side.clone();
                after.men[role].discard(at);
                after.leaves(role, at);
                after
            })
            .filter(|after| self.keeps_rights(side, after))
            .collect()
    }

    /// Whether no right is lost, castling apart, that is needed later.
    fn keeps_rights(&self, before: &Side, after: &Side) -> bool {
        let fates = self.goal.fates();
        let castling = self.goal.castling();
        (0..2).all(|wing| fates[wing] != Fate::Kept || after.held[wing])
            && castling.is_pending(before.held) == castling.is_pending(after.held)
    }

    /// The side after each of its moves.
    fn moves(&self, side: &Side) -> Vec<Side> {
        let own = side.occupied();
        let closed = own | self.still;
        let mut all = Vec::new();
        for (role, from) in side.each() {
            if self.still.contains(from) {
                continue;
            }
            if role == Role::Pawn {
                self.pawn_moves(side, from, closed, &mut all);
                continue;
            }
            let piece = Piece {
                color: side.color,
                role,
            };
            let to = attacks::attacks(from, piece, closed) & !closed;
            for to in to & self.arrivals[role as usize - 1] {
                self.add(side, (role, from), (role, to), 0, &mut all);
                if side.captures > 0 && self.prey.contains(to) {
                    self.add(side, (role, from), (role, to), 1, &mut all);
                }
            }
        }
        self.castlings(side, closed, &mut all);
        all
    }

    fn pawn_moves(&self, side: &Side, from: Square, closed: Bitboard, all: &mut Vec<Side>) {
        let up = side.color.fold_wb(8, -8);
        let mut steps = Bitboard::EMPTY;
        if let Some(one) = from.offset(up).filter(|&one| !closed.contains(one)) {
            steps.add(one);
            let second = side.color.relative_rank(Rank::Second);
            let two = one.offset(up).filter(|_| from.rank() == second);
            steps |= two
                .filter(|&two| !closed.contains(two))
                .map_or(Bitboard::EMPTY, Bitboard::from);
        }
        let arrivals = self.arrivals[Role::Pawn as usize - 1];
        let mut step = |to: Square, captured: u8| {
            if to.rank() == side.color.relative_rank(Rank::Eighth) {
                for role in PROMOTIONS {
                    if self.arrives(role, to) {
                        self.add(side, (Role::Pawn, from), (role, to), captured, all);
                    }
                }
            } else {
                self.add(side, (Role::Pawn, from), (Role::Pawn, to), captured, all);
            }
        };
        for to in steps & arrivals {
            step(to, 0);
        }
        if side.captures > 0 {
            for to in attacks::pawn_attacks(side.color, from) & !closed & self.prey & arrivals {
                step(to, 1);
            }
        }
    }

    fn castlings(&self, side: &Side, closed: Bitboard, all: &mut Vec<Side>) {
        for wing in CastlingSide::ALL {
            if !side.held[wing as usize] || !self.goal.castling().may[wing as usize] {
                continue;
            }
            let rank = side.color.relative_rank(Rank::First);
            let at = |file| Square::from_coords(file, rank);
            let rook = super::bound::rook_home(side.color, wing);
            if (attacks::between(at(File::E), rook) & closed).any() {
                continue;
            }
            let mut after = side.clone();
            after.men[Role::King].discard(at(File::E));
            after.men[Role::King].add(at(wing.king_to_file()));
            after.men[Role::Rook].discard(rook);
            after.men[Role::Rook].add(at(wing.rook_to_file()));
            after.held = [false; 2];
            all.push(after);
        }
    }

    fn add(
        &self,
        side: &Side,
        (role, from): (Role, Square),
        (then, to): (Role, Square),
        captured: u8,
        all: &mut Vec<Side>,
    ) {
        let mut after = side.clone();
        after.men[role].discard(from);
        after.men[then].add(to);
        after.captures -= captured;
        after.leaves(role, from);
        if self.keeps_rights(side, &after) {
            all.push(after);
        }
    }
}

impl Side {
    /// A man is gone from a square: rights go with it.
    fn leaves(&mut self, role: Role, from: Square) {
        if role == Role::King {
            self.held = [false; 2];
        }
        for wing in CastlingSide::ALL {
            if super::bound::rook_home(self.color, wing) == from {
                self.held[wing as usize] = false;
            }
        }
    }
}
