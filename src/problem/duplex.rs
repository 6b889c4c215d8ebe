//! Duplex: the same diagram, to be solved with either side to begin.

/// How a twin takes part in a duplex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplex {
    /// Not at all.
    #[default]
    No,
    /// The half with the diagram's side to begin; the other half is the twin that follows.
    First,
    /// The half with the other side to begin: the sides have changed their parts.
    Second,
}

impl Duplex {
    /// The word behind the stipulation, and behind the label of the second half: `a-duplex`.
    pub const KEYWORD: &'static str = "duplex";
}
