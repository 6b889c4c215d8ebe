//! The play that follows what was taken back.

use crate::budget::{Budget, Limit};
use crate::problem::{
    Convention, Duplex, Forced, Histories, Length, Play, Retractor, Stipulation, Twin,
};
use crate::retro::RetroPosition;
use crate::search::{Restrictions, Wanted};
use crate::solution::{Branch, Detail, Tries, Verdict};
use crate::solve::{
    Feasibility, Finality, Outcome, SolveError, SolveOptions, Threads, WorldStatus, sensible, solve,
};
use crate::world::{Right, Rights, World};

use super::legality::{Legality, feasibility};
use super::{MOST_LINES, Way};

/// Play up to this length is looked for by all moves before anything else is asked.
const SHORT: u32 = 2;

/// The play that follows.
pub(super) struct Forward {
    /// The question, of whatever diagram it is asked.
    twin: Twin,
    forced: Forced,
    options: SolveOptions,
}

/// What the play from a position comes to.
pub(super) enum Reached {
    /// The goal is reached, in a position that has a game.
    Yes(Vec<Way>),
    /// It is not, or the position has no game.
    No,
    /// It hangs on worlds that could not be decided.
    Open(Vec<Way>),
}

impl Forward {
    /// # Errors
    ///
    /// What is asked for is not solved.
    pub(super) fn new(
        twin: &Twin,
        forced: Forced,
        options: &SolveOptions,
    ) -> Result<Forward, SolveError> {
        let twin = Twin {
            label: String::new(),
            diagram: twin.diagram.clone(),
            stipulation: Stipulation::Goal(forced),
            duplex: Duplex::No,
            announced: None,
            convention: Convention::Codex,
            options: twin.options,
            histories: Histories::Analyse,
            facts: Vec::new(),
            start: None,
            solution: None,
        };
        Ok(Forward {
            forced: sensible(&twin)?,
            twin,
            options: SolveOptions {
                threads: Threads::Current,
                table_mib: 4,
                detail: Detail::Keys,
                tries: Tries::None,
                restrictions: Restrictions::default(),
                wanted: Wanted::All,
                most_solutions: None,
                ..options.clone()
            },
        })
    }

    /// What the side on move in `position` reaches.
    pub(super) fn reached(
        &self,
        position: &RetroPosition,
        legality: &mut Legality<'_>,
        budget: &mut Budget,
    ) -> Result<Reached, Limit> {
        if !self.may_reach(position, budget)? {
            return Ok(Reached::No);
        }
        let worlds = legality.worlds(position, budget);
        let known = feasibility(&worlds);
        if known == Feasibility::Impossible {
            return Ok(Reached::No);
        }
        let Some(outcome) = self.play(position, &worlds, budget) else {
            return Ok(Reached::No);
        };
        let ways = ways(&outcome);
        let is_final = outcome.finality == Finality::Final;
        match outcome.verdict {
            Verdict::Undecided(limit) => Err(limit),
            Verdict::Solved if is_final && known == Feasibility::Possible => Ok(Reached::Yes(ways)),
            Verdict::NoSolution | Verdict::Illegal if is_final => Ok(Reached::No),
            _ => Ok(Reached::Open(ways)),
        }
    }

    /// Whether the goal can be reached in any world at all; a "no" holds whatever the histories are. In long reflex play it is
    /// not asked: there more moves may hurt the attacker.
    pub(super) fn may_reach(
        &self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        budget.spend()?;
        if self.forced.play == Play::Reflex && !self.is_short() {
            return Ok(true);
        }
        let turn = position.turn;
        let home = Rights::at_home(&position.board);
        let helps = self.forced.play == Play::Help;
        // The more the attacker may castle, and the less the defender, the better for the goal.
        let rights: Rights = (home.iter())
            .filter(|right: &Right| helps || right.color() == turn || self.is_short())
            .collect();
        let candidates = position.diagram().candidates();
        let mut targets: Vec<_> = candidates.targets().map(Some).collect();
        targets.push(None);
        for target in targets {
            if !position.agrees_with_target(target) {
                continue;
            }
            let world = World { target, rights };
            let Ok(start) = world.position(&position.board, turn) else {
                continue;
            };
            if let (Length::HalfMoves(plies), true) = (self.forced.length, self.is_short()) {
                if self.forced.goal.can_be_reached(&start, plies) {
                    return Ok(true);
                }
                continue;
            }
            let status = WorldStatus {
                world,
                feasibility: Feasibility::Possible,
            };
            if let Some(outcome) = self.play(position, &[status], budget)
                && outcome.verdict != Verdict::NoSolution
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_short(&self) -> bool {
        matches!(self.forced.length, Length::HalfMoves(plies) if plies <= SHORT)
    }

    fn play(
        &self,
        position: &RetroPosition,
        worlds: &[WorldStatus],
        budget: &mut Budget,
    ) -> Option<Outcome> {
        let twin = Twin {
            diagram: position.diagram(),
            ..self.twin.clone()
        };
        let options = SolveOptions {
            limits: budget.limits_left(),
            ..self.options.clone()
        };
        // What is left to go wrong is a diagram that nobody can play from.
        let outcome = solve(&twin, worlds, &options).ok()?;
        budget.charge_nodes(outcome.stats.nodes);
        Some(outcome)
    }
}

/// What is asked of the position to which moves taken back lead, as a twin of its own, and what is known of its worlds.
///
/// # Errors
///
/// Those of [`retract`](super::retract).
pub fn continuation(
    twin: &Twin,
    asked: Retractor,
    before: &RetroPosition,
    options: &SolveOptions,
    budget: &mut Budget,
) -> Result<(Twin, Vec<WorldStatus>), SolveError> {
    let forward = Forward::new(twin, asked.forward, options)?;
    let mut legality = Legality::new(asked, options, None);
    let mut worlds = legality.worlds(before, budget);
    let hangs = |worlds: &[WorldStatus], budget: &mut Budget| {
        let outcome = forward.play(before, worlds, budget);
        outcome.is_some_and(|outcome| outcome.finality != Finality::Final)
    };
    while hangs(&worlds, budget) && budget.check_clock().is_ok() && legality.goes_deeper() {
        legality.look_harder(before, budget);
        worlds = legality.worlds(before, budget);
    }
    let twin = Twin {
        diagram: before.diagram(),
        ..forward.twin
    };
    Ok((twin, worlds))
}

/// The keys, each by itself; of help play the solutions.
fn ways(outcome: &Outcome) -> Vec<Way> {
    let mut ways = Vec::new();
    for (_, solution) in outcome.solutions() {
        match (&solution.tree, solution.count) {
            (Some(tree), Some(_)) => {
                let room = MOST_LINES.saturating_sub(ways.len());
                let lines = tree.lines().into_iter().filter(|line| !line.is_empty());
                let whole = |line: Vec<&Branch>| line.iter().map(|one| (one.mv, one.san)).collect();
                ways.extend(lines.take(room).map(whole));
            }
            _ => ways.extend(solution.keys.iter().map(|key| vec![(key.mv, key.san)])),
        }
    }
    ways
}
