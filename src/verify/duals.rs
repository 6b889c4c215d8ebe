//! Duals: defences after which more than one continuation reaches the goal.
//!
//! A defence that leaves a threat working is no defence, and what else would do against it is no dual;
//! several threats are said once. Where the threats were not looked for nothing is said.

use shakmaty::{Color, Move, Position};

use crate::problem::{Play, Stipulation, Twin};
use crate::solution::{Branch, Course, Node, Pressure};
use crate::solve::Outcome;

use super::finding::{DualKind, Fate, Finding, LineMove};
use super::growth;

/// Duals listed at the most; a problem with more has made its point.
const MOST: usize = 40;

pub(super) fn judge(twin: &Twin, outcome: &Outcome, findings: &mut Vec<Finding>) {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return;
    };
    if forced.play == Play::Help {
        return;
    }
    let mut walk = Walk {
        attacker: twin.diagram.turn,
        unknown: if forced.play == Play::Reflex {
            Threats::NONE
        } else {
            Threats::Unknown
        },
        line: Vec::new(),
        idle: 0,
        found: Vec::new(),
    };
    for key in growth::keys(outcome) {
        walk.branch(key, 1, &Threats::NONE);
    }
    let mut found = walk.found;
    found.sort_by_key(|finding| match finding {
        Finding::Dual { ply, .. } => *ply,
        _ => 0,
    });
    findings.append(&mut found);
}

/// What was threatened against a defence.
#[derive(Clone)]
enum Threats {
    /// These moves; none in zugzwang and after a check.
    Known(Vec<Move>),
    /// Not looked for.
    Unknown,
}

impl Threats {
    const NONE: Threats = Threats::Known(Vec::new());
}

struct Walk {
    attacker: Color,
    /// What stands for threats that were not looked for: in reflex play there are none.
    unknown: Threats,
    /// The moves to the place looked at.
    line: Vec<LineMove>,
    /// How many defences among them leave a threat working: what is threatened after them is no news.
    idle: usize,
    found: Vec<Finding>,
}

impl Walk {
    /// What follows `branch`, the half-move `ply`, against which `threats` were threatened.
    fn branch(&mut self, branch: &Branch, ply: usize, threats: &Threats) {
        let step = |fate| LineMove {
            mv: branch.mv,
            fate,
        };
        match &branch.course {
            Course::Played(node) => {
                self.line.push(step(Fate::Played));
                self.node(node, ply + 1, threats);
                self.line.pop();
            }
            Course::Trial(rulings) => {
                for ruling in rulings {
                    let (fate, next) = if ruling.judgment.stands() {
                        (Fate::Played, ply + 1)
                    } else {
                        (Fate::TakenBack, ply)
                    };
                    self.line.push(step(fate));
                    self.node(&ruling.node, next, threats);
                    self.line.pop();
                }
            }
        }
    }

    /// A node whose side on move has the half-move `ply`.
    fn node(&mut self, node: &Node, ply: usize, threats: &Threats) {
        if self.found.len() >= MOST {
            return;
        }
        if node.turn() == self.attacker {
            let continuations: Vec<Move> = node.branches.iter().map(|b| b.mv).collect();
            let parried = match threats {
                Threats::Unknown => false,
                Threats::Known(threats) => !continuations.iter().any(|mv| threats.contains(mv)),
            };
            if parried && continuations.len() > 1 {
                self.push(continuations, DualKind::Move, ply);
            }
            let idle = usize::from(!parried && matches!(threats, Threats::Known(_)));
            self.idle += idle;
            for branch in &node.branches {
                // What the attacker has just denied himself, he cannot have threatened.
                self.branch(branch, ply, &Threats::NONE);
            }
            self.idle -= idle;
            return;
        }
        let own = match &node.pressure {
            Pressure::Threat(threats) => {
                Threats::Known(threats.iter().map(|branch| branch.mv).collect())
            }
            Pressure::Zugzwang | Pressure::Check => Threats::NONE,
            // After a trial of his that was taken back the defender still faces what was threatened.
            Pressure::Unknown if !node.touched.is_empty() => threats.clone(),
            Pressure::Unknown if node.position.is_check() => Threats::NONE,
            Pressure::Unknown => self.unknown.clone(),
        };
        if let (Threats::Known(threats), Pressure::Threat(_)) = (&own, &node.pressure)
            && threats.len() > 1
            && self.idle == 0
        {
            self.push(threats.clone(), DualKind::Threat, ply + 1);
        }
        for branch in &node.branches {
            self.branch(branch, ply, &own);
        }
    }

    /// Whether the same is known from behind another defence that leaves a threat working.
    fn is_known(&self, finding: &Finding) -> bool {
        let Finding::Dual {
            line,
            continuations,
            ply,
            ..
        } = finding
        else {
            return false;
        };
        let alike = |known: &Finding| {
            matches!(known, Finding::Dual { line: other, continuations: same, ply: at, .. }
                if same == continuations && at == ply && other.last() == line.last())
        };
        self.idle > 0 && self.found.iter().any(alike)
    }

    /// Notes a dual, once even if several parts have it: of this kind, unless it is in the promotion alone.
    fn push(&mut self, continuations: Vec<Move>, kind: DualKind, ply: usize) {
        let kind = if same_step(&continuations) {
            DualKind::Promotion
        } else {
            kind
        };
        let finding = Finding::Dual {
            line: self.line.clone(),
            continuations,
            kind,
            ply,
        };
        if !self.found.contains(&finding) && !self.is_known(&finding) {
            self.found.push(finding);
        }
    }
}

/// Whether the moves differ in nothing but the piece promoted to.
fn same_step(moves: &[Move]) -> bool {
    moves
        .windows(2)
        .all(|pair| (pair[0].from(), pair[0].to()) == (pair[1].from(), pair[1].to()))
}
