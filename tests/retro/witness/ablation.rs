//! What each strategy earns: alone, and where it is left out.
//!
//! `cargo test --release --test retro strategies_ -- --ignored --nocapture`. `NODES=300000` for each row; `TABLE=rows.tsv`: rows written like
//! `fresh_retros.tsv` or lines `FEN rights target`, instead of ours; `ALONE=forward` and `WITHOUT=forward,checked`: only these strategies,
//! or all others, row by row.

use std::collections::BTreeMap;
use std::path::Path;

use beruehrt::problem::Diagram;
use beruehrt::retro::witness::{Construction, STRATEGIES, Strategy};
use beruehrt::world::World;

use super::nodes;
use crate::rows::Row;

/// What became of a row: the nodes to its game, or those spent without one.
type Outcome = Result<u64, u64>;

fn run(row: &(Diagram, World), strategies: &[&'static Strategy], most: u64) -> Outcome {
    let (diagram, world) = row;
    let mut budget = nodes(most);
    let mut construction = Construction::by(strategies.iter().copied(), diagram, *world, &[]);
    match construction.advance(&mut budget) {
        Ok(Some(_)) => Ok(budget.nodes_used()),
        _ => Err(budget.nodes_used()),
    }
}

/// The rows of `TABLE`, or ours that are not known to be impossible, each in the world that asks least.
fn rows() -> Vec<(Diagram, World)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let own = ["rights", "legality", "fresh_retros", "composed_retros"];
    let more = ["last_move_records", "random_boards", "peer_mutants"];
    let tables = match std::env::var("TABLE") {
        Ok(told) => vec![told.into()],
        Err(_) => own
            .into_iter()
            .chain(more)
            .map(|name| data.join(name).with_extension("tsv"))
            .collect(),
    };
    let all = tables.iter().flat_map(|table| Row::of_table(table));
    let open = all.filter(|row| row.truth != Some(false));
    let asked = |row: Row| Some((row.diagram.clone(), *row.worlds().first()?));
    open.filter_map(asked).collect()
}

/// The strategies that `ALONE` or `WITHOUT` leave.
fn told() -> Option<Vec<&'static Strategy>> {
    let names = |name| std::env::var(name).ok();
    let is_in = |names: &str, strategy: &Strategy| names.split(',').any(|n| n == strategy.name);
    let (alone, without) = (names("ALONE"), names("WITHOUT"));
    if alone.is_none() && without.is_none() {
        return None;
    }
    let chosen = STRATEGIES.iter().filter(|strategy| {
        alone.as_ref().is_none_or(|names| is_in(names, strategy))
            && !without.as_ref().is_some_and(|names| is_in(names, strategy))
    });
    Some(chosen.collect())
}

fn printed(name: &str, outcomes: &[Outcome]) {
    let found = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    let spent: u64 = outcomes
        .iter()
        .map(|outcome| outcome.unwrap_or_else(|n| n))
        .sum();
    println!("{name:20} {found:4} found, {spent:11} nodes");
}

#[test]
#[ignore = "minutes to hours; prints a table"]
fn strategies_alone_and_left_out() {
    let most = std::env::var("NODES").map_or(300_000, |text| text.parse().unwrap());
    let rows = rows();
    if let Some(strategies) = told() {
        let outcomes = rows.iter().map(|row| {
            let outcome = run(row, &strategies, most);
            println!("{} {}\t{outcome:?}", row.0.fen(), row.1);
            outcome
        });
        return printed("together", &outcomes.collect::<Vec<_>>());
    }
    let all: Vec<&Strategy> = STRATEGIES.iter().collect();
    let outcomes = |strategies: &[&'static Strategy]| -> Vec<Outcome> {
        rows.iter().map(|row| run(row, strategies, most)).collect()
    };
    println!("{} rows, {most} nodes each", rows.len());
    printed("all", &outcomes(&all));
    let mut alone = BTreeMap::new();
    for strategy in &all {
        let without: Vec<&Strategy> = all
            .iter()
            .copied()
            .filter(|s| s.name != strategy.name)
            .collect();
        printed(&format!("without {}", strategy.name), &outcomes(&without));
        alone.insert(strategy.name, outcomes(&[strategy]));
    }
    for (name, outcomes) in &alone {
        let others = || alone.iter().filter(|(other, _)| *other != name);
        let is_found = |row: usize| outcomes[row].is_ok();
        let no_other = |&row: &usize| is_found(row) && others().all(|(_, o)| o[row].is_err());
        let is_first = |&row: &usize| {
            is_found(row) && others().all(|(_, o)| o[row].is_err() || o[row] > outcomes[row])
        };
        printed(&format!("{name} alone"), outcomes);
        println!(
            "{:20} {:4} that no other finds, {:4} first",
            "",
            (0..rows.len()).filter(no_other).count(),
            (0..rows.len()).filter(is_first).count()
        );
    }
}
