//! The search: which orders of pawns a number of captures can lead to.

use rustc_hash::FxHashSet;
use shakmaty::{Color, File, Rank, Square};

use super::captures::{Capture, Captures, Kind, Number};
use super::column::{Column, Pawn};
use super::goal::{Goal, Wants, index};
use crate::budget::{Budget, Limit};

/// So many orders looked at cost one node.
const ORDERS_A_NODE: u32 = 64;

/// So many orders are remembered at most.
const MOST_REMEMBERED: usize = 1 << 19;

/// The men that may still be captured, of White's side and Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    /// How many, at most.
    men: [u8; 2],
    /// Bishops among them, as bits by [`Goal::bishops`].
    bishops: [u8; 2],
    /// How many of them may be captured as pawns.
    pawns: [u8; 2],
}

impl Left {
    /// How many men of this side may still be captured that are none of the missing bishops.
    fn others(self, side: usize) -> u8 {
        self.men[side].saturating_sub(self.bishops[side].count_ones() as u8)
    }

    /// Which officer of this side is captured on a square. A missing bishop if one can have stood there: the others, which can
    /// be captured anywhere, are kept for later captures. `None`: nobody.
    fn victim(self, goal: &Goal, side: usize, square: Square) -> Option<Victim> {
        let bishops = goal.bishops[side].iter().enumerate();
        let bishop = bishops
            .filter(|(bishop, _)| self.bishops[side] & 1 << bishop != 0)
            .find(|(_, reach)| reach.contains(square));
        match bishop {
            Some((bishop, _)) => Some(Victim::Bishop(bishop)),
            None => (self.others(side) > 0).then_some(Victim::Other),
        }
    }

    /// After a man of this side was captured.
    fn without(mut self, side: usize, victim: Victim) -> Left {
        self.men[side] -= 1;
        match victim {
            Victim::Pawn => self.pawns[side] -= 1,
            Victim::Bishop(bishop) => self.bishops[side] &= !(1 << bishop),
            Victim::Other => {}
        }
        self.pawns[side] = self.pawns[side].min(self.others(side));
        self
    }
}

/// Where the pawns are, and what may still be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Order {
    columns: [Number; 8],
    left: Left,
    /// Pawns of each side that promoted, by file.
    promoted: [[u8; 8]; 2],
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

/// Captures of officers with which a pawn comes to one place, from the nearest square on: a square farther on is worth
/// looking at only while the nearer ones bind other pawns, or for another victim.
#[derive(Clone, Copy)]
struct Entering {
    /// The place it comes to.
    there: u8,
    is_bound: bool,
    /// Bishops nobody was looked at for, as bits.
    untried: u8,
}

impl Entering {
    /// Whether the capture of this man on the next square is worth looking at; there it `binds` other pawns.
    fn is_worth(&mut self, victim: Victim, binds: bool) -> bool {
        let is_untried = match victim {
            Victim::Bishop(bishop) => self.untried & 1 << bishop != 0,
            Victim::Pawn | Victim::Other => false,
        };
        if !self.is_bound && !is_untried {
            return false;
        }
        self.is_bound &= binds;
        if !self.is_bound
            && let Victim::Bishop(bishop) = victim
        {
            self.untried &= !(1 << bishop);
        }
        true
    }
}

/// A search at work.
pub(super) struct Search<'a> {
    goal: &'a Goal,
    captures: &'a mut Captures,
    /// Orders that lead nowhere.
    dead: FxHashSet<Order>,
    /// By file and column.
    wants: [Vec<Option<Wants>>; 8],
    /// The orders to look at next, on the way to the present one.
    next: Vec<(Order, Wants)>,
    /// Orders looked at.
    pub(super) orders: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(goal: &'a Goal, captures: &'a mut Captures) -> Search<'a> {
        Search {
            goal,
            captures,
            dead: FxHashSet::default(),
            wants: Default::default(),
            next: Vec::new(),
            orders: 0,
        }
    }

    fn wants(&mut self, file: usize, column: Number) -> Wants {
        let (known, at) = (&mut self.wants[file], column.index());
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        *known[at].get_or_insert_with(|| self.goal.files[file].wants(self.captures.column(column)))
    }

    /// Whether captures lead from the array to the position, with so many men and pawns to be captured.
    pub(super) fn leads_on(
        &mut self,
        men: [u8; 2],
        pawns: [u8; 2],
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let bishops = [0, 1].map(|side| (1u8 << self.goal.bishops[side].len()) - 1);
        let mut left = Left {
            men,
            bishops,
            pawns,
        };
        left.pawns = [0, 1].map(|side| pawns[side].min(left.others(side)));
        let array = Order {
            columns: [self.captures.number(Column::ARRAY); 8],
            left,
            promoted: [[0; 8]; 2],
        };
        let mut wanted = Wants {
            changes: 0,
            losses: 0,
        };
        for (file, &column) in array.columns.iter().enumerate() {
            let wants = self.wants(file, column);
            wanted.changes += wants.changes;
            wanted.losses += wants.losses;
        }
        self.go_on(&array, wanted, budget)
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
        if order.left.men == [0; 2] || self.dead.contains(order) {
            return Ok(false);
        }
        let start = self.next.len();
        self.captures.make_room();
        self.take_up_captures(order, wanted);
        // What is nearest to the position comes first.
        self.next[start..].sort_by_key(|(_, wanted)| *wanted);
        for at in start..self.next.len() {
            let (next, wanted) = self.next[at];
            if self.go_on(&next, wanted, budget)? {
                return Ok(true);
            }
        }
        self.next.truncate(start);
        if self.dead.len() < MOST_REMEMBERED {
            self.dead.insert(*order);
        }
        Ok(false)
    }

    /// Whether promotions straight on lead from this order to the position.
    fn is_position(&self, order: &Order) -> bool {
        let mut promotions = order.promoted;
        for (file, goal) in self.goal.files.iter().enumerate() {
            let Some(promoting) = goal.promoting(self.captures.column(order.columns[file])) else {
                return false;
            };
            for (side, count) in promotions.iter_mut().enumerate() {
                count[file] += promoting[side];
            }
        }
        self.goal.is_supplied(&promotions)
    }

    /// Adds to those to look at next what every capture that changes the order leads to, unless the captures left are too few
    /// for the changes that are still wanted.
    fn take_up_captures(&mut self, order: &Order, wanted: Wants) {
        for color in Color::ALL {
            if order.left.men[index(color.other())] > 0 {
                for file in 0..8 {
                    self.captures_on(order, wanted, color, file);
                }
            }
        }
    }

    /// Whether the pawn at this place never moved.
    fn is_still(&self, column: Column, (file, place): (usize, usize)) -> bool {
        let color = column.get(place).color;
        let home = match color {
            Color::White => 0,
            Color::Black => column.len() - 1,
        };
        place == home && self.goal.files[file].is_still[index(color)]
    }

    /// Captures by men of `color` in which a pawn of this file takes part or is taken by an officer.
    fn captures_on(&mut self, order: &Order, wanted: Wants, color: Color, file: usize) {
        let column = self.captures.column(order.columns[file]);
        let mut sides = [file.checked_sub(1), Some(file + 1).filter(|&to| to < 8)].map(|to| {
            let to = to?;
            let pair = [file, to].map(|file| order.columns[file]);
            Some((to, self.captures.between(pair)))
        });
        for place in 0..column.len() {
            let is_still = self.is_still(column, (file, place));
            if column.get(place).color != color && !is_still {
                self.taken_by_officer(order, wanted, (file, place));
            }
            for (to, rest) in sides.iter_mut().flatten() {
                let mut entering = None;
                for at in rest.clone() {
                    let capture = self.captures.get(at);
                    if usize::from(capture.place) != place {
                        break;
                    }
                    rest.start += 1;
                    if capture.color == color && !is_still {
                        self.captures_to(order, wanted, &capture, [file, *to], &mut entering);
                    }
                }
            }
        }
    }

    /// An officer captures the pawn at this place.
    fn taken_by_officer(&mut self, order: &Order, wanted: Wants, (file, place): (usize, usize)) {
        let column = self.captures.column(order.columns[file]);
        let prey = index(column.get(place).color);
        if order.left.pawns[prey] > 0 {
            let left = order.left.without(prey, Victim::Pawn);
            let after = self.captures.number(column.without(place));
            self.keep(order, wanted, left, [(file, after)]);
        }
    }

    /// A pawn captures from the first file to the second, if that can be in this order.
    fn captures_to(
        &mut self,
        order: &Order,
        wanted: Wants,
        capture: &Capture,
        [file, to]: [usize; 2],
        entering: &mut Option<Entering>,
    ) {
        let color = capture.color;
        let [side, prey] = [color, color.other()].map(index);
        let goal = &self.goal.files;
        let place_on = |rank| Square::from_coords(File::new(to as u32), rank);
        let [after, there_after] = capture.after;
        match capture.kind {
            Kind::LastRank { ahead } => {
                let is_free = goal[file].leaves_seventh[side]
                    && goal[to].promotes_by_capture[side]
                    && (ahead == 0 || goal[file].promotes[side]);
                let square = place_on(color.relative_rank(Rank::Eighth));
                let victim = order.left.victim(self.goal, prey, square);
                if let Some(victim) = victim.filter(|_| is_free) {
                    let left = order.left.without(prey, victim);
                    if let Some(next) = self.keep(order, wanted, left, [(file, after)]) {
                        next.promoted[side][file] += ahead;
                        next.promoted[side][to] += 1;
                    }
                }
            }
            Kind::Officer {
                there,
                advance,
                binds,
            } => {
                let entering = match entering {
                    Some(entering) if entering.there == there => entering,
                    _ => entering.insert(Entering {
                        there,
                        is_bound: true,
                        untried: order.left.bishops[prey],
                    }),
                };
                let count = self.captures.column(order.columns[to]).len();
                let still = goal[to].is_still;
                let is_beyond = still[0] && there == 0 || still[1] && usize::from(there) == count;
                let square = place_on(Rank::new(u32::from(Pawn::rank(color, advance))));
                let victim = order.left.victim(self.goal, prey, square);
                if !is_beyond
                    && let Some(victim) = victim
                    && entering.is_worth(victim, binds)
                {
                    let left = order.left.without(prey, victim);
                    self.keep(order, wanted, left, [(file, after), (to, there_after)]);
                }
            }
            Kind::Pawn { there } => {
                let target = self.captures.column(order.columns[to]);
                let is_still = self.is_still(target, (to, usize::from(there)));
                if order.left.pawns[prey] > 0 && !is_still {
                    let left = order.left.without(prey, Victim::Pawn);
                    self.keep(order, wanted, left, [(file, after), (to, there_after)]);
                }
            }
        }
    }

    /// Keeps the next order, with the files that changed, if the captures left can make what it still wants. A capture changes
    /// two files at most; both lose a pawn only if the victim is a pawn too.
    fn keep<const N: usize>(
        &mut self,
        order: &Order,
        mut wanted: Wants,
        left: Left,
        changed: [(usize, Number); N],
    ) -> Option<&mut Order> {
        for (file, column) in changed {
            let before = self.wants(file, order.columns[file]);
            let after = self.wants(file, column);
            wanted.changes = wanted.changes - before.changes + after.changes;
            wanted.losses = wanted.losses - before.losses + after.losses;
        }
        let captures = left.men[0] + left.men[1];
        let pawns = left.pawns[0] + left.pawns[1];
        if wanted.changes > 2 * captures || wanted.losses > captures + pawns {
            return None;
        }
        let mut next = Order { left, ..*order };
        for (file, column) in changed {
            next.columns[file] = column;
        }
        self.next.push((next, wanted));
        self.next.last_mut().map(|(next, _)| next)
    }
}
