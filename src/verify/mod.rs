//! Verification: a composer's submission against what is found.
//!
//! Findings come in the order an editor reads them: position, histories, keys, the published lines,
//! duals, tries, set play, whether the genre is needed, economy. Invariant: a submission is sound
//! only after a complete search in which no undecided world matters; whatever was not looked at to
//! the end makes it undecided, never sound.
//!
//! This module finds nothing by itself: it asks the analysis and the solver, and compares.
//!
//! ```
//! use beruehrt::study::Study;
//! use beruehrt::verify::Soundness;
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\nsolution:\n  1. Rh1#\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let problem = parsed.problems().next().expect("the file is right");
//! let verified = Study::default().verify(problem, &problem.twins[0])?;
//! assert_eq!(verified.verification.soundness, Soundness::Sound);
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod announced;
mod any_move;
mod content;
mod described;
mod duals;
mod economy;
mod finding;
mod first_moves;
mod genre;
mod growth;
mod histories;
mod keys;
mod kind;
mod last_move;
mod letters;
mod lines;
mod omissions;
mod proof_game;
mod published;
mod quality;
mod reached;
mod replay;
mod retractions;
mod retractor;
mod set_play;
mod slips;
mod submission;
mod threats;
mod tries;
mod unsearched;

pub use economy::Economy;
pub use finding::{
    DualKind, Fate, Finding, Gap, LineFault, LineMove, MoveInPart, Omission, RetractedMove,
    Severity, Stage, Standing, TextPlace,
};
pub use kind::Kind;
pub use proof_game::{GameFault, proof_games};
pub use retractor::RetractorLine;
pub use submission::{Soundness, Verification, VerifyOptions, verify};
