//! A small seeded generator of pseudo-random numbers: the same seed gives the same numbers everywhere and in every version,
//! so that a composition search, a table of hash words or a test can be repeated.
//!
//! ```
//! use beruehrt::random::Random;
//!
//! let mut random = Random::new(1);
//! let squares: Vec<usize> = (0..3).map(|_| random.below(64)).collect();
//! assert_eq!(squares.len(), 3);
//! assert_eq!(random.pick::<u8>(&[]), None);
//! ```

/// Sebastiano Vigna's `SplitMix64` (2014): one word of state, every seed is good.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The generator for `seed`.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next word.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The bias of the remainder is far below anything a search could notice.
        (self.next() % bound as u64) as usize
    }

    /// Whether something happens that happens in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}
