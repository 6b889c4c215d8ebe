//! Published truths about positions: none is contradicted, and none that was decided once is lost.

// The long test says what it found.
#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;
use std::path::Path;

use beruehrt::budget::Limits;
use beruehrt::retro::{JudgedWorld, Verdict, analyse, usual_limits};
use rayon::prelude::*;

use crate::rows::Row;

/// The tables in `tests/data` that say of positions whether they can have arisen.
const TABLES: [&str; 7] = [
    "composed_retros",
    "fresh_retros",
    "last_move_records",
    "legality",
    "peer_mutants",
    "random_boards",
    "rights",
];

/// Nodes for a row in the long test. `tests/data/open_rows.tsv` lists what they leave open.
const LONG: u64 = 4_000;

/// The rows of all tables.
pub fn rows() -> Vec<Row> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let table = |name: &&str| Row::of_table(&data.join(name).with_extension("tsv"));
    TABLES.iter().flat_map(table).collect()
}

/// Whether a row is possible: one of its worlds is. `None`: not decided with so many nodes.
fn is_possible(row: &Row, nodes: u64) -> Option<bool> {
    let limits = Limits {
        nodes: Some(nodes),
        time: None,
        ..usual_limits()
    };
    let analysis = analyse(&row.diagram, &row.facts(), &limits);
    let asked = row.worlds();
    let is_asked = |judged: &&JudgedWorld| asked.contains(&judged.world);
    let mut found = analysis.worlds.iter().filter(is_asked);
    let is_impossible = |judged: &JudgedWorld| matches!(judged.verdict, Verdict::Impossible(_));
    if found.clone().any(|judged| judged.verdict.game().is_some()) {
        Some(true)
    } else {
        found.all(is_impossible).then_some(false)
    }
}

fn told(row: &Row) -> String {
    format!("{} {}: {row}", row.set, row.name)
}

/// What is found of each row that is decided, and it is what was published.
fn decided(rows: &[Row], nodes: u64) -> BTreeSet<String> {
    let answers: Vec<Option<bool>> = rows.par_iter().map(|row| is_possible(row, nodes)).collect();
    let mut decided = BTreeSet::new();
    let mut wrong = Vec::new();
    for (row, answer) in rows.iter().zip(answers) {
        let Some(found) = answer else { continue };
        if row.truth.is_some_and(|truth| truth != found) {
            wrong.push(format!("{}: possible: {found}", told(row)));
        }
        decided.insert(told(row));
    }
    assert!(wrong.is_empty(), "contradicted: {wrong:#?}");
    decided
}

#[test]
fn no_published_truth_is_contradicted() {
    let mut rows = rows();
    // What is not known contradicts nothing.
    rows.retain(|row| row.truth.is_some());
    assert!(rows.len() > 1_000, "{}", rows.len());
    let decided = decided(&rows, 20);
    // Where hardly any is decided nothing is compared.
    assert!(decided.len() > 300, "{} of {}", decided.len(), rows.len());
}

/// `cargo test --release --test retro published:: -- --ignored --nocapture`; with `ROW_NODES=100000` what so many nodes for each row
/// leave open is printed and compared with nothing.
#[test]
#[ignore = "minutes"]
fn no_decided_row_is_lost() {
    let nodes = std::env::var("ROW_NODES").ok();
    let nodes = nodes.map(|told| told.parse().expect("a number"));
    let rows = rows();
    let decided = decided(&rows, nodes.unwrap_or(LONG));
    let open: BTreeSet<String> = (rows.iter().map(told))
        .filter(|row| !decided.contains(row))
        .collect();
    println!("{} of {} rows are open:", open.len(), rows.len());
    for row in &open {
        println!("{row}");
    }
    if nodes.is_some() {
        return;
    }
    let listed = include_str!("../data/open_rows.tsv").lines();
    let listed: BTreeSet<&str> = listed.filter(|line| !line.starts_with('#')).collect();
    for row in listed.iter().filter(|row| !open.contains(**row)) {
        println!("decided now, strike it out of open_rows.tsv: {row}");
    }
    let lost: Vec<&String> = (open.iter())
        .filter(|row| !listed.contains(row.as_str()))
        .collect();
    assert!(lost.is_empty(), "decided before, open now: {lost:#?}");
}
