//! The pawns of one file, in order.

use shakmaty::Color;

/// The most captures a pawn makes without promoting: each takes it a rank further.
const MOST_CAPTURES: u8 = 5;

/// Bits a pawn takes.
const BITS: u32 = 4;

/// A pawn as a file sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pawn {
    pub(super) color: Color,
    /// How many captures it made.
    pub(super) captures: u8,
}

impl Pawn {
    /// This pawn after another capture; `None`: it would have promoted.
    pub(super) fn advanced(self) -> Option<Pawn> {
        let captures = self.captures + 1;
        (captures <= MOST_CAPTURES).then_some(Pawn { captures, ..self })
    }

    /// Not 0.
    const fn bits(self) -> u64 {
        let color = match self.color {
            Color::White => 0,
            Color::Black => 1,
        };
        (self.captures as u64 + 1) << 1 | color
    }

    const fn of_bits(bits: u64) -> Pawn {
        Pawn {
            color: if bits & 1 == 0 {
                Color::White
            } else {
                Color::Black
            },
            captures: (bits >> 1) as u8 - 1,
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
            captures: 0,
        };
        let black = Pawn {
            color: Color::Black,
            captures: 0,
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
            let spelt = pawns.map(|pawn| format!("{}{}", pawn.color.char(), pawn.captures));
            spelt.collect::<Vec<_>>().join(" ")
        };
        let white = Pawn {
            color: Color::White,
            captures: 3,
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
        assert_eq!(
            white.advanced().unwrap().advanced().unwrap().advanced(),
            None
        );
    }
}
