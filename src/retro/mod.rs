//! Retro-analysis: which worlds of a diagram have a history, with evidence both ways.
//!
//! Question per world: is there a game from the initial array that ends in the diagram with exactly
//! these castling rights and this en-passant target? "Possible" carries a game that was replayed,
//! "impossible" a proof that was checked, anything else is undecided and says which limit was hit.
//! No heuristic ever turns into a verdict. This room knows neither conventions nor forward play.
//!
//! The rooms inside, each of which uses only those before it (`tests/layering.rs` keeps it so):
//! [`model`] (positions, claims, proofs, verdicts: data), `unmoves` (moves taken back, complete and exact), [`checker`]
//! (evidence checked by itself), `ledger` (who never moved, who is missing), `scenario` (who was captured where by whom,
//! in which order), [`rules`] (why a position cannot have arisen), `retraction` (sets that no retraction leaves),
//! [`witness`] (games), `judge` (worlds and last moves).
//!
//! ```
//! use beruehrt::problem::Diagram;
//! use beruehrt::retro::{RetroLimits, Verdict, analyse};
//! use shakmaty::{Board, Color};
//!
//! // White gives check and is on move.
//! let board = Board::from_ascii_board_fen(b"k6R/8/1K6/8/8/8/8/8")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let analysis = analyse(&diagram, &[], &RetroLimits::default());
//! assert!(matches!(analysis.worlds[0].verdict, Verdict::Impossible(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod checker;
mod judge;
// Open to tests and benchmarks; not meant to be built upon.
#[doc(hidden)]
pub mod ledger;
pub mod model;
mod retraction;
pub mod rules;
#[doc(hidden)]
pub mod scenario;
mod unmoves;
pub mod witness;

pub use judge::{
    Analysis, JudgedMove, LastMoveVerdict, LastMoves, RetroLimits, analyse, last_moves,
    refute_world,
};
pub use model::{
    EpState, JudgedWorld, Refutation, Refuted, RetroPosition, RightState, Undecided, Unmove,
    UnmoveKind, Verdict, Why, Witness,
};
pub(crate) use rules::tempo_moves;
