//! `histories`: every candidate world of a diagram with verdict and evidence.

use beruehrt::problem::{Problem, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::json::HistoriesRecord;
use beruehrt::report::text::{Games, SolutionText};
use beruehrt::study::{GameLength, Histories, Study};

use super::args::HistoriesArgs;
use super::check;
use super::context::{self, Context};
use super::exit::Exit;
use super::stream::Stream;
use super::twins::each_twin;

/// Judges the worlds of all diagrams and prints them.
pub fn run(args: &HistoriesArgs, context: &Context) -> anyhow::Result<Exit> {
    if let Some(file) = &args.check {
        return check::run(file, context);
    }
    let context = &Context {
        proofs: args.proof,
        games: match args.shortest_witness {
            Some(attempts) => GameLength::Shortened(attempts),
            None if args.shortest => GameLength::Shortest,
            None => GameLength::AsFound,
        },
        ..context.clone()
    };
    let stream = Stream::with_page(&args.page, &args.source.files, context);
    let games = context::games(args.pgn);
    each_twin(
        args.source.chunks(context)?.for_histories(),
        context,
        stream,
        |_, problem, twin, stream| one(problem, twin, games, context, stream),
    )
}

/// Judges and prints the worlds of one twin.
pub fn one(
    problem: &Problem,
    twin: &Twin,
    games: Games,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let options = context.study_options();
    let found = Study::new(&options).histories(twin)?;
    let rows = context.evidence().histories(&found);
    let id = problem.id.as_deref();
    let record = HistoriesRecord::new(id, twin, &rows);
    stream.show(|| Entry::judged(problem, twin, &found));
    stream.put(&record, || {
        let mut text = SolutionText::within(context.columns, problem, twin, context.style());
        text.statements(&rows);
        text.arguments(&rows);
        text.histories(&rows.worlds, found.origin, games);
        if let Some(shortest) = &rows.shortest {
            text.shortest(shortest);
        }
        if let Some(moves) = &rows.last_moves {
            text.last_moves(moves, rows.line.as_deref(), games);
        }
        text.finish()
    })?;
    Ok(exit_of(&found))
}

/// The exit that judged histories deserve: 3 if a world or a last move is undecided, 1 if no world or no last move is
/// possible, else 0.
pub fn exit_of(found: &Histories) -> Exit {
    if !found.is_decided() {
        Exit::Undecided
    } else if found.is_illegal() || found.has_no_last_move() {
        Exit::Negative
    } else {
        Exit::Positive
    }
}
