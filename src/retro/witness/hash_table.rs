//! What was computed before, by hash.

/// A table with few places at first and no more than a fixed number; a newcomer takes the place of what is there.
///
/// Only the hash is compared: what has the same is taken for the same. It holds what guides, nothing that
/// is ever used as a proof.
pub struct HashTable<T> {
    places: Vec<Option<(u64, T)>>,
    /// How many entries were put since the table last grew.
    put: usize,
}

impl<T> Default for HashTable<T> {
    fn default() -> HashTable<T> {
        HashTable {
            places: Vec::new(),
            put: 0,
        }
    }
}

impl<T: Copy> HashTable<T> {
    /// Searches may be many and short: a table of full size for each would be gigabytes.
    const FIRST: usize = 1 << 7;
    const MOST: usize = 1 << 13;

    /// What was computed for this hash.
    pub fn get(&self, key: u64) -> Option<T> {
        match self.places.get(self.place(key)) {
            Some(&Some((kept, value))) if kept == key => Some(value),
            _ => None,
        }
    }

    /// Remembers it.
    pub fn put(&mut self, key: u64, value: T) {
        if self.put >= self.places.len() && self.places.len() < HashTable::<T>::MOST {
            self.grow();
        }
        self.put += 1;
        let place = self.place(key);
        self.places[place] = Some((key, value));
    }

    /// The number of places is a power of two.
    fn place(&self, key: u64) -> usize {
        key as usize & self.places.len().saturating_sub(1)
    }

    fn grow(&mut self) {
        let count = (4 * self.places.len()).clamp(HashTable::<T>::FIRST, HashTable::<T>::MOST);
        let before = std::mem::replace(&mut self.places, vec![None; count]);
        for (key, value) in before.into_iter().flatten() {
            let place = self.place(key);
            self.places[place] = Some((key, value));
        }
        self.put = 0;
    }
}

/// Adds a word to a hash in which every bit counts: one round of a multiply-and-shift mixer (the finaliser of
/// `SplitMix64`). Squares of the last rank are the top bits of their words, which multiplication alone would not
/// spread.
pub fn mix(key: u64, word: u64) -> u64 {
    let mut z = (key.rotate_left(23) ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_remembered_last_is_known_however_many_there_are() {
        let mut known = HashTable::default();
        assert_eq!(known.get(7), None);
        for number in 0..20_000u64 {
            let key = mix(0, number);
            known.put(key, number);
            assert_eq!(known.get(key), Some(number));
        }
        assert_eq!(known.places.len(), HashTable::<u64>::MOST);
        let kept = (0..20_000).filter(|&number| known.get(mix(0, number)) == Some(number));
        assert!(kept.count() > HashTable::<u64>::MOST / 2);
        let mut few = HashTable::default();
        (0..100).for_each(|number| few.put(mix(0, number), number));
        assert_eq!(few.places.len(), HashTable::<u64>::FIRST);
    }
}
