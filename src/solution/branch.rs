//! A move in a solution tree, and what came of it.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Move};

use crate::world::WorldSet;

use super::{Node, Pressure};

/// A move in a solution tree.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// The move in short notation, with its check or mate sign (an en-passant capture as an
    /// ordinary capture). In a trial: the move as it stands.
    pub san: SanPlus,
    /// On which terms it is played.
    pub manner: Manner,
    /// What it is worth.
    pub mark: Mark,
    /// What came of it.
    pub course: Course,
}

/// On which terms a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// Its legality is settled (or the convention lets it stand).
    Plain,
    /// A doubtful move tried out: the opponent fixes the history.
    Trial,
    /// An en-passant capture a posteriori, to be redeemed by castling later in the line.
    OnCredit,
}

/// What a move is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing special: a defence, a continuation.
    #[default]
    None,
    /// Reaches the goal: a first move `!`.
    Key,
    /// A first move that would, but for its refutations: `?`.
    Try,
    /// The defence or ruling that refutes a try: `!`.
    Refutation,
    /// A further continuation of the attacker that reaches the goal in time; only the move is
    /// given, what follows is cut.
    Dual,
}

/// What came of a move.
#[derive(Debug, Clone)]
pub enum Course {
    /// It was played.
    Played(Box<Node>),
    /// It was tried out. All rulings open to the opponent if he is the defender, those that
    /// suffice for the attacker (at least one) if he is the attacker.
    Trial(Vec<Ruling>),
}

/// What the opponent made of a trial.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// Stands, or taken back.
    pub judgment: Judgment,
    /// The histories he left, seen by the side that tried, before its move.
    pub worlds: WorldSet,
    /// [`Mark::Refutation`] if this ruling refutes a try.
    pub mark: Mark,
    /// What follows: the opponent on move if the move stands, the same player again if not.
    pub node: Node,
}

/// Whether a trial stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgment {
    /// The move is legal in the history fixed; it is played.
    Stands,
    /// The move is illegal in the history fixed; it is taken back and the touch law holds.
    TakenBack,
    /// The move is illegal in the history fixed; it is taken back, and the opponent demands a king
    /// move (Staunton's code).
    KingMoveDemanded,
    /// The move is illegal in the history fixed, but the opponent lets the false move stand
    /// (Staunton's code).
    FalseMoveStands,
}

impl Judgment {
    /// Whether the move is played after it.
    pub const fn stands(self) -> bool {
        matches!(self, Judgment::Stands | Judgment::FalseMoveStands)
    }
}

impl Branch {
    /// The position after it; `None` if it was tried out.
    pub fn played(&self) -> Option<&Node> {
        match &self.course {
            Course::Played(node) => Some(node),
            Course::Trial(_) => None,
        }
    }

    /// The rulings on it; none if it was played.
    pub fn rulings(&self) -> &[Ruling] {
        match &self.course {
            Course::Played(_) => &[],
            Course::Trial(rulings) => rulings,
        }
    }

    /// Where play goes on after it: in one position, or in one for each ruling.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let ruled = self.rulings().iter().map(|ruling| &ruling.node);
        self.played().into_iter().chain(ruled)
    }

    /// Castling, a capture en passant, a trial.
    pub fn is_thematic(&self) -> bool {
        matches!(self.course, Course::Trial(_)) || self.mv.is_castle() || self.mv.is_en_passant()
    }

    /// Whether one of the threats in `node`, where it is played, answers it.
    pub fn leaves_threat(&self, node: &Node) -> bool {
        let (Some(after), Pressure::Threat(threats)) = (self.played(), &node.pressure) else {
            return false;
        };
        let mut answers = after.branches.iter();
        answers.any(|answer| threats.iter().any(|threat| threat.mv == answer.mv))
    }

    /// Whether it is played, not tried out, and exactly one answer to it is marked as a refutation.
    pub fn has_one_refutation(&self) -> bool {
        self.played()
            .is_some_and(|node| node.marked(Mark::Refutation).count() == 1)
    }

    /// The move in UCI notation, castling as the king's step (`e1g1`).
    pub fn uci(&self) -> String {
        self.mv.to_uci(CastlingMode::Standard).to_string()
    }
}
