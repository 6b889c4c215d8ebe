//! How many moves an officer needs from any square to its goal, past men that will never move again.
//!
//! Invariant: a field depends on nothing but officer type, goal and walls, so the tables are shared
//! by all nodes of a search. Checks, and men that can step aside, are not looked at.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Rank, Role, Square};

use crate::retro::ledger::many::{self, Bars};

/// The square cannot be reached.
pub const FAR: u8 = u8::MAX;

/// Moves to the goal from each square, [`FAR`] if there is no way.
pub struct Field {
    moves: [u8; 64],
    /// How many squares the goal can be reached from, itself included.
    pub region: u32,
    /// These squares.
    pub squares: Bitboard,
}

impl Field {
    /// Moves from `square` to the goal.
    pub fn from(&self, square: Square) -> u8 {
        self.moves[usize::from(square)]
    }

    fn new(role: Role, goal: Square, walls: Bitboard, single_step_pawns: Bitboard) -> Field {
        let bars = bars(single_step_pawns);
        let (moves, squares) = reached(goal, FAR, |front| {
            many::moves_past(role, front, walls, bars) & !walls
        });
        Field {
            moves,
            region: squares.count() as u32,
            squares,
        }
    }
}

/// For each square the number of moves to `goal`, `far` if there is no way, and the squares that have a way. `next` gives the
/// squares one move away from some.
pub fn reached(goal: Square, far: u8, next: impl Fn(Bitboard) -> Bitboard) -> ([u8; 64], Bitboard) {
    let mut moves = [far; 64];
    let mut reached = Bitboard::EMPTY;
    let mut front = Bitboard::from(goal);
    let mut steps = 0;
    while front.any() {
        for square in front {
            moves[usize::from(square)] = steps;
        }
        reached |= front;
        steps += 1;
        front = next(front) & !reached;
    }
    (moves, reached)
}

/// Where `single_step_pawns`, pawns that have made a single step and nothing else, bar their files: such a pawn has always stood on one of
/// two squares, so nobody gets past both.
fn bars(single_step_pawns: Bitboard) -> Bars {
    let white = single_step_pawns & Bitboard::from(Rank::Third);
    let black = single_step_pawns & Bitboard::from(Rank::Sixth);
    Bars {
        up: white | black.shift(8),
        down: white.shift(-8) | black,
    }
}

/// The fields that belong to one set of walls, made when they are asked for.
///
/// The homes of the array are asked for at every node and have places of their own.
pub struct Walled {
    walls: Bitboard,
    single_step_pawns: Bitboard,
    homes: Homes,
    /// For men of any type that go to a home: by type.
    visits: OnceLock<Box<[Homes; 6]>>,
}

/// By home.
type Homes = [OnceLock<Box<Field>>; 16];

impl Walled {
    fn new(walls: Bitboard, single_step_pawns: Bitboard) -> Walled {
        Walled {
            walls,
            single_step_pawns,
            homes: Default::default(),
            visits: OnceLock::new(),
        }
    }

    /// The field of the officer that belongs on `home`, a square of the back ranks. A wall on the goal
    /// itself is ignored.
    pub fn home(&self, role: Role, home: Square) -> &Field {
        self.homes[place(home)].get_or_init(|| Box::new(self.field(role, home)))
    }

    /// The field of an officer that goes to `home`, where it need not belong. A wall on the goal itself is ignored.
    pub fn visit(&self, role: Role, home: Square) -> &Field {
        let visits = self.visits.get_or_init(Default::default);
        visits[role as usize - 1][place(home)].get_or_init(|| Box::new(self.field(role, home)))
    }

    /// Single-step pawns count only if they make squares unreachable: a way round costs little, and gives equal men different distances.
    fn field(&self, role: Role, goal: Square) -> Field {
        let walls = self.walls.without(goal);
        let plain = Field::new(role, goal, walls, Bitboard::EMPTY);
        if self.single_step_pawns.is_empty() {
            return plain;
        }
        let barred = Field::new(role, goal, walls, self.single_step_pawns);
        if barred.squares == plain.squares {
            plain
        } else {
            barred
        }
    }
}

/// The place of a square of the back ranks.
fn place(home: Square) -> usize {
    usize::from(home) % 8 + if usize::from(home) < 8 { 0 } else { 8 }
}

/// All fields that were asked for.
#[derive(Default)]
pub struct Distances {
    walled: FxHashMap<(u64, u64), Arc<Walled>>,
    fields: FxHashMap<(Role, Square, u64, u64), Arc<Field>>,
}

impl Distances {
    /// Most fields kept at a time: about 100 bytes each.
    const CAPACITY: usize = 100_000;
    /// Most sets of walls kept at a time: about 1500 bytes each, and twice as many where men visit a home or two.
    const MOST_WALLS: usize = 12_000;

    /// The fields with these walls and single-step pawns.
    pub fn walled(&mut self, walls: Bitboard, single_step_pawns: Bitboard) -> Arc<Walled> {
        if self.walled.len() > Distances::MOST_WALLS {
            self.walled.clear();
        }
        Arc::clone(
            self.walled
                .entry((u64::from(walls), u64::from(single_step_pawns)))
                .or_insert_with(|| Arc::new(Walled::new(walls, single_step_pawns))),
        )
    }

    /// The field of `role` with this goal. A wall on the goal itself is ignored.
    pub fn field(&mut self, role: Role, goal: Square, walls: Bitboard) -> &Arc<Field> {
        self.field_past(role, goal, walls, Bitboard::EMPTY)
    }

    /// The same past pawns, too, who have made a single step and nothing else.
    pub fn field_past(
        &mut self,
        role: Role,
        goal: Square,
        walls: Bitboard,
        single_step_pawns: Bitboard,
    ) -> &Arc<Field> {
        if self.fields.len() > Distances::CAPACITY {
            self.fields.clear();
        }
        let walls = walls.without(goal);
        self.fields
            .entry((role, goal, u64::from(walls), u64::from(single_step_pawns)))
            .or_insert_with(|| Arc::new(Field::new(role, goal, walls, single_step_pawns)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_past_both_squares_of_a_pawn() {
        let walls = [Square::E1, Square::E2, Square::F2, Square::H2];
        let walls: Bitboard = walls.into_iter().collect();
        let field = |role| Field::new(role, Square::H1, walls, Square::G3.into());
        // Rook and queen do not come down the file; a bishop comes in while the pawn is on g3.
        assert_eq!(field(Role::Rook).region, 4);
        assert_eq!(field(Role::Rook).from(Square::G2), 2);
        assert_eq!(field(Role::Rook).from(Square::G3), FAR);
        assert_eq!(field(Role::Bishop).from(Square::A8), 1);
        assert_eq!(field(Role::Knight).from(Square::G3), 1);
    }
}
