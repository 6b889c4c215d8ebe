//! Play from the diagram on, over sets of worlds.
//!
//! A [`State`] is a placement, a side to move, the worlds still open (`F`), what was touched this
//! turn (`T`) and, a posteriori, what is owed on credit. [`Rules`] says how doubt is settled: each
//! convention is one small value of it. Together they say which moves there are, on which terms
//! ([`Manner`](crate::solution::Manner)), and what the opponent can make of a trial ([`Ruled`]).
//!
//! Invariant: the worlds of a state are never empty, and every castling right held in one of them
//! (and no other) is held by the position of play, so that what shakmaty generates is exactly what is legal
//! by article 3 in at least one world. States of a single world cost little more than plain play.
//!
//! This room knows neither tables nor threads, nor who is to reach which goal.

mod doubt;
mod notation;
mod rules;
mod ruling;
mod state;

pub use rules::{Rules, Settlement};
pub use ruling::Ruled;
pub use state::{State, Unplayable};
