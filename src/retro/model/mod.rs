//! What retro-analysis speaks of: positions of the past, moves taken back, claims, proofs and verdicts. Data, no search.

mod argument;
mod branched_map;
mod brevity;
pub mod claim;
mod class;
mod game;
mod pawn_id;
mod position;
mod refutation;
mod unmove;
mod verdict;

pub use argument::{Argument, Bar, Barred, Blocked, Branch, Deduction};
pub(crate) use branched_map::BranchedMap;
pub use brevity::{Brevity, Shortest};
pub use class::Class;
pub use game::Game;
pub use pawn_id::{ByPawn, PawnId};
#[cfg(test)]
pub(crate) use position::test_position;
pub use position::{EpState, RetroPosition, RightState};
pub use refutation::{Method, Refutation, Refuted, Why};
pub use unmove::{Unmove, UnmoveKind};
pub use verdict::{JudgedWorld, Reach, Unconfirmed, Undecided, Verdict, Witness};
