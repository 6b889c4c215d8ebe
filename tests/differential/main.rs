//! The solver against a plain one that shares no code with it.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]
#![allow(
    clippy::print_stdout,
    reason = "what the comparisons were worth, shown with --nocapture"
)]

mod compare;
mod doubt;
mod duplex;
mod examples;
mod illegal;
mod kinds;
#[path = "../oracle/mod.rs"]
mod oracle;
mod positions;
mod suites;
