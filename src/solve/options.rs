//! What a solution may cost and how much of it is wanted.

use crate::budget::Limits;
use crate::retro::RetroLimits;
use crate::solution::{Detail, Tries};

/// What a solution may cost and how much of it is wanted.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// Nodes, time, interruption; for all parts together.
    pub limits: Limits,
    /// What the histories of the positions before an illegal last move may cost: the time for all of
    /// them together, the nodes for each.
    pub retro: RetroLimits,
    /// Where to work. Results never depend on it.
    pub threads: Threads,
    /// Memory for the transposition tables of all threads together, in MiB.
    pub table_mib: usize,
    /// How much of the tree is wanted.
    pub detail: Detail,
    /// Which tries are wanted in the tree.
    pub tries: Tries,
    /// Help play: after so many solutions the search may end; the solution then says "at least".
    pub most_solutions: Option<u64>,
    /// Most nodes of the tree that is kept; what is beyond is cut.
    pub tree_nodes: usize,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            limits: Limits::unlimited(),
            retro: RetroLimits::default(),
            threads: Threads::Own(0),
            table_mib: 256,
            detail: Detail::Variations,
            tries: Tries::None,
            most_solutions: None,
            tree_nodes: 200_000,
        }
    }
}

/// Which threads do the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Threads {
    /// Those of the rayon pool the caller runs in, shared with whatever else runs there.
    Current,
    /// So many of their own; 0: as many as the machine has.
    Own(usize),
}
