//! What was found, for people and for programs: one folder per format.
//!
//! This module computes nothing: it puts a problem, its judged worlds and its outcome into words or
//! records. Control characters in the text of a problem file are made visible
//! ([`sanitize`]), so that no author's name can send commands to a terminal.
//!
//! ```
//! use beruehrt::notation::{Language, Letters};
//! use beruehrt::report::text::{SolutionText, TextStyle};
//! use beruehrt::study::Study;
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let problem = parsed.problems().next().expect("the file is right");
//! let twin = &problem.twins[0];
//! let style = TextStyle { letters: Letters::German, language: Language::German };
//! let mut text = SolutionText::new(problem, twin, style);
//! text.outcome(&Study::default().solve(twin)?.outcome);
//! assert!(text.finish().contains("Schlüssel: 1. Th1#"));
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod claim;
pub mod html;
pub mod json;
mod row;
pub mod sanitize;
pub mod text;

pub use claim::ClaimFinding;
pub use row::{
    Evidence, HistoriesRows, LastMoveRow, Proofs, StatementRow, WorldRow, argument_steps,
    behind_last_move, statement_rows,
};
