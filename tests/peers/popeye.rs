//! Side by side with Popeye: the same problems, one thread each, all keys, whole processes.
//!
//! Popeye is not part of this project. Built from its source (`make -f makefile.unx`), it is found by its path:
//!
//! ```text
//! POPEYE=/path/to/py cargo test --release --test peers popeye:: -- --ignored --nocapture
//! ```

// The test is asked for its table.
#![allow(clippy::print_stdout)]

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use shakmaty::{Board, Square};

/// A row of `tests/data/mates.tsv`: mate in so many moves, position, keys, Popeye's seconds elsewhere.
struct Row<'a> {
    n: &'a str,
    board: &'a str,
    turn: &'a str,
    rights: &'a str,
    target: &'a str,
    keys: usize,
}

impl<'a> Row<'a> {
    fn all() -> impl Iterator<Item = Row<'a>> {
        include_str!("../data/mates.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                let mut fen = fields[1].split(' ');
                let mut next = || fen.next().unwrap();
                Row {
                    n: fields[0],
                    board: next(),
                    turn: next(),
                    rights: next(),
                    target: next(),
                    keys: fields[2].split(' ').count(),
                }
            })
    }

    fn as_problem(&self) -> String {
        let Row {
            n,
            board,
            turn,
            rights,
            target,
            ..
        } = self;
        format!("fen: {board} {turn}\nstipulation: #{n}\nhistories: given\n  {rights} {target}\n")
    }

    /// Knights are S; castling is assumed unless it is forbidden, en passant must be told.
    fn as_popeye_input(&self) -> String {
        let mut options = String::from("NoBoard");
        if self.turn == "b" {
            options.push_str(" HalfDuplex");
        }
        let pieces = Board::from_ascii_board_fen(self.board.as_bytes()).unwrap();
        let lost: String = [
            ('K', Square::H1, "h1"),
            ('Q', Square::A1, "a1"),
            ('k', Square::H8, "h8"),
            ('q', Square::A8, "a8"),
        ]
        .into_iter()
        .filter(|&(right, corner, _)| {
            pieces.rooks().contains(corner) && !self.rights.contains(right)
        })
        .map(|(_, _, corner)| corner)
        .collect();
        if !lost.is_empty() {
            // One word: at a blank Popeye drops the rest of the line.
            write!(options, " NoCastling {lost}").unwrap();
        }
        if let Some((file, rank)) = self
            .target
            .split_at_checked(1)
            .filter(|(_, r)| !r.is_empty())
        {
            let (from, to) = if rank == "6" { (7, 5) } else { (2, 4) };
            write!(options, " EnPassant {file}{from}{file}{rank}{file}{to}").unwrap();
        }
        let board = self.board.replace('N', "S").replace('n', "s");
        let n = self.n;
        format!("BeginProblem\nStipulation #{n}\nOption {options}\nForsyth {board}\nEndProblem\n")
    }
}

fn run(program: &OsStr, arguments: &[&str], input: &str) -> (Duration, String) {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (
        start.elapsed(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

#[test]
#[ignore = "needs Popeye, takes minutes"]
fn the_same_keys_in_less_time() {
    let popeye = std::env::var_os("POPEYE").expect("POPEYE is the path of Popeye's program");
    let ours = OsStr::new(env!("CARGO_BIN_EXE_beruehrt"));
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("problem.inp");
    // By length: rows, logarithms of the ratios of the rows where Popeye needs a tenth of a second, the least.
    let mut logarithms: Vec<f64> = Vec::new();
    println!("#n  rows  Popeye s  ours s  (sums)");
    for n in ["2", "3", "4", "5", "6"] {
        let (mut rows, mut theirs_in_all, mut ours_in_all) = (0, 0.0, 0.0);
        for row in Row::all().filter(|row| row.n == n) {
            std::fs::write(&input, row.as_popeye_input()).unwrap();
            let arguments = ["-maxmem", "512M", input.to_str().unwrap()];
            let (theirs, text) = run(&popeye, &arguments, "");
            // A key is "1.Sd8-b7 !" or, with check, "1.Sd8-f7 + !".
            let keys = text
                .lines()
                .filter(|line| {
                    line.trim_start().starts_with("1.") && line.trim_end().ends_with('!')
                })
                .count();
            assert_eq!(keys, row.keys, "Popeye: {text}");
            let arguments = ["solve", "-", "--detail", "keys", "--threads", "1"];
            let (own, text) = run(ours, &arguments, &row.as_problem());
            let keys = text.lines().find_map(|line| line.strip_prefix("Key"));
            let keys = keys.map_or(0, |keys| keys.split(';').count());
            assert_eq!(keys, row.keys, "ours: {text}");
            let ratio = theirs.as_secs_f64() / own.as_secs_f64();
            if ratio < 1.0 {
                println!("slower: {ratio:.2} on {}", row.board);
            }
            if theirs >= Duration::from_millis(100) {
                logarithms.push(ratio.ln());
            }
            rows += 1;
            theirs_in_all += theirs.as_secs_f64();
            ours_in_all += own.as_secs_f64();
        }
        println!("#{n}  {rows:4}  {theirs_in_all:8.2}  {ours_in_all:6.2}");
    }
    let mean = (logarithms.iter().sum::<f64>()
        / f64::from(u32::try_from(logarithms.len()).unwrap()))
    .exp();
    let least = logarithms
        .iter()
        .copied()
        .fold(f64::INFINITY, f64::min)
        .exp();
    println!(
        "{} rows of 0.1 s and more: {mean:.1} times as fast in the geometric mean, {least:.1} at least",
        logarithms.len()
    );
}
