//! The run of a batch: read, share out, solve, write, count.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use beruehrt::formats;
use beruehrt::notation::Text;
use beruehrt::problem::{Problem, Retractor, Stipulation, Twin};
use beruehrt::report::json::{ErrorRecord, HistoriesRecord, SolveRecord, to_line};
use beruehrt::report::sanitize;
use beruehrt::report::text::{
    TextStyle, feature_in_english, found_text, retracted_text, solution_in_english,
};
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, Feasibility, Finality, Outcome, SolveError};
use beruehrt::study::Study;
use beruehrt::syntax::FenFields;
use beruehrt::text;
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::args::{BatchArgs, Format};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::histories::exit_of;
use crate::cli::input::{self, Broken, Chunk, Chunks};
use crate::cli::output::Stdout;
use crate::cli::page::{PageSink, title};
use crate::cli::pipe::is_pipe;
use crate::cli::proof_game;
use crate::cli::retractor;
use crate::cli::stream::{broken_record, unsolvable_record};
use crate::cli::trouble::Trouble;
use crate::cli::values;

use super::job::{Job, Jobs, Matter};
use super::journal::{Existing, Journal};
use super::key::{Key, Keys};
use super::progress::Progress;
use super::shard::{Shard, ShardArg};
use super::stored::{Earlier, run_name};
use super::tally::{self, Tally};

/// A line of the result file.
#[derive(Debug, Serialize)]
struct Line<'a, R> {
    key: Key,
    index: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    last: bool,
    /// The version of the program. Records of histories have a `version` of their own.
    program: &'static str,
    options: &'a str,
    /// `None` where the record names it itself: no name may stand twice in an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The same.
    #[serde(rename = "file_line", skip_serializing_if = "Option::is_none")]
    begins: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    #[serde(flatten)]
    record: R,
}

/// Where a line says at which place its problem stands.
#[derive(Clone, Copy, PartialEq)]
enum Placing {
    /// Beside the record.
    Beside,
    /// In the record itself.
    Within,
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
    /// Results that could not be written.
    lost: u64,
}

enum Output {
    Journal(Journal),
    Stdout {
        out: Stdout,
        format: Format,
        written: u64,
    },
    /// Nothing but a page at the end.
    Page(PageSink),
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
    let context = &context.side_by_side(args.timeout);
    let task = &Task {
        options: digest(args, context),
        shard,
        context,
        format: args.from.as_deref().map(values::format).transpose()?,
        fen_fields: input::believed(args.believe),
    };
    let mut err = context.stderr();
    let paths = input::expand(&args.paths, |text| {
        // There is nowhere to report it if this fails.
        let _ = writeln!(err, "{}", text.in_language(context.language));
    })?;
    let (out, earlier) = output_of(args, context)?;
    let plan = (!paths.iter().any(|path| is_pipe(path))).then(|| task.plan(&paths));
    if context.stop.is_requested() {
        return Ok(Exit::Interrupted);
    }
    let run = run_name(env!("CARGO_PKG_VERSION"), &task.options);
    let objection = earlier.objection(&run, plan.as_ref());
    if let (Some(objection), Some(path), false) = (objection, &args.out, args.force) {
        return Err(
            Trouble::new(text!(ResultsOfAnotherRun, path = path.display(), objection)).into(),
        );
    }
    let total = plan.map(|plan| plan.keys().filter(|key| task.is_ours(key)).count() as u64);
    let heartbeat = (!context.quiet).then_some(args.heartbeat);
    let sink = Mutex::new(Sink {
        out,
        tally: Tally::new(),
        progress: Progress::new(total, heartbeat, context),
        failure: None,
        lost: 0,
    });
    let jobs = task.jobs(paths, |chunk| {
        if !chunk.diagnostics.is_empty() {
            lock(&sink).progress.say(&chunk.diagnostics.join("\n"));
        }
    });
    context.pool.install(|| {
        jobs.take_while(|_| !context.stop.is_requested() && lock(&sink).failure.is_none())
            .filter(|job| task.is_open(job, &earlier, &sink))
            .par_bridge()
            .for_each(|job| task.work(&job, &sink));
    });
    let sink = sink
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    sink.progress.close();
    sink.finish(args, context, start)
}

/// Opens the output; without `--out` it is standard output, and nothing is done yet.
fn output_of(args: &BatchArgs, context: &Context) -> anyhow::Result<(Output, Earlier)> {
    let title = title(&args.paths);
    let page = PageSink::new(&args.page, &title, context);
    if let (None, Some(page)) = (&args.out, page) {
        return Ok((Output::Page(page), Earlier::default()));
    }
    let Some(path) = &args.out else {
        let out = Output::Stdout {
            out: context.stdout(),
            format: context.format,
            written: 0,
        };
        return Ok((out, Earlier::default()));
    };
    let existing = if args.resume {
        Existing::Resume
    } else {
        Existing::Refuse
    };
    let (journal, earlier) = Journal::open(path, existing)?;
    Ok((Output::Journal(journal), earlier))
}

/// What can change results, written out.
fn digest(args: &BatchArgs, context: &Context) -> String {
    let options = context.options_digest();
    if args.believe {
        format!("{options} --believe").trim_start().to_owned()
    } else {
        options
    }
}

/// What this run does with each problem.
struct Task<'a> {
    /// What can change results, written out.
    options: String,
    shard: Option<Shard>,
    context: &'a Context,
    /// The format of the files, if it is said.
    format: Option<formats::Format>,
    /// How the fields of FENs are taken.
    fen_fields: FenFields,
}

impl Task<'_> {
    fn jobs<'b>(&self, paths: Vec<PathBuf>, see: impl FnMut(&Chunk) + Send + 'b) -> Jobs<'b> {
        let chunks = Chunks::new(paths, self.context)
            .in_format(self.format)
            .taking(self.fen_fields);
        Jobs::new(chunks, Keys::new(&self.options), see)
    }

    /// The number of every problem of the collection, read once before the work begins.
    fn plan(&self, paths: &[PathBuf]) -> HashMap<Key, u64> {
        let jobs = self.jobs(paths.to_vec(), |_| ());
        jobs.map(|job| (job.key, job.index)).collect()
    }

    fn is_ours(&self, key: &Key) -> bool {
        self.shard.is_none_or(|shard| shard.holds(&key.0))
    }

    /// Whether the job is this run's to do.
    fn is_open(&self, job: &Job, earlier: &Earlier, sink: &Mutex<Sink>) -> bool {
        if !self.is_ours(&job.key) {
            return false;
        }
        let Some(stored) = earlier.of(&job.key) else {
            return true;
        };
        let mut sink = lock(sink);
        sink.progress.pass();
        sink.tally.pass_over(stored.result);
        false
    }

    /// Does one job and writes its line. A fault of ours in one problem does not end the batch.
    fn work(&self, job: &Job, sink: &Mutex<Sink>) {
        let stop = &self.context.stop;
        if stop.is_requested() {
            return;
        }
        let finished = catch_unwind(AssertUnwindSafe(|| self.finished(job))).unwrap_or_else(|_| {
            let fault = Broken {
                line: None,
                column: None,
                message: text!(InternalFault),
            };
            self.broken(job, &fault)
        });
        // What was interrupted is not finished: it is left to a resumed run.
        if stop.is_requested() {
            return;
        }
        lock(sink).take(&finished);
    }

    fn finished(&self, job: &Job) -> Finished {
        match &job.matter {
            Matter::Report(broken) => self.broken(job, broken),
            Matter::Solve(problem, number) => {
                let twin = &problem.twins[*number];
                let finished = match twin.stipulation {
                    Stipulation::Goal(_) => self.solved(job, problem, twin),
                    Stipulation::ProofGame(_) => self.proved(job, problem, twin),
                    Stipulation::Retractor(asked) => self.retracted(job, problem, twin, asked),
                    _ => self.judged(job, problem, twin),
                };
                finished.unwrap_or_else(|error| {
                    let record = unsolvable_record(&job.file, problem, &twin.label, &error);
                    self.failed(job, record, &error.text())
                })
            }
        }
    }

    /// The line of a problem that is played.
    fn solved(&self, job: &Job, problem: &Problem, twin: &Twin) -> Result<Finished, SolveError> {
        let context = self.context;
        let mut options = context.study_options();
        options.detail = Detail::Keys;
        let solved = Study::new(&options).solve(twin)?;
        let outcome = &solved.outcome;
        let millis = solved.spent.as_millis() as u64;
        let rows = context.evidence().worlds(&solved.histories);
        let record = SolveRecord::new(problem, twin, &rows, outcome, millis);
        let said = outcome_text(outcome, context.style());
        Ok(Finished {
            line: self.line(job, Placing::Beside, record),
            result: result_of(outcome),
            nodes: outcome.stats.nodes,
            text: format!(
                "{} {}: {said}",
                title_of(job, problem, twin),
                twin.convention
            ),
        })
    }

    /// The line of a problem that asks for a proof game.
    fn proved(&self, job: &Job, problem: &Problem, twin: &Twin) -> Result<Finished, SolveError> {
        let context = self.context;
        let options = context.study_options();
        let proved = Study::new(&options).proof_games(twin)?;
        let found = &proved.games;
        let millis = proved.spent.as_millis() as u64;
        let record = SolveRecord::of_games(problem, twin, found, millis, &feature_in_english);
        let said = found_text(found, context.style());
        Ok(Finished {
            line: self.line(job, Placing::Beside, record),
            result: solved_or_not(proof_game::exit_of(found)),
            nodes: found.nodes,
            text: format!("{}: {said}", title_of(job, problem, twin)),
        })
    }

    /// The line of a retractor.
    fn retracted(
        &self,
        job: &Job,
        problem: &Problem,
        twin: &Twin,
        asked: Retractor,
    ) -> Result<Finished, SolveError> {
        let context = self.context;
        let options = context.study_options();
        let retracted = Study::new(&options).retract(twin)?;
        let found = &retracted.found;
        let millis = retracted.spent.as_millis() as u64;
        let record =
            SolveRecord::of_retractions(problem, twin, asked, found, millis, &solution_in_english);
        let said = retracted_text(found, context.style());
        Ok(Finished {
            line: self.line(job, Placing::Beside, record),
            result: solved_or_not(retractor::exit_of(found)),
            nodes: found.nodes,
            text: format!("{}: {said}", title_of(job, problem, twin)),
        })
    }

    /// The line of a problem that asks for its histories.
    fn judged(&self, job: &Job, problem: &Problem, twin: &Twin) -> Result<Finished, SolveError> {
        let context = self.context;
        let options = context.study_options();
        let found = Study::new(&options).histories(twin)?;
        let id = problem.id.as_deref();
        let rows = context.evidence().histories(&found);
        let record = HistoriesRecord::new(id, twin, &rows);
        let listed: Vec<String> = rows
            .worlds
            .iter()
            .map(|row| {
                let name = feasibility_name(row.feasibility);
                format!("{} {}", row.world, name.in_language(context.language))
            })
            .collect();
        let said = listed.join("; ");
        Ok(Finished {
            line: self.line(job, Placing::Beside, record),
            result: match exit_of(&found) {
                Exit::Positive => tally::Result::Solved,
                Exit::Negative => tally::Result::Illegal,
                _ => tally::Result::Undecided,
            },
            nodes: 0,
            text: format!("{}: {said}", title_of(job, problem, twin)),
        })
    }

    fn broken(&self, job: &Job, broken: &Broken) -> Finished {
        self.failed(job, broken_record(&job.file, broken), &broken.message)
    }

    /// `why` is the record's error.
    fn failed(&self, job: &Job, record: ErrorRecord, why: &Text) -> Finished {
        let language = self.context.language;
        let text = format!(
            "{}: {}: {}",
            sanitize::one_line(&job.file),
            tally::Result::Broken.name().in_language(language),
            sanitize::one_line(&why.in_language(language))
        );
        Finished {
            line: self.line(job, Placing::Within, record),
            result: tally::Result::Broken,
            nodes: 0,
            text,
        }
    }

    fn line(&self, job: &Job, placing: Placing, record: impl Serialize) -> String {
        let beside = placing == Placing::Beside;
        to_line(&Line {
            key: job.key,
            index: job.index,
            last: job.last,
            program: env!("CARGO_PKG_VERSION"),
            options: &self.options,
            file: beside.then_some(&*job.file),
            begins: beside.then_some(job.line),
            shard: self.shard.map(|shard| shard.to_string()),
            record,
        })
    }
}

const fn feasibility_name(feasibility: Feasibility) -> Text {
    match feasibility {
        Feasibility::Possible => text!(Possible),
        Feasibility::Impossible => text!(Impossible),
        Feasibility::Undecided => text!(Undecided),
    }
}

const fn verdict_name(verdict: Verdict) -> Text {
    match verdict {
        Verdict::Solved => text!(Solved),
        Verdict::NoSolution => text!(VerdictNoSolution),
        Verdict::Illegal => text!(VerdictIllegal),
        Verdict::Undecided(_) => text!(Undecided),
    }
}

fn outcome_text(outcome: &Outcome, style: TextStyle) -> String {
    let language = style.language;
    let keys = |keys: &[beruehrt::solution::Key]| {
        let texts = keys.iter().map(|key| style.write(key.san, key.mv));
        texts.collect::<Vec<String>>().join(", ")
    };
    let name = verdict_name(outcome.verdict);
    let mut text = name.in_language(language).into_owned();
    if outcome.finality != Finality::Final {
        text += &text!(NotFinalSuffix).in_language(language);
    }
    if !outcome.keys().is_empty() {
        let _ = write!(text, ": {}", keys(outcome.keys()));
    }
    for part in &outcome.parts {
        let _ = write!(text, "; {}: {}", part.world, keys(&part.solution.keys));
    }
    text
}

/// The name of a twin and what it asks for.
fn title_of(job: &Job, problem: &Problem, twin: &Twin) -> String {
    format!(
        "{} {}) {}",
        sanitize::one_line(problem.id.as_deref().unwrap_or(&job.file)),
        sanitize::one_line(&twin.label),
        twin.stipulation,
    )
}

const fn solved_or_not(exit: Exit) -> tally::Result {
    match exit {
        Exit::Positive => tally::Result::Solved,
        Exit::Negative => tally::Result::NoSolution,
        _ => tally::Result::Undecided,
    }
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

/// A worker that panicked has left nothing half done behind the lock.
fn lock(sink: &Mutex<Sink>) -> std::sync::MutexGuard<'_, Sink> {
    sink.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Sink {
    fn take(&mut self, finished: &Finished) {
        if self.failure.is_some() {
            self.lost += 1;
            return;
        }
        match self.out.put(finished) {
            Ok(()) => {
                self.tally.add(finished.result, finished.nodes);
                self.progress.finish_one();
            }
            Err(error) => {
                self.lost += 1;
                self.failure = Some(error);
            }
        }
    }

    fn finish(
        mut self,
        args: &BatchArgs,
        context: &Context,
        start: Instant,
    ) -> anyhow::Result<Exit> {
        let written = match self.failure.take() {
            Some(error) => Err(error),
            None => self.out.finish(),
        };
        let table = self.tally.table(start.elapsed(), context.language);
        if !context.quiet {
            let _ = write!(context.stderr(), "{table}");
        }
        match (written, &args.out) {
            (Ok(()), _) => {}
            (Err(error), None) => {
                let lost = self.lost;
                let text = text!(OutputTakesNoMore, lost);
                let _ = writeln!(context.stderr(), "{}", text.in_language(context.language));
                return Err(error.into());
            }
            (Err(error), Some(path)) => {
                let text = text!(CannotWriteResume, path = path.display());
                return Err(Trouble::new(text).caused_by(error).into());
            }
        }
        let page = match (self.out, &args.out) {
            (Output::Page(page), _) => Some(page),
            (_, Some(path)) => {
                let mut page = PageSink::new(&args.page, &title(&args.paths), context);
                if let Some(page) = &mut page {
                    page.push_results(path)?;
                }
                page
            }
            _ => None,
        };
        if let Some(page) = page {
            page.finish(&mut context.stdout())?;
        }
        if !context.stop.is_requested() {
            return Ok(self.tally.exit());
        }
        if args.out.is_some() {
            let text = text!(BatchInterrupted);
            let _ = writeln!(context.stderr(), "{}", text.in_language(context.language));
        }
        Ok(Exit::Interrupted)
    }
}

impl Output {
    fn put(&mut self, finished: &Finished) -> io::Result<()> {
        match self {
            Output::Journal(journal) => journal.append(&finished.line),
            Output::Page(page) => {
                page.push_result(finished.line.as_bytes());
                Ok(())
            }
            Output::Stdout {
                out,
                format,
                written,
            } => {
                match format {
                    Format::Text => writeln!(out, "{}", finished.text)?,
                    Format::Json => {
                        let before = if *written == 0 { "[\n" } else { ",\n" };
                        write!(out, "{before}{}", finished.line.trim_end())?;
                    }
                    Format::Jsonl => out.write_all(finished.line.as_bytes())?,
                    Format::Html => {}
                }
                *written += 1;
                out.flush()
            }
        }
    }

    /// Ends the array; waits until everything has reached the disk.
    fn finish(&mut self) -> io::Result<()> {
        match self {
            Output::Journal(journal) => journal.sync(),
            Output::Stdout {
                out,
                format: Format::Json,
                written,
            } => {
                let before = if *written == 0 { "[" } else { "" };
                writeln!(out, "{before}\n]")?;
                out.flush()
            }
            Output::Stdout { .. } | Output::Page(_) => Ok(()),
        }
    }
}
