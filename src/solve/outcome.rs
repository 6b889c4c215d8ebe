//! What solving a twin gave, ready to be reported.

use std::fmt;

use shakmaty::Color;

use crate::budget::Limits;
use crate::notation::Text;
use crate::problem::{Convention, Diagram, Fact};
use crate::retro;
use crate::solution::{Key, Solution, Verdict};
use crate::text;
use crate::world::{World, WorldSet};

use super::illegal_move::Retraction;

/// A candidate world and what the retro-analysis says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorldStatus {
    /// The world.
    pub world: World,
    /// What is known of it.
    pub feasibility: Feasibility,
}

/// What is known of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feasibility {
    /// It has a history, or the file says so.
    Possible,
    /// It has none.
    Impossible,
    /// Not known; solving counts it as feasible.
    Undecided,
}

impl Feasibility {
    /// The word used in JSON.
    pub const fn keyword(self) -> &'static str {
        match self {
            Feasibility::Possible => "possible",
            Feasibility::Impossible => "impossible",
            Feasibility::Undecided => "undecided",
        }
    }
}

impl From<&retro::Verdict> for Feasibility {
    fn from(verdict: &retro::Verdict) -> Feasibility {
        match verdict {
            retro::Verdict::Possible(_) => Feasibility::Possible,
            retro::Verdict::Impossible(_) => Feasibility::Impossible,
            retro::Verdict::Undecided(_) => Feasibility::Undecided,
        }
    }
}

impl WorldStatus {
    /// The worlds a file gives: all of them possible.
    pub fn given(worlds: &WorldSet) -> Vec<WorldStatus> {
        let possible = |world| WorldStatus {
            world,
            feasibility: Feasibility::Possible,
        };
        worlds.iter().map(possible).collect()
    }

    /// The candidate worlds of a diagram, judged by the retro-analysis.
    pub fn analysed(diagram: &Diagram, facts: &[Fact], limits: &Limits) -> Vec<WorldStatus> {
        let analysis = retro::analyse(diagram, facts, limits);
        analysis.worlds.iter().map(WorldStatus::from).collect()
    }

    /// The worlds, of a diagram with `turn` on move, of which that is known.
    pub fn select(
        turn: Color,
        all: &[WorldStatus],
        is_wanted: impl Fn(Feasibility) -> bool,
    ) -> WorldSet {
        let wanted = all.iter().filter(|status| is_wanted(status.feasibility));
        WorldSet::new(turn, wanted.map(|status| status.world))
    }
}

impl From<&retro::JudgedWorld> for WorldStatus {
    fn from(judged: &retro::JudgedWorld) -> WorldStatus {
        WorldStatus {
            world: judged.world,
            feasibility: Feasibility::from(&judged.verdict),
        }
    }
}

/// One part of a partial retro-analysis.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Part {
    /// The world the part is solved in.
    pub world: World,
    /// What was found in it.
    pub solution: Solution,
}

/// Whether the result hangs on worlds that could not be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finality {
    /// Verdict and keys are the same whichever of the undecided worlds exist.
    Final,
    /// They are not, or that was not found out.
    Conditional(Condition),
}

impl Finality {
    /// Whether it may be that with fewer undecided worlds the result would be final.
    pub fn hangs_on_worlds(&self) -> bool {
        matches!(
            self,
            Finality::Conditional(Condition::Changes { .. } | Condition::TooManyUndecided(_))
        )
    }
}

/// Why a result is conditional.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// With these undecided worlds left out the verdict or the keys are different.
    Changes {
        /// The undecided worlds whose absence changes the result.
        without: Vec<World>,
    },
    /// More than six worlds are undecided.
    TooManyUndecided(usize),
    /// The search of some subset hit a limit.
    NotSearched,
    /// A part only was looked at, as asked: there may be other keys or solutions, also shorter ones.
    NotExhaustive,
}

/// What it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Positions looked at by the search.
    pub nodes: u64,
    /// Time spent, in milliseconds.
    pub millis: u128,
}

/// What solving a twin gave.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Outcome {
    /// The convention that decided: `codex` may turn into `pra` or `rs`.
    pub applied: Convention,
    /// The worlds that were counted as feasible.
    pub worlds: WorldSet,
    /// The verdict of the whole; with parts: solved if every part is.
    pub verdict: Verdict,
    /// Whether it is final.
    pub finality: Finality,
    /// The solution; `None` with parts, and if the diagram is illegal.
    pub solution: Option<Solution>,
    /// The parts, if `applied` is [`Convention::Pra`]; empty otherwise.
    pub parts: Vec<Part>,
    /// The illegal last moves that solve the problem when taken back, if `applied` is
    /// [`Convention::IllegalMove`]; empty otherwise. The keys of `solution` are these moves.
    pub retractions: Vec<Retraction>,
    /// What it cost.
    pub stats: Stats,
}

impl Outcome {
    /// The solutions with the worlds of their parts: one of the whole, or one of each part.
    pub fn solutions(&self) -> impl Iterator<Item = (Option<World>, &Solution)> {
        let parts = (self.parts.iter()).map(|part| (Some(part.world), &part.solution));
        let whole = self.solution.iter().map(|solution| (None, solution));
        whole.chain(parts)
    }

    /// The keys of the whole; empty with parts.
    pub fn keys(&self) -> &[Key] {
        self.solution
            .as_ref()
            .map_or(&[], |solution| solution.keys.as_slice())
    }
}

/// Why a twin cannot be solved at all.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The stipulation is a question to the retro-analysis.
    NoPlay,
    /// The convention does not make sense for this stipulation.
    Senseless {
        /// The convention.
        convention: Convention,
        /// Why not.
        reason: Text,
    },
    /// Play cannot start from the diagram.
    Unplayable(Text),
    /// The thread pool could not be started.
    Threads(String),
    /// Not built in.
    NotSupported(Text),
}

impl SolveError {
    /// The error in words.
    pub fn text(&self) -> Text {
        match self {
            SolveError::NoPlay => text!(AsksForHistories),
            SolveError::Senseless { convention, reason } => text!(Senseless, convention, reason),
            SolveError::Unplayable(reason) => text!(UnplayableBecause, reason),
            SolveError::Threads(reason) => text!(ThreadsNotStarted, reason),
            SolveError::NotSupported(what) => text!(NotSupported, what),
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english())
    }
}

impl std::error::Error for SolveError {}
