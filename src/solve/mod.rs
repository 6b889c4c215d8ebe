//! From a twin and its judged worlds to an outcome: which convention applies, the parts, the
//! solutions, and whether anything hangs on a world that could not be decided.
//!
//! Invariant: a verdict is reported as solved only after the independent checker has replayed the
//! tree, or with the remark that the tree was too large.
//!
//! ```
//! use beruehrt::problem::Histories;
//! use beruehrt::solution::Verdict;
//! use beruehrt::solve::{SolveOptions, WorldStatus, solve};
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\nhistories: given\n  - -\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let twin = &parsed.problems().next().expect("the file is right").twins[0];
//! let Histories::Given(worlds) = &twin.histories else { unreachable!() };
//! let outcome = solve(twin, &WorldStatus::given(worlds), &SolveOptions::default())?;
//! assert_eq!(outcome.verdict, Verdict::Solved);
//! # Ok::<(), beruehrt::solve::SolveError>(())
//! ```

mod finality;
pub mod illegal_move;
mod options;
mod outcome;
mod resolve;
pub mod retractor;
mod session;
mod set_worlds;

use std::time::Instant;

use crate::budget::Limit;
use crate::problem::{Convention, Forced, Goal, Play, SetPlay, Stipulation, Strictness, Twin};
use crate::solution::Verdict;
use crate::text;

pub use crate::search::{NonTrivial, Restrictions, Wanted};
pub use crate::solution::{Detail, Tries};
pub use options::{SolveOptions, Threads};
pub use outcome::{
    Condition, Feasibility, Finality, Outcome, Part, SolveError, Stats, WorldStatus,
};

use resolve::Resolver;
use session::{Effort, Session};
use set_worlds::SetWorlds;

/// Stack of a worker thread. The recursion is bounded by the half-moves and the worlds.
const STACK: usize = 64 << 20;

/// Solves `twin` in the worlds given with their status; impossible worlds are left out.
///
/// With [`Histories::Given`](crate::problem::Histories::Given) pass the given worlds as possible:
/// see [`WorldStatus::given`].
///
/// # Errors
///
/// What cannot be solved at all: see [`SolveError`].
pub fn solve(
    twin: &Twin,
    worlds: &[WorldStatus],
    options: &SolveOptions,
) -> Result<Outcome, SolveError> {
    let forced = sensible(twin)?;
    let options = &options.of_play(forced.play);
    let began = Instant::now();
    let turn = twin.diagram.turn;
    let all = WorldStatus::select(turn, worlds, |known| known != Feasibility::Impossible);
    if twin.convention == Convention::IllegalMove {
        // Many small questions: they share one pool.
        let current = SolveOptions {
            threads: Threads::Current,
            restrictions: Restrictions::default(),
            wanted: Wanted::All,
            ..options.clone()
        };
        return in_threads(options.threads, || {
            illegal_move::solve_retracting(twin, forced, worlds, all, &current)
        });
    }
    // Worlds may be given for a diagram in which the king can be captured.
    if all.is_empty() || twin.diagram.leaves_check() {
        return Ok(Outcome {
            applied: twin.convention,
            worlds: all,
            verdict: Verdict::Illegal,
            finality: Finality::Final,
            solution: None,
            parts: Vec::new(),
            retractions: Vec::new(),
            stats: Stats::default(),
        });
    }
    let undecided = WorldStatus::select(turn, worlds, |known| known == Feasibility::Undecided);
    let set_play = (forced.set_play == SetPlay::Yes)
        .then(|| SetWorlds::of(twin, &all, options))
        .flatten();
    let session = Session {
        twin,
        forced,
        options,
        set_play,
    };
    let work = || {
        let mut budget = options.limits.start();
        let mut resolver = Resolver::new(&session);
        let resolved = resolver.resolve(all, Effort::Everything, &mut budget)?;
        let finality = match resolved.verdict {
            Verdict::Undecided(Limit::NotExhaustive) => {
                Finality::Conditional(Condition::NotExhaustive)
            }
            Verdict::Undecided(_) => Finality::Conditional(Condition::NotSearched),
            // That there is no key at all was found by a whole search.
            _ if options.is_partial() && resolved.has_keys() => {
                Finality::Conditional(Condition::NotExhaustive)
            }
            _ => finality::of(&mut resolver, &resolved, &all, &undecided, &mut budget)?,
        };
        Ok(Outcome {
            applied: resolved.applied,
            worlds: all,
            verdict: resolved.verdict,
            finality,
            solution: resolved.solution,
            parts: resolved.parts,
            retractions: Vec::new(),
            stats: Stats {
                nodes: budget.nodes_used(),
                millis: began.elapsed().as_millis(),
            },
        })
    };
    in_threads(options.threads, work)
}

/// Does `work` in the threads that are wanted.
pub(crate) fn in_threads<T: Send>(
    threads: Threads,
    work: impl FnOnce() -> Result<T, SolveError> + Send,
) -> Result<T, SolveError> {
    match threads {
        Threads::Current => work(),
        Threads::Own(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()
            .map_err(|error| SolveError::Threads(error.to_string()))?
            .install(work),
    }
}

/// The stipulation, if the convention makes sense for it.
fn sensible(twin: &Twin) -> Result<Forced, SolveError> {
    let Stipulation::Goal(forced) = twin.stipulation else {
        return Err(SolveError::NoPlay);
    };
    if forced.play == Play::Reflex && forced.goal == Goal::Stalemate {
        return Err(SolveError::NotSupported(text!(ReflexStalematePlay)));
    }
    if forced.is_half_a_move()
        && (twin.convention != Convention::IllegalMove || forced.set_play == SetPlay::Yes)
    {
        return Err(SolveError::Senseless {
            convention: twin.convention,
            reason: text!(HalfMoveOnlyIllegal),
        });
    }
    let retracted =
        twin.convention == Convention::IllegalMove && twin.options.strict == Strictness::Plain;
    if retracted && forced.set_play == SetPlay::Yes {
        return Err(SolveError::Senseless {
            convention: twin.convention,
            reason: text!(SetPlayTakenBack),
        });
    }
    Ok(forced)
}
