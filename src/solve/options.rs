//! What a solution may cost and how much of it is wanted.

use crate::budget::Limits;
use crate::problem::Play;
use crate::retro::usual_limits;
use crate::search::{Restrictions, Wanted};
use crate::solution::{Detail, Tries};

/// What a solution may cost and how much of it is wanted.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// Nodes, time, interruption; for all parts together.
    pub limits: Limits,
    /// What the histories of the positions before an illegal last move may cost: the time for all of
    /// them together, the nodes for each.
    pub retro: Limits,
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
    /// Direct, self and reflex play: which moves of the attacker are not followed. With any, no verdict is negative and none final.
    pub restrictions: Restrictions,
    /// How many keys are wanted; in help play solutions. With one, nothing is final.
    pub wanted: Wanted,
    /// Most nodes of the tree that is kept; what is beyond is cut.
    pub tree_nodes: usize,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            limits: Limits::unlimited(),
            retro: usual_limits(),
            threads: Threads::Own(0),
            table_mib: 256,
            detail: Detail::Variations,
            tries: Tries::None,
            most_solutions: None,
            restrictions: Restrictions::default(),
            wanted: Wanted::All,
            tree_nodes: 200_000,
        }
    }
}

impl SolveOptions {
    /// The options for such play: in help play there is no attacker to curb, and one solution is wanted where one key is.
    pub(super) fn of_play(&self, play: Play) -> SolveOptions {
        let mut options = self.clone();
        if play == Play::Help {
            options.restrictions = Restrictions::default();
            if self.wanted == Wanted::One {
                options.most_solutions = Some(1);
            }
        }
        options
    }

    /// Whether moves are left out, so that the tree shows nothing but the way to the goal.
    pub(super) fn is_partial(&self) -> bool {
        self.restrictions.any() || self.wanted == Wanted::One
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
