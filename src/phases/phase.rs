//! One phase of a two-mover: what is threatened, and what answers each defence.

use std::collections::BTreeMap;

use shakmaty::{Chess, Position};

use crate::problem::Goal;
use crate::solution::{Branch, Course, Extent, Manner, Mark, Node, Pressure, SetPlayTree};

use super::step::{Deed, Men, Step};

/// Which phase it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PhaseKind {
    /// The defender begins in the diagram.
    Set,
    /// After a try that one defence refutes.
    Try,
    /// After a key.
    Actual,
}

impl PhaseKind {
    /// The word used in JSON: `set`, `try`, `actual`.
    pub const fn keyword(self) -> &'static str {
        match self {
            PhaseKind::Set => "set",
            PhaseKind::Try => "try",
            PhaseKind::Actual => "actual",
        }
    }
}

/// What the first move does to the defender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tension {
    /// Nothing was played yet: set play.
    None,
    /// It gives check.
    Check,
    /// The defender would be safe if he could pass.
    Zugzwang,
    /// These moves are threatened.
    Threat(Vec<Step>),
}

/// What the attacker has against a defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Nothing: the defence refutes the try.
    Refuted,
    /// The threat, which works all the same.
    Threat,
    /// These moves; several are duals.
    Answers(Vec<Step>),
}

/// A defence and what answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defence {
    /// The defence.
    pub step: Step,
    /// What answers it.
    pub reply: Reply,
}

/// One phase. Every defence there is is in it; of set play those that have an answer.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Which phase it is.
    pub kind: PhaseKind,
    /// The try or the key.
    pub first: Option<Step>,
    /// What it does.
    pub tension: Tension,
    /// The defences, by what makes them the same in other phases.
    pub defences: BTreeMap<Deed, Defence>,
}

impl Phase {
    /// The only answer to `defence`, if there is exactly one and it is not the threat.
    pub fn only_answer(&self, defence: Deed) -> Option<Step> {
        match &self.defences.get(&defence)?.reply {
            Reply::Answers(answers) if answers.len() == 1 => answers.first().copied(),
            _ => None,
        }
    }

    /// Every defence that has exactly one answer, which is not the threat, with that answer.
    pub fn single_answers(&self) -> impl Iterator<Item = (Deed, Deed)> {
        self.defences
            .keys()
            .filter_map(|&defence| Some((defence, self.only_answer(defence)?.deed)))
    }

    /// Whether `answer` is among what answers `defence`; the threat answers what leaves it working.
    pub fn answers(&self, defence: Deed, answer: Deed) -> bool {
        match self.defences.get(&defence).map(|defence| &defence.reply) {
            Some(Reply::Answers(answers)) => answers.iter().any(|step| step.deed == answer),
            Some(Reply::Threat) => self.threats().iter().any(|step| step.deed == answer),
            Some(Reply::Refuted) | None => false,
        }
    }

    /// What is threatened.
    pub fn threats(&self) -> &[Step] {
        match &self.tension {
            Tension::Threat(threats) => threats,
            Tension::None | Tension::Check | Tension::Zugzwang => &[],
        }
    }

    /// The threat, if there is exactly one.
    pub fn only_threat(&self) -> Option<Deed> {
        match self.threats() {
            [only] => Some(only.deed),
            _ => None,
        }
    }

    /// The defence that refutes the try.
    pub fn refutation(&self) -> Option<&Defence> {
        (self.defences.values()).find(|defence| defence.reply == Reply::Refuted)
    }

    /// The phase after the key or try `first`; `None` if it holds doubtful moves or was cut.
    pub(super) fn after(
        kind: PhaseKind,
        first: &Branch,
        men: &Men,
        mates_next: Option<Goal>,
    ) -> Option<Phase> {
        let node = first.played()?;
        let step = men.step(first)?;
        let men = men.after(first.mv);
        let tension = match &node.pressure {
            Pressure::Unknown => return None,
            Pressure::Check => Tension::Check,
            Pressure::Zugzwang => Tension::Zugzwang,
            Pressure::Threat(threats) => {
                Tension::Threat(threats.iter().filter_map(|b| men.step(b)).collect())
            }
        };
        let phase = Phase {
            kind,
            first: Some(step),
            tension,
            defences: defences(node, &men, mates_next)?,
        };
        is_whole(&node.position, node.branches.iter(), 0).then_some(phase)
    }

    /// The set play; `None` if it hangs on undecided histories, holds doubtful moves or was cut.
    pub(super) fn set(set: &SetPlayTree, men: &Men, mates_next: Option<Goal>) -> Option<Phase> {
        if set.is_open || set.node.extent == Extent::Cut {
            return None;
        }
        let phase = Phase {
            kind: PhaseKind::Set,
            first: None,
            tension: Tension::None,
            defences: defences(&set.node, men, mates_next)?,
        };
        let branches = set.node.branches.iter();
        is_whole(&set.node.position, branches, set.unanswered).then_some(phase)
    }
}

fn defences(node: &Node, men: &Men, mates_next: Option<Goal>) -> Option<BTreeMap<Deed, Defence>> {
    let threats: Vec<Deed> = match &node.pressure {
        Pressure::Threat(threats) => threats
            .iter()
            .filter_map(|b| Some(men.step(b)?.deed))
            .collect(),
        _ => Vec::new(),
    };
    let mut found = BTreeMap::new();
    for branch in &node.branches {
        let after = branch.played()?;
        let step = men.step(branch)?;
        let reply = if branch.mark == Mark::Refutation {
            Reply::Refuted
        } else {
            if after.extent == Extent::Cut || after.branches.iter().any(is_doubtful) {
                return None;
            }
            if let Some(goal) = mates_next
                && !holds_every_end(after, goal)
            {
                return None;
            }
            let later = men.after(branch.mv);
            let answers: Vec<Step> = after
                .branches
                .iter()
                .filter_map(|b| later.step(b))
                .collect();
            // What comes to its square threatened it, whether or not it captures there now.
            if answers.iter().any(|answer| threats.contains(&answer.deed)) {
                Reply::Threat
            } else {
                Reply::Answers(answers)
            }
        };
        found.insert(step.deed, Defence { step, reply });
    }
    Some(found)
}

fn is_doubtful(branch: &Branch) -> bool {
    branch.manner != Manner::Plain || matches!(branch.course, Course::Trial(_))
}

/// Whether no defence is missing, by the rules of chess alone. Castling and en passant hang on
/// histories and are left to the solver.
fn is_whole<'a>(
    position: &Chess,
    branches: impl Iterator<Item = &'a Branch>,
    unanswered: usize,
) -> bool {
    let is_special = |mv: shakmaty::Move| mv.is_castle() || mv.is_en_passant();
    let legal = position.legal_moves();
    let plain = legal.iter().filter(|&&mv| !is_special(mv)).count();
    let mut told = 0;
    for branch in branches {
        if !is_special(branch.mv) {
            if !legal.contains(&branch.mv) {
                return false;
            }
            told += 1;
        }
    }
    let special = legal.len() - plain;
    told <= plain && plain <= told + unanswered && told + unanswered <= plain + special
}

/// Whether the answers in `node` are all the moves that reach the goal at once, by the rules of
/// chess alone (castling and en passant again left to the solver).
fn holds_every_end(node: &Node, goal: Goal) -> bool {
    node.position.legal_moves().into_iter().all(|mv| {
        if mv.is_castle() || mv.is_en_passant() {
            return true;
        }
        let mut after = node.position.clone();
        after.play_unchecked(mv);
        goal.is_reached(&after) == node.branches.iter().any(|branch| branch.mv == mv)
    })
}
