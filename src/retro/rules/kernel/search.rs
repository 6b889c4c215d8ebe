//! The search: which orders of pawns a number of captures can lead to.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Color;

use super::column::Column;
use super::goal::{Goal, index};
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
    /// How many of them may be captured as pawns.
    pawns_left: [u8; 2],
    /// Pawns of each side that promoted, by file.
    promoted: [[u8; 8]; 2],
}

impl Order {
    /// The array, with so many men and pawns to be captured.
    pub(super) fn array(left: [u8; 2], pawns_left: [u8; 2]) -> Order {
        Order {
            columns: [Column::ARRAY; 8],
            left,
            pawns_left: [0, 1].map(|side| pawns_left[side].min(left[side])),
            promoted: [[0; 8]; 2],
        }
    }

    /// A man, or a pawn, of this side is captured.
    fn lose(&mut self, side: usize, as_pawn: bool) {
        self.left[side] -= 1;
        if as_pawn {
            self.pawns_left[side] -= 1;
        }
        self.pawns_left[side] = self.pawns_left[side].min(self.left[side]);
    }
}

/// A search at work.
pub(super) struct Search<'a> {
    goal: &'a Goal,
    /// Orders that lead nowhere.
    dead: FxHashSet<Order>,
    changes: FxHashMap<(u8, Column), u8>,
    /// Orders looked at.
    pub(super) orders: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(goal: &'a Goal) -> Search<'a> {
        Search {
            goal,
            dead: FxHashSet::default(),
            changes: FxHashMap::default(),
            orders: 0,
        }
    }

    fn changes(&mut self, file: usize, column: Column) -> u8 {
        let goal = self.goal;
        *self
            .changes
            .entry((file as u8, column))
            .or_insert_with(|| goal.files[file].changes(column))
    }

    /// Whether captures lead from this order to the position.
    pub(super) fn leads_on(&mut self, order: &Order, budget: &mut Budget) -> Result<bool, Limit> {
        let wanted = (0..8)
            .map(|file| self.changes(file, order.columns[file]))
            .sum();
        self.go_on(order, wanted, budget)
    }

    /// The depth is at most the number of captures.
    fn go_on(&mut self, order: &Order, wanted: u8, budget: &mut Budget) -> Result<bool, Limit> {
        self.orders += 1;
        if self.orders.is_multiple_of(u64::from(ORDERS_A_NODE)) {
            budget.spend()?;
        }
        if wanted == 0 && self.is_position(order) {
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

    /// Every capture that changes the order, with the changes wanted then, as far as the captures left can make them: one
    /// changes two files at most.
    fn captures(&mut self, order: &Order, wanted: u8) -> Vec<(Order, u8)> {
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
        wanted: u8,
        color: Color,
        at: (usize, usize),
        found: &mut Vec<(Order, u8)>,
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
                next.lose(prey, true);
                self.keep(order, wanted, next, [file, file], found);
            }
            return;
        }
        let sides = [file.checked_sub(1), Some(file + 1).filter(|&to| to < 8)];
        for to in sides.into_iter().flatten() {
            self.promotions_at(order, wanted, at, to, found);
            let Some(pawn) = pawn.advanced() else {
                continue;
            };
            let target = order.columns[to];
            let still = self.goal.files[to].is_still;
            for there in 0..=target.len() {
                let is_beyond = still[0] && there == 0 || still[1] && there == target.len();
                if !is_beyond {
                    let mut next = order.clone();
                    next.columns[file] = column.without(place);
                    next.columns[to] = target.with(there, pawn);
                    next.lose(prey, false);
                    self.keep(order, wanted, next, [file, to], found);
                }
                let takes_pawn = there < target.len()
                    && order.pawns_left[prey] > 0
                    && target.get(there).color != color
                    && !self.is_still(order, (to, there));
                if takes_pawn {
                    let mut next = order.clone();
                    next.columns[file] = column.without(place);
                    next.columns[to] = target.replaced(there, pawn);
                    next.lose(prey, true);
                    self.keep(order, wanted, next, [file, to], found);
                }
            }
        }
    }

    /// The pawn at this place captures on the last rank of the file `to`: those before it were its own side's and promoted
    /// straight on.
    fn promotions_at(
        &mut self,
        order: &Order,
        wanted: u8,
        (file, place): (usize, usize),
        to: usize,
        found: &mut Vec<(Order, u8)>,
    ) {
        let column = order.columns[file];
        let color = column.get(place).color;
        let side = index(color);
        let goal = self.goal;
        if !goal.files[file].leaves_seventh[side] || !goal.files[to].is_door[side] {
            return;
        }
        let (rest, ahead) = match color {
            Color::White => (column.until(place), column.from(place + 1)),
            Color::Black => (column.from(place + 1), column.until(place)),
        };
        let is_free = ahead.pawns().all(|pawn| pawn.color == color)
            && (ahead.len() == 0 || goal.files[file].promotes[side]);
        if is_free {
            let mut next = order.clone();
            next.columns[file] = rest;
            next.promoted[side][file] += ahead.len() as u8;
            next.promoted[side][to] += 1;
            next.lose(1 - side, false);
            self.keep(order, wanted, next, [file, file], found);
        }
    }

    /// Keeps an order that follows, with the files that changed, if the captures left can make what it wants.
    fn keep(
        &mut self,
        order: &Order,
        wanted: u8,
        next: Order,
        files: [usize; 2],
        found: &mut Vec<(Order, u8)>,
    ) {
        let (mut before, mut after) = (0, 0);
        for (i, &file) in files.iter().enumerate() {
            if i == 0 || file != files[0] {
                before += self.changes(file, order.columns[file]);
                after += self.changes(file, next.columns[file]);
            }
        }
        let wanted = wanted - before + after;
        if wanted <= 2 * (next.left[0] + next.left[1]) {
            found.push((next, wanted));
        }
    }
}
