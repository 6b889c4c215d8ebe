//! The checker of refutations against forgers, against the finder, and on all that is known to be right.

// The long tests say how far they are.
#![allow(clippy::print_stdout)]

mod attacks;
mod claims;
#[path = "../games/mod.rs"]
mod games;
mod recheck;
mod story;

use beruehrt::budget::Limits;

/// A limit of nodes alone.
pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    }
}

/// A number from the environment, for the long tests.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}
