//! Positions of which the answer is known.

use shakmaty::zobrist::Zobrist128;

/// A table of keys of 128 bits; old entries give way to new ones.
pub(super) struct Table {
    slots: Vec<[u128; 2]>,
}

impl Table {
    /// A table of so many pairs of entries, 32 bytes each; memory is taken when it is used.
    pub(super) fn new(pairs: usize) -> Table {
        Table {
            slots: vec![[0; 2]; pairs],
        }
    }

    fn pair(&self, key: u128) -> usize {
        (key >> 64) as usize % self.slots.len()
    }

    pub(super) fn has(&self, key: u128) -> bool {
        self.slots[self.pair(key)].contains(&key)
    }

    /// Keeps the entry; the older one of its pair goes.
    pub(super) fn keep(&mut self, key: u128) {
        let at = self.pair(key);
        let pair = &mut self.slots[at];
        pair[1] = pair[0];
        pair[0] = key;
    }
}

/// Positions from which nothing was found, with the number of plies that were left.
pub(super) struct Failed {
    slots: Vec<[u128; 2]>,
}

impl Failed {
    /// Pairs of entries: 64 MiB, taken when they are used.
    const PAIRS: usize = 1 << 21;

    pub(super) fn new() -> Failed {
        Failed {
            slots: vec![[0; 2]; Failed::PAIRS],
        }
    }

    /// The key of a position of which so many plies are left. `aside` is what else makes a difference.
    pub(super) fn key(position: Zobrist128, left: u32, aside: u64) -> u128 {
        let aside = u128::from(aside).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        let mixed = position.0 ^ aside;
        (mixed & !0x7F) | u128::from(left & 0x7F)
    }

    fn pair(key: u128) -> usize {
        (key >> 64) as usize % Failed::PAIRS
    }

    pub(super) fn has(&self, key: u128) -> bool {
        self.slots[Failed::pair(key)].contains(&key)
    }

    /// Keeps the entry in the place of one with fewer plies left, or else in the other place.
    pub(super) fn keep(&mut self, key: u128) {
        let pair = &mut self.slots[Failed::pair(key)];
        let plies = |entry: u128| entry & 0x7F;
        if plies(pair[0]) <= plies(key) {
            pair[1] = pair[0];
            pair[0] = key;
        } else {
            pair[1] = key;
        }
    }
}
