//! What solving one position in one set of histories gave.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Move};

use crate::budget::Limit;

use super::{Branch, Manner, Node};

/// Whether the stipulation can be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Verdict {
    /// At least one first move meets it (with parts: in every part).
    Solved,
    /// No first move does.
    NoSolution,
    /// Some first move was not decided within the limits.
    Undecided(Limit),
    /// No history leads to the diagram.
    Illegal,
}

impl Verdict {
    /// The word used in JSON: `solved`, `no-solution`, `undecided`, `illegal`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::NoSolution => "no-solution",
            Verdict::Undecided(_) => "undecided",
            Verdict::Illegal => "illegal",
        }
    }
}

/// A first move that meets the stipulation; in help play the first move of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// In short notation with check sign.
    pub san: SanPlus,
    /// On which terms it is played.
    pub manner: Manner,
}

impl Key {
    /// Whether the key is a trial.
    pub fn is_trial(&self) -> bool {
        self.manner == Manner::Trial
    }

    /// The move in UCI notation, castling as the king's step (`e1g1`).
    pub fn uci(&self) -> String {
        self.mv.to_uci(CastlingMode::Standard).to_string()
    }
}

/// Whether the independent checker has replayed the solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audit {
    /// The whole tree below every key was replayed.
    Passed,
    /// Not replayed: the tree was too large to be built (or was not asked for).
    TooLarge,
    /// There is nothing to replay: not solved.
    NothingToCheck,
    /// The checker found a fault. Should never be seen; the verdict is then undecided.
    Failed(String),
}

/// The set play: the same placement with the other side to move, a diagram of its own with its own
/// histories.
#[derive(Debug, Clone)]
pub struct SetPlayTree {
    /// The diagram with the other side on move. In direct, self and reflex play its branches are
    /// the defences that have an answer; in help play each way to a leaf is a set solution. Cut if it was not
    /// searched to the end.
    pub node: Node,
    /// How many choices of the defender have no answer; 0: a complete block. Always 0 in help play.
    pub unanswered: usize,
    /// Whether some of the histories counted as feasible could not be decided.
    pub is_open: bool,
}

/// How many solutions help play has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// So many, whether all are listed or not.
    Exactly(u64),
    /// The search ended before all were found.
    AtLeast(u64),
}

impl Count {
    /// The number that was counted.
    pub const fn number(self) -> u64 {
        match self {
            Count::Exactly(number) | Count::AtLeast(number) => number,
        }
    }

    /// Whether there are no others.
    pub const fn is_exact(self) -> bool {
        matches!(self, Count::Exactly(_))
    }
}

/// What solving one position in one set of histories gave.
#[derive(Debug, Clone)]
pub struct Solution {
    /// Whether the stipulation can be met.
    pub verdict: Verdict,
    /// How many half-moves the stipulation is long; the smallest that suffices for `n = ?`.
    pub plies: u32,
    /// All keys, in the order of the tree; complete unless the verdict is undecided.
    pub keys: Vec<Key>,
    /// Help play: how many solutions there are. `None` in all other play.
    pub count: Option<Count>,
    /// The diagram with its keys and, if asked for, tries and variations.
    pub tree: Option<Node>,
    /// The set play, if asked for and possible: the side to move first not giving check, and some history leading
    /// there.
    pub set_play: Option<SetPlayTree>,
    /// The tries that exactly one defence refutes, followed to the end: below each stand all choices
    /// of the defender, with their continuations as below a key, the refutation with nothing below it.
    /// `None` if it was not asked for ([`Tries::Followed`](super::Tries)), the play is longer, or not
    /// every first move was looked at to the end. Doubtful first moves are not among them.
    pub virtual_play: Option<Vec<Branch>>,
    /// Whether the independent checker has replayed the tree.
    pub audit: Audit,
}

impl Solution {
    /// The verdict on a stipulation of that length, and nothing else yet.
    pub const fn new(verdict: Verdict, plies: u32) -> Solution {
        Solution {
            verdict,
            plies,
            keys: Vec::new(),
            count: None,
            tree: None,
            set_play: None,
            virtual_play: None,
            audit: Audit::NothingToCheck,
        }
    }
}
