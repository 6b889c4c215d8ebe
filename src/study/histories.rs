//! The histories of a twin: given by the file, or judged.

use std::time::Instant;

use crate::budget::Limits;
use crate::problem::{self, Stipulation, Twin};
use crate::retro::{
    Analysis, Brevity, JudgedMove, Judging, LastMoves, Shortest, Verdict, last_moves,
};
use crate::solve::{Feasibility, SolveError, WorldStatus};
use crate::world::{self, Statement, World};

use super::Study;
use super::observer::Stage;
use super::options::GameLength;
use super::shares::Shares;

/// The candidate worlds of a twin with what is known of them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Histories {
    /// Where they come from.
    pub origin: Origin,
    /// All candidates, in the order of [`World`]; of given worlds those alone.
    pub worlds: Vec<Candidate>,
    /// Every last move the board allows, if the twin asks for it.
    pub last_moves: Option<LastMoves>,
    /// The shortest game to the diagram in whatever world, if it was asked for and found.
    pub shortest: Option<Shortest>,
}

/// Where worlds come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The retro-analysis judged them.
    Analysed,
    /// The file gives them; nothing was looked at.
    Given,
}

/// A candidate world.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Candidate {
    /// The world.
    pub world: World,
    /// What was found, with its evidence; `None` if the world is given.
    pub verdict: Option<Verdict>,
    /// What is known of shorter games, if it was asked.
    pub brevity: Option<Brevity>,
}

impl Candidate {
    /// What is known of it; a given world is possible.
    pub fn feasibility(&self) -> Feasibility {
        (self.verdict.as_ref()).map_or(Feasibility::Possible, Feasibility::from)
    }
}

impl Histories {
    /// Those of a twin of which nothing is asked but its games.
    pub(super) const fn unasked() -> Histories {
        Histories {
            origin: Origin::Given,
            worlds: Vec::new(),
            last_moves: None,
            shortest: None,
        }
    }

    /// Those that the file gives, if it gives any.
    pub(super) fn given(twin: &Twin) -> Option<Histories> {
        let problem::Histories::Given(given) = &twin.histories else {
            return None;
        };
        let candidate = |world| Candidate {
            world,
            verdict: None,
            brevity: None,
        };
        Some(Histories {
            worlds: given.iter().map(candidate).collect(),
            ..Histories::unasked()
        })
    }

    /// The candidate worlds, judged whatever the file says, and the last moves where they are asked for. Both share
    /// the time there is.
    pub(super) fn analysed(twin: &Twin, shares: &Shares, study: &Study<'_>) -> Histories {
        let limits = shares.histories();
        if twin.stipulation != Stipulation::LastMove {
            return judged(twin, limits, study);
        }
        let half = Limits {
            time: limits.time.map(|time| time / 2),
            ..limits.clone()
        };
        let mut found = judged(twin, &half, study);
        study.observer.enters(Stage::LastMoves);
        let mut budget = Limits {
            time: shares.history_time_left(),
            ..limits.clone()
        }
        .start();
        found.last_moves = Some(last_moves(&twin.diagram, &twin.facts, &mut budget));
        found
    }

    /// What the impossible worlds say about castling and en passant; nothing of given ones, for nobody judged them.
    pub fn statements(&self) -> Vec<Statement> {
        let worlds = |impossible: bool| -> Vec<World> {
            (self.worlds.iter())
                .filter(|one| (one.feasibility() == Feasibility::Impossible) == impossible)
                .map(|one| one.world)
                .collect()
        };
        world::statements(&worlds(true), &worlds(false))
    }

    /// What is known of each world, for [`solve`](crate::solve::solve).
    pub fn statuses(&self) -> Vec<WorldStatus> {
        let status = |candidate: &Candidate| WorldStatus {
            world: candidate.world,
            feasibility: candidate.feasibility(),
        };
        self.worlds.iter().map(status).collect()
    }

    /// Whether every world, and every last move if asked for, is known to be possible or impossible.
    pub fn is_decided(&self) -> bool {
        let open = |candidate: &Candidate| candidate.feasibility() == Feasibility::Undecided;
        let moves = self.last_moves.iter().flat_map(|last| &last.moves);
        let not_refuted = |judged: &JudgedMove| matches!(judged.verdict, Verdict::Undecided(_));
        !self.worlds.iter().any(open) && !moves.into_iter().any(not_refuted)
    }

    /// Whether every world is impossible: no game leads to the diagram.
    pub fn is_illegal(&self) -> bool {
        let impossible = |candidate: &Candidate| candidate.feasibility() == Feasibility::Impossible;
        self.worlds.iter().all(impossible)
    }

    /// Whether the last move was asked for and every one is impossible, as before the first move of a game.
    pub fn has_no_last_move(&self) -> bool {
        let left = |last: &LastMoves| last.remaining().next().is_some();
        self.last_moves.as_ref().is_some_and(|last| !left(last))
    }
}

/// The candidate worlds, judged by the retro-analysis. Runs in the current pool.
fn judged(twin: &Twin, limits: &Limits, study: &Study<'_>) -> Histories {
    let found = |world: World, verdict: &Verdict| study.observer.judged(world, verdict);
    let judging = begin(twin, limits, study, &found);
    let mut analysis = judging.into_analysis();
    finish(&mut analysis, twin, limits, study);
    Histories::from(analysis)
}

fn begin<'a>(
    twin: &'a Twin,
    limits: &Limits,
    study: &Study<'_>,
    found: &'a dyn Fn(World, &Verdict),
) -> Judging<'a> {
    let worlds = twin.diagram.candidates().len();
    study.observer.enters(Stage::Histories(worlds));
    let known: Vec<(World, Verdict)> = study
        .known
        .iter()
        .filter_map(|candidate| Some((candidate.world, candidate.verdict.clone()?)))
        .collect();
    Judging::begin(&twin.diagram, &twin.facts, limits, &known, found)
}

/// Looks for shorter games where they are asked for.
fn finish(analysis: &mut Analysis, twin: &Twin, limits: &Limits, study: &Study<'_>) {
    match study.options.games {
        GameLength::AsFound => {}
        GameLength::Shortened(attempts) => {
            analysis.shorten(&twin.diagram, &twin.facts, attempts, limits);
        }
        GameLength::Shortest => analysis.find_shortest(&twin.diagram, &twin.facts, limits),
    }
}

impl From<Analysis> for Histories {
    fn from(analysis: Analysis) -> Histories {
        Histories {
            origin: Origin::Analysed,
            worlds: analysis
                .worlds
                .into_iter()
                .map(|judged| Candidate {
                    world: judged.world,
                    verdict: Some(judged.verdict),
                    brevity: judged.brevity,
                })
                .collect(),
            last_moves: None,
            shortest: analysis.shortest,
        }
    }
}

/// What follows the histories of a twin, and the histories it was asked in.
///
/// `follow` is asked in the worlds that are left within the share of the histories. Where its answer hangs on undecided worlds, as
/// `hangs` says, these get the time that is left but for asking once more, and it is asked again if one of them was decided.
pub(super) fn followed<T>(
    twin: &Twin,
    shares: &Shares,
    study: &Study<'_>,
    mut follow: impl FnMut(&Histories) -> Result<T, SolveError>,
    hangs: impl Fn(&T) -> bool,
) -> Result<(Histories, T), SolveError> {
    if let Some(given) = Histories::given(twin) {
        let answer = follow(&given)?;
        return Ok((given, answer));
    }
    let limits = shares.histories();
    let found = |world: World, verdict: &Verdict| study.observer.judged(world, verdict);
    let mut judging = begin(twin, limits, study, &found);
    let meant = |mut analysis: Analysis| {
        finish(&mut analysis, twin, limits, study);
        let mut histories = Histories::from(analysis);
        for candidate in &mut histories.worlds {
            if let Some(Verdict::Undecided(undecided)) = &mut candidate.verdict {
                undecided.refutation = shares.meaning(undecided.refutation);
                undecided.witness = shares.meaning(undecided.witness);
            }
        }
        histories
    };
    let open = judging.open();
    let goes_on = open > 0 && study.options.games == GameLength::AsFound;
    if !goes_on {
        let histories = meant(judging.into_analysis());
        let answer = follow(&histories)?;
        return Ok((histories, answer));
    }
    let histories = meant(judging.analysis());
    let began = Instant::now();
    let answer = follow(&histories)?;
    let Some(more) = shares
        .more_for_histories(began.elapsed())
        .filter(|_| hangs(&answer))
    else {
        return Ok((histories, answer));
    };
    study.observer.enters(Stage::Histories(open));
    judging.go_on(more);
    let is_new = judging.open() < open;
    let histories = meant(judging.into_analysis());
    let answer = if is_new { follow(&histories)? } else { answer };
    Ok((histories, answer))
}
