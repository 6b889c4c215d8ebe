//! What retro-analysis speaks of: positions of the past, moves taken back, claims, proofs and verdicts. Data, no search.

pub mod claim;
mod class;
mod learnt;
mod position;
mod refutation;
mod unmove;
mod verdict;

pub use class::Class;
pub(crate) use learnt::Learnt;
#[cfg(test)]
pub(crate) use position::test_position;
pub use position::{EpState, RetroPosition, RightState};
pub use refutation::{Refutation, Refuted, Why};
pub use unmove::{Unmove, UnmoveKind};
pub use verdict::{JudgedWorld, Reach, Undecided, Verdict, Witness};
