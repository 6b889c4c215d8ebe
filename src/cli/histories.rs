//! `histories`: every candidate world of a diagram with verdict and evidence.

use anyhow::anyhow;
use beruehrt::notation::Letters;
use beruehrt::problem::{self, Convention, Duplex, Options, Problem, Stipulation, Twin};
use beruehrt::report::json::HistoriesRecord;
use beruehrt::report::text::{Games, SolutionText};
use beruehrt::study::{Histories, Study};
use beruehrt::syntax;

use super::args::HistoriesArgs;
use super::check;
use super::context::{self, Context};
use super::exit::Exit;
use super::output;
use super::stream::Stream;
use super::twins::each_twin;

/// Judges the worlds of all diagrams and prints them.
pub fn run(args: &HistoriesArgs, context: &Context) -> anyhow::Result<Exit> {
    if let Some(file) = &args.check {
        return check::run(file, context);
    }
    let context = &Context {
        proofs: args.proof,
        shortest: args.shortest_witness,
        ..context.clone()
    };
    let mut stream = Stream::new(context);
    let mut exit = Exit::Positive;
    let games = context::games(args.pgn);
    if let Some(fen) = &args.fen {
        let problem = problem_of_fen(fen, context)?;
        exit = one(&problem, &problem.twins[0], games, context, &mut stream)?;
    }
    each_twin(
        &args.files,
        context,
        stream,
        exit,
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
    let evidence = context.evidence();
    let (worlds, last_moves) = (evidence.worlds(&found), evidence.last_moves(&found));
    let id = problem.id.as_deref();
    let record = HistoriesRecord::new(id, twin, &worlds, last_moves.as_deref());
    stream.put(&record, || {
        let mut text = SolutionText::within(context.columns, problem, twin, context.style());
        text.histories(&worlds, found.origin, games);
        if let Some(moves) = &last_moves {
            text.last_moves(moves, games);
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

fn problem_of_fen(fen: &str, context: &Context) -> anyhow::Result<Problem> {
    let parsed = syntax::parse_diagram(fen).map_err(|diagnostic| {
        let paint = output::paint(context.color);
        anyhow!(
            "--fen\n{}",
            syntax::render(&diagnostic, fen, "--fen", context.language, paint)
        )
    })?;
    let twin = Twin {
        label: "a".to_owned(),
        diagram: parsed.diagram,
        duplex: Duplex::No,
        stipulation: Stipulation::Histories,
        convention: Convention::default(),
        options: Options::default(),
        histories: problem::Histories::Analyse,
        facts: Vec::new(),
        solution: None,
    };
    Ok(Problem {
        id: None,
        author: None,
        source: None,
        award: None,
        comment: None,
        keywords: None,
        men: None,
        letters: Letters::default(),
        twins: vec![twin],
    })
}
