//! A position of a race: where each pawn of the initial array stands, and what of the kernel is done.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use shakmaty::{Bitboard, Chess, Color, File, Position, Square};

use super::super::known::mix;
use super::super::node::{advanced, placement};
use super::kernel::{Event, Fate, Kernel};
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
    /// At the start. `surplus`: how many men of each side are to be taken by officers.
    pub fn new(surplus: [u32; 2]) -> Runner {
        Runner {
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
        let square = self.pawns[usize::from(pawn)]?;
        Some(u32::from(square.rank()) as i32)
    }

    /// Between which ranks the pawn of the capture in this place of the kernel can come to stand by it, counted from 0 at
    /// White's first; `None`: it has come too far.
    pub fn landing(&self, kernel: &Kernel, place: usize) -> Option<(i32, i32)> {
        let event = kernel.events.get(place)?;
        let pawn = event.by?;
        let color = pawn.color();
        let square = self.pawns[usize::from(pawn)]?;
        let own =
            |events: &[Event]| events.iter().filter(|event| event.by == Some(pawn)).count() as i32;
        let before = own(&kernel.events[self.done..place]);
        let later = &kernel.events[place + 1..];
        let after = own(later);
        let crosses = later
            .iter()
            .any(|event| event.by == Some(pawn) && event.promotes);
        let farthest = kernel.fates[usize::from(pawn)].farthest(color, crosses) - after;
        let (least, most) = if event.promotes {
            (6, 6)
        } else {
            (advanced(color, square) + before + 1, farthest.min(5))
        };
        let (mut low, mut high) = match color {
            Color::White => (1 + least, 1 + most),
            Color::Black => (6 - most, 6 - least),
        };
        // A neighbour on the file never comes back.
        let stays = |pawn: PawnId| match kernel.fates[usize::from(pawn)] {
            Fate::Stays(goal) => Some(u32::from(goal.rank()) as i32),
            Fate::Promotes | Fate::Dies => None,
        };
        let above = event.above.and_then(|pawn| match pawn.color() {
            Color::White => self.rank(pawn),
            Color::Black => stays(pawn),
        });
        let below = event.below.and_then(|pawn| match pawn.color() {
            Color::White => stays(pawn),
            Color::Black => self.rank(pawn),
        });
        low = above.map_or(low, |rank| low.max(rank + 1));
        high = below.map_or(high, |rank| high.min(rank - 1));
        (low <= high).then_some((low, high))
    }

    /// Between which ranks an officer has to be taken.
    pub fn gap(&self, event: &Event) -> (i32, i32) {
        let rank = |pawn: Option<PawnId>| self.rank(pawn?);
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

/// What pawns have to do with the captures that are still to come, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pending {
    /// Those that take or are taken.
    pub busy: u16,
    /// How often each takes.
    pub makes: [u8; 16],
    /// Neighbours of officers that are taken.
    pub beside: u16,
    /// Those before which an officer is taken on the only square there is.
    pub bounds: u16,
}

impl Pending {
    /// What is to come.
    pub fn of(events: &[Event]) -> Pending {
        let bit = |pawn: Option<PawnId>| pawn.map_or(0, |pawn| 1 << usize::from(pawn));
        let of = |pawn: Option<PawnId>, color| pawn.filter(|pawn| pawn.color() == color);
        let mut pending = Pending::default();
        for event in events {
            pending.busy |= bit(event.by) | bit(event.victim);
            pending.beside |= bit(event.above) | bit(event.below);
            if let Some(pawn) = event.by {
                pending.makes[usize::from(pawn)] += 1;
            }
            if event.light.is_some() {
                pending.bounds |= bit(of(event.above, Color::White));
                pending.bounds |= bit(of(event.below, Color::Black));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(events: &[Event], fates: [Fate; 16]) -> Kernel {
        Kernel {
            events: events.to_vec(),
            earlier: Vec::new(),
            fates,
        }
    }

    #[test]
    fn a_pawn_that_has_come_too_far_takes_nothing_there() {
        let (f7, g2) = (
            PawnId::new(Color::Black, File::F),
            PawnId::new(Color::White, File::G),
        );
        // It takes on the g-file, on White's side of the pawn there, and stands on g3 in the diagram.
        let event = Event {
            below: Some(g2),
            ..Event::new(Some(f7), None, File::G)
        };
        let mut fates = [Fate::Dies; 16];
        fates[usize::from(f7)] = Fate::Stays(Square::G3);
        let kernel = kernel(&[event], fates);
        let mut runner = Runner::new([0; 2]);
        assert_eq!(runner.landing(&kernel, 0), Some((2, 5)));
        runner.pawns[usize::from(f7)] = Some(Square::F4);
        assert_eq!(runner.landing(&kernel, 0), Some((2, 2)));
        runner.pawns[usize::from(f7)] = Some(Square::F3);
        assert_eq!(runner.landing(&kernel, 0), None);
    }

    #[test]
    fn who_promotes_by_a_capture_takes_another_before_on_the_rank_before_the_last() {
        // g7 takes on f2, on White's side of the pawn that stands on f3 in the diagram, then on e1, where it promotes.
        let (g7, f2) = (
            PawnId::new(Color::Black, File::G),
            PawnId::new(Color::White, File::F),
        );
        let on_f2 = Event {
            below: Some(f2),
            ..Event::new(Some(g7), None, File::F)
        };
        let on_e1 = Event {
            promotes: true,
            ..Event::new(Some(g7), None, File::E)
        };
        let mut fates = [Fate::Dies; 16];
        fates[usize::from(g7)] = Fate::Promotes;
        fates[usize::from(f2)] = Fate::Stays(Square::F3);
        let mut runner = Runner::new([0; 2]);
        let crossing = kernel(&[on_f2, on_e1], fates);
        assert_eq!(runner.landing(&crossing, 0), Some((1, 1)));
        assert_eq!(runner.landing(&crossing, 1), Some((0, 0)));
        runner.pawns[usize::from(g7)] = Some(Square::G3);
        assert_eq!(runner.landing(&crossing, 0), Some((1, 1)));
        // From g2 it can only promote.
        runner.pawns[usize::from(g7)] = Some(Square::G2);
        assert_eq!(runner.landing(&crossing, 0), None);
        // Who goes straight on to promote after his only capture takes on the rank before the last, too.
        runner.pawns[usize::from(g7)] = Some(Square::G3);
        assert_eq!(runner.landing(&kernel(&[on_f2], fates), 0), Some((1, 1)));
    }
}
