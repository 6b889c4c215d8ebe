//! The tree as written, as data.

use std::ops::Range;

use crate::notation::MoveText;
use crate::world::World;

/// Index into [`WrittenSolution::nodes`].
pub type NodeId = usize;

/// A solution as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenSolution {
    /// Every move and ruling, in the order written; parents before children.
    pub nodes: Vec<WrittenNode>,
    /// The parts; one without a head if there are none. Empty if nothing is written.
    pub parts: Vec<WrittenPart>,
}

impl WrittenSolution {
    /// Whether the other solution says the same, wherever it is written.
    pub fn is_like(&self, other: &WrittenSolution) -> bool {
        let same = |(a, b): (&WrittenNode, &WrittenNode)| {
            a.what == b.what && a.ply == b.ply && a.parent == b.parent && a.children == b.children
        };
        self.parts == other.parts
            && self.nodes.len() == other.nodes.len()
            && self.nodes.iter().zip(&other.nodes).all(same)
    }
}

/// A part of a solution: all of it, a PRA part, or a twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPart {
    /// What it is headed by.
    pub head: PartHead,
    /// First moves and set play, in order.
    pub roots: Vec<NodeId>,
}

/// What a part is headed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartHead {
    /// Nothing.
    None,
    /// The worlds it is for, `[KQk -]`.
    Worlds(Vec<World>),
    /// A label, `a)`.
    Label(String),
}

/// A move or a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenNode {
    /// What it is.
    pub what: Written,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Half-moves before it: 0 for `1.`, 1 for `1...`. For a ruling: that of the trial.
    pub ply: u32,
    /// What it answers; `None` for the roots of a part.
    pub parent: Option<NodeId>,
    /// What answers it, in order.
    pub children: Vec<NodeId>,
}

/// A move or a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A move.
    Move {
        /// The move; `None` for `~`: any move.
        text: Option<MoveText>,
        /// Its mark.
        mark: WrittenMark,
        /// As what it is written.
        role: WrittenRole,
        /// Whether "zugzwang" stands after it.
        zugzwang: Zugzwang,
    },
    /// What the opponent made of the trial before it.
    Ruling {
        /// Whether the move stands.
        outcome: WrittenOutcome,
        /// The worlds left; empty if none are written.
        worlds: Vec<World>,
    },
}

/// A mark after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WrittenMark {
    /// Nothing.
    #[default]
    None,
    /// `!` or `!!`: a key or a refutation.
    Good,
    /// `?` or `??`: a try or a mistake.
    Bad,
    /// `!?` or `?!`.
    Mixed,
}

/// As what a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WrittenRole {
    /// An ordinary move of a line.
    #[default]
    Line,
    /// A threat: what would follow if the other side did nothing; its parent is two half-moves before it.
    Threat,
    /// A refutation announced by "but".
    Refutation,
}

/// Whether "zugzwang" is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Zugzwang {
    /// It is not.
    #[default]
    Silent,
    /// It is.
    Written,
}

/// What became of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrittenOutcome {
    /// `[stands: ...]`, `[steht: ...]`
    Stands,
    /// `[taken back: ...]`, `[zurück: ...]`
    TakenBack,
}
