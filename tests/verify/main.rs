//! What `verify` says of submissions, and what `compose` finds: judged by known defects and by a plain solver.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]

mod columns;
mod compose;
mod controls;
mod defects;
#[path = "../files/mod.rs"]
mod files;
mod judge;
#[path = "../oracle/mod.rs"]
mod oracle;
mod originals;
mod phases;
mod printed;
mod retractor;
mod submissions;
