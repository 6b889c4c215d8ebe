//! How doubt about the history is settled.

use std::fmt;

/// The convention a problem is to be solved under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// Codex article 16: one undominated world, else PRA, else retro-strategy.
    #[default]
    Codex,
    /// Berührt-Geführt: doubtful moves may be tried out.
    BeruehrtGefuehrt,
    /// Partial retro-analysis: one part for each undominated world.
    Pra,
    /// Retro-strategy: who castles first shows that he may.
    RetroStrategy,
    /// A posteriori: an en-passant capture on credit, redeemed by a later castling.
    APosteriori,
    /// The older joke: the diagram follows an illegal move, which is taken back.
    IllegalMove,
}

impl Convention {
    /// Every convention, in the order of the problem file's documentation.
    pub const ALL: [Convention; 6] = [
        Convention::Codex,
        Convention::BeruehrtGefuehrt,
        Convention::Pra,
        Convention::RetroStrategy,
        Convention::APosteriori,
        Convention::IllegalMove,
    ];

    /// The word used in problem files and in JSON: `codex`, `bg`, `pra`, `rs`, `ap`, `illegal-move`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Convention::Codex => "codex",
            Convention::BeruehrtGefuehrt => "bg",
            Convention::Pra => "pra",
            Convention::RetroStrategy => "rs",
            Convention::APosteriori => "ap",
            Convention::IllegalMove => "illegal-move",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}
