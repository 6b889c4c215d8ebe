//! Published last-move problems, claims on rights and on legality, counted.
//!
//! The long tests print a table:
//! `cargo test --release --test retro tables:: -- --ignored --nocapture`; `ROWS=A` restricts a table to the
//! rows that begin with this text, `ROWS=27` to one row, `WHY=1` prints the reasons, `CHECK=1` checks every
//! proof once more on its own, `SECONDS=90` gives every row so long, `NODES=12000` a last-move
//! problem so many nodes: with time to spare any machine gives the same table.

// The long tests are asked for their tables.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::report::text::{TextStyle, refutation_text};
use beruehrt::retro::checker::CertificateError;
use beruehrt::retro::{
    Analysis, JudgedMove, Refutation, Unmove, UnmoveKind, Verdict, analyse, checker, last_moves,
    refute_world, usual_limits,
};
use beruehrt::world::{Rights, World};
use shakmaty::{Board, CastlingSide, Color, Role};

fn board(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).unwrap()
}

fn color(word: &str) -> Color {
    match word {
        "White" | "w" => Color::White,
        "Black" | "b" => Color::Black,
        other => panic!("{other} is no side"),
    }
}

/// The rows of a table that `ROWS` asks for, with their line numbers.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let wanted = std::env::var("ROWS").unwrap_or_default();
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .filter(move |(row, line)| line.starts_with(&wanted) || wanted == row.to_string())
        .map(|(row, line)| (row, line.split('\t').collect()))
}

/// The first line of a proof in words.
fn told_shortly(proof: &Refutation) -> String {
    let text = refutation_text(proof, 0, TextStyle::ENGLISH);
    text.lines().next().unwrap_or_default().to_owned()
}

/// A number told in the environment, else `default`.
fn told(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What each side of a last-move problem may cost: `NODES`, else 150 000, and `SECONDS`, else ten.
fn limits() -> Limits {
    Limits {
        nodes: Some(told("NODES", 150_000)),
        time: Some(Duration::from_secs(told("SECONDS", 10))),
        ..Limits::default()
    }
}

/// Whether a move is of the published type: `K-`, `PxN=Q`, `P--`, `O-O`; `7-5` and the like: long notation.
fn is_of_type(unmove: Unmove, wanted: &str) -> bool {
    let wanted = wanted.split_whitespace().next().unwrap_or_default();
    let letter = |role: Role| role.upper_char().to_string();
    let kind = match unmove.kind {
        UnmoveKind::Castling(CastlingSide::KingSide) => "O-O".to_owned(),
        UnmoveKind::Castling(CastlingSide::QueenSide) => "O-O-O".to_owned(),
        UnmoveKind::DoubleStep => "P--".to_owned(),
        _ => {
            let capture = match unmove.captured {
                Some(role) => format!("x{}", letter(role)),
                None => "-".to_owned(),
            };
            let promotion = match unmove.kind {
                UnmoveKind::Promotion(role) => format!("={}", letter(role)),
                _ => String::new(),
            };
            format!("{}{capture}{promotion}", letter(unmove.role))
        }
    };
    wanted == kind || wanted.trim_end_matches('+') == unmove.to_string()
}

/// What a diagram of the other tables may cost: `SECONDS`, else twenty, whatever the nodes: as with `--retro-time`.
fn retro_limits() -> Limits {
    Limits {
        nodes: None,
        time: Some(Duration::from_secs(told("SECONDS", 20))),
        ..usual_limits()
    }
}

/// How an answer compares with what was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// Exactly the published last move is left for each side asked about.
    Correct,
    /// It is left, and others too.
    Undecided,
    /// It is refuted, or another one alone is left.
    Wrong,
}

/// Compares the moves left for each side with the published types. Two types are published in no
/// order of sides, so either side may have either; some rows give diagrams instead of types, which
/// are judged by the number of moves left alone.
fn mark(left: &[Vec<Unmove>], published: &str) -> Mark {
    let types: Vec<&str> = published.split(" / ").collect();
    let typed = !published.contains("8/");
    let fits = |order: &[usize]| {
        left.iter()
            .zip(order)
            .all(|(moves, &i)| !typed || moves.iter().any(|&m| is_of_type(m, types[i])))
    };
    let assigned = match left.len() {
        1 => fits(&[0]),
        _ => fits(&[0, 1]) || fits(&[1, 0]),
    };
    match (assigned, left.iter().all(|moves| moves.len() == 1)) {
        (false, _) => Mark::Wrong,
        (true, true) => Mark::Correct,
        (true, false) => Mark::Undecided,
    }
}

#[test]
#[ignore = "minutes; prints a table"]
fn last_move_problems() {
    let mut counts: BTreeMap<(String, Mark), u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (row, fields) in rows(include_str!("../data/last_moves.tsv")) {
        let sides = match fields[2] {
            "both" => vec![Color::White, Color::Black],
            by => vec![color(by)],
        };
        let start = Instant::now();
        let mut left: Vec<Vec<Unmove>> = Vec::new();
        let mut games: Vec<usize> = Vec::new();
        for by in sides {
            let diagram = Diagram {
                board: board(fields[1]),
                turn: by.other(),
            };
            let answer = last_moves(&diagram, &[], &mut limits().start());
            left.push(answer.remaining().map(|judged| judged.unmove).collect());
            let possible = |judged: &&JudgedMove| matches!(judged.verdict, Verdict::Possible(_));
            games.push(answer.moves.iter().filter(possible).count());
            for judged in &answer.moves {
                if let Verdict::Impossible(refutation) = &judged.verdict
                    && std::env::var("CHECK").is_ok()
                {
                    let checked = checker::verify(refutation, &judged.before);
                    assert!(
                        checked.is_ok(),
                        "{} {}: {checked:?}",
                        fields[1],
                        judged.unmove
                    );
                }
                if std::env::var("WHY").is_ok() {
                    match &judged.verdict {
                        Verdict::Impossible(refutation) => println!(
                            "    {}: {} ({} positions)",
                            judged.unmove,
                            told_shortly(refutation),
                            refutation.positions.len()
                        ),
                        Verdict::Possible(game) => {
                            println!("    {}: {}", judged.unmove, game.movetext());
                        }
                        Verdict::Undecided(undecided) => {
                            let limit = undecided.refutation;
                            println!("    {}: not refuted, {limit}", judged.unmove);
                        }
                    }
                }
            }
        }
        let mark = mark(&left, fields[3]);
        println!(
            "{row} {} {mark:?} {:.2} s, last moves with a game {games:?} {}",
            fields[0],
            start.elapsed().as_secs_f32(),
            fields.get(4).unwrap_or(&"")
        );
        if mark != Mark::Correct {
            let shown = |moves: &Vec<Unmove>| {
                let shown: Vec<String> = moves.iter().take(12).map(ToString::to_string).collect();
                shown.join(" ")
            };
            let shown: Vec<String> = left.iter().map(shown).collect();
            println!(
                "    {} published {}, left {}",
                fields[1],
                fields[3],
                shown.join(" / ")
            );
        }
        if mark == Mark::Wrong {
            wrong.push(row);
        }
        *counts.entry((fields[0].to_owned(), mark)).or_default() += 1;
        let peers_failed = fields.get(4).is_some_and(|note| note.contains('U'));
        if peers_failed && fields[0] != "U" {
            *counts
                .entry(("unsolved by the best peer".to_owned(), mark))
                .or_default() += 1;
        }
    }
    for ((kind, mark), count) in counts {
        println!("{kind} {mark:?}: {count}");
    }
    assert!(
        wrong.is_empty(),
        "the published last move is refuted, or another one alone is left, in the rows {wrong:?}"
    );
}

fn verdict_of(analysis: &Analysis, world: World) -> &Verdict {
    let judged = analysis.worlds.iter().find(|judged| judged.world == world);
    &judged
        .unwrap_or_else(|| panic!("no candidate {world}"))
        .verdict
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Possible(_) => "possible",
        Verdict::Impossible(_) => "impossible",
        Verdict::Undecided(_) => "undecided",
    }
}

#[test]
#[ignore = "minutes; prints a table"]
fn claims_on_rights() {
    let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
    let mut times: Vec<Duration> = Vec::new();
    // The time of each diagram, shared out among its worlds, and what they were found to be.
    let mut diagrams: BTreeMap<String, (Duration, Vec<&str>)> = BTreeMap::new();
    // The time spent on each world of each diagram.
    let mut spent: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    let mut contradicted = Vec::new();
    for (row, fields) in rows(include_str!("../data/rights.tsv")) {
        let words: Vec<&str> = fields[1].split_whitespace().collect();
        let diagram = Diagram {
            board: board(words[0]),
            turn: color(words[1]),
        };
        let world: World = format!("{} {}", words[2], words[3]).parse().unwrap();
        let start = Instant::now();
        let before = processor_time();
        let analysis = analyse(&diagram, &[], &retro_limits());
        let elapsed = match (before, processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => start.elapsed(),
        };
        let each = elapsed / analysis.worlds.len() as u32;
        times.push(each);
        let found = analysis.worlds.iter().map(|judged| word(&judged.verdict));
        diagrams.insert(diagram.fen(), (each, found.collect()));
        let own = analysis.worlds.iter().map(|judged| judged.spent);
        spent.insert(diagram.fen(), own.collect());
        let verdict = verdict_of(&analysis, world);
        let claim = fields[2];
        println!(
            "{row} {} {world}: claimed {claim}, found {} {:.2} s for {} worlds{}",
            fields[0],
            word(verdict),
            elapsed.as_secs_f32(),
            analysis.worlds.len(),
            match verdict {
                Verdict::Impossible(proof) => format!(": {}", told_shortly(proof)),
                _ => String::new(),
            }
        );
        let wrong = matches!(
            (claim, verdict),
            ("possible", Verdict::Impossible(_)) | ("impossible", Verdict::Possible(_))
        );
        if wrong {
            contradicted.push(format!("{row} {}: {world} is {}", fields[0], word(verdict)));
        }
        *counts.entry((claim.to_owned(), word(verdict))).or_default() += 1;
    }
    assert!(contradicted.is_empty(), "{contradicted:#?}");
    println!("{counts:?}");
    println!("time per world: {} of the rows", median(times));
    for (diagram, (each, found)) in &diagrams {
        let count = |what: &str| found.iter().filter(|&&word| word == what).count();
        let [possible, impossible, undecided] = ["possible", "impossible", "undecided"].map(count);
        println!(
            "{diagram}: {each:.1?} per world, {possible} possible, {impossible} impossible, {undecided} undecided"
        );
    }
    println!(
        "time spent on a world itself: {} of all worlds",
        median(spent.into_values().flatten().collect())
    );
    let decided = |(_, found): &&(Duration, Vec<&str>)| !found.contains(&"undecided");
    let worlds = |(each, found): &(Duration, Vec<&str>)| vec![*each; found.len()];
    println!(
        "time per world: {} of all worlds",
        median(diagrams.values().flat_map(worlds).collect())
    );
    println!(
        "time per world: {} of those of diagrams with no world undecided",
        median(diagrams.values().filter(decided).flat_map(worlds).collect())
    );
}

/// The processor time of all threads so far, which other work on the machine hardly lengthens, where Linux tells it.
fn processor_time() -> Option<Duration> {
    let mut nanoseconds = 0;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        let told = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += told.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

/// The median of so many times.
fn median(mut times: Vec<Duration>) -> String {
    times.sort();
    match times.get(times.len() / 2) {
        Some(median) => format!("{median:.1?}, the median of {}", times.len()),
        None => "none, the median of 0".to_owned(),
    }
}

#[test]
#[ignore = "minutes; prints a table"]
fn claims_on_legality() {
    let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
    let mut contradicted = Vec::new();
    for (row, fields) in rows(include_str!("../data/legality.tsv")) {
        let words: Vec<&str> = fields[0].split_whitespace().collect();
        let diagram = Diagram {
            board: board(words[0]),
            turn: color(words[1]),
        };
        let asked: Rights = words[2].parse().unwrap();
        let target = (words[3] != "-").then(|| words[3].parse().unwrap());
        let start = Instant::now();
        let analysis = analyse(&diagram, &[], &retro_limits());
        let concerned: Vec<_> = analysis
            .worlds
            .iter()
            .filter(|judged| {
                asked.is_subset(judged.world.rights)
                    && (target.is_none() || judged.world.target == target)
            })
            .collect();
        let all_dead = concerned
            .iter()
            .all(|judged| matches!(judged.verdict, Verdict::Impossible(_)));
        let one_lives = concerned
            .iter()
            .any(|judged| matches!(judged.verdict, Verdict::Possible(_)));
        let found = match (all_dead, one_lives) {
            (true, _) => "impossible",
            (_, true) => "possible",
            _ => "undecided",
        };
        println!(
            "{row} claimed {}, found {found} {:.2} s {}",
            fields[1],
            start.elapsed().as_secs_f32(),
            fields[0]
        );
        if [("possible", "impossible"), ("impossible", "possible")].contains(&(fields[1], found)) {
            contradicted.push(format!("{row} {}: {found}", fields[0]));
        }
        *counts.entry((fields[1].to_owned(), found)).or_default() += 1;
    }
    println!("{counts:?}");
    assert!(contradicted.is_empty(), "{contradicted:#?}");
}

/// What the rules make of a row: the verdict on its world, or on every world if its rights are `*`, each with so many
/// nodes. Only refutations are looked for.
fn refuted(row: &str, nodes: u64) -> bool {
    let words: Vec<&str> = row.split_whitespace().collect();
    let diagram = Diagram {
        board: board(words[0]),
        turn: color(words[1]),
    };
    let asked = format!("{} {}", words[2], words[3]);
    let every = words[2] == "*";
    let concerned = diagram
        .candidates()
        .iter()
        .filter(|world| every || world.to_string() == asked)
        .collect::<Vec<World>>();
    concerned.into_iter().all(|world| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        refute_world(&diagram, world, &[], &mut limits.start()).is_ok_and(|proof| {
            let clock = Limits::unlimited().start();
            match checker::Checker::within(&clock).verify_world(&proof, &diagram, world, &[]) {
                Ok(_) => true,
                Err(CertificateError::NotShown(places)) => {
                    println!("{row}: {} steps are not shown", places.len());
                    false
                }
                Err(flaw) => panic!("{row}: {flaw:?}"),
            }
        })
    })
}

/// How many rows of each published truth are refuted, every `step`-th row from `first` on; what is refuted is checked, and
/// nothing possible is.
fn refuted_rows(
    table: &str,
    (first, step): (usize, usize),
    nodes: u64,
) -> BTreeMap<String, [u32; 2]> {
    let mut counts: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (row, fields) in rows(table).skip(first).step_by(step) {
        let is_refuted = refuted(fields[1], nodes);
        assert!(
            !is_refuted || fields[2] != "possible",
            "{row}: {} is refuted",
            fields[1]
        );
        let count = counts.entry(fields[2].to_owned()).or_default();
        count[0] += u32::from(is_refuted);
        count[1] += 1;
        if fields[2] == "impossible" && !is_refuted {
            println!("{row} {} is open: {}", fields[0], fields[1]);
        }
    }
    counts
}

/// Random boards with many promotions, whose truth other programs and proofs by hand tell.
#[test]
fn random_boards_are_refuted_where_they_should_be() {
    let table = include_str!("../data/random_boards.tsv");
    let counts = refuted_rows(table, (3, 11), 2_000);
    assert!(
        counts["impossible"][0] * 10 >= counts["impossible"][1] * 9,
        "{counts:?}"
    );
}

/// Boards on which a bishop would have fallen on a square of the wrong colour: they were open after a minute.
#[test]
fn random_boards_fall_by_the_colour_of_a_bishop() {
    let table = include_str!("../data/random_boards.tsv");
    for id in ["TR-193", "TR-510", "TR-600"] {
        let (_, row) = rows(table).find(|(_, fields)| fields[0] == id).unwrap();
        assert!(refuted(row[1], 4_000), "{id}");
    }
}

/// `cargo test --release --test retro shares -- --ignored --nocapture`; `NODES=100000` gives each world so many,
/// `TABLE=rows.tsv` asks the rows of that file, written like `fresh_retros.tsv`, instead of ours.
#[test]
#[ignore = "minutes; prints a table"]
fn shares_of_impossible_rows_refuted() {
    let ours = [
        ("random boards", include_str!("../data/random_boards.tsv")),
        ("fresh retros", include_str!("../data/fresh_retros.tsv")),
    ];
    let nodes = told("NODES", 20_000);
    let path = std::env::var("TABLE").ok();
    let told = path.map(|path| (std::fs::read_to_string(&path).unwrap(), path));
    let tables = match &told {
        Some((text, path)) => vec![(path.as_str(), text.as_str())],
        None => ours.to_vec(),
    };
    for (name, table) in tables {
        let counts = refuted_rows(table, (0, 1), nodes);
        for (truth, [refuted, all]) in counts {
            println!("{name}, {truth}: {refuted} of {all} refuted");
        }
    }
}
