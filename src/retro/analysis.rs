//! The retro-analysis of a diagram: every candidate world with its verdict and evidence.
//!
//! Invariant: "impossible" only with a refutation that the certificate checker accepts, "possible" only
//! with a game that the witness checker replays; everything else is undecided. The worlds are worked on in
//! parallel, each with its share of the nodes, so the same node limit gives the same answer on any
//! number of threads.

use rayon::prelude::*;

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::budget::{Budget, Limit, Limits, Stop};
use crate::problem::{Diagram, Fact};
use crate::world::{Right, World};

use super::certificate::{CertificateError, Checker};
use super::closure::{Closed, Memory};
use super::common::{Common, Demand};
use super::position::RetroPosition;
use super::refutation::{Refutation, Why};
use super::refuter::{LEVELS, attempt, glance, refute};
use super::verdict::{JudgedWorld, Undecided, Verdict, Witness};
use super::witness::{self, Construction};

/// What the analysis of one diagram may cost.
#[derive(Debug, Clone)]
pub struct RetroLimits {
    /// Nodes in all, shared out evenly among the candidate worlds that are not refuted at once or together;
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
/// What is cheap comes first: a glance at the last moves of all worlds and a short attempt to construct games for
/// those with the most rights. What is left is refuted together by its scenarios as far as they go and then worked on
/// level by level, so that a hard world does not take the time of the easy ones; where a world is refuted soon, others
/// are refuted with it. A limit of nodes is shared out evenly before the work starts. Runs on the caller's rayon pool.
pub fn analyse(diagram: &Diagram, facts: &[Fact], limits: &RetroLimits) -> Analysis {
    let worlds: Vec<World> = diagram.candidates().iter().collect();
    let budget = limits.start(1);
    let games = limits.start(GAME_NODES);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let share = nodes / worlds.len().max(1) as u64;
    let mut cases: Vec<Case> = worlds
        .iter()
        .map(|&world| Case::new(diagram, world, facts, &budget, &games, share))
        .collect();
    let time = budget.time_left().map_or(Duration::MAX, |left| left / 2);
    let mut common = Common::new(diagram, facts, budget.share(nodes / 2).within(time));
    in_rounds(&mut cases, &budget, &mut common, false, Case::glance);
    in_rounds(&mut cases, &budget, &mut common, true, |case, slice| {
        case.construct(slice, GLANCE_GAME);
    });
    let (open, possible) = standing(&cases);
    cover(&mut cases, &common.scenarios(&open, &possible));
    let refuted = |case: &&Case| matches!(case.verdict, Some(Verdict::Impossible(_)));
    let refuted = cases.iter().filter(refuted).count();
    let share = nodes / (worlds.len() - refuted).max(1) as u64;
    for case in &mut cases {
        case.grant(&budget, &games, share);
    }
    for round in 0..LEVELS + PATIENCE {
        if budget.check_clock().is_err() {
            break;
        }
        in_rounds(
            &mut cases,
            &budget,
            &mut common,
            round < PATIENCE,
            Case::work,
        );
    }
    let shared = common.spent / cases.len().max(1) as u32;
    for case in &mut cases {
        case.spent += shared;
    }
    Analysis {
        worlds: cases.into_iter().map(Case::into_judged).collect(),
    }
}

/// The open worlds, and those with a game.
fn standing(cases: &[Case]) -> (Vec<World>, Vec<World>) {
    let open = cases.iter().filter(|case| case.verdict.is_none());
    let possible = cases
        .iter()
        .filter(|case| matches!(case.verdict, Some(Verdict::Possible(_))));
    (
        open.map(|case| case.world).collect(),
        possible.map(|case| case.world).collect(),
    )
}

/// Gives the open cases the refutations of what they have in common.
fn cover(cases: &mut [Case], refuted: &[(Demand, Refutation)]) {
    for case in cases.iter_mut().filter(|case| case.verdict.is_none()) {
        let covered = refuted
            .iter()
            .find(|(demand, _)| demand.holds_of(case.world));
        case.verdict = covered.map(|(_, refutation)| Verdict::Impossible(refutation.clone()));
    }
}

/// So many rounds a world waits for a game of one with more rights.
const PATIENCE: usize = 2;

/// Works on the open cases, those with the most rights first: a game for one of them mostly gives games for
/// worlds with fewer, which wait for it if they are `patient`. Each case has at most a slice of the time left:
/// half for its proof, half for its game.
fn in_rounds<'a>(
    cases: &mut [Case<'a>],
    budget: &Budget,
    common: &mut Common,
    patient: bool,
    work: impl Fn(&mut Case<'a>, Option<Duration>) + Sync,
) {
    for rights in (0..=Right::ALL.len()).rev() {
        let is_open = |case: &Case| case.verdict.is_none() && case.level < LEVELS;
        let may_inherit = |case: &Case| {
            let gives = |giver: &Case| giver.verdict.is_none() && giver.may_give_to(case);
            patient && cases.iter().any(gives)
        };
        let is_next = |case: &Case| {
            is_open(case) && case.world.rights.iter().count() == rights && !may_inherit(case)
        };
        let open = cases.iter().filter(|case| is_open(case)).count();
        let next: Vec<usize> = (0..cases.len()).filter(|&i| is_next(&cases[i])).collect();
        if next.is_empty() {
            continue;
        }
        let slice = budget.time_left().map(|left| {
            let threads = rayon::current_num_threads().min(next.len());
            left / (2 * open as u32) * threads as u32
        });
        cases
            .par_iter_mut()
            .enumerate()
            .filter(|(i, _)| next.binary_search(i).is_ok())
            .for_each(|(_, case)| {
                let begun = Instant::now();
                work(case, slice);
                case.spent += begun.elapsed();
            });
        let seen: Vec<World> = next
            .iter()
            .map(|&i| &cases[i])
            .filter(|case| case.is_refuted_soon())
            .map(|case| case.world)
            .collect();
        if !seen.is_empty() {
            let (open, possible) = standing(cases);
            cover(cases, &common.glances(&seen, &open, &possible));
        }
        for giver in next {
            let Some(Verdict::Possible(game)) = &cases[giver].verdict else {
                continue;
            };
            let game = game.clone();
            let heirs: Vec<usize> = (0..cases.len())
                .filter(|&i| cases[i].verdict.is_none() && cases[giver].may_give_to(&cases[i]))
                .collect();
            for heir in heirs {
                cases[heir].inherit(&game);
            }
        }
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

/// How many positions a game may cost at first.
const GLANCE_GAME: u64 = 30_000;

/// After so many levels of effort: what the first ones refute may be refuted for several worlds at once.
const FIRST: RangeInclusive<usize> = 1..=2;

/// After each level of the refutation, how many positions a game may cost; the last one what is left. The first
/// two levels are cheap, the third may take longer than most games.
const GAMES: [u64; LEVELS] = [
    20_000,
    300_000,
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
    /// How many levels of effort it has had.
    level: usize,
    /// For refuting.
    budget: Budget,
    /// For constructing a game.
    games: Budget,
    construction: Construction<'a>,
    /// Whether constructing a game has not given up.
    constructible: bool,
    undecided: Undecided,
    verdict: Option<Verdict>,
    /// Time spent on it.
    spent: Duration,
}

impl<'a> Case<'a> {
    /// An open case with so many nodes, and as many times [`GAME_NODES`] for games.
    fn new(
        diagram: &'a Diagram,
        world: World,
        facts: &'a [Fact],
        budget: &Budget,
        games: &Budget,
        nodes: u64,
    ) -> Case<'a> {
        Case {
            diagram,
            world,
            facts,
            position: root(diagram, world, facts),
            memory: Memory::default(),
            level: 0,
            budget: budget.share(nodes),
            games: games.share(nodes.saturating_mul(GAME_NODES)),
            construction: Construction::new(diagram, world, facts),
            constructible: true,
            undecided: Undecided {
                refutation: Limit::Time,
                witness: Limit::Time,
                levels: 0,
                retracted_plies: 0,
                reach: None,
            },
            verdict: None,
            spent: Duration::ZERO,
        }
    }

    /// Gives it so many nodes in all, those it has spent included.
    fn grant(&mut self, budget: &Budget, games: &Budget, nodes: u64) {
        let spent = [
            (&mut self.budget, budget.share(nodes)),
            (
                &mut self.games,
                games.share(nodes.saturating_mul(GAME_NODES)),
            ),
        ];
        for (own, mut granted) in spent {
            granted.charge(own);
            *own = granted;
        }
    }

    /// Whether a game for it mostly gives one for the other, with shuffles.
    fn may_give_to(&self, other: &Case) -> bool {
        let (own, other) = (self.world, other.world);
        own != other && other.rights.is_subset(own.rights) && own.target == other.target
    }

    /// Whether little was needed to refute it, but more than a glance, which all worlds have had, and no scenarios, which
    /// are asked in common beforehand.
    fn is_refuted_soon(&self) -> bool {
        let by_scenarios =
            |refutation: &Refutation| matches!(refutation.positions[0].why, Why::Reason(_));
        FIRST.contains(&self.level)
            && matches!(&self.verdict, Some(Verdict::Impossible(refutation)) if !by_scenarios(refutation))
    }

    /// A look at the last moves.
    fn glance(&mut self, slice: Option<Duration>) {
        self.refute(slice, |case, share| {
            glance(&case.position, &mut case.memory, share)
        });
    }

    /// One level of effort both ways, each in at most `slice` of time.
    fn work(&mut self, slice: Option<Duration>) {
        let level = self.level;
        self.refute(slice, |case, share| {
            attempt(&case.position, level, &mut case.memory, share)
        });
        self.level += 1;
        self.construct(slice, GAMES[level]);
    }

    /// An attempt to refute.
    fn refute(
        &mut self,
        slice: Option<Duration>,
        attempt: impl FnOnce(&mut Case<'a>, &mut Budget) -> Result<Closed, Limit>,
    ) {
        let mut share = sliced(&self.budget, u64::MAX, slice);
        let closed = attempt(self, &mut share);
        self.budget.charge(&share);
        self.undecided.retracted_plies = self.memory.retracted_plies;
        match closed {
            Ok(Closed::Dead(refutation)) => {
                self.believe(refutation);
            }
            Ok(Closed::Reached(witness)) => {
                self.accept(witness);
            }
            Err(limit) => self.undecided.refutation = limit,
        }
    }

    /// Goes on with constructing a game, unless there is no need.
    fn construct(&mut self, slice: Option<Duration>, nodes: u64) {
        if self.verdict.is_some() || !self.constructible {
            return;
        }
        let mut share = sliced(&self.games, nodes, slice);
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

    /// Makes its game of one for a world that keeps more rights, if that is done with shuffles.
    fn inherit(&mut self, game: &Witness) {
        let begun = Instant::now();
        if let Some(own) = witness::shuffled(self.diagram, self.world, self.facts, game) {
            self.accept(own);
        }
        self.spent += begun.elapsed();
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
        self.undecided.levels = self.level as u32;
        self.undecided.reach = self.construction.reach();
        JudgedWorld {
            world: self.world,
            verdict: self.verdict.unwrap_or(Verdict::Undecided(self.undecided)),
            spent: self.spent,
        }
    }
}

/// A share of at most so many nodes and, if time is limited, a slice of it.
fn sliced(budget: &Budget, nodes: u64, slice: Option<Duration>) -> Budget {
    let share = budget.share(nodes);
    match slice {
        Some(slice) => share.within(slice),
        None => share,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;

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
            let mut case = Case::new(&diagram, World::default(), &[], &budget, &budget, u64::MAX);
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

    #[test]
    fn worlds_with_fewer_rights_inherit_games_on_any_number_of_threads() {
        // After 1 Nf3 Nf6 2 c3 c6 the kings and the rooks of the queen's side are shut in.
        let board = b"rnbqkb1r/pp1ppppp/2p2n2/8/8/2P2N2/PP1PPPPP/RNBQKB1R";
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board).unwrap(),
            turn: Color::White,
        };
        let limits = RetroLimits {
            nodes: Some(16_000),
            time: None,
            stop: Stop::default(),
        };
        let judged = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let analysis = pool
                .build()
                .unwrap()
                .install(|| analyse(&diagram, &[], &limits));
            let judged = analysis.worlds.into_iter();
            judged
                .map(|judged| (judged.world, format!("{:?}", judged.verdict)))
                .collect::<Vec<_>>()
        });
        assert_eq!(judged[0], judged[1]);
        let game = |world: &str| {
            let asked = world.parse().unwrap();
            let found = judged[0].iter().find(|(world, _)| *world == asked);
            found.is_some_and(|(_, verdict)| verdict.starts_with("Possible"))
        };
        assert!(["KQkq -", "Qkq -", "KQq -", "Qq -"].into_iter().all(game));
    }
}
