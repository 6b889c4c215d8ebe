//! The moves of officers from many squares at once.
//!
//! Invariant: what is found is what [`attacks`](shakmaty::attacks) say of the squares one by one.

use shakmaty::{Bitboard, Board, Role};

/// The squares of the a-file and of the h-file.
const A: u64 = 0x0101_0101_0101_0101;
const H: u64 = A << 7;

/// The neighbours of these squares on their files and ranks.
pub fn beside(squares: u64) -> u64 {
    (squares << 8) | (squares >> 8) | along(squares)
}

/// The neighbours of these squares on their ranks.
pub fn along(squares: u64) -> u64 {
    ((squares & !A) >> 1) | ((squares & !H) << 1)
}

/// The neighbours of these squares on their diagonals.
pub fn aslant(squares: u64) -> u64 {
    let along = along(squares);
    (along << 8) | (along >> 8)
}

/// Where knights jump from these squares.
pub fn jumps(squares: u64) -> u64 {
    let (left, right) = ((squares & !A) >> 1, (squares & !H) << 1);
    let near = left | right;
    let far = ((left & !A) >> 1) | ((right & !H) << 1);
    (near << 16) | (near >> 16) | (far << 8) | (far >> 8)
}

/// Where nobody gets along a file: `up` are the squares not entered from below, `down` those not entered from above.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bars {
    pub up: Bitboard,
    pub down: Bitboard,
}

/// Where officers of this type move to from these squares past men on others, squares with a man at the end of the way included.
pub fn moves(role: Role, from: Bitboard, occupied: Bitboard) -> Bitboard {
    moves_past(role, from, occupied, Bars::default())
}

/// The same past bars, too.
#[inline]
pub fn moves_past(role: Role, from: Bitboard, occupied: Bitboard, bars: Bars) -> Bitboard {
    let (from, free) = (u64::from(from), !u64::from(occupied));
    Bitboard(match role {
        Role::Pawn => 0,
        Role::Knight => jumps(from),
        Role::Bishop => diagonals(from, free),
        Role::Rook => lines(from, free, bars),
        Role::Queen => diagonals(from, free) | lines(from, free, bars),
        Role::King => {
            let (up, down) = (u64::from(bars.up), u64::from(bars.down));
            (from << 8) & !up | (from >> 8) & !down | along(from) | aslant(from)
        }
    })
}

/// The officers of a board who have a step to one of these squares: neighbours for all but the knights.
pub fn steppers(board: &Board, to: Bitboard) -> Bitboard {
    let to = u64::from(to);
    Bitboard(beside(to)) & (board.rooks_and_queens() | board.kings())
        | Bitboard(aslant(to)) & (board.bishops_and_queens() | board.kings())
        | Bitboard(jumps(to)) & board.knights()
}

/// Where the same men stand on both boards.
pub fn same(one: &Board, other: &Board) -> Bitboard {
    let alike = Role::ALL.map(|role| one.by_role(role) & other.by_role(role));
    let own = one.white() & other.white() | one.black() & other.black();
    alike
        .into_iter()
        .fold(Bitboard::EMPTY, |all, men| all | men)
        & own
}

fn lines(from: u64, free: u64, bars: Bars) -> u64 {
    let (up, down) = (u64::from(bars.up), u64::from(bars.down));
    rise(from, free & !up, 8) & !up
        | fall(from, free & !down, 8) & !down
        | rise(from, free & !A, 1) & !A
        | fall(from, free & !H, 1) & !H
}

fn diagonals(from: u64, free: u64) -> u64 {
    rise(from, free & !A, 9) & !A
        | fall(from, free & !H, 9) & !H
        | rise(from, free & !H, 7) & !H
        | fall(from, free & !A, 7) & !A
}

/// All squares so many farther each, as far as what lies between is free.
const fn rise(from: u64, free: u64, step: u32) -> u64 {
    let mut way = from;
    let mut free = free;
    way |= free & (way << step);
    free &= free << step;
    way |= free & (way << (2 * step));
    free &= free << (2 * step);
    way |= free & (way << (4 * step));
    way << step
}

/// The same the other way.
const fn fall(from: u64, free: u64, step: u32) -> u64 {
    let mut way = from;
    let mut free = free;
    way |= free & (way >> step);
    free &= free >> step;
    way |= free & (way >> (2 * step));
    free &= free >> (2 * step);
    way |= free & (way >> (4 * step));
    way >> step
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, attacks};

    use super::*;
    use crate::random::Random;

    #[test]
    fn many_squares_are_as_each_of_them() {
        let mut random = Random::new(11);
        let mut word = || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
        for round in 0..2000 {
            let mut from = Bitboard(word() & word());
            let mut occupied = Bitboard(word() & word());
            if round % 2 == 0 {
                from &= Bitboard(word() & word());
                occupied &= Bitboard(word());
            }
            for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
                let each = from.into_iter().fold(Bitboard::EMPTY, |all, square| {
                    all | attacks::attacks(square, role.of(Color::White), occupied)
                });
                assert_eq!(moves(role, from, occupied), each, "{role:?} from {from:?}");
            }
        }
    }
}
