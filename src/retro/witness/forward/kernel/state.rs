//! A state of the search for a kernel: the pawns of each file in their order, and the captures that change it.

use arrayvec::ArrayVec;
use shakmaty::{Color, File};

use super::super::super::hash_table::mix;
use super::demand::KernelDemand;
use super::{Event, promotion_square};
use crate::retro::model::PawnId;

/// The pawns of a file, from White's side.
pub type FilePawns = ArrayVec<PawnId, 8>;

#[derive(Clone)]
pub struct State {
    pub files: [FilePawns; 8],
    /// Captures each pawn has made.
    pub made: [u8; 16],
    /// Captures made by each side.
    pub captures: [usize; 2],
    /// Pawns taken of each side.
    pub dead: [usize; 2],
    /// On which file each pawn has promoted by a capture.
    pub crossed: [Option<File>; 16],
}

impl State {
    /// Of the initial array.
    pub fn array() -> State {
        State {
            files: File::ALL.map(|file| {
                let pawns = Color::ALL.map(|color| PawnId::new(color, file));
                pawns.into_iter().collect()
            }),
            made: [0; 16],
            captures: [0; 2],
            dead: [0; 2],
            crossed: [None; 16],
        }
    }

    pub fn key(&self) -> u64 {
        let mut key = mix(
            (self.dead[0] * 16 + self.dead[1]) as u64,
            (self.captures[0] * 16 + self.captures[1]) as u64,
        );
        for file in &self.files {
            let mut word = 1u64;
            for &pawn in file {
                let made = self.made[usize::from(pawn)];
                word = word * 16 + u64::from(pawn.side() as u8 * 7 + made.min(6)) + 1;
            }
            key = mix(key, word);
        }
        for (pawn, file) in self.crossed.iter().enumerate() {
            if let Some(file) = file {
                key = key.wrapping_add(mix(pawn as u64 / 8 + 1, u64::from(*file)));
            }
        }
        key
    }

    /// Whether the pawns of the file find room on it in their order.
    fn fits(&self, file: usize) -> bool {
        let mut rank = 1;
        self.files[file].iter().all(|&pawn| {
            let made = self.made[usize::from(pawn)];
            let (low, high) = match pawn.color() {
                Color::White => (2 + made, 7),
                Color::Black => (2, 7u8.saturating_sub(made)),
            };
            rank = low.max(rank + 1);
            rank <= high
        })
    }

    pub fn successors(&self, demand: &KernelDemand, mut found: impl FnMut(Event, State)) {
        for file in 0..8 {
            for (place, &pawn) in self.files[file].iter().enumerate() {
                let side = pawn.side();
                // An officer of the other side takes it.
                if self.captures[1 - side] < demand.captures[1 - side]
                    && self.dead[side] < demand.allowance[side]
                {
                    let mut next = self.clone();
                    next.files[file].remove(place);
                    next.captures[1 - side] += 1;
                    next.dead[side] += 1;
                    found(Event::new(None, Some(pawn), File::ALL[file]), next);
                }
                if self.captures[side] >= demand.captures[side] {
                    continue;
                }
                for to in [file.wrapping_sub(1), file + 1] {
                    if to < 8 {
                        self.takes(demand, (file, place), to, &mut found);
                        self.crosses(demand, (file, place), to, &mut found);
                    }
                }
            }
        }
    }

    fn takes(
        &self,
        demand: &KernelDemand,
        (file, place): (usize, usize),
        to: usize,
        found: &mut impl FnMut(Event, State),
    ) {
        let pawn = self.files[file][place];
        let side = pawn.side();
        let mut gone = self.clone();
        gone.files[file].remove(place);
        gone.made[usize::from(pawn)] += 1;
        gone.captures[side] += 1;
        let target = &self.files[to];
        let mut add = |event: Event, next: State| {
            if next.fits(to) {
                found(event, next);
            }
        };
        for at in 0..=target.len().min(7) {
            let event = Event {
                on_whites_side: at.checked_sub(1).map(|at| target[at]),
                on_blacks_side: target.get(at).copied(),
                ..Event::new(Some(pawn), None, File::ALL[to])
            };
            if !target.is_full() {
                let mut next = gone.clone();
                next.files[to].insert(at, pawn);
                add(event, next);
            }
            let Some(&victim) = target.get(at) else {
                continue;
            };
            let meets = match pawn.color() {
                Color::White => {
                    2 + self.made[usize::from(pawn)] < 7 - self.made[usize::from(victim)]
                }
                Color::Black => {
                    2 + self.made[usize::from(victim)] < 7 - self.made[usize::from(pawn)]
                }
            };
            if victim.color() == pawn.color()
                || !meets
                || self.dead[1 - side] >= demand.allowance[1 - side]
            {
                continue;
            }
            let mut next = gone.clone();
            next.files[to][at] = pawn;
            next.dead[1 - side] += 1;
            add(Event::new(Some(pawn), Some(victim), File::ALL[to]), next);
        }
    }

    /// A pawn with nothing before it takes an officer where it promotes.
    fn crosses(
        &self,
        demand: &KernelDemand,
        (file, place): (usize, usize),
        to: usize,
        found: &mut impl FnMut(Event, State),
    ) {
        let list = &self.files[file];
        let pawn = list[place];
        let side = pawn.side();
        let first = match pawn.color() {
            Color::White => list.len() - 1,
            Color::Black => 0,
        };
        if place != first || demand.shut[side] & 1 << to != 0 {
            return;
        }
        let mut next = self.clone();
        next.files[file].remove(place);
        next.made[usize::from(pawn)] += 1;
        next.captures[side] += 1;
        next.crossed[usize::from(pawn)] = Some(File::ALL[to]);
        let event = Event {
            promotes: true,
            light: Some(promotion_square(pawn.color(), File::ALL[to]).is_light()),
            ..Event::new(Some(pawn), None, File::ALL[to])
        };
        found(event, next);
    }
}
