//! The text of a page of the data base of Die Schwalbe (PDB), as one copies it: names, source, count, stipulation,
//! solution, remarks, and the fields behind them, of which `FEN:` has the position in English letters.

mod grammar;
mod read;
mod write;

pub(super) use grammar::{is_head, is_id};
pub(super) use read::read;
pub(super) use write::export;
