//! `solve` where a proof game is asked for.

use beruehrt::problem::{Problem, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::json::SolveRecord;
use beruehrt::report::text::{SolutionText, feature_in_english};
use beruehrt::retro::proof_game::ProofGames;
use beruehrt::study::Study;

use super::context::Context;
use super::exit::Exit;
use super::stream::Stream;

/// Looks for the games of one twin and prints them.
pub fn one(
    problem: &Problem,
    twin: &Twin,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let options = context.study_options();
    let proved = Study::new(&options).proof_games(twin)?;
    let found = &proved.games;
    let millis = proved.spent.as_millis() as u64;
    let record = SolveRecord::of_games(problem, twin, found, millis, &feature_in_english);
    stream.show(|| Entry::proved(problem, twin, &proved));
    stream.put(&record, || {
        let mut text = SolutionText::within(context.columns, problem, twin, context.style());
        text.proof_games(found);
        text.finish()
    })?;
    Ok(exit_of(found))
}

/// The exit that games deserve: 3 if anything is left to find out, 1 if there is none, else 0.
pub fn exit_of(found: &ProofGames) -> Exit {
    if !found.is_decided() {
        Exit::Undecided
    } else if found.games.is_empty() {
        Exit::Negative
    } else {
        Exit::Positive
    }
}
