//! Who is informed how far a study is.

use crate::retro::Verdict;
use crate::world::World;

use super::histories::Histories;

/// What a study is about to do.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Stage<'a> {
    /// Judge so many candidate worlds.
    Histories(usize),
    /// Judge the last moves.
    LastMoves,
    /// Look for the games that lead to the diagram.
    ProofGames,
    /// Take back moves.
    Retractions,
    /// Solve, in these worlds.
    Play(&'a Histories),
    /// Verify the submission, in these worlds.
    Verification(&'a Histories),
}

/// Is informed how far a study is; called from the thread that studies.
pub trait Observer: Sync {
    /// The study enters `stage`.
    fn enters(&self, stage: Stage<'_>);

    /// The histories of the diagram have come to a verdict on `world`; not called for those that stay undecided.
    fn judged(&self, _world: World, _verdict: &Verdict) {}
}

impl<F: Fn(Stage<'_>) + Sync> Observer for F {
    fn enters(&self, stage: Stage<'_>) {
        self(stage);
    }
}

/// An observer that ignores everything.
#[derive(Debug)]
pub(super) struct Nobody;

impl Observer for Nobody {
    fn enters(&self, _: Stage<'_>) {}
}
