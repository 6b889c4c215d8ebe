//! The judge: which worlds, and which last moves, have a history, within limits of time and nodes.

mod analysis;
mod case;
mod common;
mod last_move;
mod refuter;

pub use analysis::{Analysis, RetroLimits, analyse, refute_world};
pub use last_move::{JudgedMove, LastMoveVerdict, LastMoves, last_moves};
