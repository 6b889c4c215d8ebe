//! `verify`: a composer's submission, problem by problem.

use beruehrt::budget::Limits;
use beruehrt::problem::{Problem, Twin};
use beruehrt::report::json::VerifyRecord;
use beruehrt::report::text::{SolutionText, TextStyle};
use beruehrt::solve::{SolveOptions, Threads};
use beruehrt::verify::{Economy, Soundness, VerifyOptions, verify};

use super::args::VerifyArgs;
use super::context::Context;
use super::exit::Exit;
use super::input::Chunks;
use super::output;
use super::stream::{Stream, broken_record, show_diagnostics};
use super::worlds::Worlds;

/// Verifies the problems of the files and prints what was found.
pub fn run(args: &VerifyArgs, context: &Context) -> anyhow::Result<Exit> {
    let mut stream = Stream::new(context);
    let mut exit = Exit::Positive;
    'files: for chunk in Chunks::new(args.files.clone(), output::paint(context.color)) {
        show_diagnostics(&chunk, context)?;
        for entry in &chunk.entries {
            match entry {
                Err(broken) => {
                    exit = exit.and(Exit::BadInput);
                    stream.put_error(&broken_record(&chunk.file, broken))?;
                }
                Ok(problem) => {
                    for twin in &problem.twins {
                        if context.stop.is_requested() {
                            break 'files;
                        }
                        exit = exit.and(one(args, problem, twin, context, &mut stream)?);
                    }
                }
            }
        }
    }
    stream.finish()?;
    Ok(if context.stop.is_requested() {
        Exit::Interrupted
    } else {
        exit
    })
}

fn one(
    args: &VerifyArgs,
    problem: &Problem,
    twin: &Twin,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let worlds = Worlds::of(twin, context);
    let options = VerifyOptions {
        solve: SolveOptions {
            limits: Limits {
                ..context.limits.clone()
            },
            threads: Threads::Current,
            table_mib: context.table_mib,
            ..SolveOptions::default()
        },
        retro: context.retro_limits(),
        economy: if args.no_economy {
            Economy::Skip
        } else {
            Economy::Look
        },
    };
    let verification = verify(problem, twin, &worlds.statuses, &options);
    let style = TextStyle {
        letters: context.letters,
        language: context.language,
    };
    let record = VerifyRecord::new(problem.id.as_deref(), &twin.label, &verification, style);
    stream.put(&record, || {
        let mut text = SolutionText::new(problem, twin, style);
        text.verification(&verification);
        text.finish()
    })?;
    Ok(match verification.soundness {
        Soundness::Sound => Exit::Positive,
        Soundness::Unsound => Exit::Negative,
        Soundness::Undecided => Exit::Undecided,
    })
}
