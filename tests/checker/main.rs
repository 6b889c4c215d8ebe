//! The checker of refutations against forgers, against the finder, and on all that is known to be right.

#![allow(clippy::too_many_lines, reason = "cases listed one after the other")]
// The long tests say how far they are.
#![allow(clippy::print_stdout)]

mod attacks;
mod cases;
mod certificates;
mod claims;
#[path = "../files/mod.rs"]
mod files;
mod forged;
#[path = "../games/mod.rs"]
mod games;
mod measure;
mod overlooked;
#[path = "../processor/mod.rs"]
mod processor;
mod recheck;
mod single;
mod story;
mod unshown;

use beruehrt::budget::Limits;
use rayon::prelude::*;

/// A limit of nodes alone.
pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::unlimited()
    }
}

/// How much is asked in every run of the tests, and how much where mutants are looked for: `.ci/mutate` sets `THOROUGH`.
pub fn usual_or_thorough(usual: u64, thorough: u64) -> u64 {
    if std::env::var_os("THOROUGH").is_some() {
        thorough
    } else {
        usual
    }
}

/// A number from the environment, for the long tests.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Looks into one game after the other, as many side by side as there are threads, until `add` says that it was enough.
/// What comes of them is added in the order of their numbers: the number of threads changes nothing.
pub fn look_into_games<T: Send>(look: impl Fn(u64) -> T + Sync, mut add: impl FnMut(T) -> Enough) {
    let side_by_side = rayon::current_num_threads() as u64;
    for first in (0..).step_by(side_by_side as usize) {
        let found: Vec<T> = (first..first + side_by_side)
            .into_par_iter()
            .map(&look)
            .collect();
        for found in found {
            if add(found) == Enough::Yes {
                return;
            }
        }
    }
}

/// Whether enough has been looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enough {
    /// It is enough.
    Yes,
    /// More is wanted.
    NotYet,
}

impl Enough {
    /// Enough if so.
    pub fn when(is_enough: bool) -> Enough {
        if is_enough {
            Enough::Yes
        } else {
            Enough::NotYet
        }
    }
}
