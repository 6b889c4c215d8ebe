//! A position of a race: where each pawn of the initial array stands, and what of the kernel is done.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use shakmaty::{Bitboard, Chess, Color, File, Position, Rank, Square};

use super::super::hash_table::mix;
use super::super::node::{placement, rank};
use super::kernel::{Event, Kernel};
use crate::retro::model::PawnId;

/// A position of the race.
#[derive(Clone)]
pub struct RacePosition {
    pub position: Chess,
    /// Where each pawn stands, if it has neither promoted nor been taken.
    pub pawns: [Option<Square>; 16],
    /// How many captures of the kernel have been made.
    pub done: usize,
    /// How many men of each side, White's first, are still to be taken by officers.
    pub surplus: [u32; 2],
}

impl RacePosition {
    /// At the start. `surplus`: how many men of each side are to be taken by officers.
    pub fn new(surplus: [u32; 2]) -> RacePosition {
        RacePosition {
            position: Chess::default(),
            pawns: PawnId::ALL.map(|pawn| Some(pawn.home())),
            done: 0,
            surplus,
        }
    }

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

    /// On which rank a pawn stands, counted from 0 at White's first.
    pub fn rank(&self, pawn: PawnId) -> Option<i32> {
        self.pawns[usize::from(pawn)].map(rank)
    }

    /// Between which ranks an officer has to be taken.
    pub fn gap(&self, event: &Event) -> (i32, i32) {
        let rank = |pawn: Option<PawnId>| self.rank(pawn?);
        (
            rank(event.on_whites_side).unwrap_or(0),
            rank(event.on_blacks_side).unwrap_or(7),
        )
    }

    /// The squares that its neighbours have to come to, to make room for a capture on this rank; `None`: they do not go there.
    pub fn room(&self, event: &Event, rank: i32) -> Option<Bitboard> {
        let (low, high) = self.gap(event);
        // Only a black pawn comes down, and only a white one goes up.
        if low >= rank {
            event
                .on_whites_side
                .filter(|&pawn| pawn.color() == Color::Black)?;
        }
        if high <= rank {
            event
                .on_blacks_side
                .filter(|&pawn| pawn.color() == Color::White)?;
        }
        let is_passed =
            |at: i32| (rank - 1..low).contains(&at) || (high + 1..=rank + 1).contains(&at);
        let ranks = Rank::ALL
            .into_iter()
            .filter(|&at| is_passed(u32::from(at) as i32));
        Some(
            ranks
                .map(|at| Square::from_coords(event.file, at))
                .collect(),
        )
    }
}

/// What pawns have to do with the captures that are still to come, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pending {
    /// Those that take or are taken.
    pub busy: u16,
    /// How often each takes.
    pub makes: [u8; 16],
}

impl Pending {
    /// What is to come.
    pub fn of(events: &[Event]) -> Pending {
        let bit = |pawn: Option<PawnId>| pawn.map_or(0, |pawn| 1 << usize::from(pawn));
        let mut pending = Pending::default();
        for event in events {
            pending.busy |= bit(event.by) | bit(event.victim);
            if let Some(pawn) = event.by {
                pending.makes[usize::from(pawn)] += 1;
            }
        }
        pending
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
