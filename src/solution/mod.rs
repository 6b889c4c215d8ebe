//! A solution as data: who moves, what is tried out, how the opponent rules, where the goal is
//! reached. Everything a report needs is in the tree; nothing in it says how it was found.
//!
//! Invariant: below a *key* every [`Node`] with the defender on move holds **every** choice the
//! defender has, and every [`Trial`](Course::Trial) of the attacker holds **every** ruling the
//! opponent can make, unless the node says that it was [cut](Extent::Cut). That is what makes the
//! tree a proof that can be replayed: [`check()`] does so with the rules of chess alone. Duals, tries,
//! threats and set play are said in passing and are no part of the proof.
//!
//! ```
//! use beruehrt::study::Study;
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let problem = parsed.problems().next().expect("the file is right");
//! let solved = Study::default().solve(&problem.twins[0])?;
//! let solution = solved.outcome.solution.expect("there are no parts");
//! let tree = solution.tree.expect("it was asked for");
//! assert_eq!(tree.branches.len(), 1);
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod branch;
mod check;
mod detail;
mod duty;
mod node;
mod result;

pub use branch::{Branch, Course, Judgment, Manner, Mark, Ruling};
pub use check::{Claim, Fault, check};
pub use detail::{Detail, Tries};
pub use node::{Extent, Node, Outlook, Pressure};
pub use result::{Audit, Count, Key, SetPlayTree, Solution, Verdict};
