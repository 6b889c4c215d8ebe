//! Which pawn comes from which file, and what that costs.
//!
//! Every pawn on the board is given a home file of its own so that the fewest captures are needed, then
//! the fewest moves. A pair of pawns that has passed each other on a file is counted as one more
//! capture for each of the two that stays. Invariant: `captures` is a true lower bound, `cost` is not.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Square};

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
    /// Pawns that need no capture to get home.
    pub straight: Bitboard,
    /// Files on which pawns capture on their way to their present squares.
    pub capture_files: u8,
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
    if own.count() > 8 {
        return None;
    }
    // After so many pawns: cheapest cost for each set of files, and the file the last pawn took.
    let mut best = vec![[(NONE, 0u8); 256]; 9];
    best[0][0].0 = 0;
    let squares: Vec<Square> = own.into_iter().collect();
    for (placed, &square) in squares.iter().enumerate() {
        let steps = advanced(color, square);
        if steps > 5 {
            return None;
        }
        let crossed = (homeward(color, square) & enemy).any();
        for files in 0..256usize {
            let (cost, _) = best[placed][files];
            if cost == NONE {
                continue;
            }
            for file in 0..8u32 {
                let bit = 1usize << file;
                let sideways = file.abs_diff(u32::from(square.file()));
                if files & bit != 0 || sideways > steps {
                    continue;
                }
                let straight = steps - sideways;
                let moves = sideways + straight - u32::from(straight >= 2);
                let captures = sideways + u32::from(crossed && sideways == 0);
                let cost = cost + captures * 1000 + moves;
                let slot = &mut best[placed + 1][files | bit];
                *slot = (*slot).min((cost, file as u8));
            }
        }
    }
    let (mut files, &(cost, _)) = best[squares.len()]
        .iter()
        .enumerate()
        .filter(|&(_, &(cost, _))| cost != NONE)
        .min_by_key(|&(files, &(cost, _))| (cost, files))?;
    let open_files = !(files as u8);
    let mut capture_files = 0;
    let mut straight = Bitboard::EMPTY;
    for (placed, &square) in squares.iter().enumerate().rev() {
        let (_, home) = best[placed + 1][files];
        files &= !(1 << home);
        let mut file = square.file() as u8;
        if file == home {
            straight.add(square);
        }
        while file != home {
            capture_files |= 1 << file;
            file = if file < home { file + 1 } else { file - 1 };
        }
    }
    Some(PawnWork {
        captures: cost / 1000,
        detours: cost / 1000,
        moves: cost % 1000,
        open_files,
        straight,
        capture_files,
    })
}
