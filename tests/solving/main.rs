//! Solving: moves and duties, searches, outcomes, and the checker of solutions.

mod defended;
mod illegal_move;
mod mates;
mod outcome;
mod outsider;
#[path = "../processor/mod.rs"]
mod processor;
mod replay;
mod restrictions;
mod retractors;
mod semantics;
mod touch;
