//! The search: which orders of pawns a number of captures can lead to.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Color, File, Rank, Square};

use super::column::{Column, MOST_ADVANCE, Pawn};
use super::goal::{Goal, Wants, index};
use crate::budget::{Budget, Limit};

/// So many orders looked at cost one node.
const ORDERS_A_NODE: u32 = 64;

/// So many orders are remembered at most.
const MOST_REMEMBERED: usize = 1 << 19;

/// Where the pawns are, and what may still be captured.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Order {
    columns: [Column; 8],
    /// White's men and Black's that are still to be captured, at most.
    left: [u8; 2],
    /// Bishops among them, as bits by [`Goal::bishops`].
    bishops: [u8; 2],
    /// How many of them may be captured as pawns.
    pawns_left: [u8; 2],
    /// Pawns of each side that promoted, by file.
    promoted: [[u8; 8]; 2],
}

impl Order {
    /// The array, with so many men and pawns to be captured.
    pub(super) fn array(goal: &Goal, left: [u8; 2], pawns_left: [u8; 2]) -> Order {
        let bishops = [0, 1].map(|side| (1u8 << goal.bishops[side].len()) - 1);
        let mut array = Order {
            columns: [Column::ARRAY; 8],
            left,
            bishops,
            pawns_left,
            promoted: [[0; 8]; 2],
        };
        array.pawns_left = [0, 1].map(|side| pawns_left[side].min(array.others_left(side)));
        array
    }

    /// How many men of this side may still be captured that are none of the missing bishops.
    fn others_left(&self, side: usize) -> u8 {
        self.left[side].saturating_sub(self.bishops[side].count_ones() as u8)
    }

    /// Which officer of this side is captured on a square. A missing bishop if one can have stood there: the others, which can
    /// be captured anywhere, are kept for later captures. `None`: nobody.
    fn victim(&self, goal: &Goal, side: usize, square: Square) -> Option<Victim> {
        let bishops = goal.bishops[side].iter().enumerate();
        let bishop = bishops
            .filter(|(bishop, _)| self.bishops[side] & 1 << bishop != 0)
            .find(|(_, reach)| reach.contains(square));
        match bishop {
            Some((bishop, _)) => Some(Victim::Bishop(bishop)),
            None => (self.others_left(side) > 0).then_some(Victim::Other),
        }
    }

    /// A man of this side is captured.
    fn lose(&mut self, side: usize, victim: Victim) {
        self.left[side] -= 1;
        match victim {
            Victim::Pawn => self.pawns_left[side] -= 1,
            Victim::Bishop(bishop) => self.bishops[side] &= !(1 << bishop),
            Victim::Other => {}
        }
        self.pawns_left[side] = self.pawns_left[side].min(self.others_left(side));
    }
}

/// Who is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    /// A pawn.
    Pawn,
    /// This one of the side's bishops that are missing for certain.
    Bishop(usize),
    /// Any other man: an officer, or a pawn that promoted.
    Other,
}

/// A search at work.
pub(super) struct Search<'a> {
    goal: &'a Goal,
    /// Orders that lead nowhere.
    dead: FxHashSet<Order>,
    wants: FxHashMap<(u8, Column), Wants>,
    /// Orders looked at.
    pub(super) orders: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(goal: &'a Goal) -> Search<'a> {
        Search {
            goal,
            dead: FxHashSet::default(),
            wants: FxHashMap::default(),
            orders: 0,
        }
    }

    fn wants(&mut self, file: usize, column: Column) -> Wants {
        let goal = self.goal;
        *self
            .wants
            .entry((file as u8, column))
            .or_insert_with(|| goal.files[file].wants(column))
    }

    /// Whether captures lead from this order to the position.
    pub(super) fn leads_on(&mut self, order: &Order, budget: &mut Budget) -> Result<bool, Limit> {
        let mut wanted = Wants {
            changes: 0,
            losses: 0,
        };
        for file in 0..8 {
            let wants = self.wants(file, order.columns[file]);
            wanted.changes += wants.changes;
            wanted.losses += wants.losses;
        }
        self.go_on(order, wanted, budget)
    }

    /// Whether captures lead from this order, whose files together want `wanted`, to the position. The recursion is at most as
    /// deep as there are captures.
    fn go_on(&mut self, order: &Order, wanted: Wants, budget: &mut Budget) -> Result<bool, Limit> {
        self.orders += 1;
        if self.orders.is_multiple_of(u64::from(ORDERS_A_NODE)) {
            budget.spend()?;
        }
        if wanted.changes == 0 && self.is_position(order) {
            return Ok(true);
        }
        if order.left == [0; 2] || self.dead.contains(order) {
            return Ok(false);
        }
        let mut next = self.captures(order, wanted);
        // What is nearest to the position comes first.
        next.sort_by_key(|(_, wanted)| *wanted);
        for (next, wanted) in next {
            if self.go_on(&next, wanted, budget)? {
                return Ok(true);
            }
        }
        if self.dead.len() < MOST_REMEMBERED {
            self.dead.insert(order.clone());
        }
        Ok(false)
    }

    /// Whether promotions straight on lead from this order to the position.
    fn is_position(&self, order: &Order) -> bool {
        let mut promotions = order.promoted;
        for (file, goal) in self.goal.files.iter().enumerate() {
            let Some(promoting) = goal.promoting(order.columns[file]) else {
                return false;
            };
            for (side, count) in promotions.iter_mut().enumerate() {
                count[file] += promoting[side];
            }
        }
        self.goal.is_supplied(&promotions)
    }

    /// Every capture that changes the order, with the changes that are still wanted after it, unless the captures left are too
    /// few for them.
    fn captures(&mut self, order: &Order, wanted: Wants) -> Vec<(Order, Wants)> {
        let mut found = Vec::new();
        for color in Color::ALL {
            if order.left[index(color.other())] > 0 {
                for file in 0..8 {
                    for place in 0..order.columns[file].len() {
                        self.captures_at(order, wanted, color, (file, place), &mut found);
                    }
                }
            }
        }
        found
    }

    /// Whether the pawn at this place never moved.
    fn is_still(&self, order: &Order, (file, place): (usize, usize)) -> bool {
        let column = order.columns[file];
        let color = column.get(place).color;
        let home = match color {
            Color::White => 0,
            Color::Black => column.len() - 1,
        };
        place == home && self.goal.files[file].is_still[index(color)]
    }

    /// Captures by men of `color` in which the pawn at this place takes part or is taken by an officer.
    fn captures_at(
        &mut self,
        order: &Order,
        wanted: Wants,
        color: Color,
        at: (usize, usize),
        found: &mut Vec<(Order, Wants)>,
    ) {
        let (file, place) = at;
        let column = order.columns[file];
        let pawn = column.get(place);
        let prey = index(color.other());
        if self.is_still(order, at) {
            return;
        }
        if pawn.color != color {
            if order.pawns_left[prey] > 0 {
                let mut next = order.clone();
                next.columns[file] = column.without(place);
                next.lose(prey, Victim::Pawn);
                self.keep(order, wanted, next, [file, file], found);
            }
            return;
        }
        let sides = [file.checked_sub(1), Some(file + 1).filter(|&to| to < 8)];
        for to in sides.into_iter().flatten() {
            self.promotions_at(order, wanted, at, to, found);
            let target = order.columns[to];
            let still = self.goal.files[to].is_still;
            for there in 0..=target.len() {
                let is_beyond = still[0] && there == 0 || still[1] && there == target.len();
                if !is_beyond {
                    self.enters(order, wanted, at, (to, there), found);
                }
                let takes_pawn = there < target.len()
                    && order.pawns_left[prey] > 0
                    && target.get(there).color != color
                    && !self.is_still(order, (to, there));
                if takes_pawn {
                    self.replaces(order, wanted, at, (to, there), found);
                }
            }
        }
    }

    /// The pawn captures an officer on a neighbouring file and takes this place there.
    fn enters(
        &mut self,
        order: &Order,
        wanted: Wants,
        at: (usize, usize),
        (to, there): (usize, usize),
        found: &mut Vec<(Order, Wants)>,
    ) {
        let (file, place) = at;
        let pawn = order.columns[file].get(place);
        let prey = index(pawn.color.other());
        let mut is_bound = true;
        let mut untried = order.bishops[prey];
        for advance in pawn.advance + 1..=MOST_ADVANCE {
            let rank = Pawn::rank(pawn.color, advance);
            let square = Square::from_coords(File::new(to as u32), Rank::new(u32::from(rank)));
            let victim = match order.victim(self.goal, prey, square) {
                Some(Victim::Bishop(bishop)) if is_bound || untried & 1 << bishop != 0 => {
                    Victim::Bishop(bishop)
                }
                Some(Victim::Other) if is_bound => Victim::Other,
                _ => continue,
            };
            let Some(column) = leaves(order, at, advance) else {
                continue;
            };
            let pawn = Pawn { advance, ..pawn };
            let target = order.columns[to].with(there, pawn);
            let Some(entered) = target.with_pawn_on(there, rank) else {
                continue;
            };
            is_bound &= entered.binds_others(target, pawn.color)
                || column.binds_others(order.columns[file].without(place), pawn.color);
            // Farther on it restricts the other pawns no less: only another victim is worth trying.
            if !is_bound && let Victim::Bishop(bishop) = victim {
                untried &= !(1 << bishop);
            }
            let mut next = order.clone();
            next.columns[file] = column;
            next.columns[to] = entered;
            next.lose(prey, victim);
            self.keep(order, wanted, next, [file, to], found);
            if !is_bound && untried == 0 {
                break;
            }
        }
    }

    /// The pawn captures this pawn of a neighbouring file.
    fn replaces(
        &mut self,
        order: &Order,
        wanted: Wants,
        at: (usize, usize),
        (to, there): (usize, usize),
        found: &mut Vec<(Order, Wants)>,
    ) {
        let (file, place) = at;
        let pawn = order.columns[file].get(place);
        let target = order.columns[to];
        for advance in pawn.advance + 1..=MOST_ADVANCE {
            let rank = Pawn::rank(pawn.color, advance);
            let taken = target.with_pawn_on(there, rank);
            let (Some(column), Some(taken)) = (leaves(order, at, advance), taken) else {
                continue;
            };
            let mut next = order.clone();
            next.columns[file] = column;
            next.columns[to] = taken.replaced(there, Pawn { advance, ..pawn });
            next.lose(index(pawn.color.other()), Victim::Pawn);
            let is_bound = taken
                .without(there)
                .binds_others(target.without(there), pawn.color)
                || column.binds_others(order.columns[file].without(place), pawn.color);
            self.keep(order, wanted, next, [file, to], found);
            if !is_bound {
                break;
            }
        }
    }

    /// The pawn at this place captures on the last rank of the file `to`: those before it were its own side's and promoted
    /// straight on.
    fn promotions_at(
        &mut self,
        order: &Order,
        wanted: Wants,
        (file, place): (usize, usize),
        to: usize,
        found: &mut Vec<(Order, Wants)>,
    ) {
        let column = order.columns[file];
        let color = column.get(place).color;
        let side = index(color);
        let goal = self.goal;
        if !goal.files[file].leaves_seventh[side] || !goal.files[to].promotes_by_capture[side] {
            return;
        }
        let (rest, ahead) = match color {
            Color::White => (column.until(place), column.from(place + 1)),
            Color::Black => (column.from(place + 1), column.until(place)),
        };
        let is_free = ahead.pawns().all(|pawn| pawn.color == color)
            && (ahead.len() == 0 || goal.files[file].promotes[side]);
        let promotion_square =
            Square::from_coords(File::new(to as u32), color.relative_rank(Rank::Eighth));
        let victim = order.victim(goal, 1 - side, promotion_square);
        if let Some(victim) = victim.filter(|_| is_free) {
            let mut next = order.clone();
            next.columns[file] = rest;
            next.promoted[side][file] += ahead.len() as u8;
            next.promoted[side][to] += 1;
            next.lose(1 - side, victim);
            self.keep(order, wanted, next, [file, file], found);
        }
    }

    /// Keeps the next order, with the files that changed, if the captures left can make what it still wants. A capture changes
    /// two files at most; both lose a pawn only if the victim is a pawn too.
    fn keep(
        &mut self,
        order: &Order,
        wanted: Wants,
        next: Order,
        files: [usize; 2],
        found: &mut Vec<(Order, Wants)>,
    ) {
        let mut wanted = wanted;
        for (i, &file) in files.iter().enumerate() {
            if i == 0 || file != files[0] {
                let before = self.wants(file, order.columns[file]);
                let after = self.wants(file, next.columns[file]);
                wanted.changes = wanted.changes - before.changes + after.changes;
                wanted.losses = wanted.losses - before.losses + after.losses;
            }
        }
        let captures = next.left[0] + next.left[1];
        let pawns = next.pawns_left[0] + next.pawns_left[1];
        if wanted.changes <= 2 * captures && wanted.losses <= captures + pawns {
            found.push((next, wanted));
        }
    }
}

/// The column that this pawn leaves by a capture with which it has advanced `advance` ranks; `None`: it cannot have stood on
/// the rank from which it captures.
fn leaves(order: &Order, (file, place): (usize, usize), advance: u8) -> Option<Column> {
    let column = order.columns[file];
    let rank = Pawn::rank(column.get(place).color, advance - 1);
    Some(column.with_pawn_on(place, rank)?.without(place))
}
