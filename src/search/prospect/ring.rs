//! A king's surroundings as nine bits: the eight squares around it and its own.
//!
//! What a man covers of them from anywhere on the empty board, looking through the king, is the same for every
//! position and is worked out once.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// Some of a king's surroundings; bit 8 is its own square.
pub(super) type Needs = u16;

/// The king's own square.
pub(super) const CENTRE: Needs = 1 << 8;

/// Men that cover differently.
const KINDS: usize = 7;

/// What a man is, as far as covering goes.
pub(super) fn kind(color: Color, role: Role) -> usize {
    match role {
        Role::Pawn => usize::from(color.is_white()),
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// The tables.
pub(super) struct Rings {
    /// By king's square: the squares of its surroundings by bit.
    squares: Vec<[Option<Square>; 9]>,
    /// By king's square: which bits are squares of the board.
    exist: [Needs; 64],
    /// By kind, king's square and man's square: what is covered on the empty board.
    covered: Vec<[Needs; 64]>,
    /// By kind and king's square: most that is covered from any one square.
    best: [[u32; 64]; KINDS],
    /// By kind, king's square and bit: from where it is covered.
    from: Vec<[Bitboard; 9]>,
    /// By king's square and number of moves: where it can be after so many or fewer.
    balls: Vec<[Bitboard; BALLS]>,
    /// By knight's square and number of moves: where it can be after so many and not after fewer.
    hops: Vec<[Bitboard; HOPS]>,
}

/// No square is farther than seven moves of a king.
const BALLS: usize = 8;

/// No square is farther than six moves of a knight.
const HOPS: usize = 7;

static RINGS: LazyLock<Rings> = LazyLock::new(Rings::build);

impl Rings {
    pub(super) fn get() -> &'static Rings {
        &RINGS
    }

    fn build() -> Rings {
        let mut rings = Rings {
            squares: vec![[None; 9]; 64],
            exist: [0; 64],
            covered: vec![[0; 64]; KINDS * 64],
            best: [[0; 64]; KINDS],
            from: vec![[Bitboard::EMPTY; 9]; KINDS * 64],
            balls: Square::ALL.map(balls).to_vec(),
            hops: Square::ALL.map(hops).to_vec(),
        };
        for king in Square::ALL {
            let k = king.to_usize();
            let around = attacks::king_attacks(king).into_iter().chain([king]);
            for square in around {
                let bit = bit_of(king, square);
                rings.squares[k][bit] = Some(square);
                rings.exist[k] |= 1 << bit;
            }
            for kind in 0..KINDS {
                for man in Square::ALL {
                    if man == king || kind == 6 && attacks::king_attacks(king).contains(man) {
                        continue;
                    }
                    let reach = reach(kind, man);
                    for (bit, square) in rings.squares[k].iter().enumerate() {
                        if square.is_some_and(|square| reach.contains(square)) {
                            rings.covered[kind * 64 + k][man.to_usize()] |= 1 << bit;
                            rings.from[kind * 64 + k][bit] |= Bitboard::from_square(man);
                        }
                    }
                    let covered = rings.covered[kind * 64 + k][man.to_usize()].count_ones();
                    rings.best[kind][k] = rings.best[kind][k].max(covered);
                }
            }
        }
        rings
    }

    #[inline]
    pub(super) fn square(&self, king: Square, bit: u32) -> Square {
        self.squares[king.to_usize()][bit as usize].unwrap_or(king)
    }

    /// The bit of a square beside the king.
    #[inline]
    pub(super) fn bit(king: Square, square: Square) -> Needs {
        1 << bit_of(king, square)
    }

    #[inline]
    pub(super) fn exist(&self, king: Square) -> Needs {
        self.exist[king.to_usize()]
    }

    #[inline]
    pub(super) fn covered(&self, kind: usize, king: Square, man: Square) -> Needs {
        self.covered[kind * 64 + king.to_usize()][man.to_usize()]
    }

    /// Where a king can be after `moves` moves or fewer, none included.
    #[inline]
    pub(super) fn ball(&self, from: Square, moves: u32) -> Bitboard {
        self.balls[from.to_usize()][(moves as usize).min(BALLS - 1)]
    }

    /// Where a knight can be after `moves` moves and not after fewer.
    #[inline]
    pub(super) fn hops(&self, from: Square, moves: u32) -> Bitboard {
        let hops = &self.hops[from.to_usize()];
        hops.get(moves as usize).copied().unwrap_or_default()
    }

    /// The moves a knight needs from one square to another.
    pub(super) fn hops_between(&self, from: Square, to: Square) -> u32 {
        let found = (0..HOPS as u32).find(|&moves| self.hops(from, moves).contains(to));
        found.unwrap_or(HOPS as u32)
    }

    #[inline]
    pub(super) fn best(&self, kind: usize, king: Square) -> u32 {
        self.best[kind][king.to_usize()]
    }

    #[inline]
    pub(super) fn from(&self, kind: usize, king: Square, bit: u32) -> Bitboard {
        self.from[kind * 64 + king.to_usize()][bit as usize]
    }
}

fn balls(from: Square) -> [Bitboard; BALLS] {
    let mut balls = [Bitboard::from_square(from); BALLS];
    for moves in 1..BALLS {
        for square in balls[moves - 1] {
            balls[moves] |= attacks::king_attacks(square);
        }
        let before = balls[moves - 1];
        balls[moves] |= before;
    }
    balls
}

fn hops(from: Square) -> [Bitboard; HOPS] {
    let mut hops = [Bitboard::EMPTY; HOPS];
    hops[0] = Bitboard::from_square(from);
    let mut reached = hops[0];
    for moves in 1..HOPS {
        let mut next = Bitboard::EMPTY;
        for square in hops[moves - 1] {
            next |= attacks::knight_attacks(square);
        }
        hops[moves] = next & !reached;
        reached |= next;
    }
    hops
}

/// Which bit a square next to the king, or its own, is.
fn bit_of(king: Square, square: Square) -> usize {
    let file = 1 + square.file().to_usize() - king.file().to_usize();
    let rank = 1 + square.rank().to_usize() - king.rank().to_usize();
    match 3 * rank + file {
        4 => 8,
        low @ 0..4 => low,
        high => high - 1,
    }
}

/// What a man attacks on the empty board.
fn reach(kind: usize, from: Square) -> Bitboard {
    match kind {
        0 => attacks::pawn_attacks(Color::Black, from),
        1 => attacks::pawn_attacks(Color::White, from),
        2 => attacks::knight_attacks(from),
        3 => attacks::bishop_attacks(from, Bitboard::EMPTY),
        4 => attacks::rook_attacks(from, Bitboard::EMPTY),
        5 => attacks::queen_attacks(from, Bitboard::EMPTY),
        _ => attacks::king_attacks(from),
    }
}
