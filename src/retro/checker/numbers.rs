//! Numbers of moves, as far as it matters whether they are even or odd.

/// Whether a number can be even, and whether it can be odd. Neither: none was found, of which nothing follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Numbers {
    pub(super) even: bool,
    pub(super) odd: bool,
}

impl Numbers {
    /// Any number.
    pub(super) const ANY: Numbers = Numbers {
        even: true,
        odd: true,
    };

    /// This number.
    pub(super) const fn of(count: u32) -> Numbers {
        let even = count.is_multiple_of(2);
        Numbers { even, odd: !even }
    }

    /// Of two numbers the sum.
    pub(super) const fn plus(self, other: Numbers) -> Numbers {
        Numbers {
            even: self.even && other.even || self.odd && other.odd,
            odd: self.even && other.odd || self.odd && other.even,
        }
    }

    /// One or the other.
    pub(super) const fn or(self, other: Numbers) -> Numbers {
        Numbers {
            even: self.even || other.even,
            odd: self.odd || other.odd,
        }
    }

    /// Whether the number is odd; `None`: it can be either, or none was found.
    pub(super) fn is_odd(self) -> Option<bool> {
        (self.even != self.odd).then_some(self.odd)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_number_was_found_nothing_is_even_or_odd() {
        let none = Numbers::default();
        assert_eq!(none.is_odd(), None);
        for other in [Numbers::of(0), Numbers::of(1), Numbers::ANY] {
            assert_eq!(other.plus(none).is_odd(), None);
        }
        assert_eq!(Numbers::of(1).plus(Numbers::of(3)).is_odd(), Some(false));
        assert_eq!(Numbers::of(1).or(Numbers::of(2)), Numbers::ANY);
    }
}
