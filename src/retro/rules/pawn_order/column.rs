//! The pawns of one file, in order.

use shakmaty::Color;

/// Ranks a pawn advances at most without promoting.
pub(super) const MOST_ADVANCE: u8 = 5;

/// White's pawns start on this rank, counted from 0, and Black's on the other.
const WHITES_HOME: u8 = 1;
const BLACKS_HOME: u8 = 6;

/// Bits a pawn takes.
const BITS: u32 = 4;

/// A pawn of a column, and what is known of its advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pawn {
    pub(super) color: Color,
    /// The least number of ranks it has advanced; [`MOST_ADVANCE`] + 1: it has promoted.
    pub(super) advance: u8,
}

impl Pawn {
    /// The rank of a pawn of this side that has advanced so far.
    pub(super) const fn rank(color: Color, advance: u8) -> u8 {
        match color {
            Color::White => WHITES_HOME + advance,
            Color::Black => BLACKS_HOME - advance,
        }
    }

    /// Not 0.
    const fn bits(self) -> u64 {
        let color = match self.color {
            Color::White => 0,
            Color::Black => 1,
        };
        (self.advance as u64 + 1) << 1 | color
    }

    const fn of_bits(bits: u64) -> Pawn {
        Pawn {
            color: if bits & 1 == 0 {
                Color::White
            } else {
                Color::Black
            },
            advance: (bits >> 1) as u8 - 1,
        }
    }
}

/// The pawns of a file from White's side of the board to Black's; sixteen at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Column(u64);

impl Column {
    /// A file of the array.
    pub(super) const ARRAY: Column = {
        let white = Pawn {
            color: Color::White,
            advance: 0,
        };
        let black = Pawn {
            color: Color::Black,
            advance: 0,
        };
        Column(white.bits() | black.bits() << BITS)
    };

    /// How many pawns stand on it.
    pub(super) const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS) as usize
    }

    /// The pawn at a place below [`Column::len`].
    pub(super) const fn get(self, place: usize) -> Pawn {
        Pawn::of_bits(self.0 >> (BITS * place as u32) & 15)
    }

    /// Its pawns in order.
    pub(super) fn pawns(self) -> impl DoubleEndedIterator<Item = Pawn> {
        (0..self.len()).map(move |place| self.get(place))
    }

    /// The bits below a place and those from it on.
    const fn split(self, place: usize) -> (u64, u64) {
        let shift = BITS * place as u32;
        if shift >= u64::BITS {
            return (self.0, 0);
        }
        (self.0 & ((1 << shift) - 1), self.0 >> shift)
    }

    /// Without the pawn at this place.
    pub(super) fn without(self, place: usize) -> Column {
        let (low, high) = self.split(place);
        Column(low | (high >> BITS) << (BITS * place as u32))
    }

    /// With another pawn at this place, before the one that has it now.
    pub(super) fn with(self, place: usize, pawn: Pawn) -> Column {
        let (low, high) = self.split(place);
        Column(low | (high << BITS | pawn.bits()) << (BITS * place as u32))
    }

    /// With another pawn instead of the one at this place.
    pub(super) fn replaced(self, place: usize, pawn: Pawn) -> Column {
        self.without(place).with(place, pawn)
    }

    /// What is known of its pawns if the one at `place` stands on `rank`; `None`: it cannot.
    ///
    /// The pawns stand on different squares, in the order of the column, which begins on White's side. White pawns at its
    /// end may have promoted instead, and black pawns at its beginning.
    pub(super) fn with_pawn_on(self, place: usize, rank: u8) -> Option<Column> {
        let count = self.len();
        let Pawn { color, advance } = self.get(place);
        let has_come = match color {
            Color::White => rank >= WHITES_HOME + advance,
            Color::Black => rank + advance <= BLACKS_HOME,
        };
        if !has_come {
            return None;
        }
        let pawns = |color: Color| move |&at: &usize| self.get(at).color == color;
        let first = (0..place).take_while(pawns(Color::Black)).count();
        let behind = (place + 1..count).rev().take_while(pawns(Color::White));
        let last = count - behind.count();
        let (mut lowest, mut highest) = ([0u8; 16], [0u8; 16]);
        let mut next = WHITES_HOME;
        for (at, lowest) in lowest.iter_mut().enumerate().take(count).skip(first) {
            let pawn = self.get(at);
            let own = match pawn.color {
                _ if at == place => rank,
                Color::White => WHITES_HOME + pawn.advance,
                Color::Black => WHITES_HOME,
            };
            if at == place && next > rank {
                return None;
            }
            *lowest = own.max(next);
            next = *lowest + 1;
        }
        let mut next = BLACKS_HOME;
        for at in (0..last).rev() {
            let pawn = self.get(at);
            let own = match pawn.color {
                _ if at == place => rank,
                Color::Black => BLACKS_HOME - pawn.advance.min(BLACKS_HOME),
                Color::White => BLACKS_HOME,
            };
            if at == place && next < rank {
                return None;
            }
            highest[at] = own.min(next);
            next = highest[at].saturating_sub(1);
        }
        if (first..last).any(|at| lowest[at] > highest[at]) {
            return None;
        }
        let mut settled = self;
        for at in 0..count {
            let Pawn { color, advance } = self.get(at);
            let least = match color {
                Color::White => lowest[at] - WHITES_HOME,
                Color::Black => BLACKS_HOME - highest[at],
            };
            let advance = advance.max(least).min(MOST_ADVANCE + 1);
            settled = settled.replaced(at, Pawn { color, advance });
        }
        Some(settled)
    }

    /// Whether a pawn that is not of `color` must have come further here than in `free`, the same pawns in the same order.
    pub(super) fn binds_others(self, free: Column, color: Color) -> bool {
        let bound = self.pawns().zip(free.pawns());
        bound
            .filter(|(pawn, _)| pawn.color != color)
            .any(|(pawn, free)| pawn.advance > free.advance)
    }

    /// Without its pawns before `place`.
    pub(super) fn from(self, place: usize) -> Column {
        Column(self.split(place).1)
    }

    /// With only its pawns before `place`.
    pub(super) fn until(self, place: usize) -> Column {
        Column(self.split(place).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_come_and_go_in_order() {
        let spelt = |column: Column| {
            let pawns = column.pawns();
            let spelt = pawns.map(|pawn| format!("{}{}", pawn.color.char(), pawn.advance));
            spelt.collect::<Vec<_>>().join(" ")
        };
        let white = Pawn {
            color: Color::White,
            advance: 3,
        };
        let file = Column::ARRAY;
        assert_eq!(spelt(file), "w0 b0");
        assert_eq!(spelt(file.with(1, white)), "w0 w3 b0");
        assert_eq!(spelt(file.with(2, white)), "w0 b0 w3");
        assert_eq!(spelt(file.replaced(1, white)), "w0 w3");
        assert_eq!(spelt(file.without(0)), "b0");
        assert_eq!(spelt(file.with(0, white).from(1)), "w0 b0");
        assert_eq!(spelt(file.with(0, white).until(1)), "w3");
        assert_eq!(spelt(file.until(0)), "");
        let mut full = file;
        for _ in 0..14 {
            full = full.with(1, white);
        }
        assert_eq!((full.len(), full.get(15).color), (16, Color::Black));
        assert_eq!(full.without(3).len(), 15);
    }

    #[test]
    fn a_pawn_on_its_square_tells_how_far_others_have_come() {
        let pawn = |color: char, advance| Pawn {
            color: Color::from_char(color).unwrap(),
            advance,
        };
        let column = |pawns: &str| {
            let pawns = pawns.split(' ').enumerate();
            pawns.fold(Column::ARRAY.until(0), |column, (place, spelt)| {
                let (color, advance) = spelt.split_at(1);
                let color = color.chars().next().unwrap();
                column.with(place, pawn(color, advance.parse().unwrap()))
            })
        };
        let with_pawn_on = |pawns: &str, place, rank| column(pawns).with_pawn_on(place, rank);
        // A black pawn on h3 that has passed a white one: that stands on h4 at least.
        assert_eq!(with_pawn_on("b0 w0", 0, 2), Some(column("b4 w2")));
        // On h2 there is nothing below it to pass.
        assert_eq!(with_pawn_on("w0 b0", 1, 1), None);
        assert_eq!(with_pawn_on("w1 b0", 1, 3), Some(column("w1 b3")));
        assert_eq!(with_pawn_on("w2 b0", 1, 3), None);
        // It had come further.
        assert_eq!(with_pawn_on("w0 b4", 1, 3), None);
        // White's pawns before it have all moved on, or promoted.
        assert_eq!(with_pawn_on("w2 w0", 0, 5), Some(column("w4 w5")));
        assert_eq!(with_pawn_on("w2 w0 w0", 0, 5), Some(column("w4 w5 w6")));
        assert_eq!(with_pawn_on("w2 w0 b0", 0, 5), None);
        assert_eq!(
            with_pawn_on("b0 b0 b0 w0", 2, 2),
            Some(column("b6 b5 b4 w2"))
        );
    }
}
