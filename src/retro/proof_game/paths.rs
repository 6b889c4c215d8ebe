//! How many moves a man needs from one square to another, past the men that never move.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::retro::ledger::many;
use crate::retro::witness::reached;

/// There is no way.
pub(super) const NEVER: u8 = 60;

/// A number for every pair of squares, the origin first.
type Table = Box<[[u8; 64]; 64]>;

/// The moves one side's men need if nobody is in their way but men that never moved: never more than they need in a game.
pub(super) struct Paths {
    /// Of kings and officers by type; of pawns nothing.
    officers: [Table; 6],
    /// Of pawns that stay pawns, by the number of captures they may make.
    pawns: Vec<Table>,
    /// Of pawns to where an officer stands that they became, by captures and officer type.
    promotions: Vec<[Table; 4]>,
    /// By type of man and, of pawns, by captures: how many moves it needs to a square where it can fall.
    falls: Vec<[[u8; 64]; 6]>,
}

/// Where men can move at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ground {
    /// The squares of men that never move nor fall.
    pub still: Bitboard,
    /// Where this side can capture.
    pub prey: Bitboard,
    /// Where this side's men can fall.
    pub fall: Bitboard,
}

/// What a pawn may become.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A pawn captures six times at most on its way.
pub(super) const MOST_CAPTURES: usize = 6;

fn table() -> Table {
    Box::new([[NEVER; 64]; 64])
}

impl Paths {
    /// The paths of `color` on this ground; `array` is what stands on the squares of the still men.
    pub(super) fn new(color: Color, ground: Ground, array: &shakmaty::Board) -> Paths {
        let still = ground.still;
        let enemy = still & array.by_color(color.other());
        let mut guarded = Bitboard::EMPTY;
        for square in enemy {
            // What sliding men guard depends on others.
            if let Some(piece) = array.piece_at(square)
                && matches!(piece.role, Role::Pawn | Role::Knight | Role::King)
            {
                guarded |= attacks::attacks(square, piece, Bitboard::FULL);
            }
        }
        let officers = Role::ALL.map(|role| match role {
            Role::Pawn => table(),
            Role::King => officer(role, still, still | guarded),
            _ => officer(role, still, still),
        });
        let pawns: Vec<Table> = (0..=MOST_CAPTURES)
            .map(|captures| pawn(color, ground, captures))
            .collect();
        let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let promotions = pawns.iter().map(|ways| {
            let promoted = |role: Role| promoted(ways, &officers[role as usize - 1], last);
            PROMOTIONS.map(promoted)
        });
        let promotions: Vec<[Table; 4]> = promotions.collect();
        let falls = (0..=MOST_CAPTURES)
            .map(|captures| {
                Role::ALL.map(|role| {
                    let mut row = [NEVER; 64];
                    let near = |from: Square, table: &Table| {
                        let ways = &table[usize::from(from)];
                        let moves = ground.fall.into_iter().map(|to| ways[usize::from(to)]);
                        moves.min().unwrap_or(NEVER)
                    };
                    for from in Square::ALL {
                        row[usize::from(from)] = match role {
                            Role::King => NEVER,
                            Role::Pawn => (promotions[captures].iter())
                                .map(|table| near(from, table))
                                .fold(near(from, &pawns[captures]), u8::min),
                            _ => near(from, &officers[role as usize - 1]),
                        };
                    }
                    row
                })
            })
            .collect();
        Paths {
            officers,
            pawns,
            promotions,
            falls,
        }
    }

    /// The moves of a man of this type on `from` until it stands where it can fall, with so many captures by a pawn at most.
    pub(super) fn to_fall(&self, now: Role, from: Square, captures: usize) -> u8 {
        self.falls[captures.min(MOST_CAPTURES)][now as usize - 1][usize::from(from)]
    }

    /// The moves of a man of type `now` on `from` until it stands as `then` on `to`, with so many captures by a pawn at most; [`NEVER`]
    /// or more if there is no way.
    pub(super) fn moves(
        &self,
        now: Role,
        from: Square,
        then: Role,
        to: Square,
        captures: usize,
    ) -> u8 {
        let captures = captures.min(MOST_CAPTURES);
        let (from, to) = (usize::from(from), usize::from(to));
        match (now, then) {
            (Role::Pawn, Role::Pawn) => self.pawns[captures][from][to],
            (Role::Pawn, Role::King) => NEVER,
            (Role::Pawn, _) => self.promotions[captures][then as usize - 2][from][to],
            _ if now == then => self.officers[now as usize - 1][from][to],
            _ => NEVER,
        }
    }
}

fn officer(role: Role, still: Bitboard, closed: Bitboard) -> Table {
    let mut table = table();
    for from in Square::ALL {
        let next = |front| many::moves(role, front, still) & !closed;
        table[usize::from(from)] = reached(from, NEVER, next).0;
    }
    table
}

fn pawn(color: Color, ground: Ground, captures: usize) -> Table {
    let still = ground.still;
    let mut table = table();
    let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
    let up = |squares: Bitboard| squares.shift(color.fold_wb(8, -8));
    for from in Square::ALL {
        let row = &mut table[usize::from(from)];
        row[usize::from(from)] = 0;
        // By the captures made.
        let mut front = vec![Bitboard::EMPTY; captures + 1];
        front[0] = from.into();
        for moves in 1..=6 {
            let mut next = vec![Bitboard::EMPTY; captures + 1];
            for (made, &squares) in front.iter().enumerate() {
                let one = up(squares) & !still;
                next[made] |= one;
                if moves == 1 {
                    next[made] |= up(up(squares & second) & !still) & !still;
                }
                if let Some(more) = next.get_mut(made + 1) {
                    for square in squares {
                        *more |= attacks::pawn_attacks(color, square) & !still & ground.prey;
                    }
                }
            }
            for &squares in &next {
                for square in squares {
                    let best = &mut row[usize::from(square)];
                    *best = (*best).min(moves);
                }
            }
            front = next;
        }
    }
    table
}

/// The moves of a pawn that goes these ways to one of the `last` squares and from there `onwards` as an officer.
fn promoted(ways: &Table, onwards: &Table, last: Bitboard) -> Table {
    let mut table = table();
    for from in Square::ALL {
        for at in last {
            let walk = ways[usize::from(from)][usize::from(at)];
            if walk >= NEVER {
                continue;
            }
            let row = &mut table[usize::from(from)];
            for (best, &onward) in row.iter_mut().zip(&onwards[usize::from(at)]) {
                *best = (*best).min(walk + onward);
            }
        }
    }
    table
}
