//! Rows of tables of positions with their published truth, in every format of `tests/data` and its like.

use std::fmt;
use std::path::Path;

use beruehrt::problem::{Diagram, Fact, LastMove};
use beruehrt::world::{Rights, World};
use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, Color, Position, Role, Square};

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
    fn of_line(table: &str, number: usize, line: &str) -> Vec<Row> {
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

    /// Whether the last move can have been a double step after which no pawn stands beside: one that no target tells of.
    pub fn may_hide_a_double_step(&self) -> bool {
        let by = self.diagram.turn.other();
        let [rank, behind] = if by.is_white() { [3, -8] } else { [4, 8] };
        let pawns = self.diagram.board.by_color(by) & self.diagram.board.pawns();
        pawns
            .into_iter()
            .filter(|square| square.rank() as i32 == rank)
            .any(|square| {
                let passed = [square.offset(behind), square.offset(2 * behind)];
                passed
                    .into_iter()
                    .flatten()
                    .all(|square| self.diagram.board.piece_at(square).is_none())
            })
    }

    /// The FEN of a world with all six fields.
    pub fn fen(&self, world: World) -> String {
        format!("{} {world} 0 1", self.diagram.fen())
    }
}

/// Replays the game of another program: whether it ends in this world of the row's diagram.
pub fn leads_to(row: &Row, world: World, game: &str) -> bool {
    let mut position = Chess::default();
    for word in game.split_whitespace() {
        let played = SanPlus::from_ascii(with_equals_sign(word).as_bytes())
            .ok()
            .and_then(|told| told.san.to_move(&position).ok());
        let Some(played) = played else {
            return false;
        };
        position.play_unchecked(played);
    }
    *position.board() == row.diagram.board
        && position.turn() == row.diagram.turn
        && World::of(&position) == world
}

/// Texel writes promotions as `b8N+`.
fn with_equals_sign(word: &str) -> String {
    let bare = word.trim_end_matches(['+', '#']);
    match bare.char_indices().last() {
        Some((at, 'Q' | 'R' | 'B' | 'N')) if at > 1 => {
            format!("{}={}", &word[..at], &word[at..])
        }
        _ => word.to_owned(),
    }
}

#[test]
fn games_with_promotions_are_replayed() {
    let line = "X\t1Nbqkbnr/2pppppp/8/8/3n4/8/1PPPPPPP/RNBQKBNR w KQk -\tpossible";
    let row = Row::of_line("table", 1, line).remove(0);
    let world = row.worlds()[0];
    let game = "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8N Nd4";
    assert!(leads_to(&row, world, game));
    let other = World::new(Rights::NONE, None);
    assert!(!leads_to(&row, other, game));
    assert!(!leads_to(
        &row,
        world,
        "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8 axb8Q Nd4"
    ));
    assert!(!leads_to(&row, world, "a4 b5 a5 Nd4"));
}

#[test]
fn every_kind_of_row_is_read() {
    let read = |line: &str| -> Vec<String> {
        let rows = Row::of_line("table", 7, line);
        let told = |row: &Row| format!("{} {} {row} {:?}", row.set, row.name, row.truth);
        rows.iter().map(told).collect()
    };
    let row = "retro\tX1\t4k3/8/8/8/8/8/8/4K2R w K -\tpossible\tsource";
    assert_eq!(
        read(row),
        ["retro X1 4k3/8/8/8/8/8/8/4K2R w K - Some(true)"]
    );
    let row = "A1\t4k3/8/8/8/8/8/8/4K2R w - -\timpossible";
    assert_eq!(
        read(row),
        ["table A1 4k3/8/8/8/8/8/8/4K2R w - - Some(false)"]
    );
    let row = "A1\t4k3/8/8/3pP3/8/8/8/4K2R w * d6\tpossible";
    assert_eq!(
        read(row),
        ["table A1 4k3/8/8/3pP3/8/8/8/4K2R w some world of - d6 Some(true)"]
    );
    let row = "4k3/8/8/8/8/8/8/4K2R w - -\timpossible?\tnot proved";
    assert_eq!(
        read(row),
        ["table line 7 4k3/8/8/8/8/8/8/4K2R w some world of - - None"]
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R ?\tlast move?\tlegal";
    assert_eq!(
        read(row),
        ["w", "b"]
            .map(|turn| format!("table P1 4k3/8/8/8/8/8/8/4K2R {turn} some world of - - None"))
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R w\tlast move?\tworld K - possible";
    assert_eq!(
        read(row),
        ["table P1 4k3/8/8/8/8/8/8/4K2R w K - Some(true)"]
    );
    let row = "P1\tPDB\t4k3/8/8/8/8/8/8/4K2R w\tlast move?\tlast K-e8";
    assert!(read(row).is_empty());
}

#[test]
fn a_double_step_without_a_target_is_seen() {
    let row = |fen: &str| {
        let line = format!("X\t{fen}\tpossible");
        Row::of_line("table", 1, &line).remove(0)
    };
    // Published last-move problem: f2-f4+ is the only last move, and nobody can capture en passant.
    assert!(row("8/8/8/8/5P1k/8/3K4/4B3 b - -").may_hide_a_double_step());
    assert!(row("4k3/8/8/3p4/8/8/8/4K3 w - -").may_hide_a_double_step());
    assert!(!row("4k3/8/8/3p4/8/8/8/4K3 b - -").may_hide_a_double_step());
    assert!(!row("4k3/8/3p4/3p4/8/8/8/4K3 w - -").may_hide_a_double_step());
}
