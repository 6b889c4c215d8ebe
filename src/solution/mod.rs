//! A solution as data: who moves, what is tried out, how the opponent rules, where the goal is
//! reached. Everything a report needs is in the tree; nothing in it says how it was found.
//!
//! Invariant: below a *key* every [`Node`] with the defender on move holds **every** choice the
//! defender has, and every [`Trial`](Course::Trial) of the attacker holds **every** ruling the
//! opponent can make, unless the node says that it was [cut](Extent::Cut). That is what makes the
//! tree a proof that can be replayed: [`check`] does so with the rules of chess alone. Duals, tries,
//! threats and set play are said in passing and are no part of the proof.

mod branch;
mod check;
mod detail;
mod node;
mod result;

pub use branch::{Branch, Course, Judgment, Manner, Mark, Ruling};
pub use check::{Claim, Fault, check};
pub use detail::{Detail, Tries};
pub use node::{Extent, Node, Outlook, Pressure};
pub use result::{Audit, Key, SetPlayTree, Solution, Verdict};
