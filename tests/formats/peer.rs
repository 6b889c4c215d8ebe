//! Popeye's own problems, read where they lie, and solved side by side with Popeye; and what we write for Popeye.
//!
//! Popeye is not part of this project. Built from its source (`make -f makefile.unx`), it is found by its path, its
//! source by another:
//!
//! ```text
//! POPEYE=/path/to/py POPEYE_SOURCE=/path/to/popeye cargo test --release --test formats peer -- --ignored --nocapture
//! ```
//!
//! `POPEYE_FOLDERS=EXAMPLES` takes some of the folders only.

// The tests are asked for their tables.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use beruehrt::formats::{Format, export, read};
use beruehrt::problem::{Duplex, Forced, Histories, Play, Problem, Stipulation, Twin};
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, SolveOptions, Threads, WorldStatus, solve};
use beruehrt::world::{Rights, World, WorldSet};

use crate::files;

fn popeye() -> OsString {
    std::env::var_os("POPEYE").expect("POPEYE is the path of Popeye's program")
}

/// What Popeye says to an input: its output, and its complaints.
fn run(input: &str, seconds: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("input.inp"), input).unwrap();
    let output = Command::new(popeye())
        .args(["-maxmem", "256M", "-maxtime", seconds, "input.inp"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
#[ignore = "needs Popeye, takes minutes"]
fn popeye_accepts_every_export_without_a_message() {
    let (mut problems, mut refused) = (0, 0);
    for path in files::below(Path::new("problems"), "bg") {
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = read(&text, Format::Bg);
        for problem in parsed.problems() {
            // As shipped, and with every candidate world of every twin given.
            let mut every = problem.clone();
            for twin in &mut every.twins {
                twin.histories = Histories::Given(twin.diagram.candidates());
            }
            for problem in [problem, &every] {
                let input = export([problem], Format::Popeye).text;
                if input.is_empty() {
                    continue;
                }
                let (output, complaints) = run(&input, "1");
                let entries = 1 + input.matches("NextProblem").count();
                problems += entries;
                // A position in which the side not to move is in check is no fault of the input.
                let illegal = output.contains("can capture the king")
                    || complaints.contains("can capture the king");
                refused += usize::from(illegal);
                assert!(
                    complaints.trim().is_empty() || illegal,
                    "{}: {complaints}\n{input}",
                    path.display()
                );
                let solved = ["solution finished", "Partial solution", "interrupted"];
                let ends: usize = solved.iter().map(|end| output.matches(end).count()).sum();
                assert!(
                    ends >= entries || illegal,
                    "{}: {entries} asked\n{output}\n{input}",
                    path.display()
                );
            }
        }
    }
    println!("{problems} problems accepted, of which {refused} have a king that can be captured");
    assert!(problems > 50);
}

/// One twin's part of Popeye's output.
fn parts(output: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in output.split_inclusive('\n') {
        // `b) `, and `+c) ` for a twin that goes on from the one before it.
        let label = line.trim_start_matches('+').split_once(") ");
        let is_label = label.is_some_and(|(name, _)| {
            let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
            name.len() == digits.len() + 1 && digits.bytes().all(|b| b.is_ascii_digit())
        });
        if is_label {
            starts.push(at);
        }
        at += line.len();
    }
    if starts.len() > 1 {
        starts.remove(0);
    }
    let ends = starts.iter().skip(1).copied().chain([output.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &output[start..end])
        .collect()
}

/// Departure and arrival of the keys in a part of Popeye's output, `e1g1` for castling.
fn keys(part: &str, twin: &Twin) -> Vec<String> {
    let home = twin.diagram.turn.fold_wb("1", "8");
    let mut keys = Vec::new();
    for line in part.lines() {
        let Some(rest) = line.trim_start().strip_prefix("1.") else {
            continue;
        };
        if rest.starts_with('.') {
            continue;
        }
        let mut words = rest.split_whitespace();
        let Some(first) = words.next() else { continue };
        let marks: Vec<&str> = words.take(3).collect();
        if !marks.contains(&"!") {
            continue;
        }
        keys.push(match first {
            "0-0" => format!("e{home}g{home}"),
            "0-0-0" => format!("e{home}c{home}"),
            text => {
                let squares: String = text
                    .chars()
                    .filter(|c| "abcdefgh12345678".contains(*c))
                    .collect();
                squares.chars().take(4).collect()
            }
        });
    }
    keys.sort();
    keys
}

/// How many solutions of help play a part of Popeye's output has.
fn solutions(part: &str, plies: u32) -> usize {
    let begins = |line: &&str| {
        let line = line.trim_start();
        let half = line.starts_with("1...");
        // Behind the number a move, not as in the `1. Preis` and `1.-2. Preis` above the board.
        let moved = line.strip_prefix("1.");
        moved.is_some_and(|moved| moved.starts_with(|c: char| c.is_alphanumeric() || c == '.'))
            && half == (plies % 2 == 1)
            && line.split_whitespace().count() > 1 - usize::from(plies < 3)
    };
    part.lines().filter(begins).count()
}

/// What we find in one world: keys, or how many solutions; nothing within the limits.
fn ours(twin: &Twin, world: World) -> Option<Result<Vec<String>, usize>> {
    let statuses = WorldStatus::given(&WorldSet::single(twin.diagram.turn, world));
    let help = matches!(
        twin.stipulation,
        Stipulation::Goal(Forced {
            play: Play::Help,
            ..
        })
    );
    let mut options = SolveOptions {
        threads: Threads::Own(1),
        table_mib: 64,
        detail: if help {
            Detail::Variations
        } else {
            Detail::Keys
        },
        ..SolveOptions::default()
    };
    options.limits.time = Some(Duration::from_secs(seconds()));
    let outcome = solve(twin, &statuses, &options).ok()?;
    let solution = outcome.solution?;
    if matches!(solution.verdict, Verdict::Undecided(_)) {
        return None;
    }
    if help {
        let count = match solution.tree {
            Some(tree) if tree.is_cut() => return None,
            Some(tree) if !solution.keys.is_empty() => tree.lines().len(),
            _ => 0,
        };
        return Some(Err(count));
    }
    let mut keys: Vec<String> = solution
        .keys
        .iter()
        .map(|key| key.uci().chars().take(4).collect())
        .collect();
    keys.sort();
    Some(Ok(keys))
}

/// How long either program may think about a problem: `SECONDS`, else ten.
fn seconds() -> u64 {
    std::env::var("SECONDS").map_or(10, |text| text.parse().expect("a number"))
}

/// What was found in a folder.
#[derive(Default)]
struct Tally {
    entries: usize,
    read: usize,
    refused: BTreeMap<String, usize>,
    twins: usize,
    agree: usize,
    unsolved: usize,
    strange: Vec<String>,
}

fn compare(name: &str, problem: &Problem, text: &str, begin: &str, end: &str, tally: &mut Tally) {
    let input = format!("{begin}\n{text}\n{end}\n");
    let asked: Vec<&Twin> = problem
        .twins
        .iter()
        .filter(|twin| twin.duplex != Duplex::Second)
        .collect();
    let (output, complaints) = run(&input, &seconds().to_string());
    let partial = [
        "Partial solution",
        "interrupted",
        "Teilloesung",
        "unterbrochen",
        "abgebrochen",
        "Partie",
        "Solution partielle",
    ];
    let parts = parts(&output);
    for (number, twin) in asked.iter().enumerate() {
        tally.twins += 1;
        let world = match &twin.histories {
            Histories::Claim(worlds) => worlds.sole(),
            _ => Some(World::new(Rights::at_home(&twin.diagram.board), None)),
        };
        let (Some(world), Some(part)) = (world, parts.get(number)) else {
            tally.unsolved += 1;
            continue;
        };
        let duplex = twin.duplex == Duplex::First;
        if partial.iter().any(|word| part.contains(word)) || duplex || !complaints.trim().is_empty()
        {
            tally.unsolved += 1;
            continue;
        }
        let Some(found) = ours(twin, world) else {
            tally.unsolved += 1;
            continue;
        };
        let plies = match twin.stipulation {
            Stipulation::Goal(Forced {
                length: beruehrt::problem::Length::HalfMoves(plies),
                ..
            }) => plies,
            _ => 0,
        };
        let (same, theirs) = match &found {
            Ok(own) => {
                let theirs = keys(part, twin);
                (*own == theirs, format!("{theirs:?}"))
            }
            Err(own) => {
                let theirs = solutions(part, plies);
                (*own == theirs, theirs.to_string())
            }
        };
        if same {
            tally.agree += 1;
        } else {
            let fen = twin.diagram.fen();
            let asked = twin.asked();
            let label = &twin.label;
            tally.strange.push(format!(
                "{name} {label}) {fen} {asked}: Popeye {theirs}, ours {found:?}"
            ));
        }
    }
}

#[test]
#[ignore = "needs Popeye and its source, takes many minutes"]
fn popeyes_own_problems() {
    let source = PathBuf::from(
        std::env::var_os("POPEYE_SOURCE").expect("POPEYE_SOURCE is the folder of Popeye's source"),
    );
    let folders =
        std::env::var("POPEYE_FOLDERS").unwrap_or("REGRESSIONS EXAMPLES BEISPIEL".to_owned());
    let mut all_strange = Vec::new();
    println!("folder        entries  read  twins  agree  unsolved  differ");
    for folder in folders.split_whitespace() {
        let mut tally = Tally::default();
        for path in files::below(&source.join(folder), "inp") {
            let bytes = std::fs::read(&path).unwrap();
            let text = String::from_utf8(bytes.clone())
                .unwrap_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect());
            let begin = text.split_whitespace().next().unwrap_or("").to_owned();
            let end = match begin.to_lowercase().chars().next() {
                Some('a') => "EndeProblem",
                Some('d') => "FinProbleme",
                _ => "EndProblem",
            };
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let parsed = read(&text, Format::Popeye);
            for (number, entry) in parsed.entries.iter().enumerate() {
                tally.entries += 1;
                match &entry.problem {
                    Ok(problem) => {
                        tally.read += 1;
                        let name = format!("{folder}/{name} #{}", number + 1);
                        compare(
                            &name,
                            problem,
                            &text[entry.range.clone()],
                            &begin,
                            end,
                            &mut tally,
                        );
                    }
                    Err(error) => {
                        let stipulation = error.code == "stipulation";
                        let why = if stipulation {
                            &error.labels[0].text
                        } else {
                            &error.message
                        };
                        let why: String = why.english().split('`').step_by(2).collect();
                        *tally
                            .refused
                            .entry(format!("{}: {why}", error.code))
                            .or_default() += 1;
                    }
                }
            }
        }
        println!(
            "{folder:12}  {:7}  {:4}  {:5}  {:5}  {:8}  {:6}",
            tally.entries,
            tally.read,
            tally.twins,
            tally.agree,
            tally.unsolved,
            tally.strange.len()
        );
        for (why, count) in &tally.refused {
            println!("    refused {count:4}  {why}");
        }
        for strange in &tally.strange {
            println!("    {strange}");
        }
        all_strange.append(&mut tally.strange);
    }
    assert!(all_strange.is_empty());
}
