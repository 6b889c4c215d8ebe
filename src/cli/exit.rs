//! Exit codes: what a script learns without reading the output.

use std::process::ExitCode;

/// How a run, or one problem of it, ended.
///
/// Of several problems the greatest decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[must_use]
pub enum Exit {
    /// 0: solved, sound, everything decided.
    Positive,
    /// 1: a negative verdict: no solution, unsound, illegal.
    Negative,
    /// 3: undecided within the limits, or conditional on something undecided; or a stipulation lost in a conversion.
    Undecided,
    /// 2: bad input or usage, or output that could not be written.
    BadInput,
    /// 130: interrupted by the user.
    Interrupted,
}

impl Exit {
    /// The number the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Positive => 0,
            Exit::Negative => 1,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
            Exit::Interrupted => 130,
        }
    }

    /// The exit of two problems together: the first of 130, 2, 3, 1, 0 that occurred.
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_130_2_3_1_0_wins() {
        let order = [
            Exit::Interrupted,
            Exit::BadInput,
            Exit::Undecided,
            Exit::Negative,
            Exit::Positive,
        ];
        for (i, &strong) in order.iter().enumerate() {
            for &weak in &order[i..] {
                assert_eq!(strong.and(weak), strong);
                assert_eq!(weak.and(strong), strong);
            }
        }
    }
}
