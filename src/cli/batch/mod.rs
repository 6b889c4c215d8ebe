//! `batch`: a collection, in parallel, with results that survive a crash.
//!
//! The collection is read in order, one entry at a time; workers take the next problem as soon as
//! they are free and help each other inside a problem once no further one is left. A finished
//! problem is written at once and then forgotten, so that memory does not grow with the collection.

mod job;
mod journal;
mod key;
mod program;
mod progress;
mod run;
mod shard;
mod stored;
mod tally;

pub use key::Key;
pub use program::program_of;
pub use run::run;
pub use shard::ShardArg;
