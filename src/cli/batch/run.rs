//! The run of a batch: read, share out, solve, write, count.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use beruehrt::notation::{Language, Text};
use beruehrt::problem::{Problem, Stipulation, Twin};
use beruehrt::report::json::{ErrorRecord, HistoriesRecord, SolveRecord, to_line};
use beruehrt::report::sanitize;
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, Feasibility, Finality, Outcome};
use beruehrt::study::Study;
use beruehrt::text;
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::args::{BatchArgs, Format};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::histories::exit_of;
use crate::cli::input::{self, Chunks};
use crate::cli::output;
use crate::cli::stream::{broken_record, unsolvable_record};
use crate::cli::trouble::Trouble;

use super::job::{Job, Jobs, Task};
use super::journal::{Done, Existing, Journal};
use super::key::{Key, Keys};
use super::progress::Progress;
use super::shard::{Shard, ShardArg};
use super::tally::{self, Tally};

/// A line of the result file.
#[derive(Debug, Serialize)]
struct Line<R> {
    key: Key,
    index: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    last: bool,
    version: &'static str,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    #[serde(flatten)]
    record: R,
}

/// What a finished job leaves.
struct Finished {
    line: String,
    result: tally::Result,
    nodes: u64,
    text: String,
}

/// Where lines go, and what has gone there; behind one lock.
struct Sink {
    out: Output,
    tally: Tally,
    progress: Progress,
    failure: Option<io::Error>,
}

enum Output {
    Journal(Journal),
    Stdout(io::BufWriter<anstream::AutoStream<io::Stdout>>, Format),
}

/// Solves a collection.
pub fn run(args: &BatchArgs, context: &Context) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let shard = match args.shard {
        None => None,
        Some(ShardArg::Fixed(shard)) => Some(shard),
        Some(ShardArg::Auto) => {
            Some(Shard::of_slurm(|name| std::env::var(name).ok()).map_err(Trouble::new)?)
        }
    };
    let paths = input::expand(&args.paths)?;
    let (out, done) = output_of(args, context)?;
    let total = if paths.iter().any(|path| path.as_os_str() == "-") {
        None
    } else {
        Some(count_entries(&paths))
    };
    let sink = Mutex::new(Sink {
        out,
        tally: Tally::new(),
        progress: Progress::new(total, args.heartbeat, context.color, context.language),
        failure: None,
    });
    let context = &context.side_by_side(args.timeout);
    let keys = Keys::new(&context.options_digest());
    let chunks = Chunks::new(paths, output::paint(context.color), context.language);
    let jobs = Jobs::new(chunks, keys, |chunk| {
        if !chunk.diagnostics.is_empty() {
            lock(&sink).progress.say(&chunk.diagnostics.join("\n"));
        }
    });
    context.pool.install(|| {
        jobs.take_while(|_| !context.stop.is_requested() && lock(&sink).failure.is_none())
            .filter(|job| wanted(job, shard, &done, &sink))
            .par_bridge()
            .for_each(|job| work(&job, shard, context, &sink));
    });
    let sink = sink
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    sink.progress.close();
    sink.finish(args, context, start)
}

/// Opens the output; without `--out` it is standard output, and nothing is done yet.
fn output_of(args: &BatchArgs, context: &Context) -> anyhow::Result<(Output, Done)> {
    let Some(path) = &args.out else {
        return Ok((
            Output::Stdout(context.stdout(), context.format),
            Done::new(),
        ));
    };
    let existing = if args.resume {
        Existing::Resume
    } else {
        Existing::Refuse
    };
    let (journal, done) = Journal::open(path, existing)?;
    Ok((Output::Journal(journal), done))
}

/// Whether the job is this run's to do.
fn wanted(job: &Job, shard: Option<Shard>, done: &Done, sink: &Mutex<Sink>) -> bool {
    let ours = shard.is_none_or(|shard| shard.holds(&job.key.0));
    let finished = ours && done.contains(&job.key);
    if ours && !finished {
        return true;
    }
    let mut sink = lock(sink);
    sink.progress.pass();
    if finished {
        sink.tally.pass_over();
    }
    false
}

/// Does one job and writes its line. A fault of ours in one problem does not end the batch.
fn work(job: &Job, shard: Option<Shard>, context: &Context, sink: &Mutex<Sink>) {
    if context.stop.is_requested() {
        return;
    }
    let finished = catch_unwind(AssertUnwindSafe(|| finished(job, shard, context)))
        .unwrap_or_else(|_| internal_fault(job, shard, context.language));
    // What was interrupted is not finished: it is left to a resumed run.
    if context.stop.is_requested() {
        return;
    }
    lock(sink).take(&finished);
}

fn finished(job: &Job, shard: Option<Shard>, context: &Context) -> Finished {
    let language = context.language;
    match &job.task {
        Task::Report(broken) => {
            let record = broken_record(&job.file, broken);
            failed(
                job,
                shard,
                record,
                broken.message.in_language(language),
                language,
            )
        }
        Task::Solve(problem, number) => {
            let twin = &problem.twins[*number];
            if !matches!(twin.stipulation, Stipulation::Goal(_)) {
                return judged(job, shard, problem, twin, context);
            }
            let mut options = context.study_options();
            options.detail = Detail::Keys;
            let solved = match Study::new(&options).solve(twin) {
                Ok(solved) => solved,
                Err(error) => {
                    let record = unsolvable_record(&job.file, problem, &twin.label, &error);
                    let why = error.text();
                    return failed(job, shard, record, why.in_language(language), language);
                }
            };
            let outcome = &solved.outcome;
            let millis = solved.spent.as_millis() as u64;
            let rows = context.evidence().worlds(&solved.histories);
            let record = SolveRecord::new(problem, twin, &rows, outcome, millis);
            let text = format!(
                "{} {}) {} {}: {}",
                sanitize::one_line(problem.id.as_deref().unwrap_or(&job.file)),
                sanitize::one_line(&twin.label),
                twin.stipulation,
                twin.convention,
                outcome_text(outcome, language),
            );
            Finished {
                line: line(job, shard, record),
                result: result_of(outcome),
                nodes: outcome.stats.nodes,
                text,
            }
        }
    }
}

/// The line of a problem that asks for its histories.
fn judged(
    job: &Job,
    shard: Option<Shard>,
    problem: &Problem,
    twin: &Twin,
    context: &Context,
) -> Finished {
    let options = context.study_options();
    let found = match Study::new(&options).histories(twin) {
        Ok(found) => found,
        Err(error) => {
            let record = unsolvable_record(&job.file, problem, &twin.label, &error);
            let language = context.language;
            let why = error.text();
            return failed(job, shard, record, why.in_language(language), language);
        }
    };
    let id = problem.id.as_deref();
    let evidence = context.evidence();
    let (worlds, last_moves) = (evidence.worlds(&found), evidence.last_moves(&found));
    let record = HistoriesRecord::new(id, twin, &worlds, last_moves.as_deref());
    let listed: Vec<String> = worlds
        .iter()
        .map(|row| {
            let name = feasibility_name(row.feasibility, context.language);
            format!("{} {name}", row.world)
        })
        .collect();
    let text = format!(
        "{} {}) {}: {}",
        sanitize::one_line(id.unwrap_or(&job.file)),
        sanitize::one_line(&twin.label),
        twin.stipulation,
        listed.join("; "),
    );
    Finished {
        line: line(job, shard, record),
        result: match exit_of(&found) {
            Exit::Positive => tally::Result::Solved,
            Exit::Negative => tally::Result::Illegal,
            _ => tally::Result::Undecided,
        },
        nodes: 0,
        text,
    }
}

const fn feasibility_name(feasibility: Feasibility, language: Language) -> &'static str {
    match (language, feasibility) {
        (Language::English, feasibility) => feasibility.keyword(),
        (Language::German, Feasibility::Possible) => "möglich",
        (Language::German, Feasibility::Impossible) => "unmöglich",
        (Language::German, Feasibility::Undecided) => "offen",
    }
}

const fn verdict_name(verdict: Verdict, language: Language) -> &'static str {
    match (language, verdict) {
        (Language::English, verdict) => verdict.keyword(),
        (Language::German, Verdict::Solved) => "gelöst",
        (Language::German, Verdict::NoSolution) => "keine Lösung",
        (Language::German, Verdict::Illegal) => "illegal",
        (Language::German, Verdict::Undecided(_)) => "offen",
    }
}

fn outcome_text(outcome: &Outcome, language: Language) -> String {
    let keys = |keys: &[beruehrt::solution::Key]| {
        let texts: Vec<String> = keys.iter().map(|key| key.san.to_string()).collect();
        texts.join(", ")
    };
    let mut text = verdict_name(outcome.verdict, language).to_owned();
    if outcome.finality != Finality::Final {
        text += match language {
            Language::English => ", not final",
            Language::German => ", nicht endgültig",
        };
    }
    if !outcome.keys().is_empty() {
        let _ = write!(text, ": {}", keys(outcome.keys()));
    }
    for part in &outcome.parts {
        let _ = write!(text, "; {}: {}", part.world, keys(&part.solution.keys));
    }
    text
}

fn result_of(outcome: &Outcome) -> tally::Result {
    match outcome.verdict {
        Verdict::Undecided(_) => tally::Result::Undecided,
        _ if outcome.finality != Finality::Final => tally::Result::Conditional,
        Verdict::Solved => tally::Result::Solved,
        Verdict::NoSolution => tally::Result::NoSolution,
        Verdict::Illegal => tally::Result::Illegal,
    }
}

fn internal_fault(job: &Job, shard: Option<Shard>, language: Language) -> Finished {
    let fault = Text::new(
        "internal fault: please report this problem",
        "Fehler im Programm: diese Aufgabe bitte melden",
    );
    let record = ErrorRecord {
        id: None,
        twin: None,
        file: job.file.to_string(),
        line: None,
        column: None,
        error: fault.english.to_string(),
    };
    failed(job, shard, record, fault.in_language(language), language)
}

/// `why` is the record's error in `language`.
fn failed(
    job: &Job,
    shard: Option<Shard>,
    record: ErrorRecord,
    why: &str,
    language: Language,
) -> Finished {
    let text = format!(
        "{}: {}: {}",
        sanitize::one_line(&job.file),
        tally::Result::Broken.name(language),
        sanitize::one_line(why)
    );
    Finished {
        line: line(job, shard, record),
        result: tally::Result::Broken,
        nodes: 0,
        text,
    }
}

fn line(job: &Job, shard: Option<Shard>, record: impl Serialize) -> String {
    to_line(&Line {
        key: job.key,
        index: job.index,
        last: job.last,
        version: env!("CARGO_PKG_VERSION"),
        file: job.file.to_string(),
        shard: shard.map(|shard| shard.to_string()),
        record,
    })
}

/// A worker that panicked has left nothing half done behind the lock.
fn lock(sink: &Mutex<Sink>) -> std::sync::MutexGuard<'_, Sink> {
    sink.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Sink {
    fn take(&mut self, finished: &Finished) {
        if self.failure.is_some() {
            return;
        }
        let written = match &mut self.out {
            Output::Journal(journal) => journal.append(&finished.line),
            Output::Stdout(out, Format::Text) => {
                writeln!(out, "{}", finished.text).and_then(|()| out.flush())
            }
            Output::Stdout(out, Format::Json | Format::Jsonl) => out
                .write_all(finished.line.as_bytes())
                .and_then(|()| out.flush()),
        };
        match written {
            Ok(()) => {
                self.tally.add(finished.result, finished.nodes);
                self.progress.finish_one();
            }
            Err(error) => self.failure = Some(error),
        }
    }

    fn finish(self, args: &BatchArgs, context: &Context, start: Instant) -> anyhow::Result<Exit> {
        let written = match (self.failure, &self.out) {
            (Some(error), _) => Err(error),
            (None, Output::Journal(journal)) => journal.sync(),
            (None, Output::Stdout(..)) => Ok(()),
        };
        let table = self.tally.table(start.elapsed(), context.language);
        let _ = write!(context.stderr(), "{table}");
        match (written, &args.out) {
            (Ok(()), _) => {}
            (Err(error), None) => return Err(error.into()),
            (Err(error), Some(path)) => {
                let text = text!(
                    "cannot write to {path}; what is in it is complete, go on with --resume",
                    "nach {path} lässt sich nicht schreiben; was darin steht, ist vollständig, weiter geht es mit --resume",
                    path = path.display(),
                );
                return Err(Trouble::new(text).caused_by(error).into());
            }
        }
        Ok(if context.stop.is_requested() {
            Exit::Interrupted
        } else {
            self.tally.exit()
        })
    }
}

/// About how many entries the files hold: one more than separators in each.
fn count_entries(paths: &[PathBuf]) -> u64 {
    paths.iter().map(|path| 1 + separators(path)).sum()
}

fn separators(path: &PathBuf) -> u64 {
    let Ok(mut file) = File::open(path) else {
        return 0;
    };
    let mut buffer = vec![0; 1 << 16];
    let mut count = 0;
    let mut dashes = Some(0);
    while let Ok(read @ 1..) = file.read(&mut buffer) {
        for byte in &buffer[..read] {
            dashes = match (byte, dashes) {
                (b'\n', Some(3)) => {
                    count += 1;
                    Some(0)
                }
                (b'\n', _) => Some(0),
                (b'-', Some(seen)) if seen < 3 => Some(seen + 1),
                (b'\r' | b' ', Some(3)) => Some(3),
                _ => None,
            };
        }
    }
    count
}
