//! One position per line: FEN, and EPD with its operations.
//!
//! Castling rights and e.p. square are what the file says of the past: if it names any, they become one claimed
//! world. `-` says nothing: who writes it has mostly not asked.

mod read;
mod write;

pub(super) use read::{looks_like, read};
pub(super) use write::{epd, fen};
