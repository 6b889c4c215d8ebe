//! A position of a race: where each pawn of the initial array stands, and what of the kernel is done.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use shakmaty::{Bitboard, Chess, Color, File, Position, Square};

use super::super::known::mix;
use super::super::node::placement;
use super::kernel::{Event, Kernel};
use crate::retro::model::PawnId;

/// A position of the race.
#[derive(Clone)]
pub struct Runner {
    pub position: Chess,
    /// Where each pawn stands, if it has neither promoted nor been taken.
    pub pawns: [Option<Square>; 16],
    /// How many captures of the kernel have been made.
    pub done: usize,
    /// How many men of each side, White's first, are still to be taken by officers.
    pub surplus: [u32; 2],
}

impl Runner {
    pub fn key(&self, seed: u64) -> u64 {
        let turn = self.position.turn() as u64 | (self.done as u64) << 1;
        placement(self.position.board())
            .into_iter()
            .fold(mix(seed, turn), |key, men| mix(key, men.into()))
    }

    pub fn pawn_on(&self, square: Square) -> Option<PawnId> {
        let place = self.pawns.iter().position(|&at| at == Some(square))?;
        Some(PawnId::ALL[place])
    }

    /// Whether the pawn still has to take something.
    pub fn is_busy(&self, kernel: &Kernel, pawn: PawnId) -> bool {
        kernel.events[self.done..]
            .iter()
            .any(|event| event.by == Some(pawn) || event.victim == Some(pawn))
    }

    /// The file a pawn will be on after what it still has to take.
    pub fn last_file(&self, kernel: &Kernel, pawn: PawnId) -> Option<File> {
        let square = self.pawns[usize::from(pawn)]?;
        let mut taking = kernel.events[self.done..].iter().rev();
        let last = taking.find(|event| event.by == Some(pawn));
        Some(last.map_or(square.file(), |event| event.file))
    }

    /// Between which ranks an officer has to be taken.
    pub fn gap(&self, event: &Event) -> (i32, i32) {
        let rank = |pawn: Option<PawnId>| {
            let square = self.pawns[usize::from(pawn?)]?;
            Some(u32::from(square.rank()) as i32)
        };
        (
            rank(event.above).unwrap_or(0),
            rank(event.below).unwrap_or(7),
        )
    }

    /// How many moves its neighbours need to make room for a capture on this rank.
    pub fn room(&self, event: &Event, rank: i32) -> Option<i32> {
        let (low, high) = self.gap(event);
        let mut moves = 0;
        if low >= rank {
            // Only a black pawn comes down.
            event.above.filter(|&pawn| pawn.color() == Color::Black)?;
            moves += low - rank + 1;
        }
        if high <= rank {
            event.below.filter(|&pawn| pawn.color() == Color::White)?;
            moves += rank - high + 1;
        }
        Some(moves)
    }

    /// Whether a later capture of a pawn can still happen.
    pub fn is_possible(&self, event: &Event) -> Option<()> {
        if let Some(victim) = event.victim {
            let to = self.pawns[usize::from(victim)]?;
            if let Some(pawn) = event.by {
                let from = self.pawns[usize::from(pawn)]?;
                let color = pawn.color();
                if advanced(color, to) <= advanced(color, from) {
                    return None;
                }
            }
        } else if let Some(pawn) = event.by {
            self.pawns[usize::from(pawn)]?;
        }
        Some(())
    }
}

/// White first.
pub const fn side_of(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// How many ranks a pawn of this side has come.
pub fn advanced(color: Color, square: Square) -> i32 {
    let rank = u32::from(square.rank()) as i32;
    match color {
        Color::White => rank - 1,
        Color::Black => 6 - rank,
    }
}

/// So many squares before a pawn.
pub fn ahead(color: Color, square: Square, steps: i32) -> Bitboard {
    let step = if color == Color::White { 8 } else { -8 };
    let mut way = Bitboard::EMPTY;
    let mut at = square;
    for _ in 0..steps {
        match at.offset(step) {
            Some(next) => at = next,
            None => break,
        }
        way.add(at);
    }
    way
}
