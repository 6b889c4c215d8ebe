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
    /// The bits of a key that tell how many plies are left; more of them than these can tell are told by the other bits alone.
    const PLIES: u128 = 0x7F;
    /// Pairs of entries: 64 MiB, taken when they are used.
    const PAIRS: usize = 1 << 21;

    pub(super) fn new() -> Failed {
        Failed {
            slots: vec![[0; 2]; Failed::PAIRS],
        }
    }

    /// The key of a position of which so many plies are left. `aside` is what else makes a difference.
    pub(super) fn key(position: Zobrist128, left: u32, aside: u64) -> u128 {
        let aside = u128::from(aside) << 32 | u128::from(left);
        let mixed = position.0 ^ aside.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (mixed & !Failed::PLIES) | u128::from(left).min(Failed::PLIES)
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
        let plies = |entry: u128| entry & Failed::PLIES;
        if plies(pair[0]) <= plies(key) {
            pair[1] = pair[0];
            pair[0] = key;
        } else {
            pair[1] = key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_of_plies_have_keys_of_their_own() {
        // The diagram may recur; with 133 plies left it is another question than with five.
        let key = |left| Failed::key(Zobrist128(1 << 100), left, 0);
        assert_ne!(key(5), key(133));
        let mut failed = Failed::new();
        failed.keep(key(5));
        assert!(failed.has(key(5)) && !failed.has(key(133)));
    }
}
