//! `solve`: problem by problem, the threads working together on each.

use std::io::Write;
use std::time::{Duration, Instant};

use beruehrt::budget::Limits;
use beruehrt::problem::{Forced, Length, Problem, Stipulation, Twin};
use beruehrt::report::json::SolveRecord;
use beruehrt::report::sanitize;
use beruehrt::report::text::{Games, SolutionText, TextStyle};
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, Finality, Outcome, SolveError, SolveOptions, Threads, Tries, solve};

use super::args::{DetailArg, SolveArgs};
use super::context::{self, Context};
use super::exit::Exit;
use super::histories;
use super::stream::{Stream, unsolvable_record};
use super::trouble;
use super::twins::each_twin;
use super::worlds::Worlds;

/// Solves the problems of the files and prints them.
pub fn run(args: &SolveArgs, context: &Context) -> anyhow::Result<Exit> {
    let context = &Context {
        shortest: args.shortest_witness,
        ..context.clone()
    };
    let stream = Stream::new(context);
    let games = context::games(args.pgn);
    each_twin(
        &args.files,
        context,
        stream,
        Exit::Positive,
        |file, problem, twin, stream| one(file, problem, twin, args.detail, games, context, stream),
    )
}

/// Solves and prints one twin.
fn one(
    file: &str,
    problem: &Problem,
    twin: &Twin,
    asked: Option<DetailArg>,
    games: Games,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    if !matches!(twin.stipulation, Stipulation::Goal(_)) {
        return histories::one(problem, twin, games, context, stream);
    }
    let solved = solved(twin, detail(twin, asked), Tries::UpTo(1), context);
    let outcome = match solved.outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            let record = unsolvable_record(file, problem, &twin.label, &error);
            let name = problem.id.as_deref().unwrap_or(file);
            let name = sanitize::one_line(name);
            let label = trouble::label(context.language);
            let why = error.text();
            writeln!(
                context.stderr(),
                "{label}: {name}, {}): {}",
                twin.label,
                why.in_language(context.language)
            )?;
            stream.put_error(&record)?;
            return Ok(Exit::BadInput);
        }
    };
    let millis = solved.time.as_millis() as u64;
    let record = SolveRecord::new(problem, twin, &solved.worlds.rows, &outcome, millis);
    let style = TextStyle {
        letters: context.letters,
        language: context.language,
    };
    stream.put(&record, || {
        let mut text = SolutionText::new(problem, twin, style);
        text.histories(&solved.worlds.rows, solved.worlds.origin, games);
        text.outcome(&outcome);
        text.finish()
    })?;
    Ok(exit_of(&outcome))
}

/// Half-moves up to which every continuation is shown unless something else is asked for: a #3.
const LONGEST_IN_FULL: u32 = 5;

/// How much of the solution is to be found: what is asked for, else all of it in short problems and
/// one continuation to each defence in longer ones.
fn detail(twin: &Twin, asked: Option<DetailArg>) -> Detail {
    match asked {
        Some(DetailArg::Keys) => Detail::Keys,
        Some(DetailArg::Variations) => Detail::Variations,
        Some(DetailArg::Full) => Detail::Full,
        None => match twin.stipulation {
            Stipulation::Goal(Forced {
                length: Length::HalfMoves(plies),
                ..
            }) if plies > LONGEST_IN_FULL => Detail::Variations,
            _ => Detail::Full,
        },
    }
}

/// A twin with what was found.
#[derive(Debug)]
pub struct Solved {
    /// Its worlds.
    pub worlds: Worlds,
    /// What solving gave.
    pub outcome: Result<Outcome, SolveError>,
    /// Time for both.
    pub time: Duration,
}

/// Analyses and solves `twin` in the threads of the current pool, within the limits of `context` for
/// both together.
pub fn solved(twin: &Twin, detail: Detail, tries: Tries, context: &Context) -> Solved {
    let start = Instant::now();
    let worlds = Worlds::of(twin, context);
    let left = |time: Duration| time.saturating_sub(start.elapsed());
    let options = SolveOptions {
        limits: Limits {
            time: context.limits.time.map(left),
            ..context.limits.clone()
        },
        retro: context.retro_limits(),
        threads: Threads::Current,
        table_mib: context.table_mib,
        detail,
        tries,
        ..SolveOptions::default()
    };
    let outcome = solve(twin, &worlds.statuses, &options);
    Solved {
        worlds,
        outcome,
        time: start.elapsed(),
    }
}

/// The exit that an outcome deserves.
pub fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.verdict {
        Verdict::Undecided(_) => Exit::Undecided,
        _ if outcome.finality != Finality::Final => Exit::Undecided,
        Verdict::Solved => Exit::Positive,
        Verdict::NoSolution | Verdict::Illegal => Exit::Negative,
    }
}
