//! The judge: which worlds, and which last moves, have a history, within limits of time and nodes.
//!
//! One `inquiry` with one schedule of `effort` for both; `worlds` and `last_move` say what is asked and what the questions of
//! a diagram do for each other, `demand` what several worlds have in common.

mod demand;
mod effort;
mod inquiry;
mod last_move;
mod worlds;

pub use last_move::{JudgedMove, LastMoves, last_moves};
pub use worlds::{Analysis, Judging, analyse, refute_world, usual_limits};
