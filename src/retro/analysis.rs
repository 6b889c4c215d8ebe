//! The retro-analysis of a diagram: every candidate world with its verdict and evidence.
//!
//! Invariant: "impossible" only with a refutation that the certificate checker accepts, "possible" only
//! with a game that the witness checker replays; everything else is undecided. The worlds are worked on in
//! parallel, each with its share of the nodes, so the same node limit gives the same answer on any
//! number of threads.

use rayon::prelude::*;

use std::time::Duration;

use crate::budget::{Budget, Limit, Limits, Stop};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use super::certificate::{CertificateError, Checker};
use super::closure::{Closed, Memory};
use super::common;
use super::position::RetroPosition;
use super::refutation::Refutation;
use super::refuter::{LEVELS, attempt, refute};
use super::unmove::Unmove;
use super::verdict::{JudgedWorld, Undecided, Verdict, Witness};
use super::witness::{self, Construction};

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

impl Analysis {
    /// Looks for shorter games of the possible worlds, with so many attempts for each and at most the time of
    /// `limits` for all of them. No game becomes longer, each still ends in its world.
    pub fn shorten(
        &mut self,
        diagram: &Diagram,
        facts: &[Fact],
        attempts: u32,
        limits: &RetroLimits,
    ) {
        let budget = Limits {
            nodes: None,
            time: limits.time,
            stop: limits.stop.clone(),
        }
        .start();
        self.worlds.par_iter_mut().for_each(|judged| {
            if let Verdict::Possible(game) = &mut judged.verdict {
                let mut share = budget.share(u64::MAX);
                *game = witness::shorten(diagram, judged.world, facts, game, attempts, &mut share);
            }
        });
    }
}

/// Judges every candidate world of the diagram.
///
/// The worlds are worked on level by level, so that a hard one does not take the time of the easy
/// ones; a limit of nodes is shared out evenly before the work starts. Runs on the caller's rayon
/// pool.
pub fn analyse(diagram: &Diagram, facts: &[Fact], limits: &RetroLimits) -> Analysis {
    let worlds: Vec<World> = diagram.candidates().iter().collect();
    let budget = limits.start(1);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let common = if worlds.len() > 1 {
        let time = budget.time_left().map_or(Duration::MAX, |left| left / 2);
        common::refutations(
            diagram,
            facts,
            &worlds,
            budget.share(nodes / 2).within(time),
        )
    } else {
        Vec::new()
    };
    let covered = |world: World| common.iter().find(|(demand, _)| demand.holds_of(world));
    let uncovered = worlds.iter().filter(|&&world| covered(world).is_none());
    let share = nodes / uncovered.count().max(1) as u64;
    let games = limits
        .start(GAME_NODES)
        .share(share.saturating_mul(GAME_NODES))
        .within(budget.time_left().unwrap_or(Duration::MAX));
    let mut cases: Vec<Case> = worlds
        .iter()
        .map(|&world| {
            let verdict =
                covered(world).map(|(_, refutation)| Verdict::Impossible(refutation.clone()));
            Case::new(diagram, world, facts, verdict, &budget.share(share), &games)
        })
        .collect();
    for level in 0..LEVELS {
        let open = cases.iter().filter(|case| case.verdict.is_none()).count();
        if open == 0 || budget.check_clock().is_err() {
            break;
        }
        let slice = budget.time_left().map(|left| {
            // Half of a case's time for the proof, half for the game.
            let threads = rayon::current_num_threads().min(open);
            left / (2 * open as u32) * threads as u32
        });
        cases
            .par_iter_mut()
            .filter(|case| case.verdict.is_none())
            .for_each(|case| case.work(level, slice));
    }
    Analysis {
        worlds: cases.into_iter().map(Case::into_judged).collect(),
    }
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
pub(super) const GAME_NODES: u64 = 30;

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
            Fact::LastMove { by, what } => {
                let back = u32::from(by == Some(diagram.turn));
                position.told.push((back, what));
            }
        }
    }
    position
}

/// Tries to prove that the diagram has no history in exactly `world`, with growing effort. No game is
/// looked for, and the proof is not checked here (see [`Checker`]).
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
    refute(&root(diagram, world, facts), budget)
}

/// After each level of the refutation, how many positions a game may cost; the last one what is left.
const GAMES: [u64; LEVELS] = [
    20_000,
    50_000,
    250_000,
    500_000,
    500_000,
    1_000_000,
    u64::MAX,
];

/// A world that is being judged.
struct Case<'a> {
    diagram: &'a Diagram,
    world: World,
    facts: &'a [Fact],
    position: RetroPosition,
    memory: Memory,
    /// For refuting.
    budget: Budget,
    /// For constructing a game.
    games: Budget,
    construction: Construction<'a>,
    /// Whether constructing a game has not given up.
    constructible: bool,
    undecided: Undecided,
    verdict: Option<Verdict>,
}

impl<'a> Case<'a> {
    fn new(
        diagram: &'a Diagram,
        world: World,
        facts: &'a [Fact],
        verdict: Option<Verdict>,
        budget: &Budget,
        games: &Budget,
    ) -> Case<'a> {
        Case {
            diagram,
            world,
            facts,
            position: root(diagram, world, facts),
            memory: Memory::default(),
            budget: budget.clone(),
            games: games.clone(),
            construction: Construction::new(diagram, world, facts),
            constructible: true,
            undecided: Undecided {
                refutation: Limit::Time,
                witness: Limit::Time,
                levels: 0,
                retracted_plies: 0,
                reach: None,
            },
            verdict,
        }
    }

    /// One level of effort both ways, each in at most `slice` of time.
    fn work(&mut self, level: usize, slice: Option<Duration>) {
        let sliced = |budget: &Budget, nodes: u64| match slice {
            Some(slice) => budget.share(nodes).within(slice),
            None => budget.share(nodes),
        };
        let mut share = sliced(&self.budget, u64::MAX);
        let closed = attempt(&self.position, level, &mut self.memory, &mut share);
        self.budget.charge(&share);
        self.undecided.retracted_plies = self.memory.retracted_plies;
        match closed {
            Ok(Closed::Dead(refutation)) => {
                if self.believe(refutation) {
                    return;
                }
            }
            Ok(Closed::Reached(moves)) => {
                let witness = Witness {
                    moves: moves.iter().map(Unmove::forward).collect(),
                };
                if self.accept(witness) {
                    return;
                }
            }
            Err(limit) => self.undecided.refutation = limit,
        }
        self.undecided.levels = level as u32 + 1;
        if !self.constructible {
            return;
        }
        let mut share = sliced(&self.games, GAMES[level]);
        let found = self.construction.advance(&mut share);
        self.games.charge(&share);
        match found {
            Ok(Some(witness)) => {
                self.constructible = self.accept(witness);
            }
            Ok(None) => {
                self.constructible = false;
                self.undecided.witness = Limit::Depth;
            }
            Err(limit) => self.undecided.witness = limit,
        }
    }

    /// Takes the proof as evidence if the independent checker accepts it in the time there is.
    fn believe(&mut self, refutation: Refutation) -> bool {
        match Checker::within(&self.budget).verify(&refutation, &self.position) {
            Ok(_) => {
                self.verdict = Some(Verdict::Impossible(refutation));
                true
            }
            Err(flaw) => {
                if let CertificateError::Unfinished(limit) = flaw {
                    self.undecided.refutation = limit;
                }
                false
            }
        }
    }

    /// Takes the game as evidence if the independent checker replays it.
    fn accept(&mut self, witness: Witness) -> bool {
        let replayed = witness::check(self.diagram, self.world, self.facts, &witness).is_ok();
        if replayed {
            self.verdict = Some(Verdict::Possible(witness));
        }
        replayed
    }

    fn into_judged(mut self) -> JudgedWorld {
        self.undecided.reach = self.construction.reach();
        JudgedWorld {
            world: self.world,
            verdict: self.verdict.unwrap_or(Verdict::Undecided(self.undecided)),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;
    use crate::retro::refutation::Why;

    #[test]
    fn a_proof_that_time_does_not_suffice_to_check_is_no_verdict() {
        // Kg7-h6 is the last move but for g7-g5, and nothing can have come before it.
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(b"7R/7p/5P1k/4PKpP/8/8/8/8").unwrap(),
            turn: Color::White,
        };
        let proof = refute_world(
            &diagram,
            World::default(),
            &[],
            &mut Limits::unlimited().start(),
        )
        .unwrap();
        assert!(matches!(proof.positions[0].why, Why::Retractions(_)));
        let stopped = Limits::unlimited();
        stopped.stop.request();
        let late = Limits {
            time: Some(Duration::ZERO),
            ..Limits::unlimited()
        };
        for (limits, limit) in [
            (Limits::unlimited(), None),
            (stopped, Some(Limit::Interrupted)),
            (late, Some(Limit::Time)),
        ] {
            let budget = limits.start();
            let mut case = Case::new(&diagram, World::default(), &[], None, &budget, &budget);
            case.undecided.refutation = Limit::Nodes;
            assert_eq!(case.believe(proof.clone()), limit.is_none());
            match (limit, case.into_judged().verdict) {
                (None, Verdict::Impossible(_)) => {}
                (Some(limit), Verdict::Undecided(undecided)) => {
                    assert_eq!(undecided.refutation, limit);
                }
                (_, verdict) => panic!("{verdict:?}"),
            }
        }
    }
}
