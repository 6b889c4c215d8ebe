//! The touch law: from what was touched to what is owed, with the article.
//!
//! Every code of law is a [`RuleSet`], plain data; one engine ([`RuleSet::owed`]) reads it. It is used in two places:
//! play from the diagram on, where a denied trial has touched pieces ([`RuleSet::penalties`], then
//! `owed` at every later node of the turn), and the question "what do these touches oblige to?" of
//! a single position ([`Question`]).
//!
//! Invariant: the engine is given the moves that are legal by article 3 (for play from the diagram:
//! in at least one feasible world) and only ever says which of them the touches permit. It never
//! makes a move legal, and it permits at least one move whenever it is given one. This module does
//! not know where worlds come from, nor search.
//!
//! ```
//! use beruehrt::law::{Question, Sequence};
//! use beruehrt::problem::Laws;
//!
//! let touched: Sequence = "h5,g5".parse()?;
//! let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w k - 0 1";
//! let answer = Question::from_fen(fen, &touched, Laws::Fide2018)?.answer();
//! assert_eq!(answer.moves.len(), 2); // Kxg5 and Bxg5: the pawn h5 cannot move.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod explanation;
mod owed;
mod penalty;
mod question;
mod rule_set;
mod sequence;
mod touch;

pub use owed::{Duty, Owed, captured_square};
pub use penalty::{Penalties, Penalty};
pub use question::{Answer, Question, QuestionError};
pub use rule_set::{BothColours, DeniedMove, Ground, RookNotOwed, RuleSet, UncapturableEnemy};
pub use sequence::{Contact, ParseSequenceError, Sequence};
pub use touch::{Touch, Touches};
