//! A solution tree in lines: trials with their rulings, threats, variations.
//!
//! A defence that leaves the threat standing is not printed, as in any journal; defences with the
//! same sequel share it; of several continuations the first is followed and the others are named. The
//! tree itself holds them all.

use shakmaty::{Color, Position};

use crate::notation::{Language, Letters};
use crate::problem::{Goal, Laws};
use crate::solution::{
    Branch, Course, Extent, Judgment, Manner, Mark, Node, Outlook, Pressure, Ruling,
};

use super::duty::duty_text;
use super::histories::{difference, world_list};
use super::layout::wrap;
use super::moves::{Ply, move_text};
use super::words::Words;
use crate::world::{World, WorldSet};

/// How a tree is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeStyle {
    pub letters: Letters,
    pub language: Language,
    pub goal: Goal,
    /// The side that must reach the goal against all choices.
    pub attacker: Color,
    pub laws: Laws,
    /// How wide lines may be.
    pub columns: usize,
}

/// Columns per level.
const INDENT: usize = 3;

/// Level and text; broken into lines of bounded width at the end.
type Line = (usize, String);

/// Writes trees into lines.
#[derive(Debug)]
pub(super) struct TreeText {
    style: TreeStyle,
    words: &'static Words,
    lines: Vec<Line>,
    /// How a game that ends in a world of the diagram ends.
    ends: Vec<(World, String)>,
    /// Whether the move to be written is played in the diagram.
    first: bool,
}

impl TreeText {
    pub fn new(style: TreeStyle) -> TreeText {
        TreeText {
            style,
            ends: Vec::new(),
            first: false,
            words: Words::of(style.language),
            lines: Vec::new(),
        }
    }

    /// A text that tells of rulings on first moves how the games of their worlds end.
    pub fn with_ends(style: TreeStyle, ends: Vec<(World, String)>) -> TreeText {
        TreeText {
            ends,
            ..TreeText::new(style)
        }
    }

    /// The lines written so far.
    pub fn into_lines(self) -> Vec<String> {
        let columns = self.style.columns;
        self.lines
            .into_iter()
            .flat_map(|(level, text)| {
                let first = " ".repeat(level * INDENT);
                let rest = " ".repeat(level * INDENT + 6);
                wrap(&first, &rest, &text, columns)
            })
            .collect()
    }

    /// A first move with all that follows.
    pub fn first_move(&mut self, root: &Node, branch: &Branch, ply: Ply, level: usize) {
        let sign = if branch.mark == Mark::Key { "!" } else { "" };
        self.first = true;
        self.branch(root, branch, ply, level, ply.number(), sign);
    }

    /// What the defender can do in `node`, who is on move there.
    pub fn defences(&mut self, node: &Node, ply: Ply, level: usize) {
        let threats: &[Branch] = match &node.pressure {
            Pressure::Threat(threats) => threats,
            _ => &[],
        };
        let shown: Vec<&Branch> = node
            .branches
            .iter()
            .filter(|branch| !leaves_threat(branch, threats))
            .collect();
        // Defences with the same sequel share it.
        let mut grouped: Vec<(Vec<String>, Vec<Line>)> = Vec::new();
        for branch in shown {
            let Course::Played(after) = &branch.course else {
                grouped.push((Vec::new(), self.trial(node, branch, ply, level)));
                continue;
            };
            let mut sequel = TreeText::new(self.style);
            sequel.after(after, ply.next(), level, String::new());
            let text = self.marked(branch, "");
            match grouped
                .iter_mut()
                .find(|(moves, lines)| !moves.is_empty() && *lines == sequel.lines)
            {
                Some((moves, _)) => moves.push(text),
                None => grouped.push((vec![text], sequel.lines)),
            }
        }
        for (moves, mut lines) in grouped {
            if let (false, Some((_, first))) = (moves.is_empty(), lines.first_mut()) {
                *first = format!("{}{}{first}", ply.number(), moves.join(", "));
            }
            self.lines.append(&mut lines);
        }
        if node.extent == Extent::Cut {
            self.push(level, self.words.cut);
        }
    }

    /// The move with its sign and manner.
    fn marked(&self, branch: &Branch, sign: &str) -> String {
        let mut text = move_text(branch.san, branch.mv, self.style.letters);
        if let Course::Played(node) = &branch.course {
            text.push_str(self.outlook_sign(node));
        }
        text.push_str(sign);
        if branch.mark == Mark::Refutation {
            text.push('!');
        }
        if branch.manner == Manner::OnCredit {
            text = format!("{text} {}", self.words.on_credit);
        }
        text
    }

    /// What to say behind a move that ends play.
    fn outlook_sign(&self, node: &Node) -> &'static str {
        match node.outlook {
            Outlook::Goal if self.style.goal == Goal::Stalemate => "=",
            Outlook::Open | Outlook::Goal | Outlook::OutOfMoves => "",
            Outlook::Mate => " (#)",
            Outlook::Stalemate => " (=)",
            Outlook::Unredeemed => " (?)",
        }
    }

    /// The remark on a line that ends without the goal.
    fn outlook_remark(&self, node: &Node) -> Option<&'static str> {
        match node.outlook {
            Outlook::Open | Outlook::Goal | Outlook::OutOfMoves => None,
            Outlook::Mate => Some(self.words.mate_missed),
            Outlook::Stalemate => Some(self.words.stalemate_missed),
            Outlook::Unredeemed => Some(self.words.unredeemed),
        }
    }

    /// The lines of a defence that is a trial.
    fn trial(&self, node: &Node, branch: &Branch, ply: Ply, level: usize) -> Vec<Line> {
        let mut text = TreeText::new(self.style);
        text.branch(node, branch, ply, level, ply.number(), "");
        text.lines
    }

    /// A move and all that follows, beginning a line with `lead`.
    fn branch(
        &mut self,
        parent: &Node,
        branch: &Branch,
        ply: Ply,
        level: usize,
        lead: String,
        sign: &str,
    ) {
        let line = lead + &self.marked(branch, sign);
        let first = std::mem::take(&mut self.first);
        match &branch.course {
            Course::Played(node) => self.after(node, ply.next(), level, line),
            Course::Trial(rulings) => {
                self.push(level, &format!("{line}  {}", self.words.on_trial));
                for ruling in rulings {
                    self.first = first;
                    self.ruling(parent, branch, ruling, ply, level + 1);
                }
            }
        }
    }

    /// How a game ends that the ruling allows, where the moves of the ruling do not tell it: a double step is
    /// told by its target.
    fn end_of(&self, worlds: &WorldSet) -> Option<&str> {
        let silent = |world: &World| world.target.is_none() && worlds.contains(*world);
        let found = self.ends.iter().find(|(world, _)| silent(world))?;
        self.first.then_some(found.1.as_str())
    }

    fn ruling(&mut self, parent: &Node, branch: &Branch, ruling: &Ruling, ply: Ply, level: usize) {
        let words = self.words;
        let judgment = match ruling.judgment {
            Judgment::Stands => words.stands,
            Judgment::TakenBack => words.taken_back,
            Judgment::KingMoveDemanded => words.king_move_demanded,
            Judgment::FalseMoveStands => words.false_move_stands,
        };
        let mut line = judgment.to_owned();
        if ruling.mark == Mark::Refutation {
            line.push('!');
        }
        let reason = difference(
            &parent.worlds,
            &ruling.worlds,
            parent.position.board(),
            Some(branch.mv),
            self.style.language,
        );
        if !reason.is_empty() {
            line = format!("{line}, {reason}");
        }
        if let Some(end) = self.end_of(&ruling.worlds) {
            line = format!("{line}, {end}");
        }
        self.first = false;
        line = format!("{line} ({}):", world_list(&ruling.worlds));
        match ruling.judgment {
            Judgment::Stands | Judgment::FalseMoveStands => {
                self.after(&ruling.node, ply.next(), level, line);
            }
            Judgment::TakenBack | Judgment::KingMoveDemanded => {
                let duty = duty_text(&ruling.node, self.style.laws, self.style.language);
                if !duty.is_empty() {
                    line = format!("{line} {duty}");
                }
                self.again(&ruling.node, ply, level, line);
            }
        }
    }

    /// The same player moves again after a denied trial.
    fn again(&mut self, node: &Node, ply: Ply, level: usize, line: String) {
        self.push(level, &(line + &self.ending(node)));
        if node.turn() == self.style.attacker {
            let shown = node.branches.iter().filter(|b| b.mark != Mark::Dual);
            for branch in shown {
                self.branch(node, branch, ply, level + 1, ply.number(), "");
            }
        } else {
            self.defences(node, ply, level + 1);
        }
    }

    /// What follows a move that was played; `line` holds what is printed before it.
    fn after(&mut self, node: &Node, ply: Ply, level: usize, mut line: String) {
        if node.turn() == self.style.attacker {
            self.continuations(node, ply, level, line);
            return;
        }
        match &node.pressure {
            Pressure::Unknown | Pressure::Check => {}
            Pressure::Zugzwang => line = format!("{line}  {}", self.words.zugzwang),
            Pressure::Threat(threats) => {
                let moves: Vec<String> = threats
                    .iter()
                    .map(|threat| self.marked(threat, ""))
                    .collect();
                line = format!(
                    "{line}  {} {}{}",
                    self.words.threat,
                    ply.next().number(),
                    moves.join(", ")
                );
            }
        }
        // A single defence goes on in the same line.
        if let ([only], Pressure::Unknown | Pressure::Check, Extent::Complete) =
            (&node.branches[..], &node.pressure, node.extent)
            && let Course::Played(after) = &only.course
        {
            let line = format!(
                "{line} {}{}",
                ply.number_within_line(),
                self.marked(only, "")
            );
            self.after(after, ply.next(), level, line);
            return;
        }
        self.push(level, &(line + &self.ending(node)));
        self.defences(node, ply, level + 1);
    }

    /// The attacker's moves: the first goes on in the line, further ones are only named.
    fn continuations(&mut self, node: &Node, ply: Ply, level: usize, line: String) {
        let Some((main, others)) = node.branches.split_first() else {
            self.push(level, &(line + &self.ending(node)));
            return;
        };
        let lead = format!("{line} {}", ply.number_within_line());
        let begun = self.lines.len();
        self.branch(node, main, ply, level, lead, "");
        let also: Vec<String> = others.iter().map(|other| self.marked(other, "")).collect();
        if let (false, Some((_, first))) = (also.is_empty(), self.lines.get_mut(begun)) {
            *first = format!("{first}  ({} {})", self.words.also, also.join(", "));
        }
    }

    fn ending(&self, node: &Node) -> String {
        self.outlook_remark(node)
            .map_or_else(String::new, |remark| format!(" {remark}"))
    }

    fn push(&mut self, level: usize, text: &str) {
        self.lines.push((level, text.to_owned()));
    }
}

/// Whether the answer to a defence is one of the threats, played at once.
fn leaves_threat(branch: &Branch, threats: &[Branch]) -> bool {
    let Course::Played(node) = &branch.course else {
        return false;
    };
    branch.mark == Mark::None
        && node
            .branches
            .iter()
            .any(|answer| threats.iter().any(|threat| threat.mv == answer.mv))
}
