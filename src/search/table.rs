//! A transposition table of bounded size whose entries are facts.
//!
//! Keys are 128 bits wide and are compared in full; they contain placement, side, worlds, touches
//! and debt. What is stored for a position are two bounds in half-moves, each proved: with so many
//! the attacker wins, with so many he does not. A lost entry costs time, never truth.

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u128,
    /// The attacker wins with this many half-moves or more; [`Entry::NEVER`]: not known.
    wins_from: u8,
    /// The attacker does not win with this many half-moves or fewer, plus one; 0: not known.
    fails_below: u8,
}

impl Entry {
    const NEVER: u8 = u8::MAX;
    const EMPTY: Entry = Entry {
        key: 0,
        wins_from: Entry::NEVER,
        fails_below: 0,
    };

    const fn is_empty(&self) -> bool {
        self.wins_from == Entry::NEVER && self.fails_below == 0
    }
}

/// A table of proved bounds; one worker's own. It starts small and doubles as it fills, so that
/// short problems cost neither time nor memory.
#[derive(Debug)]
pub(super) struct Table {
    /// Pairs of entries: the first keeps the deepest, the second the latest.
    entries: Vec<Entry>,
    /// Most entries, a power of two.
    most: usize,
    filled: usize,
}

impl Table {
    const FIRST: usize = 1 << 10;

    /// A table of at most `bytes` bytes, and at least a few entries.
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / 3 * 2 / size_of::<Entry>()).max(16);
        let most = 1usize << wanted.ilog2();
        Table {
            entries: vec![Entry::EMPTY; most.min(Table::FIRST)],
            most,
            filled: 0,
        }
    }

    fn pair(&self, key: u128) -> [usize; 2] {
        let mask = self.entries.len() - 1;
        let index = ((key >> 64) as u64 ^ key as u64) as usize & mask & !1;
        [index, index + 1]
    }

    /// Doubles the size when half of it is used. (While growing, old and new entries are there
    /// together: hence the two thirds.)
    fn make_room(&mut self) {
        if self.filled * 2 < self.entries.len() || self.entries.len() >= self.most {
            return;
        }
        let size = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Entry::EMPTY; size]);
        self.filled = 0;
        for entry in old {
            if entry.fails_below > 0 {
                self.put(entry.key, entry.fails_below - 1, false);
            }
            if entry.wins_from != Entry::NEVER {
                self.put(entry.key, entry.wins_from, true);
            }
        }
    }

    /// Whether the attacker wins with `plies` half-moves, if that is known.
    pub(super) fn get(&self, key: u128, plies: u8) -> Option<bool> {
        self.pair(key).into_iter().find_map(|index| {
            let entry = &self.entries[index];
            if entry.key != key {
                None
            } else if entry.wins_from <= plies {
                Some(true)
            } else if plies < entry.fails_below {
                Some(false)
            } else {
                None
            }
        })
    }

    /// Keeps that the attacker wins, or does not win, with `plies` half-moves.
    pub(super) fn put(&mut self, key: u128, plies: u8, wins: bool) {
        let [deep, late] = self.pair(key);
        let weight = |entry: &Entry| {
            let wins = if entry.wins_from == Entry::NEVER {
                0
            } else {
                entry.wins_from
            };
            wins.max(entry.fails_below)
        };
        let place = if self.entries[deep].key == key {
            deep
        } else if self.entries[late].key == key {
            late
        } else {
            if self.entries[late].is_empty() {
                self.filled += 1;
            }
            let place = if weight(&self.entries[deep]) <= plies {
                self.entries[late] = self.entries[deep];
                deep
            } else {
                late
            };
            self.entries[place] = Entry {
                key,
                ..Entry::EMPTY
            };
            place
        };
        let entry = &mut self.entries[place];
        if wins {
            entry.wins_from = entry.wins_from.min(plies);
        } else {
            entry.fails_below = entry.fails_below.max(plies.saturating_add(1));
        }
        self.make_room();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_more_and_fewer_half_moves() {
        let mut table = Table::new(1 << 12);
        table.put(7, 3, true);
        table.put(7, 1, false);
        assert_eq!(table.get(7, 5), Some(true));
        assert_eq!(table.get(7, 3), Some(true));
        assert_eq!(table.get(7, 2), None);
        assert_eq!(table.get(7, 1), Some(false));
        assert_eq!(table.get(8, 3), None);
    }

    #[test]
    fn growing_loses_next_to_nothing() {
        let mut table = Table::new(1 << 22);
        let key = |i: u128| i.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
        for i in 1..20_000 {
            table.put(key(i), 3, i % 2 == 0);
        }
        let known = (1..20_000)
            .filter(|&i| match table.get(key(i), 3) {
                Some(wins) => {
                    assert_eq!(wins, i % 2 == 0);
                    true
                }
                None => false,
            })
            .count();
        assert!(known > 15_000, "{known}");
    }

    #[test]
    fn a_full_table_forgets_but_never_mixes() {
        let mut table = Table::new(1);
        for key in 1..2000u128 {
            table.put(key, 3, key % 2 == 0);
            for other in 1..=key {
                assert!(
                    table
                        .get(other, 3)
                        .is_none_or(|wins| wins == (other % 2 == 0))
                );
            }
        }
    }
}
