//! `solve`: problem by problem, the threads working together on each.

use std::io::Write;

use beruehrt::problem::{Problem, Stipulation, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::json::SolveRecord;
use beruehrt::report::sanitize;
use beruehrt::report::text::{Games, SolutionText};
use beruehrt::solution::Verdict;
use beruehrt::solve::{Detail, Finality, Outcome, Restrictions, Tries, Wanted};
use beruehrt::study::{GameLength, Study};

use super::args::{DetailArg, SolveArgs};
use super::context::{self, Context};
use super::exit::Exit;
use super::histories;
use super::proof_game;
use super::retractor;
use super::stream::{Stream, unsolvable_record};
use super::trouble;
use super::twins::each_twin;

/// Solves the problems of the files and prints them.
pub fn run(args: &SolveArgs, context: &Context) -> anyhow::Result<Exit> {
    let context = &Context {
        games: args
            .shortest_witness
            .map_or(GameLength::AsFound, GameLength::Shortened),
        ..context.clone()
    };
    let stream = Stream::with_page(&args.page, &args.source.files, context);
    let games = context::games(args.pgn);
    each_twin(
        args.source.chunks(context)?,
        context,
        stream,
        |file, problem, twin, stream| one(file, problem, twin, args, games, context, stream),
    )
}

/// Solves and prints one twin.
fn one(
    file: &str,
    problem: &Problem,
    twin: &Twin,
    args: &SolveArgs,
    games: Games,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    match twin.stipulation {
        Stipulation::Goal(_) => {}
        Stipulation::ProofGame(_) => return proof_game::one(problem, twin, context, stream),
        Stipulation::Retractor(asked) => {
            return retractor::one(problem, twin, asked, context, stream);
        }
        _ => return histories::one(problem, twin, games, context, stream),
    }
    let asked = args.detail;
    let mut options = context.study_options();
    options.restrictions = Restrictions {
        flights: args.part.max_flights,
        threat: args.part.threat,
        non_trivial: args.part.non_trivial,
    };
    if args.part.first {
        options.wanted = Wanted::One;
    }
    options.detail = detail(twin, asked);
    options.tries = Tries::UpTo(1);
    let solved = match Study::new(&options).solve(twin) {
        Ok(solved) => solved,
        Err(error) => {
            let record = unsolvable_record(file, problem, &twin.label, &error);
            let name = problem.id.as_deref().unwrap_or(file);
            let name = sanitize::one_line(name);
            let (label, colon) = (trouble::label(context.language), context.language.colon());
            let why = error.text();
            writeln!(
                context.stderr(),
                "{label}{colon}{name}, {}){colon}{}",
                twin.label,
                why.in_language(context.language)
            )?;
            stream.put_error(&record)?;
            return Ok(Exit::BadInput);
        }
    };
    let outcome = &solved.outcome;
    let millis = solved.spent.as_millis() as u64;
    let rows = context.evidence().worlds(&solved.histories);
    let record =
        SolveRecord::new(problem, twin, &rows, outcome, millis).with_phases(solved.phases.as_ref());
    stream.show(|| Entry::solved(problem, twin, &solved));
    stream.put(&record, || {
        let style = context.style();
        if asked == Some(DetailArg::Keys) {
            return SolutionText::keys(problem, twin, outcome, style);
        }
        let mut text = SolutionText::within(context.columns, problem, twin, style);
        if asked == Some(DetailArg::Full) {
            text = text.with_everything();
        }
        text.histories_of_play(&rows, solved.histories.origin, games);
        text.outcome(outcome);
        if let Some(phases) = &solved.phases {
            text.phases(phases);
        }
        text.finish()
    })?;
    Ok(exit_of(outcome))
}

/// How much of the solution is to be found: what is asked for, else all of it in short problems and
/// one continuation to each defence in longer ones.
fn detail(twin: &Twin, asked: Option<DetailArg>) -> Detail {
    match asked {
        Some(DetailArg::Keys) => Detail::Keys,
        Some(DetailArg::Variations) => Detail::Variations,
        Some(DetailArg::Full) => Detail::Full,
        None => Detail::usual(twin),
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
