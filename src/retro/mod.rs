//! Retro-analysis: which worlds of a diagram have a history, with evidence both ways.
//!
//! Question per world: is there a game from the initial array that ends in the diagram with exactly
//! these castling rights and this en-passant target? "Possible" carries a game that was replayed,
//! "impossible" a proof that was checked, anything else is undecided and says which limit was hit.
//! No heuristic ever turns into a verdict. This room knows neither conventions nor forward play.

mod analysis;
pub mod cage;
mod case;
pub mod certificate;
mod closure;
mod common;
mod last_move;
mod learnt;
pub mod ledger;
mod material;
mod position;
pub mod reason;
mod refutation;
mod refuter;
pub mod scenario;
mod tempo;
mod unmove;
mod unmoves;
mod verdict;
pub mod witness;

pub use analysis::{Analysis, RetroLimits, analyse, refute_world};
pub use last_move::{JudgedMove, LastMoveVerdict, LastMoves, last_moves};
pub use position::{EpState, RetroPosition, RightState};
pub use refutation::{Refutation, Refuted, Why};
pub(crate) use tempo::tempo_moves;
pub use unmove::{Unmove, UnmoveKind};
pub use verdict::{JudgedWorld, Undecided, Verdict, Witness};
