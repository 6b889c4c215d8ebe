//! Rows of tables of positions with their published truth, in every format of `tests/data` and its like.

// Each test binary uses what it needs.
#![allow(dead_code)]

use std::fmt;
use std::path::Path;

use beruehrt::problem::{Diagram, Fact, LastMove};
use beruehrt::world::{Rights, World};
use shakmaty::{Board, Color, Role, Square};

/// What a row asks.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether there is a game to exactly this world.
    Exactly(World),
    /// Whether there is a game to any world that keeps at least these rights and, if it is told, has this target.
    Some(Rights, Option<Square>),
}

/// A position, what is asked about it, and what was published.
#[derive(Debug, Clone)]
pub struct Row {
    pub set: String,
    pub name: String,
    pub diagram: Diagram,
    pub question: Question,
    /// `None`: not known, or disputed.
    pub truth: Option<bool>,
    /// Whether the truth is a claim that was printed with a problem.
    pub is_claim: bool,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.diagram.fen())?;
        match self.question {
            Question::Exactly(world) => write!(f, "{world}"),
            Question::Some(kept, target) => {
                write!(f, "some world of {}", World::new(kept, target))
            }
        }
    }
}

impl Row {
    /// The rows of a table. The columns are known by the one that looks like a FEN: what stands before it is the name, before that
    /// the set; what stands behind it is the truth, or, where only placement and side are told, a claim in the last column.
    pub fn of_table(path: &Path) -> Vec<Row> {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let table = path.file_stem().unwrap().to_string_lossy();
        let lines = text.lines().enumerate();
        lines
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
            .flat_map(|(number, line)| Row::of_line(&table, number + 1, line))
            .collect()
    }

    /// A claim for either side to move is two rows if it is about the diagram as such; one about a last move none.
    pub fn of_line(table: &str, number: usize, line: &str) -> Vec<Row> {
        let fields: Vec<&str> = line.split('\t').collect();
        let is_fen = |field: &&str| field.split(' ').next().unwrap().matches('/').count() == 7;
        let column = fields.iter().position(is_fen);
        let column = column.unwrap_or_else(|| panic!("{table} {number}: no FEN"));
        let words: Vec<&str> = fields[column].split(' ').collect();
        let board = Board::from_ascii_board_fen(words[0].as_bytes())
            .unwrap_or_else(|error| panic!("{table} {number}: {error}"));
        let turns = match words[1] {
            "w" => vec![Color::White],
            "b" => vec![Color::Black],
            _ => vec![Color::White, Color::Black],
        };
        let told = |word: &str| match word {
            "possible" => Some(true),
            "impossible" => Some(false),
            _ => None,
        };
        let world = |rights: &str, target: &str| -> World {
            let parsed = format!("{rights} {target}").parse();
            parsed.unwrap_or_else(|_| panic!("{table} {number}: {rights} {target} is no world"))
        };
        let (question, truth) = if words.len() == 2 {
            let claim: Vec<&str> = fields.last().unwrap().split(' ').collect();
            match claim[..] {
                // Of two sides to move one suffices, so nothing is known of each.
                ["legal"] => (
                    Question::Some(Rights::NONE, None),
                    (turns.len() == 1).then_some(true),
                ),
                ["world", rights, target, truth] => {
                    (Question::Exactly(world(rights, target)), told(truth))
                }
                _ => return Vec::new(),
            }
        } else {
            let truth = told(fields[column + 1]);
            let asked = |rights: &str| world(rights, words[3]);
            match (words[2], column) {
                ("*", _) => (
                    Question::Some(Rights::NONE, world("-", words[3]).target),
                    truth,
                ),
                // Without a name in front: what is not listed is not known.
                (rights, 0) => (
                    Question::Some(asked(rights).rights, asked(rights).target),
                    truth,
                ),
                (rights, _) => (Question::Exactly(asked(rights)), truth),
            }
        };
        let set = if column == 2 && words.len() > 2 {
            fields[0]
        } else {
            table
        };
        let name = match column {
            0 => format!("line {number}"),
            _ if words.len() == 2 => fields[0].to_owned(),
            _ => fields[column - 1].to_owned(),
        };
        let row = |turn| Row {
            set: set.to_owned(),
            name: name.clone(),
            diagram: Diagram {
                board: board.clone(),
                turn,
            },
            question: question.clone(),
            truth,
            is_claim: words.len() == 2,
        };
        turns.into_iter().map(row).collect()
    }

    /// The worlds of which one suffices.
    pub fn worlds(&self) -> Vec<World> {
        match self.question {
            Question::Exactly(world) => vec![world],
            Question::Some(kept, target) => self
                .diagram
                .candidates()
                .iter()
                .filter(|world| {
                    kept.is_subset(world.rights) && (target.is_none() || world.target == target)
                })
                .collect(),
        }
    }

    /// What all of them have in common, as facts, so that no time goes to other worlds. There are no facts for what is lost.
    pub fn facts(&self) -> Vec<Fact> {
        let (kept, target) = match self.question {
            Question::Exactly(world) => (world.rights, world.target),
            Question::Some(kept, target) => (kept, target),
        };
        let mut facts = Vec::new();
        for right in kept.iter() {
            facts.push(Fact::NotMoved(right.rook_home()));
            facts.push(Fact::NotMoved(right.king_home()));
        }
        if let Some(target) = target {
            let before = if self.diagram.turn.is_white() { 8 } else { -8 };
            facts.push(Fact::LastMove {
                by: None,
                what: LastMove::Move {
                    role: Role::Pawn,
                    from: target.offset(before),
                    to: target.offset(-before).unwrap(),
                    capture: false,
                    promotion: None,
                },
            });
        }
        facts
    }
}
