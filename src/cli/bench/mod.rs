//! `bench`: a fixed set of problems over all genres, compiled in.
//!
//! The signature of a class, or of all, is a digest of the nodes of every problem. It depends on nothing but the program:
//! nodes are limited (beyond any need), and limited work is shared out before it starts. A change
//! of the signature that nobody meant is a bug.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use beruehrt::budget::Limits;
use beruehrt::problem::{Histories, Problem, Twin};
use beruehrt::report::json::write_value;
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, SolveOptions, Threads, Tries, WorldStatus, solve};
use beruehrt::syntax;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::args::{BenchArgs, Format};
use super::context::Context;
use super::exit::Exit;

/// The problems.
const SET: &str = include_str!("set.bg");

/// More than any problem of the set needs.
const NODE_LIMIT: u64 = 1 << 40;
/// The table is part of the signature.
const TABLE_MIB: usize = 16;

/// One class of the set.
#[derive(Debug, Clone, Serialize)]
struct Row {
    class: String,
    problems: u32,
    solved: u32,
    nodes: u64,
    millis: u64,
    nodes_per_second: u64,
    /// As that of the whole set.
    signature: String,
    #[serde(skip)]
    time: Duration,
    #[serde(skip)]
    digest: Sha256,
}

/// What is printed in the JSON formats.
#[derive(Debug, Serialize)]
struct Record<'a> {
    version: &'static str,
    threads: usize,
    classes: &'a [Row],
    nodes: u64,
    millis: u64,
    signature: &'a str,
}

/// Solves the set and prints what it cost.
pub fn run(args: &BenchArgs, context: &Context) -> anyhow::Result<Exit> {
    let parsed = syntax::parse(SET);
    if let Some(diagnostic) = parsed.diagnostics.first() {
        return Err(anyhow!(
            "the set of problems is broken: {}",
            diagnostic.message.english()
        ));
    }
    let mut classes: BTreeMap<String, Row> = BTreeMap::new();
    let mut digest = Sha256::new();
    for problem in parsed.problems() {
        for twin in &problem.twins {
            if context.stop.is_requested() {
                return Ok(Exit::Interrupted);
            }
            one(problem, twin, context, &mut classes, &mut digest)?;
        }
    }
    let mut rows: Vec<Row> = classes.into_values().collect();
    for row in &mut rows {
        row.signature = short(row.digest.clone());
    }
    let signature = short(digest);
    print(args, &rows, &signature, context)?;
    Ok(Exit::Positive)
}

/// The first eight bytes of a digest.
fn short(digest: Sha256) -> String {
    digest.finalize()[..8]
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn one(
    problem: &Problem,
    twin: &Twin,
    context: &Context,
    classes: &mut BTreeMap<String, Row>,
    digest: &mut Sha256,
) -> anyhow::Result<()> {
    let class = problem.keywords.as_deref().unwrap_or("other");
    let Histories::Given(given) = &twin.histories else {
        return Err(anyhow!("a problem of the set gives no worlds"));
    };
    let options = SolveOptions {
        limits: Limits {
            nodes: Some(NODE_LIMIT),
            ..context.limits.clone()
        },
        threads: Threads::Own(context.pool.current_num_threads()),
        table_mib: TABLE_MIB,
        detail: Detail::Keys,
        tries: Tries::None,
        ..SolveOptions::default()
    };
    let start = Instant::now();
    let outcome = solve(twin, &WorldStatus::given(given), &options)
        .with_context(|| format!("in the class {class}"))?;
    let time = start.elapsed();
    let row = classes.entry(class.to_owned()).or_insert_with(|| Row {
        class: class.to_owned(),
        problems: 0,
        solved: 0,
        nodes: 0,
        millis: 0,
        nodes_per_second: 0,
        signature: String::new(),
        time: Duration::ZERO,
        digest: Sha256::new(),
    });
    for digest in [digest, &mut row.digest] {
        digest.update(class);
        digest.update(outcome.stats.nodes.to_be_bytes());
        digest.update(outcome.verdict.keyword());
    }
    row.problems += 1;
    row.solved += u32::from(outcome.verdict == Verdict::Solved);
    row.nodes += outcome.stats.nodes;
    row.time += time;
    row.millis = row.time.as_millis() as u64;
    row.nodes_per_second = per_second(row.nodes, row.time);
    Ok(())
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

fn print(args: &BenchArgs, rows: &[Row], signature: &str, context: &Context) -> anyhow::Result<()> {
    let mut out = context.stdout();
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let time: Duration = rows.iter().map(|row| row.time).sum();
    if args.signature {
        writeln!(out, "{signature}")?;
        out.flush()?;
        return Ok(());
    }
    match context.format {
        Format::Text | Format::Html => {
            writeln!(
                out,
                "{:<18}{:>9}{:>8}{:>14}{:>10}{:>14}  signature",
                "class", "problems", "solved", "nodes", "ms", "nodes/s"
            )?;
            for row in rows {
                writeln!(
                    out,
                    "{:<18}{:>9}{:>8}{:>14}{:>10}{:>14}  {}",
                    row.class,
                    row.problems,
                    row.solved,
                    row.nodes,
                    row.millis,
                    row.nodes_per_second,
                    row.signature
                )?;
            }
            writeln!(
                out,
                "{:<18}{:>9}{:>8}{nodes:>14}{:>10}{:>14}",
                "all",
                rows.iter().map(|row| row.problems).sum::<u32>(),
                rows.iter().map(|row| row.solved).sum::<u32>(),
                time.as_millis(),
                per_second(nodes, time)
            )?;
            writeln!(out, "signature {signature}")?;
        }
        Format::Json | Format::Jsonl => {
            let record = Record {
                version: env!("CARGO_PKG_VERSION"),
                threads: context.pool.current_num_threads(),
                classes: rows,
                nodes,
                millis: time.as_millis() as u64,
                signature,
            };
            if context.format == Format::Json {
                write_value(&mut out, &[record])?;
            } else {
                write_value(&mut out, &record)?;
            }
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}
