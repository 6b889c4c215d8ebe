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
//! This module knows neither tables nor threads, nor who is to reach which goal.
//!
//! ```
//! use beruehrt::game::{Rules, State};
//! use beruehrt::problem::{Diagram, Options};
//! use beruehrt::world::WorldSet;
//! use shakmaty::{Board, Color};
//!
//! // Black's last move was e7-e5 or g7-g5, nobody knows which.
//! let board = Board::from_ascii_board_fen(b"8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let worlds = WorldSet::new(Color::White, ["- e6".parse()?, "- g6".parse()?]);
//! let state = State::start(&diagram, worlds).map_err(|error| error.text().english().to_string())?;
//! let rules = Rules::beruehrt_gefuehrt(Options::default(), Color::White);
//! let captures = state.moves(&rules).into_iter().filter(|mv| mv.is_en_passant());
//! for capture in captures {
//!     // It may stand or be taken back.
//!     assert_eq!(state.rulings(&rules, capture).len(), 2);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod doubt;
mod notation;
mod rules;
mod ruling;
mod state;

pub use rules::{Rules, Settlement};
pub use ruling::Ruled;
pub use state::{State, Unplayable};
