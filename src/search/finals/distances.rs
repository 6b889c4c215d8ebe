//! The moves a man needs at least from where it stands to what it is at the end: on an empty board, pawns capturing as they like.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

/// What becomes of a man: what it is at the end and where, [`CAPTURED`], or [`ANYTHING`].
pub(super) type Fate = u16;

/// It is captured. What that takes is counted elsewhere.
pub(super) const CAPTURED: Fate = 448;

/// It does not matter.
pub(super) const ANYTHING: Fate = 449;

const FATES: usize = 450;

/// Costs more than there are moves.
pub(super) const NEVER: u8 = 99;

/// Where a man is now and what it is: a row of the table.
pub(super) type Row = u16;

/// The row of a man that was captured.
pub(super) const GONE: Row = 448;

/// What a man is, as far as moving goes: pawns of either side, and officers.
pub(super) const PAWNS: usize = 2;
pub(super) const KNIGHT: usize = 2;
pub(super) const BISHOP: usize = 3;
pub(super) const ROOK: usize = 4;
pub(super) const QUEEN: usize = 5;
pub(super) const KING: usize = 6;

pub(super) fn kind(color: Color, role: Role) -> usize {
    match role {
        Role::Pawn => usize::from(color.is_white()),
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

pub(super) fn fate(kind: usize, square: Square) -> Fate {
    (kind * 64 + square.to_usize()) as Fate
}

/// The kind and the square of a man that is not captured at the end.
pub(super) fn place(fate: Fate) -> (usize, Square) {
    (usize::from(fate >> 6), Square::new(u32::from(fate) & 63))
}

pub(super) struct Distances {
    rows: Vec<[u8; FATES]>,
    /// The moves to each square, whatever the man is then.
    nearest: Vec<[u8; 64]>,
}

static DISTANCES: LazyLock<Distances> = LazyLock::new(Distances::build);

impl Distances {
    pub(super) fn get() -> &'static Distances {
        &DISTANCES
    }

    #[inline]
    pub(super) fn row(&self, row: Row) -> &[u8; FATES] {
        &self.rows[usize::from(row)]
    }

    /// The moves to each square at least, whatever the man is when it comes there.
    #[inline]
    pub(super) fn nearest(&self, row: Row) -> &[u8; 64] {
        &self.nearest[usize::from(row)]
    }

    /// The moves beyond those to its end that a man, which stands on `row`, needs to come to `square` on its way.
    pub(super) fn detour(&self, row: Row, end: Fate, square: Square) -> u8 {
        if row == GONE {
            return NEVER;
        }
        let (now, _) = place(row);
        let from = self.row(row);
        let via = |kind: usize| {
            let there = fate(kind, square);
            from[usize::from(there)].saturating_add(self.row(there)[usize::from(end)])
        };
        let kinds = if end == ANYTHING {
            KNIGHT..=QUEEN
        } else {
            let (kind, _) = place(end);
            kind..=kind
        };
        let mut least = via(now);
        if now < PAWNS {
            least = kinds.map(via).fold(least, u8::min);
        }
        least.saturating_sub(from[usize::from(end)])
    }

    fn build() -> Distances {
        let mut rows = vec![[NEVER; FATES]; 449];
        for row in &mut rows {
            row[usize::from(CAPTURED)] = 0;
            row[usize::from(ANYTHING)] = 0;
        }
        for kind in 0..=KING {
            for from in Square::ALL {
                let row = usize::from(fate(kind, from));
                for to in Square::ALL {
                    rows[row][usize::from(fate(kind, to))] = if kind < PAWNS {
                        pawn_moves(Color::from_white(kind == 1), from, to)
                    } else {
                        officer_moves(kind, from, to)
                    };
                }
            }
        }
        for color in Color::ALL {
            let last = Bitboard::from_rank(color.fold_wb(Rank::Eighth, Rank::First));
            for from in Square::ALL {
                for officer in KNIGHT..=QUEEN {
                    for to in Square::ALL {
                        let ways = last.into_iter().map(|on| {
                            pawn_moves(color, from, on)
                                .saturating_add(officer_moves(officer, on, to))
                        });
                        rows[usize::from(fate(kind(color, Role::Pawn), from))]
                            [usize::from(fate(officer, to))] =
                            ways.min().unwrap_or(NEVER).min(NEVER);
                    }
                }
            }
        }
        let nearest = rows.iter().map(nearest).collect();
        Distances { rows, nearest }
    }
}

fn nearest(row: &[u8; FATES]) -> [u8; 64] {
    let mut nearest = [NEVER; 64];
    for square in Square::ALL {
        let pawns = !Bitboard::BACKRANKS.contains(square);
        for kind in if pawns { 0..=KING } else { KNIGHT..=KING } {
            let moves = &mut nearest[square.to_usize()];
            *moves = row[usize::from(fate(kind, square))].min(*moves);
        }
    }
    nearest
}

fn pawn_moves(color: Color, from: Square, to: Square) -> u8 {
    let rank = |square: Square| color.fold_wb(square.rank().to_u32(), 7 - square.rank().to_u32());
    let aside = from.file().to_u32().abs_diff(to.file().to_u32());
    let Some(ahead) = rank(to).checked_sub(rank(from)) else {
        return NEVER;
    };
    if aside > ahead || rank(from) == 0 {
        return NEVER;
    }
    // The double step, which goes straight, saves one move.
    (ahead - u32::from(rank(from) == 1 && ahead - aside >= 2)) as u8
}

fn officer_moves(kind: usize, from: Square, to: Square) -> u8 {
    if from == to {
        return 0;
    }
    match kind {
        KING => from.distance(to) as u8,
        KNIGHT => {
            let mut reached = Bitboard::from_square(from);
            let mut moves = 0;
            while !reached.contains(to) {
                for square in reached {
                    reached |= attacks::knight_attacks(square);
                }
                moves += 1;
            }
            moves
        }
        _ if attacking(kind, from, Bitboard::EMPTY).contains(to) => 1,
        BISHOP
            if Bitboard::LIGHT_SQUARES.contains(from) != Bitboard::LIGHT_SQUARES.contains(to) =>
        {
            NEVER
        }
        _ => 2,
    }
}

/// From where a man of this kind attacks `square`, past the men on `occupied`.
pub(super) fn attacking(kind: usize, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        0 => attacks::pawn_attacks(Color::White, square),
        1 => attacks::pawn_attacks(Color::Black, square),
        KNIGHT => attacks::knight_attacks(square),
        BISHOP => attacks::bishop_attacks(square, occupied),
        ROOK => attacks::rook_attacks(square, occupied),
        QUEEN => attacks::queen_attacks(square, occupied),
        _ => attacks::king_attacks(square),
    }
}

/// Whether a square lies on a rank or file with the king, and on a diagonal.
pub(super) fn aligned(king: Square, square: Square) -> [bool; 2] {
    [
        attacks::rook_attacks(king, Bitboard::EMPTY).contains(square),
        attacks::bishop_attacks(king, Bitboard::EMPTY).contains(square),
    ]
}
