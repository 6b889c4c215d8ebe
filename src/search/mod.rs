//! Search: who reaches the goal, by which first moves, with which variations.
//!
//! Knows no text. Every answer is proved, refuted, or undecided with the limit that was hit; a
//! heuristic decides in which order things are tried, never what is true.

pub mod mate;
