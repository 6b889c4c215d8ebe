//! One world that is being judged: the attempts to refute it, the construction of a game for it, and what they came to.
//!
//! Invariant: a verdict is reached only by a proof that the certificate checker accepts or by a game that the witness
//! checker replays; whether proof and game are worked on one after the other or at the same time makes no difference.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::budget::{Budget, Limit, Stop};
use crate::problem::{Diagram, Fact};
use crate::world::World;

use super::refuter::{LEVELS, attempt, glance};
use crate::retro::checker::{self, CertificateError, Checker};
use crate::retro::model::{
    JudgedWorld, Refutation, RetroPosition, Undecided, Verdict, Why, Witness,
};
use crate::retro::retraction::{Closed, Memory};
use crate::retro::witness::{self, Construction};

/// A position met while a game is constructed costs a fraction of one that is to be refuted: so many
/// of them go for one node.
pub(super) const GAME_NODES: u64 = 30;

/// How many positions a game may cost at first.
const GLANCE_GAME: u64 = 30_000;

/// After so many levels of effort: what the first ones refute may be refuted for several worlds at once.
const FIRST: RangeInclusive<usize> = 1..=2;

/// With each level of the refutation, how many positions a game may cost; the last one what is left. The first
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
pub(super) struct Case<'a> {
    diagram: &'a Diagram,
    pub(super) world: World,
    facts: &'a [Fact],
    /// How many levels of effort it has had.
    level: usize,
    proof: Proof,
    game: Game<'a>,
    undecided: Undecided,
    pub(super) verdict: Option<Verdict>,
    /// Time spent on it.
    pub(super) spent: Duration,
}

/// The attempts to refute a world.
struct Proof {
    position: RetroPosition,
    memory: Memory,
    budget: Budget,
}

impl Proof {
    /// An attempt in at most a slice of time. A proof counts if the independent checker accepts it in the time there is.
    fn go_on(
        &mut self,
        slice: Option<Duration>,
        ends: &Stop,
        attempt: impl FnOnce(&RetroPosition, &mut Memory, &mut Budget) -> Result<Closed, Limit>,
    ) -> Result<Closed, Limit> {
        let mut share = sliced(&self.budget, u64::MAX, slice).until(ends.clone());
        let closed = attempt(&self.position, &mut self.memory, &mut share);
        self.budget.charge(&share);
        if let Ok(Closed::Dead(refutation)) = &closed {
            self.check(refutation)?;
        }
        closed
    }

    /// Asks the independent checker about a proof.
    fn check(&self, refutation: &Refutation) -> Result<(), Limit> {
        match Checker::within(&self.budget).verify(refutation, &self.position) {
            Ok(_) => Ok(()),
            Err(CertificateError::Unfinished(limit)) => Err(limit),
            Err(_) => Err(Limit::Depth),
        }
    }
}

/// The construction of a game for a world.
struct Game<'a> {
    construction: Construction<'a>,
    budget: Budget,
    /// Whether it has not given up.
    is_open: bool,
}

impl Game<'_> {
    /// Goes on with at most so many positions and a slice of time. `Ok(None)`: it has given up.
    fn go_on(
        &mut self,
        slice: Option<Duration>,
        ends: &Stop,
        nodes: u64,
    ) -> Result<Option<Witness>, Limit> {
        if !self.is_open {
            return Ok(None);
        }
        let mut share = sliced(&self.budget, nodes, slice).until(ends.clone());
        share.check_clock()?;
        let found = self.construction.advance(&mut share);
        self.budget.charge(&share);
        self.is_open = found.is_err();
        found
    }
}

impl<'a> Case<'a> {
    /// An open case with so many nodes, and as many times [`GAME_NODES`] for games.
    pub(super) fn new(
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
            level: 0,
            proof: Proof {
                position: RetroPosition::of_facts(diagram, world, facts),
                memory: Memory::default(),
                budget: budget.share(nodes),
            },
            game: Game {
                construction: Construction::new(diagram, world, facts),
                budget: games.share(nodes.saturating_mul(GAME_NODES)),
                is_open: true,
            },
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
    pub(super) fn grant(&mut self, budget: &Budget, games: &Budget, nodes: u64) {
        let spent = [
            (&mut self.proof.budget, budget.share(nodes)),
            (
                &mut self.game.budget,
                games.share(nodes.saturating_mul(GAME_NODES)),
            ),
        ];
        for (own, mut granted) in spent {
            granted.charge(own);
            *own = granted;
        }
    }

    /// Whether it has no verdict yet and there are levels of effort left.
    pub(super) fn is_open(&self) -> bool {
        self.verdict.is_none() && self.level < LEVELS
    }

    /// Whether a game for it mostly gives one for the other, with shuffles.
    pub(super) fn may_give_to(&self, other: &Case) -> bool {
        let (own, other) = (self.world, other.world);
        own != other && other.rights.is_subset(own.rights) && own.target == other.target
    }

    /// Whether little was needed to refute it, but more than a glance, which all worlds have had, and no scenarios, which
    /// are asked in common beforehand.
    pub(super) fn is_refuted_soon(&self) -> bool {
        let by_scenarios =
            |refutation: &Refutation| matches!(refutation.positions[0].why, Why::Reason(_));
        FIRST.contains(&self.level)
            && matches!(&self.verdict, Some(Verdict::Impossible(refutation)) if !by_scenarios(refutation))
    }

    /// A look at the last moves.
    pub(super) fn glance(&mut self, slice: Option<Duration>) {
        let ends = self.proof.budget.stop().clone();
        let closed = self.proof.go_on(slice, &ends, glance);
        self.settle_proof(closed);
    }

    /// A short attempt to construct a game.
    pub(super) fn construct(&mut self, slice: Option<Duration>) {
        let ends = self.game.budget.stop().clone();
        let found = self.game.go_on(slice, &ends, GLANCE_GAME);
        self.settle_game(found);
    }

    /// One level of effort both ways at the same time, each in at most `slice` of time. What succeeds ends the other,
    /// and how far that had come no longer matters.
    pub(super) fn work(&mut self, slice: Option<Duration>) {
        let level = self.level;
        self.level += 1;
        let Case { proof, game, .. } = self;
        let proof_ends = proof.budget.stop().part();
        let game_ends = game.budget.stop().part();
        let (closed, found) = rayon::join(
            || {
                let closed = proof.go_on(slice, &proof_ends, |position, memory, share| {
                    attempt(position, level, memory, share)
                });
                if matches!(closed, Ok(Closed::Dead(_))) {
                    game_ends.request();
                }
                closed
            },
            || {
                let found = game.go_on(slice, &game_ends, GAMES[level]);
                if matches!(found, Ok(Some(_))) {
                    proof_ends.request();
                }
                found
            },
        );
        // A game that was constructed goes before one met in retracting: the proof may have been ended before it met one.
        self.settle_game(found);
        if self.verdict.is_none() {
            self.settle_proof(closed);
        }
    }

    fn settle_proof(&mut self, closed: Result<Closed, Limit>) {
        self.undecided.retracted_plies = self.proof.memory.retracted_plies;
        match closed {
            Ok(Closed::Dead(refutation)) => self.verdict = Some(Verdict::Impossible(refutation)),
            Ok(Closed::Reached(witness)) => self.accept(witness),
            Err(limit) => self.undecided.refutation = limit,
        }
    }

    fn settle_game(&mut self, found: Result<Option<Witness>, Limit>) {
        match found {
            Ok(Some(witness)) => self.accept(witness),
            Ok(None) => self.undecided.witness = Limit::Depth,
            Err(limit) => self.undecided.witness = limit,
        }
    }

    /// Makes its game of one for a world that keeps more rights, if that is done with shuffles.
    pub(super) fn inherit(&mut self, game: &Witness) {
        let begun = Instant::now();
        if let Some(own) = witness::shuffled(self.diagram, self.world, self.facts, game) {
            self.accept(own);
        }
        self.spent += begun.elapsed();
    }

    /// Takes the game as evidence if the independent checker replays it.
    fn accept(&mut self, witness: Witness) {
        if checker::check(self.diagram, self.world, self.facts, &witness).is_ok() {
            self.verdict = Some(Verdict::Possible(witness));
        }
    }

    pub(super) fn into_judged(mut self) -> JudgedWorld {
        self.undecided.levels = self.level as u32;
        self.undecided.reach = self.game.construction.reach();
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
    use crate::budget::Limits;
    use crate::retro::refute_world;

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
            let ends = Stop::default();
            let dead = Closed::Dead(proof.clone());
            let closed = case.proof.go_on(None, &ends, |_, _, _| Ok(dead));
            case.settle_proof(closed);
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
