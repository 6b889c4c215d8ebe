//! Slips of the pen: what is written wrongly and yet leaves no doubt what is meant.

use shakmaty::{Move, Role};

use crate::notation::MoveText;
use crate::problem::Play;
use crate::solution::Branch;
use crate::syntax::{NamedMove, NodeId};

use super::finding::{Finding, LineFault, Stage};
use super::reached::Place;
use super::replay::Replay;

/// Moves written with a sign of capture, joined as in `1...Bc4/Bd5 2.Qxe4`: one sign for all of them.
#[derive(Debug, Default)]
pub(super) struct JoinedSigns {
    /// Where moves stand that are captures, or written as none.
    right: Vec<usize>,
    /// Where moves stand that are no captures, and how they are quoted.
    wrong: Vec<(usize, String)>,
}

impl JoinedSigns {
    /// Leaves out what was told of a sign that is right for one of the moves it is written for.
    pub(super) fn excuse(&self, findings: &mut Vec<Finding>) {
        let excused: Vec<&str> = (self.wrong.iter())
            .filter(|(at, _)| self.right.contains(at))
            .map(|(_, quoted)| quoted.as_str())
            .collect();
        findings.retain(|finding| {
            !matches!(finding, Finding::Line { text, fault: LineFault::CaptureSign, .. }
                if excused.contains(&text.as_str()))
        });
    }
}

impl Replay<'_> {
    /// Whether the sign of the move is right; it may stand for several joined moves.
    pub(super) fn told_by_sign(&mut self, id: NodeId, slip: Option<&LineFault>) {
        let at = self.published.written.nodes[id].range.start;
        match slip {
            Some(LineFault::CaptureSign) => {
                let quoted = self.quote(id);
                self.done.signs.wrong.push((at, quoted));
            }
            _ => self.done.signs.right.push(at),
        }
    }

    /// What one other officer does on the square where the one that is written does nothing, or does not get: a wrong letter.
    /// Nothing if several men could be meant. First moves and help play are taken at their word, since there it would be
    /// another solution.
    pub(super) fn by_another_man<'t>(
        &self,
        id: NodeId,
        text: NamedMove,
        places: &[Place<'t>],
    ) -> Vec<(Place<'t>, &'t Branch)> {
        let later = self.published.written.nodes[id].parent.is_some();
        if self.forced.play == Play::Help || self.stage == Stage::Try || !later {
            return Vec::new();
        }
        let all: Vec<(Place, &Branch)> = (places.iter())
            .flat_map(|place| {
                let fitting = place.node.branches.iter();
                let fitting = fitting.filter(|branch| is_by_another(text, branch.mv));
                fitting.map(move |branch| (*place, branch))
            })
            .collect();
        let man = |branch: &Branch| (branch.mv.role(), branch.mv.from(), branch.mv.promotion());
        let one = (all.first())
            .is_some_and(|(_, first)| all.iter().all(|(_, branch)| man(branch) == man(first)));
        if one { all } else { Vec::new() }
    }
}

/// Whether the move is as written but for the man.
fn is_by_another(named: NamedMove, mv: Move) -> bool {
    named.texts().any(|text| match text {
        MoveText::Man {
            role,
            from_file,
            from_rank,
            to,
            ..
        } => {
            let officers = role != Role::Pawn && mv.role() != Role::Pawn;
            let from = |from: shakmaty::Square| {
                from_file.is_none_or(|file| file == from.file())
                    && from_rank.is_none_or(|rank| rank == from.rank())
            };
            officers && mv.role() != role && mv.to() == to && mv.from().is_some_and(from)
        }
        MoveText::Castling(_) | MoveText::Files { .. } => false,
    })
}
