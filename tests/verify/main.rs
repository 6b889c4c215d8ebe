//! What `verify` says of submissions, and what `compose` finds: judged by known defects and by a plain solver.

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
mod submissions;
