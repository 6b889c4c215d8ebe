//! The retro-analysis of a diagram: every candidate world with its verdict and evidence.
//!
//! Invariant: "impossible" only with a refutation that the certificate checker accepts, "possible" only
//! with a game that the witness checker replays; everything else is undecided. The worlds are worked on in
//! parallel, each with its share of the nodes, so the same node limit gives the same answer on any
//! number of threads.

use rayon::prelude::*;
use shakmaty::Color;

use crate::budget::{Budget, Limit, Limits, Stop};
use crate::problem::{Diagram, Fact, LastMove};
use crate::world::{Right, Rights, World};

use super::certificate;
use super::closure::Closed;
use super::position::{EpState, RetroPosition, RightState};
use super::refutation::Refutation;
use super::refuter::{LEVELS, attempt, refute};
use super::unmove::{Unmove, UnmoveKind};
use super::verdict::{JudgedWorld, Undecided, Verdict, Witness};
use super::witness;

/// What the analysis of one diagram may cost.
#[derive(Debug, Clone)]
pub struct RetroLimits {
    /// Nodes in all, shared out evenly among the candidate worlds; `None`: no limit.
    pub nodes: Option<u64>,
    /// Time in all; `None`: no limit. Only a limit of nodes gives the same answer every time.
    pub time: Option<std::time::Duration>,
    /// Polled for interruption.
    pub stop: Stop,
}

impl Default for RetroLimits {
    /// Enough for a typical problem, a few seconds for a hard one.
    fn default() -> RetroLimits {
        RetroLimits {
            nodes: Some(400_000),
            time: Some(std::time::Duration::from_secs(20)),
            stop: Stop::default(),
        }
    }
}

/// The answer for a diagram.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// All candidate worlds, in the order of [`World`].
    pub worlds: Vec<JudgedWorld>,
}

impl Analysis {
    /// Whether every world is proved impossible: the diagram is illegal.
    pub fn is_illegal(&self) -> bool {
        self.worlds
            .iter()
            .all(|judged| matches!(judged.verdict, Verdict::Impossible(_)))
    }

    /// Whether no world is undecided.
    pub fn is_decided(&self) -> bool {
        !self
            .worlds
            .iter()
            .any(|judged| matches!(judged.verdict, Verdict::Undecided(_)))
    }
}

/// Judges every candidate world of the diagram.
///
/// Runs on the caller's rayon pool.
pub fn analyse(diagram: &Diagram, facts: &[Fact], limits: &RetroLimits) -> Analysis {
    let worlds: Vec<World> = diagram.candidates().iter().collect();
    let budget = Limits {
        nodes: limits.nodes,
        time: limits.time,
        stop: limits.stop.clone(),
    }
    .start();
    let share = budget.nodes_left() / (worlds.len() as u64 + 1);
    let common = common_refutations(diagram, facts, &worlds, &budget.share(share));
    let worlds = worlds
        .into_par_iter()
        .map(|world| {
            let verdict = common
                .iter()
                .find(|(covers, _)| covers.holds_of(world))
                .map_or_else(
                    || judge(diagram, world, facts, budget.share(share)),
                    |(_, refutation)| Verdict::Impossible(refutation.clone()),
                );
            JudgedWorld { world, verdict }
        })
        .collect();
    Analysis { worlds }
}

/// A property of worlds that is refuted as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    Nothing,
    Kept(Right),
    Target(shakmaty::Square),
}

impl Demand {
    fn holds_of(self, world: World) -> bool {
        match self {
            Demand::Nothing => true,
            Demand::Kept(right) => world.rights.has(right),
            Demand::Target(target) => world.target == Some(target),
        }
    }

    /// The diagram with this one demand, everything else left open.
    fn position(self, diagram: &Diagram, facts: &[Fact]) -> RetroPosition {
        let world = match self {
            Demand::Nothing => World::default(),
            Demand::Kept(right) => World::new(Rights::from(right), None),
            Demand::Target(target) => World::new(Rights::NONE, Some(target)),
        };
        let mut position = root(diagram, world, facts);
        for state in &mut position.rights {
            if *state == RightState::Lost {
                *state = RightState::Open;
            }
        }
        if position.ep == EpState::None {
            position.ep = EpState::Open;
        }
        position
    }
}

/// Refutations of what several worlds have in common: the diagram itself, one right, one target.
fn common_refutations(
    diagram: &Diagram,
    facts: &[Fact],
    worlds: &[World],
    budget: &Budget,
) -> Vec<(Demand, Refutation)> {
    if worlds.len() == 1 {
        return Vec::new();
    }
    let mut demands = vec![Demand::Nothing];
    demands.extend(Rights::at_home(&diagram.board).iter().map(Demand::Kept));
    demands.extend(worlds.iter().filter_map(|w| w.target).map(Demand::Target));
    demands.dedup();
    let share = budget.nodes_left() / demands.len() as u64;
    demands
        .into_par_iter()
        .filter_map(|demand| {
            let position = demand.position(diagram, facts);
            let mut budget = budget.share(share);
            // The cheap levels: what is dear is left to the single worlds.
            (0..2).find_map(|level| {
                match attempt(&position, &allows(diagram, facts), level, &mut budget) {
                    Ok(Closed::Dead(refutation))
                        if certificate::verify(&refutation, &position, facts).is_ok() =>
                    {
                        Some((demand, refutation))
                    }
                    _ => None,
                }
            })
        })
        .collect()
}

/// The diagram in a world, with what the facts demand.
pub(crate) fn root(diagram: &Diagram, world: World, facts: &[Fact]) -> RetroPosition {
    let mut position = RetroPosition::of_world(diagram, world);
    for fact in facts {
        match *fact {
            Fact::Moved(square) => position.moved.add(square),
            Fact::NotMoved(square) => position.frozen.add(square),
            Fact::NoCaptureInLast(plies) => {
                position.quiet_plies = position.quiet_plies.max(plies);
            }
            Fact::LastMove { .. } => {}
        }
    }
    position
}

/// Which last moves the facts allow.
pub(crate) fn allows<'a>(diagram: &'a Diagram, facts: &'a [Fact]) -> impl Fn(Unmove) -> bool + 'a {
    let mover = diagram.turn.other();
    move |unmove| facts.iter().all(|fact| agrees(fact, mover, unmove))
}

/// Whether a last move by `mover` agrees with what a fact says of it.
pub(crate) fn agrees(fact: &Fact, mover: Color, unmove: Unmove) -> bool {
    let Fact::LastMove { by, what } = fact else {
        return true;
    };
    if by.is_some_and(|by| by != mover) {
        return true;
    }
    match *what {
        LastMove::Piece(role) => unmove.role == role,
        LastMove::Castling(side) => unmove.kind == UnmoveKind::Castling(side),
        LastMove::Move {
            role,
            from,
            to,
            capture,
            promotion,
        } => {
            let promoted = match unmove.kind {
                UnmoveKind::Promotion(role) => Some(role),
                _ => None,
            };
            unmove.role == role
                && !matches!(unmove.kind, UnmoveKind::Castling(_))
                && from.is_none_or(|from| from == unmove.from)
                && to == unmove.to
                && (!capture || unmove.captured.is_some())
                && promotion == promoted
        }
    }
}

/// Tries to prove that the diagram has no history in exactly `world`, with growing effort. No game is
/// looked for, and the proof is not checked here (see [`certificate::verify`]).
///
/// # Errors
///
/// The limit that ended the attempt.
pub fn refute_world(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    budget: &mut Budget,
) -> Result<Refutation, Limit> {
    refute(
        &root(diagram, world, facts),
        &allows(diagram, facts),
        budget,
    )
}

/// Nodes of the first attempt to construct a game; each later one may use eight times as many.
const FIRST_GAME: u64 = 300;

fn judge(diagram: &Diagram, world: World, facts: &[Fact], mut budget: Budget) -> Verdict {
    let position = root(diagram, world, facts);
    let allowed = allows(diagram, facts);
    let mut undecided = Undecided {
        refutation: Limit::Depth,
        witness: Limit::Depth,
        retracted_plies: 0,
    };
    let mut game_over = false;
    let mut game_nodes = FIRST_GAME;
    for level in 0..LEVELS {
        match attempt(&position, &allowed, level, &mut budget) {
            Ok(Closed::Dead(refutation)) => {
                let checked = certificate::verify(&refutation, &position, facts);
                debug_assert!(checked.is_ok(), "{} in {world}: {checked:?}", diagram.fen());
                if checked.is_ok() {
                    return Verdict::Impossible(refutation);
                }
            }
            Ok(Closed::Reached(moves)) => {
                let witness = Witness {
                    moves: moves.iter().map(Unmove::forward).collect(),
                };
                if witness::check(diagram, world, facts, &witness).is_ok() {
                    return Verdict::Possible(witness);
                }
            }
            Err(limit) => {
                undecided.refutation = limit;
                if matches!(limit, Limit::Time | Limit::Interrupted) || budget.nodes_left() == 0 {
                    undecided.witness = limit;
                    return Verdict::Undecided(undecided);
                }
            }
        }
        if game_over {
            continue;
        }
        let nodes = if level + 1 == LEVELS {
            u64::MAX
        } else {
            game_nodes
        };
        let mut share = budget.share(nodes);
        let found = witness::find(diagram, world, facts, &mut share);
        budget.charge(&share);
        match found {
            Ok(Some(witness)) if witness::check(diagram, world, facts, &witness).is_ok() => {
                return Verdict::Possible(witness);
            }
            Ok(_) => game_over = true,
            Err(limit @ (Limit::Time | Limit::Interrupted)) => {
                undecided.witness = limit;
                return Verdict::Undecided(undecided);
            }
            Err(limit) => undecided.witness = limit,
        }
        game_nodes *= 8;
    }
    Verdict::Undecided(undecided)
}
