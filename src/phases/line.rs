//! Ways through a solution tree, from the first move as far as every move of the attacker is the only one.

use shakmaty::{Chess, Color, Position, Square};

use crate::solution::{Branch, Course, Detail, Extent, Manner, Mark, Node, Pressure};

use super::step::{Men, Step};

/// More ways than this are not looked at.
const MOST: usize = 20_000;

/// A half-move of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// Who plays.
    pub color: Color,
    /// The move.
    pub step: Step,
    /// The man it captures, by its square in the diagram.
    pub captured: Option<Square>,
}

/// One way through the tree.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its half-moves.
    pub plies: Vec<Ply>,
    /// Whether a defence in it leaves the threat working, or it is the threat itself.
    pub idle: bool,
    /// The last position, where the line is followed to the end of play.
    pub(super) end: Option<Chess>,
    /// The men there.
    pub(super) men: Men,
}

impl Line {
    /// The half-moves of one side.
    pub fn of(&self, color: Color) -> impl Iterator<Item = &Ply> {
        self.plies.iter().filter(move |ply| ply.color == color)
    }

    /// The mated king's side and the board of the mate.
    pub(super) fn mate(&self) -> Option<(Color, &shakmaty::Board)> {
        let end = self.end.as_ref()?;
        end.is_checkmate().then(|| (end.turn(), end.board()))
    }

    /// The man that mates, by its square in the diagram; `None` in a double check.
    pub(super) fn mating_man(&self) -> Option<Square> {
        let end = self.end.as_ref()?;
        let checkers = end.checkers();
        (end.is_checkmate() && checkers.count() == 1)
            .then(|| self.men.on(checkers.first()?))
            .flatten()
    }
}

/// Every way from `branch` on, played in `node` with `men`; `None` if the tree was cut, holds doubtful
/// moves or is too large. `attacker` is the side whose moves must be the only ones, with the half-moves of the
/// whole: a way ends where it has duals, or where they were not looked for.
pub(super) fn lines(
    node: &Node,
    branch: &Branch,
    men: &Men,
    attacker: Option<(Color, u32)>,
) -> Option<Vec<Line>> {
    let mut walk = Walk {
        attacker,
        found: Vec::new(),
    };
    let begun = Line {
        plies: Vec::new(),
        idle: false,
        end: None,
        men: men.clone(),
    };
    walk.branch(node, branch, &begun)?;
    Some(walk.found)
}

struct Walk {
    /// The side whose moves must be the only ones, with the half-moves of the whole; none in help play.
    attacker: Option<(Color, u32)>,
    found: Vec<Line>,
}

impl Walk {
    fn branch(&mut self, node: &Node, branch: &Branch, before: &Line) -> Option<()> {
        let after = branch.played()?;
        if branch.manner != Manner::Plain {
            return None;
        }
        let mut line = Line {
            plies: before.plies.clone(),
            idle: before.idle,
            end: None,
            men: before.men.after(branch.mv),
        };
        line.plies.push(Ply {
            color: node.turn(),
            step: before.men.step(branch)?,
            captured: before.men.captured(branch.mv),
        });
        self.node(after, line)
    }

    fn node(&mut self, node: &Node, mut line: Line) -> Option<()> {
        if node.extent == Extent::Cut || self.found.len() >= MOST {
            return None;
        }
        if node.branches.is_empty() {
            line.end = Some(node.position.clone());
            self.found.push(line);
            return Some(());
        }
        if let Some((attacker, plies)) = self.attacker
            && attacker == node.turn()
        {
            let left = plies.saturating_sub(line.plies.len() as u32);
            match &node.branches[..] {
                [only] if left <= Detail::DUAL_PLIES => return self.branch(node, only, &line),
                _ => self.found.push(line),
            }
            return Some(());
        }
        let threats: &[Branch] = match &node.pressure {
            Pressure::Threat(threats) => threats,
            _ => &[],
        };
        if let [only] = threats {
            self.threat(node, only, &line)?;
        }
        for branch in node.branches.iter().filter(|b| b.mark != Mark::Dual) {
            if let Course::Trial(_) = branch.course {
                return None;
            }
            let before = Line {
                idle: line.idle || branch.leaves_threat(node),
                ..line.clone()
            };
            self.branch(node, branch, &before)?;
        }
        Some(())
    }

    /// The first move of the only threat, as if the defender had passed.
    fn threat(&mut self, node: &Node, threat: &Branch, line: &Line) -> Option<()> {
        let mut line = line.clone();
        line.idle = true;
        line.plies.push(Ply {
            color: node.turn().other(),
            step: line.men.step(threat)?,
            captured: line.men.captured(threat.mv),
        });
        line.men = line.men.after(threat.mv);
        self.found.push(line);
        Some(())
    }
}
