//! A position in a solution tree.

use shakmaty::{Chess, Color, Position, Square};

use crate::world::WorldSet;

use super::{Branch, Mark};

/// A position in a solution tree: somebody is on move, or play has ended.
#[derive(Debug, Clone)]
pub struct Node {
    /// Placement and side to move. It holds every castling right that some world of `worlds` has,
    /// and the en-passant target if all worlds agree on it.
    pub position: Chess,
    /// The histories still open here, seen by the side on move.
    pub worlds: WorldSet,
    /// Squares of the men the side on move has touched in denied trials of this turn, in order.
    pub touched: Vec<Square>,
    /// How play stands here.
    pub outlook: Outlook,
    /// What the attacker threatens; only where the defender is on move and it was asked for.
    pub pressure: Pressure,
    /// What may be, or is, played here, in the order in which it should be printed.
    pub branches: Vec<Branch>,
    /// Whether all that belongs here is in `branches`.
    pub extent: Extent,
}

/// How play stands in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outlook {
    /// The side on move has a choice and the play is not over.
    Open,
    /// The goal of the stipulation is reached: the side on move is mated or stalemated as asked.
    Goal,
    /// The side on move is mated, but that is not the goal.
    Mate,
    /// The side on move is stalemated, but that is not the goal.
    Stalemate,
    /// The board shows the goal, but an en-passant capture on credit was never redeemed.
    Unredeemed,
    /// The moves are used up.
    OutOfMoves,
}

/// What the attacker would play if the defender could pass.
#[derive(Debug, Clone, Default)]
pub enum Pressure {
    /// Not looked at, or the attacker is on move, or the goal is reached.
    #[default]
    Unknown,
    /// The defender is in check: there is no question of a threat.
    Check,
    /// Passing would save the defender: zugzwang.
    Zugzwang,
    /// Passing would lose to each of these moves of the attacker (for a threat longer than one
    /// move only the first move of it).
    Threat(Vec<Branch>),
}

/// Whether a node holds all that belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Extent {
    /// All choices of the side that must be answered are there; of the other side at least one.
    #[default]
    Complete,
    /// The tree was cut here for its size, or the subtree was not asked for.
    Cut,
}

impl Node {
    /// Who is on move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The branches with this mark.
    pub fn marked(&self, mark: Mark) -> impl Iterator<Item = &Branch> {
        self.branches
            .iter()
            .filter(move |branch| branch.mark == mark)
    }

    /// How many nodes the tree has, this one included.
    pub fn size(&self) -> usize {
        let below = self.branches.iter().flat_map(Branch::nodes);
        1 + below.map(Node::size).sum::<usize>()
    }

    /// Whether any node of the tree was cut, other than below duals.
    pub fn is_cut(&self) -> bool {
        let real = |branch: &&Branch| branch.mark != Mark::Dual;
        self.extent == Extent::Cut
            || self
                .branches
                .iter()
                .filter(real)
                .flat_map(Branch::nodes)
                .any(Node::is_cut)
    }

    /// Every way from here to a leaf, as the moves on the way; the form of help play, where each
    /// way is one solution. A trial is followed into each of its rulings.
    pub fn lines(&self) -> Vec<Vec<&Branch>> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        self.collect_lines(&mut line, &mut lines);
        lines
    }

    fn collect_lines<'a>(&'a self, line: &mut Vec<&'a Branch>, lines: &mut Vec<Vec<&'a Branch>>) {
        if self.branches.is_empty() {
            lines.push(line.clone());
            return;
        }
        for branch in &self.branches {
            line.push(branch);
            for node in branch.nodes() {
                node.collect_lines(line, lines);
            }
            line.pop();
        }
    }
}
