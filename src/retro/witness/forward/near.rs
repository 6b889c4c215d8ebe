//! How far men are from squares while the pawns stand as they do.
//!
//! Invariant: a guess that guides; what is remembered depends on the question alone.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap)]

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::super::hash_table::mix;
use super::kernel::Kernel;
use super::landings::Landings;
use super::race_position::RacePosition;
use super::ways::{FAR, Walls, Ways};
use crate::retro::ledger::many;

/// A move, in tenths.
pub const MOVE: i32 = 10;
/// What it takes at least until the way of a man is free who has none.
const SHUT: i32 = 50;
/// So many fields are kept at a time, of 64 bytes each, on so many grounds of 3 KiB each, and so many ways of about 3 KiB.
const MOST_FIELDS: usize = 20_000;
const MOST_GROUNDS: usize = 2_000;
const MOST_WAYS: usize = 1_000;

/// What was found out before.
#[derive(Default)]
pub struct Near {
    fields: Vec<[u8; 64]>,
    grounds: Vec<GroundFields>,
    /// By key.
    places: FxHashMap<u64, usize>,
    /// The ground that was asked about last.
    last: usize,
    ways: FxHashMap<u64, Arc<Ways>>,
    /// By where the pawns stand and how many captures have been made.
    landings: FxHashMap<u64, Option<Arc<Landings>>>,
}

/// The fields of one ground that were asked for.
struct GroundFields {
    key: u64,
    /// By man and goal: which field, counted from one.
    fields: [[u32; 64]; 12],
}

/// Where nobody passes as the men stand: pawns, men who never move, and men who cannot.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    blocked: Bitboard,
    key: u64,
}

impl Ground {
    /// That of a board.
    pub fn new(board: &Board, frozen: Bitboard) -> Ground {
        let firm = board.pawns() | frozen;
        let mut locked = board.occupied() & Bitboard::BACKRANKS & !firm;
        loop {
            let blocked = firm | locked;
            // Who can move at all can make a step.
            let free = many::steppers(board, !blocked) & locked;
            if free.is_empty() {
                let white = u64::from(board.white() & board.pawns());
                return Ground {
                    blocked,
                    key: mix(u64::from(blocked), white),
                };
            }
            locked &= !free;
        }
    }
}

impl Near {
    /// About how many moves a man needs from one square to another, in tenths.
    pub fn walk(
        &mut self,
        board: &Board,
        ground: Ground,
        man: Piece,
        way: (Square, Square),
    ) -> i32 {
        let (from, to) = way;
        if from == to {
            return 0;
        }
        let known = self.known(ground);
        let men = (man.role as usize - 1) * 2 + man.color as usize;
        let mut place = self.grounds[known].fields[men][usize::from(to)];
        if place == 0 {
            self.fields
                .push(Walls::new(ground.blocked, board).field(man, to));
            place = self.fields.len() as u32;
            self.grounds[known].fields[men][usize::from(to)] = place;
        }
        match self.fields[place as usize - 1][usize::from(from)] {
            FAR => roughly(board, man.role, from, to) + SHUT,
            steps => i32::from(steps) * MOVE,
        }
    }

    /// The index of a ground in `grounds`. Questions about one position come in a row: the last ground is tried first.
    fn known(&mut self, ground: Ground) -> usize {
        let is_full = self.fields.len() > MOST_FIELDS;
        if !is_full
            && let Some(known) = self.grounds.get(self.last)
            && known.key == ground.key
        {
            return self.last;
        }
        if is_full || self.grounds.len() > MOST_GROUNDS {
            self.fields.clear();
            self.grounds.clear();
            self.places.clear();
        }
        let Near {
            grounds, places, ..
        } = self;
        self.last = *places.entry(ground.key).or_insert_with(|| {
            grounds.push(GroundFields {
                key: ground.key,
                fields: [[0; 64]; 12],
            });
            grounds.len() - 1
        });
        self.last
    }

    /// How far the nearest of these officers of `color` is from taking on a square.
    pub fn approach(
        &mut self,
        board: &Board,
        ground: Ground,
        takers: Bitboard,
        square: Square,
    ) -> i32 {
        let walks = takers.into_iter().filter_map(|taker| {
            let piece = board.piece_at(taker)?;
            Some(self.walk(board, ground, piece, (taker, square)))
        });
        walks.min().unwrap_or(FARTHEST).min(FARTHEST)
    }

    /// The ways past these walls, found by `find` if that is new. They are told by the squares of pawns who have arrived.
    pub fn ways(&mut self, arrived: Bitboard, find: impl FnOnce() -> Ways) -> Arc<Ways> {
        if self.ways.len() > MOST_WAYS {
            self.ways.clear();
        }
        let known = self.ways.entry(u64::from(arrived));
        Arc::clone(known.or_insert_with(|| Arc::new(find())))
    }

    /// What [`RacePosition::landings`] says.
    pub fn landings(&mut self, state: &RacePosition, kernel: &Kernel) -> Option<Arc<Landings>> {
        if self.landings.len() > MOST_FIELDS {
            self.landings.clear();
        }
        let squares = state.pawns.map(|square| square.map_or(64, u64::from));
        let key = squares.into_iter().fold(state.done as u64, mix);
        let known = self.landings.entry(key);
        known.or_insert_with(|| state.landings(kernel)).clone()
    }
}

/// No man is reckoned to be farther.
const FARTHEST: i32 = 100;

/// A rough distance in tenths of a move. Knights and kings ignore other men. Line pieces look at the men on the board for
/// one or two moves; farther ways have a fixed price.
fn roughly(board: &Board, role: Role, from: Square, to: Square) -> i32 {
    if from == to {
        return 0;
    }
    match role {
        Role::Knight => {
            let near = attacks::knight_attacks(from);
            if near.contains(to) {
                MOVE
            } else if (near & attacks::knight_attacks(to)).any() {
                2 * MOVE
            } else {
                let next: Bitboard = near.into_iter().fold(Bitboard::EMPTY, |reach, s| {
                    reach | attacks::knight_attacks(s)
                });
                if (next & attacks::knight_attacks(to)).any() {
                    3 * MOVE
                } else {
                    4 * MOVE
                }
            }
        }
        Role::King => from.distance(to) as i32 * MOVE,
        _ => {
            if role == Role::Bishop && from.is_light() != to.is_light() {
                return 1000;
            }
            let occupied = board.occupied();
            let man = role.of(Color::White);
            let attack = |square| attacks::attacks(square, man, occupied);
            let out = attack(from);
            if out.contains(to) {
                MOVE
            } else if (out & !occupied & attack(to)).any() {
                2 * MOVE
            } else if (out & !occupied).any() {
                3 * MOVE
            } else {
                5 * MOVE
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(board: &str, from: Square, to: Square) -> i32 {
        let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
        let ground = Ground::new(&board, Bitboard::EMPTY);
        let man = board.piece_at(from).unwrap();
        Near::default().walk(&board, ground, man, (from, to))
    }

    #[test]
    fn who_cannot_move_stands_in_the_way() {
        // Nobody comes to f7 past the bishop that the pawns e7 and g7 shut in, but knights and queens.
        let board = "1k3bn1/p2pp1p1/2p1Pp2/5r1p/R2N4/4P1PP/1PP1PP2/5K2";
        assert!(walk(board, Square::F5, Square::F7) >= SHUT);
        assert!(walk(board, Square::G8, Square::F7) < SHUT);
        // Once the bishop can leave, the rook comes by f8.
        let open = "1k3bn1/p2p2p1/2p1pp2/5r1p/R2N4/4P1PP/1PP1PP2/5K2";
        assert!(walk(open, Square::F5, Square::F7) < SHUT);
    }
}
