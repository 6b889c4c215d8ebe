//! A program as somebody else would write it: nothing but the public interface of the library.

use std::time::Duration;

use beruehrt::solution::Verdict;
use beruehrt::study::{Options, Stage, Study};

/// Two captures en passant, one of which was possible; after the first touch the other may follow.
const FILE: &str = "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\n";

#[test]
fn a_program_of_thirty_lines() -> Result<(), Box<dyn std::error::Error>> {
    let parsed = beruehrt::syntax::parse(FILE);
    let problem = parsed.problems().next().ok_or("no problem")?;
    let twin = &problem.twins[0];

    let mut options = Options::default();
    options.limits.time = Some(Duration::from_mins(10));
    let stop = options.limits.stop.clone();
    let say = |stage: Stage<'_>| match stage {
        Stage::Histories(worlds) => assert_eq!(worlds, 3),
        // What is stopped is not decided.
        Stage::Play(histories) => assert_eq!(histories.is_decided(), !stop.is_requested()),
        _ => {}
    };
    let study = Study::new(&options).observed(&say);
    let solved = study.solve(twin)?;
    let feasible = |w: &&beruehrt::study::Candidate| w.feasibility().keyword() == "possible";
    assert_eq!(solved.histories.worlds.iter().filter(feasible).count(), 2);
    assert_eq!(solved.outcome.verdict, Verdict::Solved);
    assert_eq!(solved.outcome.keys()[0].uci(), "h5g6");

    stop.request();
    let stopped = study.solve(twin)?;
    assert!(matches!(stopped.outcome.verdict, Verdict::Undecided(_)));
    Ok(())
}
