//! The machine-readable output: one object per problem and twin.
//!
//! Invariant: the fields of a record and their order are an interface. Fields may be added, none is renamed or
//! removed. Text is escaped so that a line can be shown on a terminal without harm.

mod checking;
mod histories;
mod record;
mod schema;
mod touch;
mod tree;
mod verification;
mod writer;

pub use checking::{CheckedClaimRecord, CheckedRecord};
pub use histories::{HistoriesRecord, JudgedWorldRecord, LastMoveRecord};
pub use record::{
    ErrorRecord, KeyRecord, PartRecord, ReplacementRecord, RetractionRecord, SolveRecord,
    StatsRecord, WorldRecord,
};
pub use schema::schemas;
pub use touch::{OwedRecord, TouchRecord};
pub use tree::{BranchRecord, OwedInPlay, RulingRecord, TreeRecord};
pub use verification::{FindingRecord, VerifyRecord};
pub use writer::{to_line, write_value};
