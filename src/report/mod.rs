//! What was found, for people and for programs: one file per format.
//!
//! This room computes nothing: it puts a problem, its judged worlds and its outcome into words or
//! records. Whatever comes from a file of a stranger leaves it with hostile characters made visible
//! ([`sanitize`]), so that no author's name can command a terminal.

pub mod json;
mod row;
pub mod sanitize;
pub mod text;

pub use row::{Evidence, LastMoveRow, Proofs, WorldRow};
