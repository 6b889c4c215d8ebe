//! What checking costs beside finding, row by row: to compare before and after a change of either.

use std::fmt::Write as _;
use std::time::Duration;

use beruehrt::budget::Limits;
use beruehrt::problem::Diagram;
use beruehrt::retro::checker::{CertificateError, to_json, verify};
use beruehrt::retro::{RetroPosition, elaborate, refute_world};
use rayon::prelude::*;

use crate::nodes;
use crate::number;
use crate::processor;
use crate::recheck::diagrams_of_a_row;

/// What became of a world.
struct Measured {
    /// The line of the table, the world, and what was found.
    line: String,
    is_refuted: bool,
    is_shown: bool,
    bytes: usize,
    /// Of finding, of elaborating, and of checking what was elaborated.
    time: [Duration; 3],
}

/// What it makes, and in what time.
fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let begun = processor::of_thread();
    let made = make();
    (made, processor::of_thread().saturating_sub(begun))
}

fn measure(name: &str, diagram: &Diagram, effort: u64) -> Vec<Measured> {
    let measure = |world| {
        let position = RetroPosition::of_world(diagram, world);
        let mut budget = nodes(effort).start();
        let clock = Limits::unlimited().start();
        let (found, finding) = timed(|| refute_world(diagram, world, &[], &mut budget));
        let (elaborated, elaborating) =
            timed(|| found.as_ref().ok().map(|proof| elaborate(proof, &clock)));
        let (checked, checking) =
            timed(|| elaborated.map(|proof| verify(&proof.expect("no limit"), &position)));
        let (word, bytes) = match checked {
            None => ("open", 0),
            Some(Ok(kept)) => ("impossible", to_json(&kept.refutation).to_string().len()),
            Some(Err(CertificateError::NotShown(_))) => ("unshown", 0),
            Some(Err(flaw)) => panic!("{name} {world}: {flaw}"),
        };
        let spent = budget.nodes_used();
        Measured {
            line: format!("{name}\t{world}\t{word}\t{spent}\t{bytes}"),
            is_refuted: found.is_ok(),
            is_shown: bytes > 0,
            bytes,
            time: [finding, elaborating, checking],
        }
    };
    diagram.candidates().iter().map(measure).collect()
}

fn median<T: PartialOrd + Copy + Default>(mut values: Vec<T>) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// `TABLES=a.tsv,b.tsv STEP=10 NODES=1500 OUT=file cargo test --test checker measure -- --ignored --nocapture`: one line for each
/// world of every STEP-th row (verdict, nodes, bytes of the proof) into the file, and a summary. None of the variables is needed.
/// All that is refuted is shown, in less time than it was found in the median and never in more than ten times as much; what takes
/// less than 10 milliseconds is not compared one by one.
#[test]
#[ignore = "minutes; a measurement"]
fn what_was_refuted_is_checked_sooner_than_found() {
    let effort = number("NODES", 1_500);
    let step = number("STEP", 10) as usize;
    let tables = std::env::var("TABLES").unwrap_or_else(|_| {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
        format!("{data}/composed_retros.tsv,{data}/random_boards.tsv")
    });
    let mut rows = Vec::new();
    for file in tables.split(',') {
        let text = std::fs::read_to_string(file).expect("a readable table");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        rows.extend(lines.step_by(step).map(str::to_owned));
    }
    let measured: Vec<Measured> = rows
        .par_iter()
        .flat_map_iter(|row| {
            let name = row.split('\t').take(2).collect::<Vec<_>>().join(" ");
            let found = diagrams_of_a_row(row);
            found
                .iter()
                .flat_map(|diagram| measure(&name, diagram, effort))
                .collect::<Vec<_>>()
        })
        .collect();
    let refuted: Vec<&Measured> = measured.iter().filter(|m| m.is_refuted).collect();
    let shown: Vec<&Measured> = measured.iter().filter(|m| m.is_shown).collect();
    println!(
        "{} worlds, {} refuted, {} not shown; bytes: median {}, most {}",
        measured.len(),
        refuted.len(),
        refuted.len() - shown.len(),
        median(shown.iter().map(|m| m.bytes).collect()),
        shown.iter().map(|m| m.bytes).max().unwrap_or(0),
    );
    let mut ratios = Vec::new();
    for (place, what) in [(1, "elaborating"), (2, "checking")] {
        let ratio = |m: &&Measured| m.time[place].as_secs_f64() / m.time[0].as_secs_f64().max(1e-6);
        let slow = shown
            .iter()
            .filter(|m| m.time[place] > Duration::from_millis(10));
        let sum = |place: usize| {
            shown
                .iter()
                .map(|m| m.time[place].as_secs_f64())
                .sum::<f64>()
        };
        let (usual, most) = (
            median(shown.iter().map(ratio).collect()),
            slow.map(ratio).fold(0.0, f64::max),
        );
        println!(
            "{what} / finding: median {usual:.2}, most (above 10 ms) {most:.1}, in all {:.2}",
            sum(place) / sum(0).max(1e-6),
        );
        ratios.push((usual, most));
    }
    let mut slowest = shown.clone();
    slowest.sort_by_key(|m| std::cmp::Reverse(m.time[2]));
    for m in slowest.iter().take(8) {
        println!("{:?} to find, to elaborate, to check: {}", m.time, m.line);
    }
    if let Ok(file) = std::env::var("OUT") {
        let mut text = String::new();
        for m in &measured {
            writeln!(text, "{}", m.line).expect("a string takes all");
        }
        std::fs::write(file, text).expect("a file that can be written");
    }
    assert_eq!(refuted.len(), shown.len(), "refuted and shown");
    let (usual, most) = ratios[1];
    assert!(usual < 1.0 && most <= 10.0, "{ratios:?}");
}
