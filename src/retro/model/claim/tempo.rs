//! One side has made fewer moves than the other one needs.

use shakmaty::Color;

/// A side whose men can have made so few moves in all that the other, which moves as often, has no time for its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tempo {
    /// The side that is short of moves. None of its men is missing, so that nothing can be given back to it.
    pub short: Color,
    /// How many moves its men have made at most.
    pub at_most: u32,
    /// How many moves the men of the other side have made at least.
    pub needed: u32,
}

impl Tempo {
    /// How many moves the other side has made at most, `turn` being to move: White began. `None`: fewer than none.
    pub fn allowed(&self, turn: Color) -> Option<u32> {
        match (self.short, turn) {
            (_, Color::White) => Some(self.at_most),
            (Color::White, Color::Black) => self.at_most.checked_sub(1),
            (Color::Black, Color::Black) => Some(self.at_most + 1),
        }
    }

    /// Whether that is too few.
    pub fn is_contradictory(&self, turn: Color) -> bool {
        self.allowed(turn)
            .is_none_or(|allowed| allowed < self.needed)
    }
}
