//! The independent checker: replays a whole solution tree with the rules of chess alone.
//!
//! It shares no code with search or with play over worlds: a world is a `shakmaty` position of its
//! own, a move is doubtful if it is legal in some of them. What it knows of the touch law are the
//! rule sets. It never looks for a better move; it only demands that everything a defender could
//! do, and everything an opponent could rule, is answered, and that each way ends in the goal in
//! time.

mod claim;
mod situation;

use std::fmt;

use shakmaty::{Move, Position};

use crate::problem::{Goal, Play};

use super::{Branch, Course, Extent, Judgment, Manner, Mark, Node, Outlook};
use situation::{Answer, Situation};

pub use claim::Claim;

/// Why a tree is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The moves on the way to the fault, in UCI notation.
    pub path: Vec<String>,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {}: {}", self.path.join(" "), self.reason)
    }
}

/// Checks that every key of `root` (the branches marked [`Mark::Key`]) does what `claim` says.
///
/// # Errors
///
/// The first [`Fault`]. A tree that was cut is one.
pub fn check(claim: &Claim<'_>, root: &Node) -> Result<(), Fault> {
    let mut walk = Walk {
        claim,
        path: Vec::new(),
    };
    let situation = Situation::start(claim).or_else(|reason| walk.fault(&reason))?;
    walk.same(root, &situation)?;
    let choices = situation.choices(claim);
    if claim.play == Play::Reflex && walk.has_mate_at_once(&situation) {
        return walk.fault("the side on move must mate at once");
    }
    let mut keys = 0;
    for branch in &root.branches {
        if branch.mark == Mark::Key {
            keys += 1;
            walk.branch(branch, &situation, &choices, claim.plies)?;
        }
    }
    if keys == 0 {
        return walk.fault("there is no key");
    }
    Ok(())
}

struct Walk<'a> {
    claim: &'a Claim<'a>,
    path: Vec<String>,
}

impl Walk<'_> {
    fn fault<T>(&self, reason: &str) -> Result<T, Fault> {
        Err(Fault {
            path: self.path.clone(),
            reason: reason.to_owned(),
        })
    }

    /// Whether the side on move is the one whose every choice must be answered.
    fn is_defender(&self, situation: &Situation) -> bool {
        self.claim.play != Play::Help && situation.turn() != self.claim.attacker()
    }

    fn same(&self, node: &Node, situation: &Situation) -> Result<(), Fault> {
        if node.position.board() != situation.board() || node.turn() != situation.turn() {
            return self.fault("the tree shows another position");
        }
        if node.worlds != situation.set() {
            return self.fault("the tree shows other histories");
        }
        let touched = situation.touches.iter().map(|touch| touch.square());
        if !node.touched.iter().copied().eq(touched) {
            return self.fault("the tree shows other men touched");
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, situation: &Situation, plies: u32) -> Result<(), Fault> {
        self.same(node, situation)?;
        let mut choices = situation.choices(self.claim);
        if choices.is_empty() {
            return self.end(node, situation, plies);
        }
        if node.extent == Extent::Cut {
            return self.fault("the tree was cut");
        }
        if node.outlook != Outlook::Open || node.branches.is_empty() {
            return self.fault("play is not over");
        }
        if self.claim.play == Play::Reflex {
            let mating: Vec<(Move, Manner)> = choices
                .iter()
                .copied()
                .filter(|&choice| self.mates_at_once(situation, choice))
                .collect();
            if !mating.is_empty() {
                if situation.turn() == self.claim.attacker() {
                    return self.fault("the side on move must mate at once");
                }
                choices = mating;
            }
        }
        let mut proved = 0;
        for branch in &node.branches {
            if branch.mark == Mark::Refutation || branch.mark == Mark::Try {
                return self.fault("a refuted move below a key");
            }
            if branch.mark == Mark::Dual && !self.is_defender(situation) {
                // Said in passing, not part of the proof.
                continue;
            }
            proved += 1;
            self.branch(branch, situation, &choices, plies)?;
        }
        if proved == 0 {
            return self.fault("no continuation is shown");
        }
        if self.is_defender(situation) {
            for (mv, manner) in choices {
                let answered = node
                    .branches
                    .iter()
                    .filter(|branch| branch.mv == mv && branch.manner == manner)
                    .count();
                if answered != 1 {
                    let uci = mv.to_uci(shakmaty::CastlingMode::Standard);
                    return self.fault(&format!("{uci} is not answered, or twice"));
                }
            }
        }
        Ok(())
    }

    /// The side on move has no choice left.
    fn end(&self, node: &Node, situation: &Situation, plies: u32) -> Result<(), Fault> {
        let shown = situation.is_check() == (self.claim.goal == Goal::Mate);
        if !shown || situation.turn() != self.claim.victim() {
            return self.fault("play ends without the goal");
        }
        if !situation.is_redeemed(self.claim) {
            return self.fault("the credit was never redeemed");
        }
        if self.claim.play == Play::Help && plies != 0 {
            return self.fault("the goal is reached too early");
        }
        if node.outlook != Outlook::Goal || !node.branches.is_empty() {
            return self.fault("the tree does not see the goal");
        }
        Ok(())
    }

    fn branch(
        &mut self,
        branch: &Branch,
        situation: &Situation,
        choices: &[(Move, Manner)],
        plies: u32,
    ) -> Result<(), Fault> {
        self.path.push(branch.uci());
        if !choices.contains(&(branch.mv, branch.manner)) {
            return self.fault("this move may not be played on these terms");
        }
        let Some(rest) = plies.checked_sub(1) else {
            if branch.manner == Manner::Trial && self.is_defender(situation) {
                return self.trial(branch, situation, plies);
            }
            return self.fault("the moves are used up");
        };
        match (&branch.course, branch.manner) {
            (Course::Played(node), Manner::Plain | Manner::OnCredit) => {
                let after = situation.played(branch.mv, branch.manner);
                self.node(node, &after, rest)?;
            }
            (Course::Trial(_), Manner::Trial) => return self.trial(branch, situation, plies),
            _ => return self.fault("a trial is shown as played, or the reverse"),
        }
        self.path.pop();
        Ok(())
    }

    fn trial(&mut self, branch: &Branch, situation: &Situation, plies: u32) -> Result<(), Fault> {
        let Course::Trial(rulings) = &branch.course else {
            return self.fault("a trial is shown as played");
        };
        let mut open: Vec<Answer> = situation.answers(self.claim, branch.mv);
        if rulings.is_empty() {
            return self.fault("a trial without a ruling");
        }
        for ruling in rulings {
            let place = open.iter().position(|answer| {
                answer.judgment == ruling.judgment && answer.left == ruling.worlds
            });
            let Some(place) = place else {
                return self.fault("a ruling that the opponent cannot make, or twice");
            };
            let answer = open.remove(place);
            let stands = matches!(
                answer.judgment,
                Judgment::Stands | Judgment::FalseMoveStands
            );
            let rest = if stands {
                match plies.checked_sub(1) {
                    Some(rest) => rest,
                    None => return self.fault("the moves are used up"),
                }
            } else {
                plies
            };
            self.node(&ruling.node, &answer.situation, rest)?;
        }
        let all = self.claim.play != Play::Help && !self.is_defender(situation);
        if all && !open.is_empty() {
            return self.fault("a ruling of the opponent is not answered");
        }
        self.path.pop();
        Ok(())
    }

    fn has_mate_at_once(&self, situation: &Situation) -> bool {
        situation
            .choices(self.claim)
            .into_iter()
            .any(|choice| self.mates_at_once(situation, choice))
    }

    /// Reflex play: whether the move mates at once, of a trial: whatever the opponent rules.
    fn mates_at_once(&self, situation: &Situation, (mv, manner): (Move, Manner)) -> bool {
        let mated = |after: &Situation| after.is_check() && after.choices(self.claim).is_empty();
        if manner != Manner::Trial {
            return mated(&situation.played(mv, manner));
        }
        situation.answers(self.claim, mv).iter().all(|answer| {
            if answer.situation.turn() == situation.turn() {
                self.has_mate_at_once(&answer.situation)
            } else {
                mated(&answer.situation)
            }
        })
    }
}
