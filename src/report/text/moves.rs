//! Numbers of moves.

/// Where a half-move stands in a solution: the first of the diagram is 0 (1 in `h#n.5` and set play).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ply(pub u32);

impl Ply {
    /// `2. ` or `2... `.
    pub fn number(self) -> String {
        number(self.0 as usize) + " "
    }

    /// The number where a line goes on: nothing before the second half of a move.
    pub fn number_within_line(self) -> String {
        if self.0.is_multiple_of(2) {
            self.number()
        } else {
            String::new()
        }
    }

    /// The number where `line` goes on; in full at its beginning and behind a heading.
    pub fn within(self, line: &str) -> String {
        let line = line.trim_end();
        if line.is_empty() || line.ends_with([':', ')', ';']) {
            self.number()
        } else {
            self.number_within_line()
        }
    }

    pub fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}

/// The number of a half-move, counted from 0 as moves are numbered: `3.` or `3...`.
pub(super) fn number(ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(Ply(0).number(), "1. ");
        assert_eq!(Ply(3).number(), "2... ");
        assert_eq!(Ply(3).number_within_line(), "");
    }
}
