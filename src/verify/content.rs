//! What a problem shows: its lines as texts that can be compared with those of another solution.
//!
//! A line is a threat, a defence with everything that answers it, a ruling on a trial, a set line, a
//! solution of help play. A defence that leaves a threat working shows nothing, unless it is castling,
//! a capture en passant or a trial, which a retro problem is about. So are tries that castle or are refuted so.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use shakmaty::{Color, Move};

use crate::problem::{Play, SetPlay, Stipulation, Twin};
use crate::solution::{Branch, Course, Judgment, Mark, Node, Pressure};
use crate::solve::Outcome;

/// Lines, each with the moves that lead to it.
pub(super) type Content = BTreeSet<String>;

/// What `outcome` shows: the play after the keys, and the set play if the stipulation asks for it.
pub(super) fn of(twin: &Twin, outcome: &Outcome) -> Content {
    let mut content = Content::new();
    let Stipulation::Goal(forced) = twin.stipulation else {
        return content;
    };
    let attacker = twin.diagram.turn;
    for (part, solution) in outcome.solutions() {
        let part = part.map_or(String::new(), |world| format!("[{world}] "));
        let set_play = (solution.set_play.as_ref()).filter(|_| forced.set_play == SetPlay::Yes);
        if forced.play == Play::Help {
            let trees = [solution.tree.as_ref(), set_play.map(|set| &set.node)];
            for line in trees.into_iter().flatten().flat_map(Node::lines) {
                let moves: Vec<String> = line.iter().map(|branch| written(branch.mv)).collect();
                content.insert(format!("{part}{}", moves.join(" ")));
            }
            continue;
        }
        let mut walk = Walk {
            attacker,
            content: &mut content,
        };
        if let Some(set_play) = set_play {
            walk.node(&set_play.node, &format!("{part}set"));
        }
        if let Some(tree) = &solution.tree {
            for key in tree.marked(Mark::Key) {
                walk.branch(key, &format!("{part}{}", written(key.mv)));
            }
            for failing in tree.marked(Mark::Try) {
                if let Some(line) = thematic_try(failing) {
                    content.insert(format!("{part}{line}"));
                }
            }
        }
    }
    content
}

/// What can happen from `node` on.
pub(super) fn after(node: &Node, attacker: Color) -> Content {
    let mut content = Content::new();
    Walk {
        attacker,
        content: &mut content,
    }
    .node(node, "");
    content
}

/// A try that one defence refutes, if castling, a capture en passant or a trial is what it is about.
fn thematic_try(branch: &Branch) -> Option<String> {
    let mut refutations = branch.played()?.marked(Mark::Refutation);
    let only = refutations.next()?;
    let thematic = branch.is_thematic() || only.is_thematic();
    (thematic && refutations.next().is_none())
        .then(|| format!("{}? {}!", written(branch.mv), written(only.mv)))
}

/// A move with everything that distinguishes it from others: its man, what it captures, what it becomes.
fn written(mv: Move) -> String {
    format!("{mv:?}")
}

struct Walk<'a> {
    attacker: Color,
    content: &'a mut Content,
}

impl Walk<'_> {
    fn branch(&mut self, branch: &Branch, path: &str) {
        match &branch.course {
            Course::Played(node) => self.node(node, path),
            Course::Trial(rulings) => {
                for ruling in rulings {
                    let judgment = match ruling.judgment {
                        Judgment::Stands => "stands",
                        Judgment::TakenBack => "taken back",
                        Judgment::KingMoveDemanded => "king",
                        Judgment::FalseMoveStands => "left",
                    };
                    let mut path = format!("{path} [{judgment}:");
                    for world in ruling.worlds.iter() {
                        let _ = write!(path, " {world};");
                    }
                    path.push(']');
                    self.content.insert(path.clone());
                    self.node(&ruling.node, &path);
                }
            }
        }
    }

    fn node(&mut self, node: &Node, path: &str) {
        if node.turn() == self.attacker {
            let mut moves: Vec<String> = node.branches.iter().map(|b| written(b.mv)).collect();
            moves.sort_unstable();
            self.content.insert(format!("{path}: {}", moves.join(" ")));
            if let Some(main) = node.branches.first() {
                self.branch(main, &format!("{path} {}", written(main.mv)));
            }
            return;
        }
        if let Pressure::Threat(threats) = &node.pressure {
            let mut moves: Vec<String> = threats.iter().map(|b| written(b.mv)).collect();
            moves.sort_unstable();
            let moves = moves.join(" ");
            self.content.insert(format!("{path} threat {moves}"));
        }
        for branch in &node.branches {
            if branch.is_thematic() || !branch.leaves_threat(node) {
                self.branch(branch, &format!("{path} {}", written(branch.mv)));
            }
        }
    }
}
