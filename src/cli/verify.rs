//! `verify`: a composer's submission, problem by problem.

use beruehrt::problem::{Problem, Twin};
use beruehrt::report::html::Entry;
use beruehrt::report::json::VerifyRecord;
use beruehrt::report::text::{Lists, SolutionText, finding_text};
use beruehrt::study::Study;
use beruehrt::verify::{Economy, Finding, Soundness};

use super::args::{ListsArg, VerifyArgs};
use super::context::Context;
use super::exit::Exit;
use super::stream::Stream;
use super::twins::each_twin;

/// Verifies the problems of the files and prints what was found.
pub fn run(args: &VerifyArgs, context: &Context) -> anyhow::Result<Exit> {
    let stream = Stream::with_page(&args.page, &args.source.files, context);
    each_twin(
        args.source.chunks(context)?.with_read_stipulations(),
        context,
        stream,
        |_, problem, twin, stream| one(args, problem, twin, context, stream),
    )
}

fn one(
    args: &VerifyArgs,
    problem: &Problem,
    twin: &Twin,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let mut options = context.study_options();
    if args.no_economy {
        options.economy = Economy::Skip;
    } else if args.shifts {
        options.economy = Economy::Shifts;
    }
    let verified = Study::new(&options).verify(problem, twin)?;
    let verification = &verified.verification;
    let style = context.style();
    let words = |finding: &Finding| finding_text(finding, verification, style);
    let record = VerifyRecord::new(problem.id.as_deref(), &twin.label, verification, words)
        .with_phases(verified.phases.as_ref());
    stream.show(|| Entry::verified(problem, twin, &verified));
    stream.put(&record, || {
        let mut text = SolutionText::within(context.columns, problem, twin, style);
        if let Some(phases) = &verified.phases {
            text.phases(phases);
        }
        text.verification(
            verification,
            match args.detail {
                None | Some(ListsArg::Folded) => Lists::Folded,
                Some(ListsArg::Full) => Lists::Whole,
            },
        );
        text.finish()
    })?;
    Ok(match verification.soundness {
        Soundness::Sound => Exit::Positive,
        Soundness::Unsound => Exit::Negative,
        Soundness::Undecided => Exit::Undecided,
    })
}
