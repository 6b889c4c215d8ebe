//! What was computed before, by hash.

/// A table with a fixed number of places; a newcomer takes the place of what is there.
///
/// Only the hash is compared: what has the same is taken for the same. It holds what guides, nothing that
/// is ever used as a proof.
pub struct Known<T> {
    places: Vec<Option<(u64, T)>>,
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known { places: Vec::new() }
    }
}

impl<T: Copy> Known<T> {
    const PLACES: usize = 1 << 13;

    /// What was computed for this hash.
    pub fn get(&self, key: u64) -> Option<T> {
        match self.places.get(key as usize % Known::<T>::PLACES) {
            Some(&Some((kept, value))) if kept == key => Some(value),
            _ => None,
        }
    }

    /// Remembers it.
    pub fn put(&mut self, key: u64, value: T) {
        if self.places.is_empty() {
            self.places = vec![None; Known::<T>::PLACES];
        }
        self.places[key as usize % Known::<T>::PLACES] = Some((key, value));
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
