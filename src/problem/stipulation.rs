//! What is asked of a diagram.

/// How the sides relate to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// The attacker reaches the goal against every defence (`#n`, `=n`).
    Direct,
    /// The attacker forces the other side to reach the goal against him (`s#n`, `s=n`).
    SelfPlay,
    /// Self play in which a side must reach the goal when it can at once (`r#n`).
    Reflex,
    /// Both sides cooperate; Black (or the side given) begins (`h#n`, `h=n`).
    Help,
}

/// The goal of the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
}

/// How long the play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Length {
    /// That many half-moves: `2n - 1` for `#n` and `=n`; `2n` for `s#n`, `s=n`, `r#n`, `h#n` and `h=n`;
    /// `2n + 1` for `h#n.5`.
    HalfMoves(u32),
    /// `n = ?`: the smallest number of moves.
    Smallest,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stipulation {
    /// Reach a goal.
    Goal(Forced),
    /// `histories`: which worlds are possible.
    Histories,
    /// `last-move`: what the last move was.
    LastMove,
}

/// A stipulation with a goal, such as `#3`, `s#4*`, `h#2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Forced {
    /// How the sides relate to the goal.
    pub play: Play,
    /// Mate or stalemate.
    pub goal: Goal,
    /// How long.
    pub length: Length,
    /// Whether set play is asked for too (`*`).
    pub set_play: SetPlay,
}

/// Whether set play is asked for (`*`): the same placement, the other side first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SetPlay {
    /// Not asked for.
    #[default]
    No,
    /// Asked for.
    Yes,
}
