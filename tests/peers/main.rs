//! Side by side with the other programs that judge whether a position can arise, over tables of positions, and what becomes of
//! the rows of a table with more and more time.
//!
//! Sherlock and Texel are no part of this project. Built from their public sources they are found by their paths:
//!
//! * Sherlock (<https://github.com/miguel-ambrona/sherlock>) is a library; `tests/peers/sherlock_lines.rs` makes it a program:
//!   copy that file over its `src/main.rs`, remove its `rust-toolchain` if that toolchain is not there, `cargo build --release`. The program is
//!   `target/release/sherlock`.
//! * Texel (<https://github.com/peterosterlund2/texel>): `mkdir build && cd build && cmake .. -DCMAKE_BUILD_TYPE=Release
//!   -DUSE_BMI2=on -DUSE_CTZ=on -DUSE_POPCNT=on && make texelutil`. Where the file `nndata.tbin.compr` was not fetched an empty
//!   one will do: its engine is not asked. The program is `texelutil`.
//!
//! ```text
//! SHERLOCK=/path/to/sherlock TEXEL=/path/to/texelutil cargo test --release --test peers side_by_side -- --ignored --nocapture
//! SHERLOCK=/path/to/sherlock cargo test --release --test peers mutants_are -- --ignored --nocapture
//! SECONDS=1,10,100 cargo test --release --test peers decided_by_time -- --ignored --nocapture
//! ```
//!
//! `TABLE=rows.tsv,more.tsv` asks the rows of those files instead of `tests/data`; `SETS=retro,tromp923/10` only these sets, of the
//! second every tenth row; `SECONDS=5` gives each program so long for each row, all on one core.
//!
//! The programs do not ask the same in the same words. Ours and Texel judge one world: exactly these rights and this target. For
//! Sherlock a right that is not listed is not known, and it only refutes; what it refutes has no history with fewer rights
//! either, and what it does not refute says nothing. Of a row that asks for some world of several, Texel is asked for each.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]
// The tests are asked for their tables.
#![allow(clippy::print_stdout)]

mod facts;
#[path = "../files/mod.rs"]
mod files;
#[path = "../games/mod.rs"]
mod games;
mod mutants;
mod popeye;
mod popeye_suite;
#[path = "../processor/mod.rs"]
mod processor;
mod programs;
#[path = "../rows/mod.rs"]
mod rows;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use programs::{Answer, Ours};
use rows::Row;

/// The rows asked for: those of `TABLE`, else of ours; those of `SETS`, else all.
fn rows() -> Vec<Row> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let own = [
        "rights",
        "legality",
        "fresh_retros",
        "composed_retros",
        "last_move_records",
        "peer_mutants",
        "random_boards",
    ];
    let tables: Vec<PathBuf> = match std::env::var("TABLE") {
        Ok(told) => told.split(',').map(PathBuf::from).collect(),
        Err(_) => own.map(|name| data.join(name).with_extension("tsv")).into(),
    };
    let all = tables.iter().flat_map(|table| Row::of_table(table));
    let Ok(wanted) = std::env::var("SETS") else {
        return all.collect();
    };
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    all.filter(|row| {
        let place = met.entry(row.set.clone()).or_default();
        *place += 1;
        wanted.split(',').any(|set| {
            let (name, step) = set.split_once('/').unwrap_or((set, "1"));
            let step: usize = step.parse().expect("SETS=name/step");
            name == row.set && (*place - 1).is_multiple_of(step)
        })
    })
    .collect()
}

/// The times of `SECONDS`, else this one.
fn times(default: &str) -> Vec<Duration> {
    let told = std::env::var("SECONDS").unwrap_or_else(|_| default.to_owned());
    let seconds = told.split(',').map(str::parse::<f64>);
    seconds
        .map(|seconds| Duration::from_secs_f64(seconds.expect("SECONDS are numbers")))
        .collect()
}

fn program(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

fn word(possible: Option<bool>) -> &'static str {
    match possible {
        Some(true) => "possible",
        Some(false) => "impossible",
        None => "-",
    }
}

/// What was counted of a set.
#[derive(Debug, Default)]
struct Count {
    rows: u32,
    /// Possible and impossible, for each program.
    found: BTreeMap<&'static str, [u32; 2]>,
    /// Rows that somebody else decides and we do not, and the other way round.
    theirs_alone: u32,
    ours_alone: u32,
}

#[test]
#[ignore = "needs other programs, takes minutes to hours"]
fn side_by_side() {
    let sherlock = program("SHERLOCK");
    let texel = program("TEXEL");
    assert!(
        sherlock.is_some() || texel.is_some(),
        "SHERLOCK and TEXEL are the paths of the programs"
    );
    let [time] = times("5")[..] else {
        panic!("one time for all: SECONDS=5")
    };
    let ours = Ours::new();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut contradictions = Vec::new();
    for row in rows() {
        let (own, _) = ours.answer(&row, time);
        let mut theirs: Vec<(&str, Answer)> = Vec::new();
        if let Some(program) = &sherlock {
            theirs.push(("sherlock", programs::sherlock(program, &row, time)));
        }
        if let Some(program) = &texel {
            theirs.push(("texel", programs::texel(program, &row, time)));
        }
        let count = counts.entry(row.set.clone()).or_default();
        count.rows += 1;
        let told: Vec<String> = [("ours", own)]
            .iter()
            .chain(&theirs)
            .map(|(name, answer)| {
                let found = count.found.entry(name).or_default();
                if let Some(possible) = answer.possible {
                    found[usize::from(!possible)] += 1;
                }
                let seconds = answer.time.as_secs_f64();
                format!("{name} {} {seconds:.2} s", word(answer.possible))
            })
            .collect();
        let told = told.join(", ");
        let row_told = format!("{} {}: {row}", row.set, row.name);
        let truth = word(row.truth);
        let decided = theirs.iter().any(|(_, answer)| answer.possible.is_some());
        if decided && own.possible.is_none() {
            count.theirs_alone += 1;
            println!("THEIRS ALONE {row_told} (truth {truth}): {told}");
        } else if own.possible.is_none() {
            println!("nobody {row_told} (truth {truth}): {told}");
        } else if !decided {
            count.ours_alone += 1;
        }
        let said = |answer: &Answer| answer.possible.is_some();
        let said: Vec<bool> = theirs
            .iter()
            .map(|(_, answer)| answer)
            .chain([&own])
            .filter(|answer| said(answer))
            .filter_map(|answer| answer.possible)
            .collect();
        let differ = said.iter().any(|&one| one != said[0]);
        let is_wrong = row
            .truth
            .is_some_and(|truth| said.iter().any(|&one| one != truth));
        if differ || is_wrong {
            println!("CONTRADICTION {row_told} (truth {truth}): {told}");
        }
        // What was printed with a problem may be wrong; what was proved is not.
        if differ || is_wrong && !row.is_claim {
            contradictions.push(row_told);
        }
    }
    for (set, count) in &counts {
        println!("{set}: {} rows", count.rows);
        for (name, [possible, impossible]) in &count.found {
            println!("    {name:8} {possible:4} possible {impossible:4} impossible");
        }
        println!(
            "    decided by others alone {}, by us alone {}",
            count.theirs_alone, count.ours_alone
        );
    }
    assert!(contradictions.is_empty(), "{contradictions:#?}");
}

/// What Sherlock refutes of positions that nobody has chosen, we refute: `SEED=7 MUTANTS=3000 SECONDS=3`.
#[test]
#[ignore = "needs Sherlock, takes minutes"]
fn mutants_are_refuted() {
    let sherlock = program("SHERLOCK").expect("SHERLOCK is the path of the program");
    let number = |name: &str, default: u64| {
        let told = std::env::var(name).ok();
        told.map_or(default, |told| told.parse().expect("a number"))
    };
    let [time] = times("3")[..] else {
        panic!("one time for all: SECONDS=3")
    };
    let seed = number("SEED", 1);
    let ours = Ours::new();
    let (mut refuted, mut missed) = (0, 0);
    for row in mutants::draw(seed, number("MUTANTS", 3_000) as usize) {
        let theirs = programs::sherlock(&sherlock, &row, time);
        if theirs.possible.is_none() {
            continue;
        }
        refuted += 1;
        let (own, _) = ours.answer(&row, time);
        assert_ne!(own.possible, Some(true), "there is a game to {row}");
        if own.possible.is_none() {
            missed += 1;
            println!("THEIRS ALONE {}: {row}", row.name);
        }
    }
    println!("seed {seed}: Sherlock refutes {refuted}, of which we leave {missed} open");
    assert!(
        refuted > 0 && missed * 100 <= refuted,
        "{missed} of {refuted}"
    );
}

/// The part of the rows that is decided within each time, and how long those take.
#[test]
#[ignore = "takes minutes to hours; prints a table"]
fn decided_by_time() {
    let mut times = times("1,10,100");
    times.sort_unstable();
    let ours = Ours::new();
    // By set and truth: rows, and how many are decided within each time.
    let mut counts: BTreeMap<(String, &str), (u32, Vec<u32>)> = BTreeMap::new();
    let mut work: Vec<Duration> = Vec::new();
    let mut wrong = Vec::new();
    for row in rows() {
        let truth = word(row.truth);
        let (all, decided) = counts
            .entry((row.set.clone(), truth))
            .or_insert_with(|| (0, vec![0; times.len()]));
        *all += 1;
        let answer = times.iter().enumerate().find_map(|(place, &time)| {
            let (answer, work) = ours.answer(&row, time);
            answer.possible.map(|possible| (place, possible, work))
        });
        let row_told = format!("{} {}: {row}", row.set, row.name);
        let Some((place, possible, worked)) = answer else {
            println!("open (truth {truth}) {row_told}");
            continue;
        };
        decided[place..].iter_mut().for_each(|count| *count += 1);
        work.push(worked);
        if row.truth.is_some_and(|truth| truth != possible) {
            println!("found {}, told {truth}: {row_told}", word(Some(possible)));
            if !row.is_claim {
                wrong.push(row_told);
            }
        }
    }
    let told: Vec<String> = times.iter().map(|time| format!("{time:?}")).collect();
    println!("set, truth: rows, decided within {}", told.join(", "));
    for ((set, truth), (all, decided)) in &counts {
        let shares = decided.iter().map(|&count| {
            let share = 100.0 * f64::from(count) / f64::from(*all);
            format!("{count} ({share:.0} %)")
        });
        let shares: Vec<String> = shares.collect();
        println!("{set}, {truth}: {all}, {}", shares.join(", "));
    }
    work.sort_unstable();
    let at = |percent: usize| work.get((work.len() * percent / 100).min(work.len().max(1) - 1));
    println!(
        "processor time of a decided row: median {:.1?}, 95 of 100 within {:.1?}, most {:.1?}",
        at(50).unwrap_or(&Duration::ZERO),
        at(95).unwrap_or(&Duration::ZERO),
        at(100).unwrap_or(&Duration::ZERO)
    );
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        println!(
            "memory at most, all rows one after the other: {}",
            peak.unwrap_or("?")
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
