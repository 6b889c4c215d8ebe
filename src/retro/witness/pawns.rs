//! Which pawn comes from which file, and what that costs.
//!
//! Every pawn on the board is given a home file of its own so that the fewest captures are needed, then
//! the fewest moves. A pair of pawns that has passed each other on a file is counted as one more
//! capture for each of the two that stays. Invariant: `captures` is a true lower bound, `cost` is not.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, File, Square};

/// What the pawns of one side still have to do on the way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnWork {
    /// Fewest captures the pawns have made.
    pub captures: u32,
    /// Captures including those that let pawns pass each other: a guess.
    pub detours: u32,
    /// Fewest moves together with the captures.
    pub moves: u32,
    /// Home files no pawn is assigned to.
    pub open_files: u8,
}

/// Remembers what was computed for pawn placements.
#[derive(Default)]
pub struct PawnTable {
    known: FxHashMap<(u64, u64, Color), Option<PawnWork>>,
}

/// Ranks the pawn has advanced from its home rank.
fn advanced(color: Color, square: Square) -> u32 {
    let rank = u32::from(square.rank());
    match color {
        Color::White => rank.wrapping_sub(1),
        Color::Black => 6u32.wrapping_sub(rank),
    }
}

/// Squares on the same file in front of a pawn that goes home: those it would still pass over.
fn homeward(color: Color, square: Square) -> Bitboard {
    let rank = u32::from(square.rank());
    Bitboard::from_file(square.file())
        .into_iter()
        .filter(|s| match color {
            Color::White => u32::from(s.rank()) < rank,
            Color::Black => u32::from(s.rank()) > rank,
        })
        .collect()
}

impl PawnTable {
    const CAPACITY: usize = 300_000;

    /// The work of `color`'s pawns `own` against the pawns `enemy`; `None` if they cannot all come from different files.
    pub fn work(&mut self, color: Color, own: Bitboard, enemy: Bitboard) -> Option<PawnWork> {
        if self.known.len() > PawnTable::CAPACITY {
            self.known.clear();
        }
        *self
            .known
            .entry((u64::from(own), u64::from(enemy), color))
            .or_insert_with(|| {
                let plain = assign(color, own, Bitboard::EMPTY)?;
                let passed = assign(color, own, enemy)?;
                Some(PawnWork {
                    captures: plain.captures,
                    detours: passed.captures,
                    ..passed
                })
            })
    }
}

/// Cheapest assignment by dynamic programming over sets of files.
fn assign(color: Color, own: Bitboard, enemy: Bitboard) -> Option<PawnWork> {
    const NONE: u32 = u32::MAX;
    let mut best = [NONE; 256];
    best[0] = 0;
    for (placed, square) in own.into_iter().enumerate() {
        let mut next = [NONE; 256];
        let steps = advanced(color, square);
        if steps > 5 {
            return None;
        }
        let crossed = (homeward(color, square) & enemy).any();
        for (files, &cost) in best.iter().enumerate() {
            if cost == NONE || files.count_ones() as usize != placed {
                continue;
            }
            for file in File::ALL {
                let bit = 1usize << u32::from(file);
                let sideways = u32::from(file).abs_diff(u32::from(square.file()));
                if files & bit != 0 || sideways > steps {
                    continue;
                }
                let straight = steps - sideways;
                let moves = sideways + straight - u32::from(straight >= 2);
                let captures = sideways + u32::from(crossed && sideways == 0);
                let cost = cost + captures * 1000 + moves;
                let slot = &mut next[files | bit];
                *slot = (*slot).min(cost);
            }
        }
        best = next;
    }
    let (files, &cost) = best
        .iter()
        .enumerate()
        .filter(|&(_, &cost)| cost != NONE)
        .min_by_key(|&(files, &cost)| (cost, files))?;
    Some(PawnWork {
        captures: cost / 1000,
        detours: cost / 1000,
        moves: cost % 1000,
        open_files: !(files as u8),
    })
}
