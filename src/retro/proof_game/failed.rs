//! Positions of which the answer is known.

use shakmaty::zobrist::Zobrist128;

/// How many pairs of entries the tables have, 32 bytes each; memory is taken when it is used.
#[derive(Clone, Copy)]
pub(super) struct Pairs {
    /// Of positions from which nothing was found: `Failed`.
    pub failed: usize,
    /// Of what one side cannot play alone, a table a side.
    pub solo: usize,
}

impl Pairs {
    /// 64 MiB, and 16 a side.
    pub(super) const USUAL: Pairs = Pairs {
        failed: 1 << 21,
        solo: 1 << 19,
    };
    /// Nothing is remembered.
    #[cfg(test)]
    pub(super) const NONE: Pairs = Pairs { failed: 0, solo: 0 };
}

/// A table of keys of 128 bits; old entries give way to new ones.
pub(super) struct Table {
    slots: Vec<[u128; 2]>,
}

impl Table {
    pub(super) fn new(pairs: usize) -> Table {
        Table {
            slots: vec![[0; 2]; pairs],
        }
    }

    fn place(&self, key: u128) -> Option<usize> {
        ((key >> 64) as usize).checked_rem(self.slots.len())
    }

    pub(super) fn has(&self, key: u128) -> bool {
        (self.place(key)).is_some_and(|place| self.slots[place].contains(&key))
    }

    /// Keeps the entry; the older one of its pair goes.
    pub(super) fn keep(&mut self, key: u128) {
        self.keep_in(key, |_| 0);
    }

    /// Keeps the entry at this place of its pair; what was at the first one goes to the second.
    fn keep_in(&mut self, key: u128, at: impl Fn(&[u128; 2]) -> usize) {
        let Some(place) = self.place(key) else {
            return;
        };
        let pair = &mut self.slots[place];
        let at = at(pair);
        pair[1] = pair[0];
        pair[at] = key;
    }
}

/// Positions from which nothing was found, with the number of plies that were left.
pub(super) struct Failed(Table);

impl Failed {
    /// The bits of a key that tell how many plies are left; more of them than these can tell are told by the other bits alone.
    const PLIES: u128 = 0x7F;

    pub(super) fn new(pairs: usize) -> Failed {
        Failed(Table::new(pairs))
    }

    /// The key of a position of which so many plies are left. `aside` is what else makes a difference.
    pub(super) fn key(position: Zobrist128, left: u32, aside: u64) -> u128 {
        let aside = u128::from(aside) << 32 | u128::from(left);
        let mixed = position.0 ^ aside.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (mixed & !Failed::PLIES) | u128::from(left).min(Failed::PLIES)
    }

    pub(super) fn has(&self, key: u128) -> bool {
        self.0.has(key)
    }

    /// Keeps the entry in the place of one with fewer plies left, or else in the other place.
    pub(super) fn keep(&mut self, key: u128) {
        let plies = |entry: u128| entry & Failed::PLIES;
        (self.0).keep_in(key, |pair| usize::from(plies(pair[0]) > plies(key)));
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
        let mut failed = Failed::new(1);
        failed.keep(key(5));
        assert!(failed.has(key(5)) && !failed.has(key(133)));
    }
}
