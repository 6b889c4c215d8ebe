//! Search: who reaches the goal, by which first moves, with which variations.
//!
//! Knows no text. Every answer is proved, refuted, or undecided with the limit that was hit; a
//! heuristic decides in which order things are tried, never what is true.

mod battle;
mod front;
mod grow;
mod help;
mod leaf;
pub mod mate;
mod table;

pub use battle::{Act, Battle, MAX_PLIES, Question};
pub use front::{Front, HelpFront, Judged};
pub use grow::Grower;
pub use help::Help;
