//! A problem studied from beginning to end: histories, solution, verification, within common limits.
//!
//! This is where a program that uses the library begins. [`Study`] takes a [`Twin`] and gives the
//! [`Histories`] with their evidence, the outcome of solving, or the verification of what the author claims. It
//! holds the policy that the modules it calls know nothing of: whether worlds are given or to be analysed, how much
//! is looked at where nothing hangs on the histories, and how time and nodes are divided ([`Options`]).
//!
//! ```
//! use beruehrt::study::Study;
//!
//! let file = "fen: 8/8/8/8/8/1K6/7R/k7 w\nstipulation: #1\n";
//! let parsed = beruehrt::syntax::parse(file);
//! let problem = parsed.problems().next().expect("the file is right");
//! let study = Study::default();
//! for twin in &problem.twins {
//!     let solved = study.solve(twin).expect("it can be played");
//!     let keys: Vec<String> = solved.outcome.keys().iter().map(|key| key.san.to_string()).collect();
//!     assert_eq!(keys, ["Rh1#"]);
//! }
//! ```
//!
//! Invariant: nothing here decides anything about chess. A verdict comes from the analysis, the solver or the
//! verification, and so does the word that it is undecided.

mod histories;
mod observer;
mod options;
mod shares;

use std::time::{Duration, Instant};

use crate::phases::{self, Phases};
use crate::problem::{Problem, Retractor, Stipulation, Twin};
use crate::retro::proof_game::ProofGames;
use crate::solve::retractor::{Retractions, retract};
use crate::solve::{
    Detail, Outcome, Restrictions, SolveError, SolveOptions, Threads, Wanted, in_threads, solve,
};
use crate::verify::{Verification, VerifyOptions, proof_games, verify};

pub use histories::{Candidate, Histories, Origin};
pub use observer::{Observer, Stage};
pub use options::{GameLength, HistoryLimits, Options};

use histories::followed;
use shares::Shares;

/// Studies twins under the same options, telling an observer how far it is.
#[derive(Clone, Copy)]
pub struct Study<'a> {
    options: &'a Options,
    observer: &'a dyn Observer,
    known: &'a [Candidate],
}

/// A twin with its histories and what solving gave.
#[derive(Debug)]
#[non_exhaustive]
pub struct Solved {
    /// Its worlds.
    pub histories: Histories,
    /// What solving in them gave.
    pub outcome: Outcome,
    /// What happens between its phases; `None` where that was not asked for or is not proved.
    pub phases: Option<Phases>,
    /// Time for both.
    pub spent: Duration,
}

/// The games of a twin that asks for a proof game.
#[derive(Debug)]
#[non_exhaustive]
pub struct Proved {
    /// The games and what is known of others.
    pub games: ProofGames,
    /// Time for the search.
    pub spent: Duration,
}

/// The solutions of a retractor.
#[derive(Debug)]
#[non_exhaustive]
pub struct Retracted {
    /// What was asked.
    pub asked: Retractor,
    /// What was found.
    pub found: Retractions,
    /// Time for the search.
    pub spent: Duration,
}

/// A twin with its histories and what the verification gave.
#[derive(Debug)]
#[non_exhaustive]
pub struct Verified {
    /// Its worlds.
    pub histories: Histories,
    /// What was found.
    pub verification: Verification,
    /// What happens between its phases; `None` where that is not proved.
    pub phases: Option<Phases>,
    /// Time for both.
    pub spent: Duration,
}

impl Default for Study<'static> {
    /// Default options, nobody observing.
    fn default() -> Study<'static> {
        static OPTIONS: std::sync::LazyLock<Options> = std::sync::LazyLock::new(Options::default);
        Study::new(&OPTIONS)
    }
}

impl std::fmt::Debug for Study<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Study {:?}", self.options)
    }
}

impl<'a> Study<'a> {
    /// A study under `options`, nobody observing.
    pub const fn new(options: &'a Options) -> Study<'a> {
        Study {
            options,
            observer: &observer::Nobody,
            known: &[],
        }
    }

    /// The same, telling `observer` what it is about to do.
    #[must_use]
    pub const fn observed(self, observer: &'a dyn Observer) -> Study<'a> {
        Study { observer, ..self }
    }

    /// The same, going on from what an earlier study found of the same diagram with the same facts: worlds that were
    /// decided stay so, and the limits are for the others.
    #[must_use]
    pub const fn knowing(self, known: &'a [Candidate]) -> Study<'a> {
        Study { known, ..self }
    }

    /// Judges every candidate world of the diagram, whatever the file says of them, and every last move where
    /// the twin asks for it.
    ///
    /// # Errors
    ///
    /// The threads cannot be started.
    pub fn histories(&self, twin: &Twin) -> Result<Histories, SolveError> {
        self.in_threads(|| {
            let shares = Shares::of_histories(self.options);
            Ok(Histories::analysed(twin, &shares, self))
        })
    }

    /// Finds the worlds of the twin (those the file gives, else those the analysis leaves) and solves it in them.
    ///
    /// # Errors
    ///
    /// The twin asks for histories and not for play, cannot be played, or the threads cannot be started.
    pub fn solve(&self, twin: &Twin) -> Result<Solved, SolveError> {
        self.in_threads(|| {
            let began = Instant::now();
            let shares = Shares::of_play(self.options, twin);
            let play = |histories: &Histories| {
                self.observer.enters(Stage::Play(histories));
                solve(twin, &histories.statuses(), &self.solve_options(&shares))
            };
            let hangs = |outcome: &Outcome| outcome.finality.hangs_on_worlds();
            let (histories, outcome) = followed(twin, &shares, self, play, hangs)?;
            let in_full = self.options.detail == Detail::Full;
            let phases = in_full.then(|| phases::read(twin, &outcome)).flatten();
            Ok(Solved {
                histories,
                phases,
                outcome,
                spent: began.elapsed(),
            })
        })
    }

    /// Looks for the games that the stipulation of a proof game asks for. Without a limit the search goes on until it is complete.
    ///
    /// # Errors
    ///
    /// The twin asks for something else, or the threads cannot be started.
    pub fn proof_games(&self, twin: &Twin) -> Result<Proved, SolveError> {
        let Stipulation::ProofGame(asked) = twin.stipulation else {
            return Err(SolveError::NoPlay);
        };
        self.in_threads(|| {
            let began = Instant::now();
            self.observer.enters(Stage::ProofGames);
            let mut budget = self.options.limits.start();
            Ok(Proved {
                games: proof_games(twin, asked, &mut budget),
                spent: began.elapsed(),
            })
        })
    }

    /// Solves a retractor. A limit of nodes holds for the search; those of histories for each position that has to be judged.
    ///
    /// # Errors
    ///
    /// The twin asks for something else or for play that is not solved, or the threads cannot be started.
    pub fn retract(&self, twin: &Twin) -> Result<Retracted, SolveError> {
        let Stipulation::Retractor(asked) = twin.stipulation else {
            return Err(SolveError::NoPlay);
        };
        self.in_threads(|| {
            let began = Instant::now();
            self.observer.enters(Stage::Retractions);
            let shares = Shares::of_histories(self.options);
            let options = self.retractor_options(self.solve_options(&shares));
            let mut budget = options.limits.start();
            Ok(Retracted {
                asked,
                found: retract(twin, asked, &options, &mut budget)?,
                spent: began.elapsed(),
            })
        })
    }

    /// Verifies the twin of `problem` as its author submits it.
    ///
    /// The time is for the verification as a whole; the nodes for the histories and for each search.
    ///
    /// # Errors
    ///
    /// The threads cannot be started.
    pub fn verify(&self, problem: &Problem, twin: &Twin) -> Result<Verified, SolveError> {
        self.in_threads(|| {
            let began = Instant::now();
            let shares = Shares::of_play(self.options, twin);
            let verify = |histories: &Histories| {
                self.observer.enters(Stage::Verification(histories));
                let mut options = self.verify_options(twin, &shares);
                if let Stipulation::Retractor(_) = twin.stipulation {
                    options.solve = self.retractor_options(options.solve);
                }
                Ok(verify(problem, twin, &histories.statuses(), &options))
            };
            let is_searched_back = matches!(
                twin.stipulation,
                Stipulation::ProofGame(_) | Stipulation::Retractor(_)
            );
            let (histories, verification) = if is_searched_back {
                let unasked = Histories::unasked();
                let verification = verify(&unasked)?;
                (unasked, verification)
            } else {
                followed(twin, &shares, self, verify, Verification::hangs_on_worlds)?
            };
            let outcome = verification.outcome.as_ref();
            let phases = outcome.and_then(|outcome| phases::read(twin, outcome));
            Ok(Verified {
                histories,
                phases,
                verification,
                spent: began.elapsed(),
            })
        })
    }

    /// The limits are for the search; those of histories for each position that has to be judged.
    fn retractor_options(&self, options: SolveOptions) -> SolveOptions {
        let mut options = SolveOptions {
            limits: self.options.limits.clone(),
            ..options
        };
        options.retro.nodes = self.options.histories.nodes;
        options
    }

    fn verify_options(&self, twin: &Twin, shares: &Shares) -> VerifyOptions {
        let mut retro = shares.retro();
        if !matches!(twin.stipulation, Stipulation::Goal(_)) {
            // Nothing is left but to look for the last move.
            retro.time = shares.time_left();
        }
        VerifyOptions {
            // Who verifies wants them all.
            solve: SolveOptions {
                most_solutions: None,
                restrictions: Restrictions::default(),
                wanted: Wanted::All,
                ..self.solve_options(shares)
            },
            retro,
            economy: self.options.economy,
        }
    }

    fn solve_options(&self, shares: &Shares) -> SolveOptions {
        SolveOptions {
            limits: shares.play(),
            retro: shares.retro(),
            threads: Threads::Current,
            table_mib: self.options.table_mib,
            most_solutions: self.options.most_solutions,
            restrictions: self.options.restrictions,
            wanted: self.options.wanted,
            detail: self.options.detail,
            tries: self.options.tries,
            ..SolveOptions::default()
        }
    }

    fn in_threads<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, SolveError> + Send,
    ) -> Result<T, SolveError> {
        in_threads(self.options.threads, work)
    }
}
