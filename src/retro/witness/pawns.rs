//! Which pawn comes from which file, and what that costs.
//!
//! Every pawn on the board is given a home file of its own so that the fewest captures are needed, then the fewest moves.
//! A pair of pawns that has passed each other on a file is counted as one more capture for each of the two that stays.
//! Invariant: `captures` is a true lower bound, `detours` is not.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, ByColor, Color, Square};

use super::node::advanced;

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
    /// By side, its pawns, and those of them that have passed an enemy pawn.
    known: FxHashMap<(Color, u64, u64), Option<PawnWork>>,
    /// The last question of each side, own pawns and the others', and its answer: of two positions one after the other
    /// mostly no pawn has moved.
    last: ByColor<Option<Answered>>,
}

/// A question that was answered.
type Answered = ((Bitboard, Bitboard), Option<PawnWork>);

/// The pawns that meet an enemy pawn on their file on the way home.
fn crossed(color: Color, own: Bitboard, enemy: Bitboard) -> Bitboard {
    let up = |men: Bitboard, ranks: u32| Bitboard(u64::from(men) << (8 * ranks));
    let down = |men: Bitboard, ranks: u32| Bitboard(u64::from(men) >> (8 * ranks));
    let beyond = |step: &dyn Fn(Bitboard, u32) -> Bitboard| {
        let reach = step(enemy, 1);
        let reach = reach | step(reach, 1);
        let reach = reach | step(reach, 2);
        reach | step(reach, 4)
    };
    own & match color {
        Color::White => beyond(&up),
        Color::Black => beyond(&down),
    }
}

impl PawnTable {
    const CAPACITY: usize = 300_000;

    /// The work of `color`'s pawns `own` against the pawns `enemy`; `None` if they cannot all come from different files.
    pub fn work(&mut self, color: Color, own: Bitboard, enemy: Bitboard) -> Option<PawnWork> {
        if let Some((asked, work)) = self.last[color]
            && asked == (own, enemy)
        {
            return work;
        }
        let work = self.worked_out(color, own, enemy);
        self.last[color] = Some(((own, enemy), work));
        work
    }

    fn worked_out(&mut self, color: Color, own: Bitboard, enemy: Bitboard) -> Option<PawnWork> {
        if self.known.len() > PawnTable::CAPACITY {
            self.known.clear();
        }
        let crossed = crossed(color, own, enemy);
        let plain = self.assigned(color, own, Bitboard::EMPTY)?;
        let passed = self.assigned(color, own, crossed)?;
        Some(PawnWork {
            captures: plain.captures,
            ..passed
        })
    }

    fn assigned(&mut self, color: Color, own: Bitboard, crossed: Bitboard) -> Option<PawnWork> {
        *self
            .known
            .entry((color, u64::from(own), u64::from(crossed)))
            .or_insert_with(|| assign(color, own, crossed))
    }
}

/// The files a pawn can be given, in the low bits of a cost.
const FILES: u32 = 8;

/// Cheapest assignment by dynamic programming over sets of files; `crossed` pawns pay for staying on theirs.
fn assign(color: Color, own: Bitboard, crossed: Bitboard) -> Option<PawnWork> {
    const NONE: u32 = u32::MAX;
    if own.count() > 8 {
        return None;
    }
    // After so many pawns: cheapest cost for each set of files, with the file the last pawn took.
    let mut best = [[NONE; 256]; 9];
    best[0][0] = 0;
    let squares: Vec<Square> = own.into_iter().collect();
    for (placed, &square) in squares.iter().enumerate() {
        let steps = u32::try_from(advanced(color, square)).ok();
        let steps = steps.filter(|&steps| steps <= 5)?;
        let crossed = crossed.contains(square);
        for files in 0..256usize {
            let cost = best[placed][files];
            if cost == NONE {
                continue;
            }
            let cost = cost / FILES;
            for file in 0..FILES {
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
                *slot = (*slot).min(cost * FILES + file);
            }
        }
    }
    let (mut files, &cost) = best[squares.len()]
        .iter()
        .enumerate()
        .filter(|&(_, &cost)| cost != NONE)
        .min_by_key(|&(files, &cost)| (cost / FILES, files))?;
    let cost = cost / FILES;
    let open_files = !(files as u8);
    let mut capture_files = 0;
    let mut straight = Bitboard::EMPTY;
    for (placed, &square) in squares.iter().enumerate().rev() {
        let home = (best[placed + 1][files] % FILES) as u8;
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
