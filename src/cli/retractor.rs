//! `solve` where a retractor is asked for.

use beruehrt::problem::{Problem, Retractor, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::json::SolveRecord;
use beruehrt::report::text::{SolutionText, solution_in_english};
use beruehrt::solution::Verdict;
use beruehrt::solve::retractor::Retractions;
use beruehrt::study::Study;

use super::context::Context;
use super::exit::Exit;
use super::stream::Stream;

/// Solves one twin and prints its lines.
pub fn one(
    problem: &Problem,
    twin: &Twin,
    asked: Retractor,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let options = context.study_options();
    let retracted = Study::new(&options).retract(twin)?;
    let found = &retracted.found;
    let millis = retracted.spent.as_millis() as u64;
    let record =
        SolveRecord::of_retractions(problem, twin, asked, found, millis, &solution_in_english);
    stream.show(|| Entry::retracted(problem, twin, &retracted));
    stream.put(&record, || {
        let mut text = SolutionText::within(context.columns, problem, twin, context.style());
        text.retractor(found);
        text.finish()
    })?;
    Ok(exit_of(found))
}

/// The exit that solutions deserve: 3 if anything is left to find out, 1 if there is none, else 0.
pub fn exit_of(found: &Retractions) -> Exit {
    match found.verdict() {
        Verdict::Solved if found.is_final() => Exit::Positive,
        Verdict::NoSolution => Exit::Negative,
        _ => Exit::Undecided,
    }
}
