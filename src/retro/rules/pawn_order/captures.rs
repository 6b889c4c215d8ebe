//! The captures by pawns that two neighbouring files allow, whatever stands on the others.
//!
//! A search meets the same two files again and again: what a pawn of the one can capture on the other is worked out once and
//! remembered. Invariant: it depends on the pawns of the two files and on nothing else, so it may be forgotten at any time.

use std::ops::Range;

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::column::{Column, MOST_ADVANCE, Pawn};

/// So many captures are remembered: about 24 MiB.
const MOST_REMEMBERED: usize = 1 << 20;

/// A column, by the order in which [`Captures`] met it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Number(u32);

impl Number {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a pawn captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A man on the last rank: the pawn promotes, and so many before it have done so straight on.
    LastRank { ahead: u8 },
    /// An officer, so that it takes the place `there`.
    Officer {
        there: u8,
        /// It has advanced so far by then.
        advance: u8,
        /// Whether pawns of the other side must have come further than they are known to have.
        binds: bool,
    },
    /// The pawn at the place `there`.
    Pawn { there: u8 },
}

/// A capture by a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Capture {
    /// Where the pawn stood on its file.
    pub(super) place: u8,
    pub(super) color: Color,
    pub(super) kind: Kind,
    /// Its file afterwards, and the one it comes to.
    pub(super) after: [Number; 2],
}

/// The columns that were met, and the captures that two of them allow.
#[derive(Debug, Default)]
pub struct Captures {
    columns: Vec<Column>,
    numbers: FxHashMap<Column, u32>,
    pairs: FxHashMap<[Number; 2], Range<usize>>,
    all: Vec<Capture>,
}

impl Captures {
    pub(super) fn number(&mut self, column: Column) -> Number {
        let columns = &mut self.columns;
        let number = *self.numbers.entry(column).or_insert_with(|| {
            columns.push(column);
            columns.len() as u32 - 1
        });
        Number(number)
    }

    pub(super) fn column(&self, number: Number) -> Column {
        self.columns[number.index()]
    }

    /// Makes room: what was found before is forgotten if it is much. Places given by [`Captures::between`] are void then.
    pub(super) fn make_room(&mut self) {
        if self.all.len() >= MOST_REMEMBERED {
            self.pairs.clear();
            self.all.clear();
        }
    }

    pub(super) fn get(&self, at: usize) -> Capture {
        self.all[at]
    }

    /// Where the captures lie by which a pawn comes from the first column to the second: by its place, those that enter a
    /// place of the other file by that, with those of officers before those of a pawn, and at each place the nearest first.
    pub(super) fn between(&mut self, pair: [Number; 2]) -> Range<usize> {
        if let Some(known) = self.pairs.get(&pair) {
            return known.clone();
        }
        let [from, to] = pair.map(|number| self.column(number));
        let start = self.all.len();
        for place in 0..from.len() {
            self.last_rank(from, place, pair[1]);
            for there in 0..=to.len() {
                self.officers(from, place, to, there);
                if there < to.len() && to.get(there).color != from.get(place).color {
                    self.pawns(from, place, to, there);
                }
            }
        }
        let found = start..self.all.len();
        self.pairs.insert(pair, found.clone());
        found
    }

    /// The pawn promotes by a capture: those before it were its own side's.
    fn last_rank(&mut self, from: Column, place: usize, to: Number) {
        let color = from.get(place).color;
        let (rest, ahead) = match color {
            Color::White => (from.until(place), from.from(place + 1)),
            Color::Black => (from.from(place + 1), from.until(place)),
        };
        if ahead.pawns().all(|pawn| pawn.color == color) {
            let ahead = ahead.len() as u8;
            let after = [self.number(rest), to];
            self.all.push(Capture {
                place: place as u8,
                color,
                kind: Kind::LastRank { ahead },
                after,
            });
        }
    }

    /// The pawn captures an officer and takes this place.
    fn officers(&mut self, from: Column, place: usize, to: Column, there: usize) {
        let pawn = from.get(place);
        for advance in pawn.advance + 1..=MOST_ADVANCE {
            let come = Pawn { advance, ..pawn };
            let rank = Pawn::rank(pawn.color, advance);
            let target = to.with(there, come);
            let (Some(left), Some(entered)) = (
                leaves(from, place, advance),
                target.with_pawn_on(there, rank),
            ) else {
                continue;
            };
            let binds = entered.binds_others(target, pawn.color)
                || left.binds_others(from.without(place), pawn.color);
            let after = [self.number(left), self.number(entered)];
            let there = there as u8;
            self.all.push(Capture {
                place: place as u8,
                color: pawn.color,
                kind: Kind::Officer {
                    there,
                    advance,
                    binds,
                },
                after,
            });
        }
    }

    /// The pawn captures the one at this place. Farther on than where that binds no other pawn it restricts them no less.
    fn pawns(&mut self, from: Column, place: usize, to: Column, there: usize) {
        let pawn = from.get(place);
        for advance in pawn.advance + 1..=MOST_ADVANCE {
            let rank = Pawn::rank(pawn.color, advance);
            let (Some(left), Some(taken)) =
                (leaves(from, place, advance), to.with_pawn_on(there, rank))
            else {
                continue;
            };
            let after = taken.replaced(there, Pawn { advance, ..pawn });
            let after = [self.number(left), self.number(after)];
            self.all.push(Capture {
                place: place as u8,
                color: pawn.color,
                kind: Kind::Pawn { there: there as u8 },
                after,
            });
            let binds = (taken.without(there)).binds_others(to.without(there), pawn.color)
                || left.binds_others(from.without(place), pawn.color);
            if !binds {
                break;
            }
        }
    }
}

/// The column that this pawn leaves by a capture with which it has advanced `advance` ranks; `None`: it cannot have stood on
/// the rank from which it captures.
fn leaves(column: Column, place: usize, advance: u8) -> Option<Column> {
    let rank = Pawn::rank(column.get(place).color, advance - 1);
    Some(column.with_pawn_on(place, rank)?.without(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_one_file_of_the_array_a_pawn_comes_to_the_next_in_three_places() {
        let mut captures = Captures::default();
        let array = captures.number(Column::ARRAY);
        let between = captures.between([array, array]);
        let found = between.clone().map(|at| captures.get(at));
        let of_white: Vec<Kind> = found
            .filter(|capture| capture.color == Color::White)
            .map(|capture| capture.kind)
            .collect();
        let advances = |place: u8| {
            let advance = |kind: &Kind| match *kind {
                Kind::Officer { there, advance, .. } if there == place => Some(advance),
                _ => None,
            };
            of_white.iter().filter_map(advance).collect::<Vec<_>>()
        };
        // Behind the pawn b2, which needs a square before b7; before it; and beyond the pawn b7, which stands between them.
        assert_eq!(advances(0), [1, 2, 3]);
        assert_eq!(advances(1), [1, 2, 3, 4]);
        assert_eq!(advances(2), [2, 3, 4, 5]);
        // The black pawn is captured as soon as can be: farther on that binds nobody less.
        assert!(of_white.contains(&Kind::Pawn { there: 1 }));
        assert_eq!(of_white.len(), 12, "nobody promotes past the pawn a7");
        assert_eq!(between.len(), 24, "Black's captures are the same");
        assert_eq!(captures.between([array, array]), between, "remembered");
    }

    #[test]
    fn a_pawn_that_nobody_stops_promotes_by_a_capture() {
        let mut captures = Captures::default();
        let alone = captures.number(Column::ARRAY.until(1));
        let array = captures.number(Column::ARRAY);
        let promotes = |captures: &mut Captures, from| {
            let between = captures.between([from, array]);
            let mut kinds = between.map(|at| captures.get(at).kind);
            kinds.any(|kind| kind == Kind::LastRank { ahead: 0 })
        };
        assert!(promotes(&mut captures, alone));
        assert!(!promotes(&mut captures, array));
    }
}
