//! Popeye's input in English, German and French.
//!
//! Read is what belongs to the problem; what concerns Popeye's output is passed over, what Popeye alone can do is
//! refused by name. `NoCastling`, `EnPassant` and `CastlingMutuallyExclusive` say what the author holds of the
//! past: they become claimed worlds, the last with the convention `rs`.
//! Written is ordinary play in one world at a time, which is all Popeye can check.

mod options;
mod past;
pub(super) mod pieces;
mod read;
pub(super) mod token;
pub(super) mod twins;
pub(super) mod words;
mod write;

pub(super) use options::{Chosen, is_option};
pub(super) use read::{read, tongue_of};
pub(super) use write::{changed_twins, export, in_columns, plain, shared_options};
