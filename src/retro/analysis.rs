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
    /// Nodes in all, shared out evenly among the candidate worlds that are not refuted together;
    /// thirty positions met in constructing games go for one node. `None`: no limit.
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
            nodes: Some(150_000),
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
    let budget = limits.start(1);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let common = common_refutations(diagram, facts, &worlds, &budget.share(nodes / 4));
    let covered = |world: World| common.iter().find(|(demand, _)| demand.holds_of(world));
    let uncovered = worlds.iter().filter(|&&world| covered(world).is_none());
    let share = nodes / uncovered.count().max(1) as u64;
    let worlds = worlds
        .par_iter()
        .map(|&world| {
            let verdict = covered(world).map_or_else(
                || {
                    let games = limits
                        .start(GAME_NODES)
                        .share(share.saturating_mul(GAME_NODES));
                    judge(diagram, world, facts, budget.share(share), games)
                },
                |(_, refutation)| Verdict::Impossible(refutation.clone()),
            );
            JudgedWorld { world, verdict }
        })
        .collect();
    Analysis { worlds }
}

impl RetroLimits {
    /// Starts the clock, with `factor` times the nodes.
    fn start(&self, factor: u64) -> Budget {
        Limits {
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(factor)),
            time: self.time,
            stop: self.stop.clone(),
        }
        .start()
    }
}

/// A position met while a game is constructed costs a fraction of one that is to be refuted: so many
/// of them go for one node.
const GAME_NODES: u64 = 30;

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

/// After each level of the refutation, how many positions a game may cost; the last one what is left.
const GAMES: [u64; LEVELS] = [20_000, 50_000, 250_000, 1_000_000, u64::MAX];

fn judge(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    mut budget: Budget,
    mut games: Budget,
) -> Verdict {
    let position = root(diagram, world, facts);
    let allowed = allows(diagram, facts);
    let mut undecided = Undecided {
        refutation: Limit::Depth,
        witness: Limit::Depth,
        retracted_plies: 0,
    };
    let mut constructible = true;
    for (level, game) in GAMES.into_iter().enumerate() {
        match attempt(&position, &allowed, level, &mut budget) {
            Ok(Closed::Dead(refutation)) => {
                if certificate::verify(&refutation, &position, facts).is_ok() {
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
                if matches!(limit, Limit::Time | Limit::Interrupted) {
                    undecided.witness = limit;
                    return Verdict::Undecided(undecided);
                }
            }
        }
        if !constructible {
            continue;
        }
        let mut share = games.share(game);
        let found = witness::find(diagram, world, facts, &mut share);
        games.charge(&share);
        match found {
            Ok(Some(witness)) if witness::check(diagram, world, facts, &witness).is_ok() => {
                return Verdict::Possible(witness);
            }
            Ok(_) => constructible = false,
            Err(limit @ (Limit::Time | Limit::Interrupted)) => {
                undecided.witness = limit;
                return Verdict::Undecided(undecided);
            }
            Err(limit) => undecided.witness = limit,
        }
    }
    Verdict::Undecided(undecided)
}
