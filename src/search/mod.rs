//! Search: who reaches the goal, by which first moves, with which variations.
//!
//! Knows no text. Every answer is proved, refuted, or undecided with the limit that was hit; a
//! heuristic decides in which order things are tried, never what is true.
//!
//! ```
//! use beruehrt::budget::Limits;
//! use beruehrt::game::{Rules, State};
//! use beruehrt::problem::{Diagram, Goal, Options, Play};
//! use beruehrt::search::{AndOr, Question};
//! use beruehrt::world::WorldSet;
//! use shakmaty::{Board, Color};
//!
//! let board = Board::from_ascii_board_fen(b"8/8/8/8/8/1K6/7R/k7")?;
//! let diagram = Diagram { board, turn: Color::White };
//! let worlds = WorldSet::single(Color::White, "- -".parse()?);
//! let state = State::start(&diagram, worlds).map_err(|error| error.text().english().to_string())?;
//! let question = Question {
//!     rules: Rules::beruehrt_gefuehrt(Options::default(), Color::White),
//!     play: Play::Direct,
//!     goal: Goal::Mate,
//!     attacker: Color::White,
//! };
//! let mut search = AndOr::new(question, 1 << 16, None);
//! let mut budget = Limits::unlimited().start();
//! let keys = search.acts(&state).into_iter();
//! let keys = keys.filter(|&act| search.reaches_with(&state, act, 1, &mut budget) == Ok(true));
//! assert_eq!(keys.count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod and_or;
mod board;
mod facts;
mod finals;
mod grow;
mod help;
mod leaf;
mod restrictions;
mod root;
mod single_world;
// Open to tests and benchmarks; not meant to be built upon.
#[doc(hidden)]
pub mod mate;
mod plain;
mod prospect;
mod table;

pub use and_or::{Act, AndOr, MAX_PLIES, Question};
pub use grow::Grower;
pub use help::Help;
pub use restrictions::{NonTrivial, Restrictions, Wanted};
pub use root::{HelpRootSearch, Helped, Judged, RootSearch};
