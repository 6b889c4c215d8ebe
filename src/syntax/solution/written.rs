//! The tree as written, as data.

use std::ops::Range;

use shakmaty::{File, Move, Rank, Role, Square};

use crate::notation::{Letters, MoveText};
use crate::syntax::diagnostic::Diagnostic;
use crate::world::World;

/// Index into [`WrittenSolution::nodes`].
pub type NodeId = usize;

/// A solution as written, as far as it can be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenSolution {
    /// The letters it is written in: those given, or others where all of it says so.
    pub letters: Letters,
    /// Every move and ruling, in the order written; parents before children.
    pub nodes: Vec<WrittenNode>,
    /// The parts; one without a head if there are none. Empty if nothing is written.
    pub parts: Vec<WrittenPart>,
    /// What could not be read, in order; one for all of it where words prevail.
    pub unread: Vec<Diagnostic>,
    /// Whether moves or words prevail.
    pub style: WrittenStyle,
    /// What is said before the moves of how a twin is made and of what is asked.
    pub told: Vec<Told>,
    /// A letter that stands for a man, and for none in these letters.
    pub strange: Option<char>,
    /// Where the words begin that close it: behind the last move, in a sentence of their own.
    pub closing: Option<usize>,
}

/// What a solution is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum WrittenStyle {
    /// Moves, and words that are understood.
    #[default]
    Moves,
    /// Words prevail: what is read among them is supposed.
    Prose,
}

impl WrittenSolution {
    /// Whether all of it could be read.
    pub fn is_read(&self) -> bool {
        self.unread.is_empty()
    }

    /// How many places could not be read where moves may stand: not in the words that close it.
    pub fn unread_among_moves(&self) -> usize {
        let closing = self.closing.unwrap_or(usize::MAX);
        let unread = self.unread.iter();
        unread.filter(|place| place.range().start < closing).count()
    }

    /// The nodes that are moves which were read, `~` among them.
    pub fn moves(&self) -> impl Iterator<Item = &WrittenNode> {
        let read = |node: &&WrittenNode| matches!(&node.what, Written::Move { text, .. } if *text != WrittenMove::Unread);
        self.nodes.iter().filter(read)
    }

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

/// What stands before the moves of a part: `wRh4>h3`, `h=2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// The label of its part.
    pub label: Option<String>,
    /// What it says.
    pub what: ToldWhat,
}

/// What is said before the moves of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToldWhat {
    /// A man leaves the board: `-bPd3`.
    Removed(Square),
    /// A man comes onto it: `+wPe4`.
    Added(Square),
    /// A man goes from one square to another: `wRh4>h3`.
    Moved(Square, Square),
    /// Two men change places: `wRa1<>wBb2`.
    Exchanged(Square, Square),
    /// What is asked: `h=2`.
    Asked,
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
    /// How sure it is that this was meant.
    pub reading: Reading,
}

impl WrittenNode {
    /// As what a move is written; nothing for a ruling.
    pub(crate) fn role(&self) -> Option<WrittenRole> {
        match self.what {
            Written::Move { role, .. } => Some(role),
            Written::Ruling { .. } => None,
        }
    }
}

/// How sure it is that what was read is what the author means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Reading {
    /// It can be read in one way only.
    #[default]
    Certain,
    /// Something was filled in, or stands among words that were not read.
    Supposed,
}

/// A move as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrittenMove {
    /// One that is named.
    Named(NamedMove),
    /// `~`, `R~`, "else": any.
    Any(AnyMove),
    /// One that could not be read; what stands below it is not judged.
    Unread,
}

impl WrittenMove {
    /// The move named.
    pub const fn named(self) -> Option<NamedMove> {
        match self {
            WrittenMove::Named(text) => Some(text),
            WrittenMove::Any(_) | WrittenMove::Unread => None,
        }
    }
}

/// A move with its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NamedMove {
    /// As it stands there.
    pub text: MoveText,
    /// What it means where it cannot be played as it stands: in `Qd6/d5/xd7` each square may be one more of the queen's.
    pub carried: Option<MoveText>,
}

impl NamedMove {
    /// What it can mean, the first that is a move before the others.
    pub fn texts(self) -> impl Iterator<Item = MoveText> {
        std::iter::once(self.text).chain(self.carried)
    }
}

impl From<MoveText> for NamedMove {
    fn from(text: MoveText) -> NamedMove {
        NamedMove {
            text,
            carried: None,
        }
    }
}

/// Any move, of a man if one is named: `~`, `R~`, `Sb~`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct AnyMove {
    /// Whose.
    pub role: Option<Role>,
    /// The file it comes from.
    pub from_file: Option<File>,
    /// The rank it comes from.
    pub from_rank: Option<Rank>,
}

impl AnyMove {
    /// Whether `mv` is one of them.
    pub fn fits(self, mv: Move) -> bool {
        let from = mv.from();
        self.role.is_none_or(|role| mv.role() == role)
            && (self.from_file).is_none_or(|file| from.is_some_and(|from| from.file() == file))
            && (self.from_rank).is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
    }
}

/// A move or a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A move.
    Move {
        /// The move.
        text: WrittenMove,
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
