//! A solution tree in lines: trials with their rulings, threats, variations.
//!
//! A defence that leaves the threat standing is not printed, as in any journal; defences with the
//! same sequel share it, and so do rulings; of several continuations the first is followed and the
//! others are named, many of them counted. The tree itself holds them all.

use shakmaty::{Color, Position};

use crate::problem::{Goal, Laws};
use crate::say;
use crate::solution::{
    Branch, Course, Extent, Judgment, Manner, Mark, Node, Outlook, Pressure, Ruling,
};

use super::duty::{duty_text, ending};
use super::histories::{difference, world_list};
use super::layout::wrap;
use super::moves::Ply;
use super::style::TextStyle;
use crate::world::{World, WorldSet};

/// How a tree is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeStyle {
    pub text: TextStyle,
    pub depth: Depth,
    pub goal: Goal,
    /// The side that must reach the goal against all choices.
    pub attacker: Color,
    pub laws: Laws,
    /// How wide lines may be.
    pub columns: usize,
}

/// How much of a tree is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// As a journal prints it.
    Variations,
    /// Every continuation by name, every defence.
    Everything,
}

/// Further continuations that are named; more are counted.
const MOST_NAMED: usize = 3;

/// From so many on they are counted in tens.
const NEARLY: usize = 20;

/// Columns per level.
const INDENT: usize = 3;

/// Level and text; broken into lines of bounded width at the end.
type Line = (usize, String);

/// Writes trees into lines.
#[derive(Debug)]
pub(super) struct TreeText {
    style: TreeStyle,
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
            lines: Vec::new(),
        }
    }

    /// A text that says of rulings on first moves how the games of their worlds end.
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
        let sign = match branch.mark {
            Mark::Key => "!",
            Mark::Try => "?",
            _ => "",
        };
        self.first = true;
        self.branch(root, branch, ply, level, ply.number(), sign);
    }

    /// What the defender can do in `node`, who is on move there.
    pub fn defences(&mut self, node: &Node, ply: Ply, level: usize) {
        let shown: Vec<&Branch> = node
            .branches
            .iter()
            .filter(|branch| {
                self.style.depth == Depth::Everything
                    || branch.mark != Mark::None
                    || !branch.leaves_threat(node)
            })
            .collect();
        // Defences with the same sequel share it.
        let mut grouped: Vec<(Vec<String>, Vec<Line>)> = Vec::new();
        for branch in shown {
            let Course::Played(after) = &branch.course else {
                grouped.push((Vec::new(), self.trial(node, branch, ply, level)));
                continue;
            };
            let mut sequel = TreeText::new(self.style);
            // The number has been said with the defence.
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
                let sequel = first.trim_start();
                let blank = if sequel.is_empty() { "" } else { " " };
                *first = format!("{}{}{blank}{sequel}", ply.number(), moves.join(", "));
            }
            self.lines.append(&mut lines);
        }
        let refuted = node.marked(Mark::Refutation).next().is_some();
        if node.extent == Extent::Cut && !refuted {
            self.push(level, say!(self.style.text.language, TreeCutHere));
        }
    }

    /// The move with its sign and manner.
    fn marked(&self, branch: &Branch, sign: &str) -> String {
        let mut text = self.style.text.write(branch.san, branch.mv);
        if let Course::Played(node) = &branch.course {
            text.push_str(self.outlook_sign(node));
        }
        text.push_str(sign);
        if branch.mark == Mark::Refutation {
            text.push('!');
        }
        if branch.manner == Manner::OnCredit {
            text = format!("{text} {}", say!(self.style.text.language, OnCredit));
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
            Outlook::Mate => Some(say!(self.style.text.language, MateMissed)),
            Outlook::Stalemate => Some(say!(self.style.text.language, StalemateMissed)),
            Outlook::Unredeemed => Some(say!(self.style.text.language, EpUnredeemed)),
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
                self.push(
                    level,
                    &format!("{line} {}", say!(self.style.text.language, OnTrial)),
                );
                self.rulings(parent, branch, rulings, ply, level + 1, first);
            }
        }
    }

    /// The rulings on a trial; those after which all goes alike share one heading, and a history that adds
    /// no more than a castling of its own says so in its place.
    fn rulings(
        &mut self,
        parent: &Node,
        branch: &Branch,
        rulings: &[Ruling],
        ply: Ply,
        level: usize,
        first: bool,
    ) {
        // Judgment, what the touches oblige to, the histories, what follows.
        let mut shown: Vec<(&Ruling, String, WorldSet, Vec<Line>)> = Vec::new();
        for ruling in rulings {
            let mut text = TreeText::new(self.style);
            text.consequence(ruling, ply, level);
            let duty = self.duty(ruling);
            let alike = shown.iter_mut().find(|(other, owed, _, lines)| {
                (other.judgment, other.mark) == (ruling.judgment, ruling.mark)
                    && *owed == duty
                    && (contains(lines, &text.lines) || contains(&text.lines, lines))
            });
            match alike {
                Some((_, _, worlds, lines)) => {
                    *worlds = worlds.union(&ruling.worlds);
                    if text.lines.len() > lines.len() {
                        *lines = text.lines;
                    }
                }
                None => shown.push((ruling, duty, ruling.worlds, text.lines)),
            }
        }
        for (ruling, duty, worlds, mut lines) in shown {
            self.first = first;
            let heading = self.ruling(parent, branch, ruling, &worlds, &duty);
            match lines.first_mut() {
                Some((_, text)) if !text.is_empty() => *text = format!("{heading} {text}"),
                Some((_, text)) => *text = heading,
                None => lines.push((level, heading)),
            }
            self.lines.append(&mut lines);
        }
        self.first = false;
    }

    /// What the touches oblige to after a ruling, in brackets.
    fn duty(&self, ruling: &Ruling) -> String {
        if ruling.judgment.stands() {
            return String::new();
        }
        duty_text(&ruling.node, self.style.laws, self.style.text)
    }

    /// What follows a ruling: its first line goes on behind the heading.
    fn consequence(&mut self, ruling: &Ruling, ply: Ply, level: usize) {
        match ruling.judgment {
            Judgment::Stands | Judgment::FalseMoveStands => {
                let line = ending(&ruling.node, self.style.text.language);
                let line = line.unwrap_or_default().to_owned();
                self.after(&ruling.node, ply.next(), level, line);
            }
            Judgment::TakenBack | Judgment::KingMoveDemanded => {
                self.again(&ruling.node, ply, level);
            }
        }
    }

    /// How a game ends that the ruling allows, where the moves of the ruling do not show it: a double step is
    /// shown by its target.
    fn end_of(&self, worlds: &WorldSet) -> Option<&str> {
        let silent = |world: &World| world.target.is_none() && worlds.contains(*world);
        let found = self.ends.iter().find(|(world, _)| silent(world))?;
        self.first.then_some(found.1.as_str())
    }

    /// How a ruling is headed: `stands, g7-g5 was played (k g6):`.
    fn ruling(
        &mut self,
        parent: &Node,
        branch: &Branch,
        ruling: &Ruling,
        worlds: &WorldSet,
        duty: &str,
    ) -> String {
        let language = self.style.text.language;
        let judgment = match ruling.judgment {
            Judgment::Stands => say!(language, Stands),
            Judgment::TakenBack => say!(language, TakenBack),
            Judgment::KingMoveDemanded => say!(language, KingMoveDemanded),
            Judgment::FalseMoveStands => say!(language, FalseMoveStands),
        };
        let mut line = judgment.to_owned();
        if ruling.mark == Mark::Refutation {
            line.push('!');
        }
        let reason = difference(
            &parent.worlds,
            worlds,
            parent.position.board(),
            Some(branch.mv),
            self.style.text.language,
        );
        if !reason.is_empty() {
            line = format!("{line}, {reason}");
        }
        if let Some(end) = self.end_of(worlds) {
            line = format!("{line}, {end}");
        }
        self.first = false;
        line = format!(
            "{line} ({}){}",
            world_list(worlds),
            language.colon().trim_end_matches(' ')
        );
        if !duty.is_empty() {
            line = format!("{line} {duty}");
        }
        line
    }

    /// The same player moves again after a denied trial.
    fn again(&mut self, node: &Node, ply: Ply, level: usize) {
        self.push(level, self.ending(node).trim_start());
        if node.turn() != self.style.attacker {
            self.defences(node, ply, level + 1);
            return;
        }
        for branch in node.marked(Mark::None) {
            self.branch(node, branch, ply, level + 1, ply.number(), "");
        }
        // After a denial that refutes: what is permitted, and why it does not do.
        if node.branches.is_empty() && node.extent == Extent::Cut {
            self.push(
                level + 1,
                say!(self.style.text.language, NothingPermittedSolves),
            );
        }
        for branch in node.marked(Mark::Try) {
            let mut text = format!("{}{}?", ply.number(), self.marked(branch, ""));
            if let Course::Played(after) = &branch.course {
                for refutation in after.marked(Mark::Refutation) {
                    text = format!("{text} {}", self.marked(refutation, ""));
                }
            }
            self.push(level + 1, &text);
        }
    }

    /// What follows a move that was played; `line` holds what is printed before it.
    fn after(&mut self, node: &Node, ply: Ply, level: usize, mut line: String) {
        if node.turn() == self.style.attacker {
            self.continuations(node, ply, level, line);
            return;
        }
        // A single defence goes on in the same line.
        if let ([only], Pressure::Unknown | Pressure::Check | Pressure::Zugzwang, Extent::Complete) =
            (&node.branches[..], &node.pressure, node.extent)
            && let Course::Played(after) = &only.course
        {
            let line = format!("{line} {}{}", ply.within(&line), self.marked(only, ""));
            self.after(after, ply.next(), level, line);
            return;
        }
        match &node.pressure {
            Pressure::Unknown | Pressure::Check => {}
            Pressure::Zugzwang => {
                line = format!("{line} {}", say!(self.style.text.language, Zugzwang));
            }
            Pressure::Threat(threats) => {
                let moves: Vec<String> = threats
                    .iter()
                    .map(|threat| self.threat(threat, ply.next()))
                    .collect();
                line = format!(
                    "{line} {} {}",
                    say!(self.style.text.language, Threat),
                    together(&moves, ply)
                );
            }
        }
        self.push(level, (line + &self.ending(node)).trim_start());
        self.defences(node, ply, level + 1);
    }

    /// A threat, shown to the mate where the tree goes on: `2. Nc5 ~ 3. Rf8#`.
    fn threat(&self, threat: &Branch, ply: Ply) -> String {
        let mut text = format!("{}{}", ply.number(), self.marked(threat, ""));
        let mut ply = ply;
        let mut branch = threat;
        while let Course::Played(node) = &branch.course {
            let next = match (&node.pressure, &node.branches[..]) {
                (Pressure::Threat(threats), _) if !threats.is_empty() => {
                    text.push_str(" ~");
                    ply = ply.next().next();
                    &threats[0]
                }
                (_, [only]) if matches!(node.pressure, Pressure::Check | Pressure::Unknown) => {
                    let Course::Played(after) = &only.course else {
                        break;
                    };
                    let Some(answer) = after.branches.first() else {
                        // The defender is forced to reach the goal.
                        if after.position.legal_moves().is_empty() {
                            text = format!("{text} {}", self.marked(only, ""));
                        }
                        break;
                    };
                    text = format!("{text} {}", self.marked(only, ""));
                    ply = ply.next().next();
                    answer
                }
                _ => break,
            };
            text = format!("{text} {}{}", ply.number(), self.marked(next, ""));
            branch = next;
        }
        text
    }

    /// The attacker's moves: the first goes on in the line, further ones are only named.
    fn continuations(&mut self, node: &Node, ply: Ply, level: usize, line: String) {
        let Some((main, others)) = node.branches.split_first() else {
            self.push(level, (line + &self.ending(node)).trim_start());
            return;
        };
        let lead = format!("{line} {}", ply.within(&line));
        let begun = self.lines.len();
        self.branch(node, main, ply, level, lead, "");
        let also: Vec<String> = others.iter().map(|other| self.marked(other, "")).collect();
        let counted = self.style.depth == Depth::Variations && also.len() > MOST_NAMED;
        let also = if counted && also.len() >= NEARLY {
            // Nobody minds whether it is thirty or thirty-one; branches that differ in no more than that share a heading.
            format!(
                "{}+ {}",
                also.len() / 10 * 10,
                say!(self.style.text.language, MoreWord)
            )
        } else if counted {
            format!(
                "{} {}",
                also.len(),
                say!(self.style.text.language, MoreWord)
            )
        } else {
            also.join(", ")
        };
        if let (false, Some((_, first))) = (also.is_empty(), self.lines.get_mut(begun)) {
            *first = format!(
                "{first} ({} {also})",
                say!(self.style.text.language, AlsoWord)
            );
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

/// Several threats; the number is said once where each is one move long.
fn together(threats: &[String], ply: Ply) -> String {
    let number = ply.next().number();
    let short = |text: &&String| !text[number.len().min(text.len())..].contains(". ");
    if threats.iter().all(|text| short(&text)) {
        let moves: Vec<&str> = (threats.iter())
            .map(|text| text.strip_prefix(&number).unwrap_or(text))
            .collect();
        return format!("{number}{}", moves.join(", "));
    }
    threats.join(", ")
}

/// Whether all of `few` is in `many`: what comes in addition is what another history allows.
fn contains(many: &[Line], few: &[Line]) -> bool {
    few.iter().all(|line| many.contains(line))
}
