//! What a sound find is worth against others.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use shakmaty::{Color, Move};

use super::mechanism::denials_of_trials;
use crate::solution::{Mark, Node, Pressure, Solution};
use crate::verify::{DualKind, Finding, Verification};

/// What a sound find is worth, by what its verification found and how its solution goes on after a denial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Merit {
    /// Whether the keys are others without the touch law.
    pub needs_touch_law: bool,
    /// Duals that are not in the promotion alone, several threats included.
    pub duals: usize,
    /// Promoted men on the board.
    pub promoted: usize,
    /// Men on the board.
    pub men: usize,
    /// Different moves of the attacker after a trial was denied.
    pub variety: usize,
}

impl Merit {
    pub(super) fn of(verification: &Verification, solution: &Solution) -> Merit {
        let count = |wanted: fn(&Finding) -> bool| {
            verification.findings.iter().filter(|f| wanted(f)).count()
        };
        Merit {
            needs_touch_law: count(|f| matches!(f, Finding::TouchLawNotNeeded)) == 0,
            duals: count(|finding| match finding {
                Finding::Dual { kind, .. } => *kind != DualKind::Promotion,
                _ => false,
            }),
            promoted: count(|f| matches!(f, Finding::PromotedMan(_))),
            men: verification.diagram.board.occupied().count(),
            variety: variety(solution),
        }
    }

    /// Ordered by it, the better find comes first: the touch law needed, few duals, no promoted man, few men, much
    /// variety.
    pub fn rank(&self) -> impl Ord + use<> {
        (
            Reverse(self.needs_touch_law),
            self.duals,
            self.promoted,
            self.men,
            Reverse(self.variety),
        )
    }
}

fn variety(solution: &Solution) -> usize {
    let Some(root) = &solution.tree else {
        return 0;
    };
    let attacker = root.turn();
    let mut moves: FxHashSet<Move> = FxHashSet::default();
    for key in root.marked(Mark::Key) {
        for node in denials_of_trials(key) {
            attacks(node, attacker, &mut moves);
        }
    }
    moves.len()
}

/// The attacker's moves below `node`, threats included.
fn attacks(node: &Node, attacker: Color, moves: &mut FxHashSet<Move>) {
    if let Pressure::Threat(threats) = &node.pressure {
        moves.extend(threats.first().map(|threat| threat.mv));
    }
    for branch in node.branches.iter().filter(|b| b.mark != Mark::Dual) {
        if node.turn() == attacker {
            moves.insert(branch.mv);
        }
        for after in branch.nodes() {
            attacks(after, attacker, moves);
        }
    }
}
