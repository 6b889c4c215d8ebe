//! Whether one side can play its part alone, the other side passing: its men from here to the end in exactly so many moves, past each other.
//!
//! Of the other side nothing is known here but its men that never move, where it captures, and where its own men fall. So "no" is a proof, "yes"
//! is none. What was found is kept; a question that takes too long is answered "yes".

use std::rc::Rc;

use shakmaty::{Bitboard, Board, CastlingSide, File, Piece, Rank, Role, Square, attacks};

use super::assignment::{Assignment, Row};
use super::bound::{Changed, Costs, Fate, Goal};
use super::envelope::Part;
use super::failed::{Pairs, Table};
use super::paths::{Ground, PROMOTIONS};
use super::side::{Man, Side, Wall};
use crate::budget::{Budget, Limit};

/// One side's part of the games of one length.
pub(super) struct Solo {
    goal: Goal,
    /// By man.
    parts: Vec<Part>,
    end: Board,
    known: Table,
    /// Positions that may still be looked at for the question asked last.
    steps: u32,
    /// Positions that may be looked at for all questions; each question adds some.
    credit: u32,
}

/// A side with the cheapest way of its men to the end, castling apart, past the men that stay where they are.
#[derive(Clone)]
pub(super) struct Stand {
    pub side: Side,
    assigned: Assignment,
    costs: Rc<Costs>,
}

impl Stand {
    fn of(&self) -> (&Costs, &Side) {
        (&self.costs, &self.side)
    }
}

impl Solo {
    /// Positions that are looked at for one question at most.
    const STEPS: u32 = 3_000;
    /// What the first questions may cost together, and what each one adds.
    const CREDIT: u32 = 200_000;
    const INCOME: u32 = 20;

    pub(super) fn new(goal: Goal, end: Board, parts: Vec<Part>, pairs: Pairs) -> Solo {
        Solo {
            goal,
            parts,
            end,
            known: Table::new(pairs.solo),
            steps: 0,
            credit: Solo::CREDIT,
        }
    }

    /// Where the side's men can move and fall at all.
    pub(super) fn ground(&self) -> &Ground {
        self.goal.ground()
    }

    /// What this man can do.
    pub(super) fn part(&self, man: Man) -> &Part {
        &self.parts[usize::from(man.id)]
    }

    /// Which of the captures to come it is if this man captures there; `None` if it never does.
    pub(super) fn capture(&self, side: &Side, man: Man, to: Square) -> Option<usize> {
        let captures = self.part(man).captures(man.role, to);
        captures.then(|| self.goal.capture(man.id, side.prey))?
    }

    /// Notes that the man on this square stays there to the end, if it does.
    pub(super) fn settle(&self, side: &mut Side, at: Square) {
        if let Some(man) = side.man(at).map(|man| side.men[man])
            && self.part(man).rests(man)
        {
            side.settles(man);
        }
    }

    /// The side as it stands first; `None` if it cannot come from there to the end in exactly so many own moves.
    pub(super) fn begin(
        &mut self,
        side: Side,
        left: u32,
        budget: &mut Budget,
    ) -> Result<Option<Stand>, Limit> {
        let Some(stand) = self.alone(side) else {
            return Ok(None);
        };
        let needed = self.goal.moves(stand.of(), &stand.assigned);
        let may = stand.side.prey.count_ones().max(needed) <= left
            && self.may_finish(&stand, left, budget)?;
        Ok(may.then_some(stand))
    }

    /// The side with its cheapest way past its own men that stay where they are.
    fn alone(&self, side: Side) -> Option<Stand> {
        let costs = self.goal.costs(side.wall, Wall::default());
        let assigned = self.goal.assign(&costs, &side)?;
        Some(Stand {
            side,
            assigned,
            costs,
        })
    }

    /// The side after one of its moves, after one of its men has fallen, or after a man of the `other` side has come where it stays; `None` if
    /// it cannot come from there to the end in exactly so many own moves.
    pub(super) fn go_on(
        &mut self,
        before: &Stand,
        side: &Side,
        other: Wall,
        left: u32,
        budget: &mut Budget,
    ) -> Result<Option<Stand>, Limit> {
        let falls = side.men.len() < before.side.men.len();
        // What is seen at once comes before what was found: the table is far away.
        if !falls && !self.is_near(before, side, &self.changed(before, side), left) {
            return Ok(None);
        }
        let known = self.known(side, left);
        if known == Some(false) {
            return Ok(None);
        }
        let then = self.follow(before, side.clone(), other);
        if self.goal.moves(then.of(), &then.assigned) > left {
            return Ok(None);
        }
        // Men of the other side that stay are not in the way of a side that plays alone: else little of what is found could be used again.
        let may = match known {
            Some(known) => known,
            None if other == Wall::default() => self.may_finish(&then, left, budget)?,
            None => match self.alone(side.clone()) {
                Some(stand) => self.may_finish(&stand, left, budget)?,
                None => false,
            },
        };
        Ok(may.then_some(then))
    }

    /// The side with its cheapest way, after a move or after one of its men has fallen.
    fn follow(&self, before: &Stand, side: Side, other: Wall) -> Stand {
        let costs = (self.goal).costs_after(&before.costs, side.wall, other);
        let mut assigned = before.assigned.clone();
        let price = |man: usize| self.goal.price(&costs, &side, side.men[man]);
        let gone = |man: &Man| !side.occupied.contains(man.at);
        if side.men.len() < before.side.men.len()
            && let Some(man) = before.side.men.iter().position(gone)
        {
            let loss = (before.side.losses & !side.losses).trailing_zeros();
            assigned.remove(price, man, self.goal.len() + loss as usize);
            assigned.raise(price, |_| false);
        } else {
            let moved = |man: usize| side.men[man] != before.side.men[man];
            if Rc::ptr_eq(&costs, &before.costs) && side.prey == before.side.prey {
                (0..side.men.len())
                    .filter(|&man| moved(man))
                    .for_each(|man| assigned.change(price, man));
            } else {
                assigned.raise(price, moved);
            }
        }
        Stand {
            side,
            assigned,
            costs,
        }
    }

    /// Whether it may be that the side has moves enough after a move that neither captures nor castles.
    pub(super) fn is_near_after(
        &self,
        stand: &Stand,
        man: usize,
        (role, to): (Role, Square),
        left: u32,
    ) -> bool {
        let Man { id, .. } = stand.side.men[man];
        let then = Man { role, at: to, id };
        let row = self.goal.price(&stand.costs, &stand.side, then);
        self.is_near(stand, &stand.side, &[(man, row)], left)
    }

    /// Whether it may be that the side has moves enough after a move with which these men changed.
    fn is_near(&self, before: &Stand, side: &Side, changed: &[(usize, Row)], left: u32) -> bool {
        side.prey.count_ones() <= left
            && (self.goal).is_in_reach((&before.costs, side), &before.assigned, changed, left)
    }

    /// Whether a side that has moves enough may come to the end in exactly so many; each position looked at is spent.
    fn may_finish(&mut self, stand: &Stand, left: u32, budget: &mut Budget) -> Result<bool, Limit> {
        let given = self.credit.min(Solo::STEPS);
        self.steps = given;
        let found = self.finishes(stand, left);
        self.credit = (self.credit - (given - self.steps)).saturating_add(Solo::INCOME);
        for _ in self.steps..given {
            budget.spend()?;
        }
        Ok(found.unwrap_or_else(|| {
            self.known.keep(stand.side.key(left) << 1 | 1);
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
        for after in self.moves(stand, left - 1) {
            match self.known(&after, left - 1) {
                Some(true) => return Some(true),
                Some(false) => continue,
                None => {}
            }
            let then = self.follow(stand, after, Wall::default());
            let needed = self.goal.moves(then.of(), &then.assigned);
            if needed < left {
                nearest.push((needed, next.len()));
                next.push(then);
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
            if self.goal.moves(after.of(), &after.assigned) <= left
                && self.finishes(&after, left)?
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The men that cost something else after a move.
    fn changed(&self, before: &Stand, side: &Side) -> Changed {
        // A pawn may need more moves where fewer captures are left.
        let counts = side.prey != before.side.prey;
        let men = before.side.men.iter().zip(&side.men).enumerate();
        men.filter(|(_, (was, is))| was != is || counts && is.role == Role::Pawn)
            .map(|(man, (_, &is))| (man, self.goal.price(&before.costs, side, is)))
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
            |&&Man { role, at, .. }: &&Man| self.end.piece_at(at) == Some(Piece { color, role });
        rights
            && !self.goal.castling().is_pending(side.held)
            && side.prey == 0
            && side.waits.is_empty()
            && side.men.iter().filter(stays).count() == self.goal.len()
            && (side.men.iter()).all(|man| stays(&man) || self.falls(side, *man).next().is_some())
    }

    /// By which of the captures to come a man can fall where it stands; of those that are alike the first.
    fn falls(&self, side: &Side, man: Man) -> impl Iterator<Item = usize> {
        let open = move |&loss: &usize| side.losses & 1 << loss != 0;
        let losses = &self.ground().losses;
        (0..losses.len()).filter(open).filter(move |&loss| {
            losses[loss].of(man.role).contains(man.at)
                && !(0..loss).any(|other| open(&other) && losses[other] == losses[loss])
        })
    }

    /// What is left of the side when one of its men falls.
    fn losses(&self, stand: &Stand) -> Vec<Stand> {
        let side = &stand.side;
        let men = side.men.iter().enumerate();
        men.flat_map(|(man, &who)| self.falls(side, who).map(move |loss| (man, loss)))
            .map(|(man, loss)| {
                let mut after = side.clone();
                after.falls(man, loss);
                after
            })
            .filter(|after| self.keeps_rights(side, after))
            .map(|after| self.follow(stand, after, Wall::default()))
            .collect()
    }

    /// Whether no right is lost, castling apart, that is needed later.
    fn keeps_rights(&self, before: &Side, after: &Side) -> bool {
        let fates = self.goal.fates();
        let castling = self.goal.castling();
        (0..2).all(|wing| fates[wing] != Fate::Kept || after.held[wing])
            && castling.is_pending(before.held) == castling.is_pending(after.held)
    }

    /// The side after each of its moves with which it may have moves enough if so many are left.
    fn moves(&self, stand: &Stand, left: u32) -> Vec<Side> {
        let side = &stand.side;
        let still = self.ground().still;
        let closed = side.occupied | still;
        let mut all = Vec::with_capacity(48);
        for (at, &man) in side.men.iter().enumerate() {
            if still.contains(man.at) {
                continue;
            }
            if man.role == Role::Pawn {
                self.pawn_moves((stand, left), at, closed, &mut all);
                continue;
            }
            let piece = Piece {
                color: side.color,
                role: man.role,
            };
            let to = attacks::attacks(man.at, piece, closed) & !closed;
            for to in to & self.part(man).to(man) {
                self.add((stand, left), at, (man.role, to), None, &mut all);
                if let Some(capture) = self.capture(side, man, to) {
                    self.add((stand, left), at, (man.role, to), Some(capture), &mut all);
                }
            }
        }
        self.castlings(side, closed, &mut all);
        all
    }

    fn pawn_moves(
        &self,
        (stand, left): (&Stand, u32),
        at: usize,
        closed: Bitboard,
        all: &mut Vec<Side>,
    ) {
        let side = &stand.side;
        let man = side.men[at];
        let part = self.part(man);
        let [steps, takes] = self.ground().pawn_steps(man.at, closed);
        let mut step = |to: Square, capture: Option<usize>| {
            if to.rank() == side.color.relative_rank(Rank::Eighth) {
                for role in PROMOTIONS {
                    if part.arrives(role, to) {
                        self.add((stand, left), at, (role, to), capture, all);
                    }
                }
            } else {
                self.add((stand, left), at, (Role::Pawn, to), capture, all);
            }
        };
        for to in steps & part.to(man) {
            step(to, None);
        }
        for to in takes & part.to(man) {
            if let Some(capture) = self.capture(side, man, to) {
                step(to, Some(capture));
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

    /// Adds the side after this man's move, if it may have moves enough then and no right goes that is needed later.
    fn add(
        &self,
        (stand, left): (&Stand, u32),
        man: usize,
        then: (Role, Square),
        capture: Option<usize>,
        all: &mut Vec<Side>,
    ) {
        if capture.is_none() && !self.is_near_after(stand, man, then, left) {
            return;
        }
        let side = &stand.side;
        let mut after = side.clone();
        after.moves(man, then);
        self.settle(&mut after, then.1);
        if let Some(capture) = capture {
            after.prey &= !(1 << capture);
            if !self.is_near(stand, &after, &self.changed(stand, &after), left) {
                return;
            }
        }
        if self.keeps_rights(side, &after) {
            all.push(after);
        }
    }
}
