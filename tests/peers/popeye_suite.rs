//! The orthodox part of Popeye's own suite, by both programs: the same number of solutions, and the time of each.
//!
//! Neither Popeye nor its problems are part of this project. Its source holds them in the folders `BEISPIEL` and
//! `REGRESSIONS`; any folder with files of that kind will do:
//!
//! ```text
//! POPEYE=/path/to/py POPEYE_SUITE=/path/to/popeye cargo test --release --test peers popeye_suite:: -- --ignored --nocapture
//! ```
//!
//! Help play is done with Popeye's `Intelligent`. Seconds are processor time, where `/proc` tells it. `SECONDS=5` gives each
//! program so many for a row (20 if nothing is said), `EVERY=3` takes every third row, `KIND=h#` rows of one kind,
//! `PART=seen` or `PART=unseen` two thirds of the rows or the third that was set aside while the search was tuned;
//! `BERUEHRT=/path/to/beruehrt` measures another build than the one the test belongs to.

// The test is asked for its table.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use shakmaty::{Board, Color, Piece, Role, Square};

use crate::{files, processor};

/// What the environment says, or else this.
fn setting(name: &str, otherwise: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| otherwise.to_owned())
}

/// A problem of a direct, self, reflex or help stipulation, without conditions.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// Such as `h#2.5`.
    stipulation: String,
    board: String,
    /// The target, where the last move was a double step.
    target: Option<String>,
}

/// Splits a file into problems and keeps what both programs understand.
fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut problem = Vec::new();
    for line in text.lines() {
        let line = line.trim().to_lowercase();
        if is_bound(&line) {
            rows.extend(row(&problem.join("\n")));
            problem.clear();
        } else {
            problem.push(line);
        }
    }
    rows
}

/// Whether the line begins, ends or separates problems: words that may be shortened, in Popeye's three languages.
fn is_bound(line: &str) -> bool {
    let bounds = [
        "anfangproblem",
        "beginproblem",
        "debutprobleme",
        "weiteresproblem",
        "nextproblem",
        "asuivre",
        "endeproblem",
        "endproblem",
        "finprobleme",
    ];
    let first = line.split_whitespace().next().unwrap_or("");
    first.len() > 2 && bounds.iter().any(|bound| bound.starts_with(first))
}

/// Which letters the men have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letters {
    English,
    German,
    French,
}

fn row(problem: &str) -> Option<Row> {
    let (mut stipulation, mut target) = (None, None);
    let mut board = Board::empty();
    let mut section = String::new();
    let (mut color, mut letters) = (Color::White, Letters::English);
    for line in problem.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(&first) = words.first() else {
            section.clear();
            continue;
        };
        let starts = |words: &[&str]| words.iter().any(|word| first.starts_with(word));
        let mut words = words.as_slice();
        if starts(&["bedingung", "cond", "neutral"]) {
            return None;
        }
        let headings = [
            "forderung",
            "stip",
            "enonce",
            "auteur",
            "source",
            "titre",
            "jumeau",
            "remarque",
            "prix",
            "steine",
            "piece",
            "option",
            "autor",
            "author",
            "quelle",
            "origin",
            "titel",
            "title",
            "zwilling",
            "twin",
            "auszeichnung",
            "award",
            "protokoll",
            "prot",
            "bemerkung",
            "remark",
            "zero",
            "null",
            "array",
        ];
        if starts(&headings) {
            first.clone_into(&mut section);
            words = &words[1..];
        }
        match &section[..] {
            name if ["forderung", "stip", "enonce"]
                .iter()
                .any(|word| name.starts_with(word)) =>
            {
                stipulation = stipulation.or(words.first().map(|word| (*word).to_owned()));
            }
            name if name.starts_with("steine") || name.starts_with("piece") => {
                for &word in words {
                    match word {
                        "weiss" | "white" | "blanc" => color = Color::White,
                        "schwarz" | "black" | "noir" => color = Color::Black,
                        _ => place(&mut board, color, letters, word)?,
                    }
                    letters = match word {
                        "weiss" | "schwarz" => Letters::German,
                        "blanc" | "noir" => Letters::French,
                        _ => letters,
                    };
                }
            }
            name if name.starts_with("option") => {
                for word in words {
                    // Whatever changes who plays, or what counts, is not compared.
                    if [
                        "half", "halb", "max", "nontriv", "duplex", "stop", "post", "no",
                    ]
                    .iter()
                    .any(|start| word.starts_with(start) && *word != "noboard")
                    {
                        return None;
                    }
                    if word.len() == 6 && word.as_bytes()[1].is_ascii_digit() {
                        target = Some(word[2..4].to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    let stipulation = stipulation.filter(|text| is_orthodox(text))?;
    let kings = |color| (board.kings() & board.by_color(color)).count();
    let misplaced = board.pawns() & shakmaty::Bitboard::BACKRANKS;
    (kings(Color::White) == 1 && kings(Color::Black) == 1 && misplaced.is_empty()).then(|| Row {
        stipulation,
        board: board.to_string(),
        target,
    })
}

fn is_orthodox(stipulation: &str) -> bool {
    let goal = stipulation.find(['#', '=']);
    goal.is_some_and(|at| {
        let (play, length) = (&stipulation[..at], &stipulation[at + 1..]);
        let whole = length
            .strip_suffix(".5")
            .filter(|_| play == "h")
            .unwrap_or(length);
        let moves: Option<u32> = whole.parse().ok();
        let reflex_stalemate = play == "r" && stipulation.contains('=');
        let some = moves.is_some_and(|n| n > 0) || length == "0.5" && play == "h";
        matches!(play, "" | "h" | "s" | "r") && some && !reflex_stalemate
    })
}

/// Places the men of a word such as `td4e5`.
fn place(board: &mut Board, color: Color, letters: Letters, word: &str) -> Option<()> {
    let squares = word.get(1..)?;
    let names = match letters {
        Letters::English => b"kqrbsp",
        Letters::German => b"kdtlsb",
        Letters::French => b"rdtfcp",
    };
    let roles = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let letter = word.as_bytes().first()?;
    let role = roles[names.iter().position(|name| name == letter)?];
    if squares.is_empty() || squares.len() % 2 == 1 || !squares.is_ascii() {
        return None;
    }
    for at in (0..squares.len()).step_by(2) {
        let square: Square = squares[at..at + 2].parse().ok()?;
        board.set_piece_at(square, Piece { color, role });
    }
    Some(())
}

impl Row {
    fn is_help(&self) -> bool {
        self.stipulation.starts_with('h')
    }

    /// Direct, self, reflex or help play, and the goal.
    fn kind(&self) -> &str {
        let end = self.stipulation.find(|c: char| c.is_ascii_digit());
        &self.stipulation[..end.unwrap_or(0)]
    }

    /// Whether nobody looked at the row while the search was tuned: a third of all, by a digest (FNV-1a) of the board.
    fn is_unseen(&self) -> bool {
        let digest = self
            .board
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
                (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
        (digest >> 32).is_multiple_of(3)
    }

    fn as_popeye_input(&self) -> String {
        let mut options = String::from("NoBoard");
        if self.is_help() {
            options.push_str(" Intelligent");
        }
        if let Some(target) = &self.target {
            let (file, rank) = target.split_at(1);
            let (from, to) = if rank == "6" { (7, 5) } else { (2, 4) };
            write!(options, " EnPassant {file}{from}{file}{rank}{file}{to}").unwrap();
        }
        let board = self.board.replace('N', "S").replace('n', "s");
        let stipulation = &self.stipulation;
        format!(
            "BeginProblem\nStipulation {stipulation}\nOption {options}\nForsyth {board}\nEndProblem\n"
        )
    }

    /// Popeye lets castle whoever stands at home.
    fn as_problem(&self) -> String {
        let board = Board::from_ascii_board_fen(self.board.as_bytes()).unwrap();
        let at = |square, piece| board.piece_at(square) == Some(piece);
        let mut rights = String::new();
        for (right, king, corner, color) in [
            ('K', Square::E1, Square::H1, Color::White),
            ('Q', Square::E1, Square::A1, Color::White),
            ('k', Square::E8, Square::H8, Color::Black),
            ('q', Square::E8, Square::A8, Color::Black),
        ] {
            if at(king, color.king()) && at(corner, color.rook()) {
                rights.push(right);
            }
        }
        let rights = if rights.is_empty() { "-" } else { &rights };
        let target = self.target.as_deref().unwrap_or("-");
        let black_begins = self.is_help() && !self.stipulation.ends_with(".5");
        let turn = if black_begins { "black" } else { "white" };
        format!(
            "fen: {}\nturn: {turn}\nstipulation: {}\nhistories: given\n  {rights} {target}\n",
            self.board, self.stipulation
        )
    }
}

/// Processor seconds of all programs run so far.
fn spent() -> f64 {
    processor::seconds()[1]
}

fn run(program: &OsStr, arguments: &[&OsStr]) -> (f64, String) {
    let before = spent();
    // Processor time again: what else runs on the machine must not decide who finishes.
    let output = Command::new("sh")
        .args(["-c", "ulimit -t \"$0\"; exec \"$@\""])
        .arg(setting("SECONDS", "20"))
        .arg(program)
        .args(arguments)
        .output()
        .unwrap();
    (
        spent() - before,
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

/// Solutions of help play, keys of all other; `None` if Popeye was not done in time.
fn popeye(program: &OsStr, row: &Row, folder: &Path) -> (Option<usize>, f64) {
    let input = folder.join("problem.inp");
    std::fs::write(&input, row.as_popeye_input()).unwrap();
    let arguments = ["-maxmem", "512M"].map(OsStr::new);
    let (seconds, text) = run(program, &[arguments[0], arguments[1], input.as_os_str()]);
    let found = text.lines().map(str::trim).filter(|line| {
        let first = line.starts_with("1.") && !line.starts_with("1...");
        // A key is "1.Sd8-b7 !" or mates at once; in help play every line is a solution.
        let key = line.contains(" !") || line.ends_with('#') || line.ends_with('=');
        first && (row.is_help() || key) || row.is_help() && line.starts_with("1...")
    });
    let done = text.contains("solution finished");
    (done.then(|| found.count()), seconds)
}

fn ours(row: &Row, folder: &Path) -> (Option<usize>, f64) {
    let input = folder.join("problem.bg");
    std::fs::write(&input, row.as_problem()).unwrap();
    let fixed = [
        "solve",
        "--format",
        "jsonl",
        "--threads",
        "1",
        "--detail",
        "keys",
    ];
    let mut arguments: Vec<&OsStr> = fixed.iter().map(OsStr::new).collect();
    arguments.push(input.as_os_str());
    let program = setting("BERUEHRT", env!("CARGO_BIN_EXE_beruehrt"));
    let (seconds, text) = run(OsStr::new(&program), &arguments);
    let record: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let verdict = record["verdict"].as_str();
    if verdict == Some("illegal") {
        // The king could be taken: Popeye finds nothing either.
        return (Some(0), seconds);
    }
    let decided = matches!(verdict, Some("solved" | "no-solution"));
    let found = if row.is_help() {
        record["solutions"].as_u64().map(|number| number as usize)
    } else {
        record["keys"].as_array().map(Vec::len)
    };
    (found.filter(|_| decided), seconds)
}

#[test]
#[ignore = "needs Popeye and its suite, takes minutes"]
fn the_suite_of_popeye() {
    let suite = std::env::var_os("POPEYE_SUITE").expect("POPEYE_SUITE is a folder of its problems");
    let paths = files::below(Path::new(&suite), "inp");
    let mut all: Vec<Row> = paths
        .iter()
        .flat_map(|path| rows(&String::from_utf8_lossy(&std::fs::read(path).unwrap())))
        .collect();
    all.sort();
    all.dedup();
    compare(all);
}

/// The suite has few rows of direct, self and reflex play that take time: the boards of the table of direct mates with
/// other stipulations.
#[test]
#[ignore = "needs Popeye, takes minutes"]
fn other_play_on_the_boards_of_the_mates() {
    let boards = include_str!("../data/mates.tsv")
        .lines()
        .filter_map(|line| {
            let position = line.split('\t').nth(1)?;
            position.strip_suffix(" w - -")
        });
    let all = boards.flat_map(|board| {
        ["=3", "s#3", "s=2", "r#3"].map(|stipulation| Row {
            stipulation: stipulation.to_owned(),
            board: board.to_owned(),
            target: None,
        })
    });
    let mut all: Vec<Row> = all.collect();
    all.sort();
    compare(all);
}

/// Puts the rows to both programs, prints the table, and fails if they differ.
fn compare(mut all: Vec<Row>) {
    let program = std::env::var_os("POPEYE").expect("POPEYE is the path of Popeye's program");
    let kind = setting("KIND", "");
    all.retain(|row| kind.is_empty() || row.kind() == kind);
    match setting("PART", "").as_str() {
        "seen" => all.retain(|row| !row.is_unseen()),
        "unseen" => all.retain(Row::is_unseen),
        _ => {}
    }
    let every: usize = setting("EVERY", "1").parse().unwrap();
    let all: Vec<Row> = all.into_iter().step_by(every).collect();
    let folder = tempfile::tempdir().unwrap();
    // By kind: rows, both finished, times of those, logarithms of the ratios of rows of a tenth of a second, the least.
    let mut table: BTreeMap<String, (u32, u32, f64, f64, Vec<f64>)> = BTreeMap::new();
    let mut different = Vec::new();
    for row in &all {
        let (theirs, their_seconds) = popeye(&program, row, folder.path());
        let (own, own_seconds) = ours(row, folder.path());
        let line = table.entry(row.kind().to_owned()).or_default();
        line.0 += 1;
        let (Some(theirs), Some(own)) = (theirs, own) else {
            println!(
                "unfinished: Popeye {theirs:?} in {their_seconds:.2} s, ours {own:?} in {own_seconds:.2} s: {row:?}"
            );
            continue;
        };
        if theirs != own {
            different.push(format!("Popeye {theirs}, ours {own}: {row:?}"));
        }
        line.1 += 1;
        line.2 += their_seconds;
        line.3 += own_seconds;
        if their_seconds.max(own_seconds) >= 0.1 {
            let ratio = their_seconds.max(0.005) / own_seconds.max(0.005);
            let side = if ratio < 0.5 { "slower" } else { "long" };
            println!("{side}: {ratio:.2} ({own_seconds:.2} s for {their_seconds:.2} s) on {row:?}");
            line.4.push(ratio.ln());
        }
    }
    println!(
        "kind  rows  both  Popeye s   ours s  rows of 0.1 s  Popeye/ours (geometric mean)  least"
    );
    for (kind, (count, both, theirs, own, ratios)) in &table {
        let mean = (ratios.iter().sum::<f64>()
            / f64::from(u32::try_from(ratios.len().max(1)).unwrap()))
        .exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min).exp();
        let long = ratios.len();
        println!(
            "{kind:4}  {count:4}  {both:4}  {theirs:8.2}  {own:7.2}  {long:13}  {mean:28.2}  {least:5.2}"
        );
    }
    assert!(!all.is_empty(), "no problem found");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn problems_are_read_in_three_languages() {
    let text = "anfangproblem\nforderung h#2\nsteine weiss ka1 tb2 bc3\n schwarz kh8 sg7f6\noption intelligent\n\
                weiteresproblem\nstip #3\npieces white ka1 rb2 black kh8 sg7\ncond circe\n\
                next\nstip s#2\npieces white ka1 qb2 black kh8 pg7\nNextProblem\n\
                stip h=2\npieces white ka1 black kh8 bg7\nend\n\
                anfang\nforderung h=3\nsteine weiss ka1 schwarz kh8 lg7\nweiter\nforderung =2\n\
                steine weiss ka1 bb2 schwarz kh8\nende\n\
                DebutProbleme\nenonce #2\npieces blanc ra1 db2 tc3\n noir rh8 cg7 ff6\nasuivre\n\
                enonce #4\npieces blanc ra1 pb2\n noir rh8\nFinProbleme\n";
    let found: Vec<(String, String)> = rows(text)
        .into_iter()
        .map(|row| (row.stipulation, row.board))
        .collect();
    let expected = [
        ("h#2", "7k/6n1/5n2/8/8/2P5/1R6/K7"),
        ("s#2", "7k/6p1/8/8/8/8/1Q6/K7"),
        ("h=2", "7k/6b1/8/8/8/8/8/K7"),
        ("h=3", "7k/6b1/8/8/8/8/8/K7"),
        ("=2", "7k/8/8/8/8/8/1P6/K7"),
        ("#2", "7k/6n1/5b2/8/8/2R5/1Q6/K7"),
        ("#4", "7k/8/8/8/8/8/1P6/K7"),
    ];
    assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}
