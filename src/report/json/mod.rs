//! The machine-readable output: one object per problem and twin.
//!
//! Invariant: the fields of a record and their order are an interface. Fields may be added, none is renamed or
//! removed. Text is escaped so that a line can be shown on a terminal without harm.
//!
//! ```
//! use beruehrt::law::Question;
//! use beruehrt::problem::Laws;
//! use beruehrt::report::json::{TouchRecord, to_line};
//!
//! let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w k - 0 1";
//! let answer = Question::from_fen(fen, &"h5,g5".parse()?, Laws::Fide2018)?.answer();
//! let line = to_line(&TouchRecord::from(&answer));
//! assert!(line.contains(r#""square":"g5""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checking;
mod histories;
mod phases;
mod record;
mod schema;
mod touch;
mod tree;
mod verification;
mod writer;

pub use checking::{CheckedClaimRecord, CheckedRecord};
pub use histories::{
    DeductionRecord, HISTORIES_VERSION, HistoriesRecord, JudgedWorldRecord, LastMoveRecord,
    StatementRecord,
};
pub use phases::{
    CellRecord, CorrespondenceRecord, HelpSolutionRecord, KeywordRecord, PhaseRecord,
    PhaseTableRecord, PhasesRecord, SolutionsRecord, StepRecord,
};
pub use record::{
    ErrorRecord, GameRecord, KeyRecord, PartRecord, Placed, ReplacementRecord, RetractedRecord,
    RetractionRecord, SolveRecord, StatsRecord, WorldRecord,
};
pub use schema::schemas;
pub use touch::{OwedRecord, TouchRecord};
pub use tree::{BranchRecord, OwedInPlay, RulingRecord, TreeRecord};
pub use verification::{FindingRecord, VerifyRecord};
pub use writer::{to_line, write_value};
