//! Retractors: moves are taken back, then a goal is reached.

use std::fmt;

use shakmaty::Color;

use super::Forced;

/// Both sides take back moves that help, then a goal is reached: `-1(w,b) & h#1`, `-1w & #2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Retractor {
    /// Who takes back the first move; `None`: the side not on move in the diagram, whoever it is.
    pub first: Option<Color>,
    /// How many half-moves are taken back in all, exactly.
    pub plies: u32,
    /// What is reached from there; the side that took back the last move begins.
    pub forward: Forced,
}

impl Retractor {
    /// How many moves the side that begins takes back.
    pub const fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }
}

/// As in a problem file.
impl fmt::Display for Retractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: Color| side.char();
        write!(f, "-{}", self.moves())?;
        match self.first {
            None => {}
            Some(side) if self.plies.is_multiple_of(2) => {
                write!(f, "({},{})", letter(side), letter(side.other()))?;
            }
            Some(side) => write!(f, "{}", letter(side))?,
        }
        write!(f, " & {}", self.forward)
    }
}
