//! Whether one side can play its part alone, the other side passing: its men from here to the end in exactly so many moves, past each other.
//!
//! Of the other side nothing is known here but its men that never move, where it captures, and where its own men fall. So "no" is a proof, "yes"
//! is none. What was found is kept; a question that takes too long is answered "yes".

use shakmaty::{Bitboard, Board, CastlingSide, File, Piece, Rank, Role, Square, attacks};

use super::assignment::{Assignment, Row};
use super::bound::{Changed, Fate, Goal};
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
    end: Board,
    known: Table,
    /// Positions that may still be looked at for the question asked last.
    steps: u32,
    /// Positions that may be looked at for all questions; each question adds some.
    credit: u32,
}

/// A side with the cheapest way of its men to the end, castling apart.
#[derive(Clone)]
pub(super) struct Stand {
    pub side: Side,
    assigned: Assignment,
}

impl Stand {
    fn of(&self) -> (&Side, &Assignment) {
        (&self.side, &self.assigned)
    }
}

impl Solo {
    /// Positions that are looked at for one question at most.
    const STEPS: u32 = 3_000;
    /// What the first questions may cost together, and what each one adds.
    const CREDIT: u32 = 200_000;
    const INCOME: u32 = 20;

    pub(super) fn new(
        goal: Goal,
        end: Board,
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

    /// The side as it stands first; `None` if it cannot come from there to the end in exactly so many own moves.
    pub(super) fn begin(
        &mut self,
        side: Side,
        left: u32,
        budget: &mut Budget,
    ) -> Result<Option<Stand>, Limit> {
        let Some(assigned) = self.goal.assign(&side) else {
            return Ok(None);
        };
        let stand = Stand { side, assigned };
        Ok(self.may_finish(&stand, left, budget)?.then_some(stand))
    }

    /// Whether a side may come to the end in exactly so many own moves after one of its moves, or after one of its men has fallen.
    pub(super) fn may_go_on(
        &mut self,
        before: &Stand,
        side: &Side,
        left: u32,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let falls = side.men.len() < before.side.men.len();
        // What is seen at once comes before what was found: the table is far away.
        if !falls && !self.is_near(before, side, &self.changed(before, side), left) {
            return Ok(false);
        }
        match self.known(side, left) {
            Some(known) => Ok(known),
            None => self.may_finish(&self.follow(before, side), left, budget),
        }
    }

    /// The side with its cheapest way, after a move or after one of its men has fallen.
    pub(super) fn follow(&self, before: &Stand, side: &Side) -> Stand {
        let gone = |&(_, at): &(Role, Square)| !side.occupied.contains(at);
        if side.men.len() < before.side.men.len()
            && let Some(man) = before.side.men.iter().position(gone)
        {
            return self.without(before, man);
        }
        Stand {
            side: side.clone(),
            assigned: (self.goal).reassign(before.of(), &self.changed(before, side)),
        }
    }

    /// Whether it may be that the side has moves enough after a move with which these men changed.
    fn is_near(&self, before: &Stand, side: &Side, changed: &[(usize, &Row)], left: u32) -> bool {
        u32::from(side.captures) <= left
            && (self.goal).is_in_reach(side, &before.assigned, changed, left)
    }

    /// Whether the side may come from here to the end in exactly so many own moves; each position looked at is spent.
    fn may_finish(&mut self, stand: &Stand, left: u32, budget: &mut Budget) -> Result<bool, Limit> {
        let side = &stand.side;
        if let Some(known) = self.known(side, left) {
            return Ok(known);
        }
        if u32::from(side.captures) > left || self.goal.moves(side, &stand.assigned) > left {
            return Ok(false);
        }
        let given = self.credit.min(Solo::STEPS);
        self.steps = given;
        let found = self.finishes(stand, left);
        self.credit = (self.credit - (given - self.steps)).saturating_add(Solo::INCOME);
        for _ in self.steps..given {
            budget.spend()?;
        }
        Ok(found.unwrap_or_else(|| {
            self.known.keep(side.key(left) << 1 | 1);
            true
        }))
    }

    /// What was found of the side with so many moves left.
    fn known(&self, side: &Side, left: u32) -> Option<bool> {
        let key = side.key(left) << 1;
        if self.known.has(key) {
            return Some(false);
        }
        self.known.has(key | 1).then_some(true)
    }

    /// Whether a side that has moves enough comes to the end; `None`: it was too long to be found out.
    fn finishes(&mut self, stand: &Stand, left: u32) -> Option<bool> {
        if let Some(known) = self.known(&stand.side, left) {
            return Some(known);
        }
        self.steps = self.steps.checked_sub(1)?;
        let found = self.tried(stand, left)?;
        (self.known).keep(stand.side.key(left) << 1 | u128::from(found));
        Some(found)
    }

    fn tried(&mut self, stand: &Stand, left: u32) -> Option<bool> {
        if left == 0 {
            return Some(self.is_over(&stand.side));
        }
        let mut next: Vec<Stand> = Vec::new();
        // Those that bring the men on come first.
        let mut nearest: Vec<(u32, usize)> = Vec::new();
        for after in self.moves(&stand.side) {
            let changed = self.changed(stand, &after);
            if !self.is_near(stand, &after, &changed, left - 1) {
                continue;
            }
            match self.known(&after, left - 1) {
                Some(true) => return Some(true),
                Some(false) => continue,
                None => {}
            }
            let assigned = self.goal.reassign(stand.of(), &changed);
            let needed = self.goal.moves(&after, &assigned);
            if needed < left {
                nearest.push((needed, next.len()));
                next.push(Stand {
                    side: after,
                    assigned,
                });
            }
        }
        nearest.sort_unstable();
        for (_, at) in nearest {
            if self.finishes(&next[at], left - 1)? {
                return Some(true);
            }
        }
        next.clear();
        for after in self.losses(stand) {
            if self.goal.moves(&after.side, &after.assigned) <= left
                && self.finishes(&after, left)?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The men that cost something else after a move.
    fn changed(&self, before: &Stand, side: &Side) -> Changed<'_> {
        // A pawn may need more moves where fewer captures are left.
        let counts = side.captures != before.side.captures;
        let men = before.side.men.iter().zip(&side.men).enumerate();
        men.filter(|(_, (was, is))| was != is || counts && is.0 == Role::Pawn)
            .map(|(man, (_, &is))| (man, self.goal.row(is, side.captures.into())))
            .collect()
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
        let color = side.color;
        let stays =
            |&&(role, at): &&(Role, Square)| self.end.piece_at(at) == Some(Piece { color, role });
        let falls = |&(_, at): &(Role, Square)| self.fall.contains(at);
        rights
            && !self.goal.castling().is_pending(side.held)
            && side.captures == 0
            && side.men.iter().filter(stays).count() == self.goal.len()
            && side.men.iter().all(|man| stays(&man) || falls(man))
    }

    /// What is left of the side when one of its men falls.
    fn losses(&self, stand: &Stand) -> Vec<Stand> {
        let side = &stand.side;
        if side.men.len() <= self.goal.len() {
            return Vec::new();
        }
        let falls = |&(_, &(role, at)): &(usize, &(Role, Square))| {
            role != Role::King && self.fall.contains(at)
        };
        let men = side.men.iter().enumerate().filter(falls);
        men.map(|(man, _)| self.without(stand, man))
            .filter(|after| self.keeps_rights(side, &after.side))
            .collect()
    }

    /// The side without this man.
    fn without(&self, stand: &Stand, man: usize) -> Stand {
        let mut after = stand.clone();
        after.side.falls(man);
        let rows = self.goal.rows(&after.side.men, after.side.captures.into());
        after.assigned.remove(&rows, man, self.goal.len());
        after
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
        let closed = side.occupied | self.still;
        let mut all = Vec::with_capacity(48);
        for (man, &(role, from)) in side.men.iter().enumerate() {
            if self.still.contains(from) {
                continue;
            }
            if role == Role::Pawn {
                self.pawn_moves(side, man, closed, &mut all);
                continue;
            }
            let piece = Piece {
                color: side.color,
                role,
            };
            let to = attacks::attacks(from, piece, closed) & !closed;
            for to in to & self.arrivals[role as usize - 1] {
                self.add(side, man, (role, to), 0, &mut all);
                if side.captures > 0 && self.prey.contains(to) {
                    self.add(side, man, (role, to), 1, &mut all);
                }
            }
        }
        self.castlings(side, closed, &mut all);
        all
    }

    fn pawn_moves(&self, side: &Side, man: usize, closed: Bitboard, all: &mut Vec<Side>) {
        let from = side.men[man].1;
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
                        self.add(side, man, (role, to), captured, all);
                    }
                }
            } else {
                self.add(side, man, (Role::Pawn, to), captured, all);
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
            after.castle(wing);
            all.push(after);
        }
    }

    /// Adds the side after this man's move, if no right goes with it that is needed later.
    fn add(
        &self,
        side: &Side,
        man: usize,
        then: (Role, Square),
        captured: u8,
        all: &mut Vec<Side>,
    ) {
        let mut after = side.clone();
        after.moves(man, then);
        after.captures -= captured;
        if self.keeps_rights(side, &after) {
            all.push(after);
        }
    }
}
