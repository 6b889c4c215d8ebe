//! The one inquiry, for worlds and for last moves: each question is worked on both ways at the same time, for a proof
//! and for a game, with one level of effort after the other.
//!
//! Questions are worked on in waves, each with its share of the nodes and a branch of what is known so far; after a wave
//! the branches are joined in the order of the questions, so that what one of them met helps the next. Nodes are shared out
//! before the work starts: the same limit of nodes gives the same answer on any number of threads. Invariant: a verdict
//! is reached only by a proof that the independent checker accepts or by a game that it replays; whether proof and game
//! are worked on one after the other or at the same time makes no difference.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::budget::{Budget, Limit, Stop};
use crate::retro::checker::{CertificateError, Checker};
use crate::retro::elaboration::elaborate;
use crate::retro::model::{
    Reach, Refutation, RetroPosition, Unconfirmed, Undecided, Verdict, Witness,
};
use crate::retro::retraction::{Closed, Memory};

use super::effort::{Level, POSITIONS_PER_NODE};

/// How many positions a game may cost at first, before any proof is tried.
const SHORT_GAME: u64 = 200_000;

/// So many questions are worked on side by side at most; those that come after profit from what they learn. More would
/// work on what one of them might refute for all, fewer would leave threads idle. Not the number of threads: the answer
/// would depend on it.
const WAVE: usize = 8;

/// After this many levels, what the first question of a round learns rarely refutes the others: the round begins with two.
const LATE: usize = 3;

/// How many questions are worked on side by side when `before` of this round are done. At first one, since what it learns often
/// refutes the others; in a late round two, so that no thread waits when one of the two ways ends sooner. Then as many as are
/// done, but at most [`WAVE`].
fn wave(before: usize, is_late: bool) -> usize {
    before.clamp(1 + usize::from(is_late), WAVE)
}

/// What is asked about a position of the past: whether a game leads to it and on to the diagram.
pub(super) trait Question: Send {
    /// Goes on constructing a game. `Ok(None)`: it has given up.
    fn construct(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit>;

    /// The game as evidence, if the independent checker replays it. It ends in the position asked about.
    fn accept(&self, game: Witness) -> Option<Witness>;

    /// How far the construction has come.
    fn reach(&self) -> Option<Reach>;
}

/// What is done with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A proof with less effort than the first level: a pass over the last moves.
    QuickProof,
    /// A short attempt to construct a game.
    Construct,
    /// Its next level of effort, both ways.
    Work,
}

/// A question with what was found out.
pub(super) struct Investigation<Q> {
    pub(super) question: Q,
    /// The position asked about.
    pub(super) position: RetroPosition,
    /// How many levels of effort it has had.
    pub(super) level: usize,
    /// How many turns of its next level it has had.
    turns: u32,
    /// Whether the construction has not given up.
    constructs: bool,
    /// The limits that ended proof and game.
    limits: [Limit; 2],
    /// How many plies back every retraction was looked at.
    retracted_plies: u32,
    /// The last proof that the checker could not show in every part.
    unconfirmed: Option<Unconfirmed>,
    verdict: Option<Verdict>,
    /// Time spent on it.
    pub(super) spent: Duration,
}

impl<Q: Question> Investigation<Q> {
    /// An open one.
    pub(super) fn new(question: Q, position: RetroPosition) -> Investigation<Q> {
        Investigation {
            question,
            position,
            level: 0,
            turns: 0,
            constructs: true,
            limits: [Limit::Time; 2],
            retracted_plies: 0,
            unconfirmed: None,
            verdict: None,
            spent: Duration::ZERO,
        }
    }

    /// What was found; `None`: nothing yet.
    pub(super) fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Whether it has no verdict yet.
    pub(super) fn is_open(&self) -> bool {
        self.verdict.is_none()
    }

    /// Takes this refutation as the verdict: its own, one of what it has in common with others, or one known before.
    pub(super) fn refuted(&mut self, refutation: Refutation) {
        self.verdict = Some(Verdict::Impossible(refutation));
    }

    /// Takes the game as evidence if the independent checker replays it.
    pub(super) fn offer(&mut self, game: Witness) {
        if let Some(game) = self.question.accept(game) {
            self.verdict = Some(Verdict::Possible(game));
        }
    }

    fn settle(&mut self, proof: Option<Result<Closed, Limit>>, game: Constructed) {
        // A game that was constructed goes before one met in retracting: the proof may have been ended before it met one.
        match game {
            None => {}
            Some(Ok(Some(game))) => self.offer(game),
            Some(Ok(None)) => {
                self.constructs = false;
                self.limits[1] = Limit::Depth;
            }
            Some(Err(limit)) => self.limits[1] = limit,
        }
        if self.verdict.is_some() {
            return;
        }
        match proof {
            None => {}
            Some(Ok(Closed::Dead(refutation))) => self.refuted(refutation),
            Some(Ok(Closed::Reached(game))) => self.offer(game),
            Some(Err(limit)) => self.limits[0] = limit,
        }
    }

    /// The verdict, which is no longer kept here.
    pub(super) fn take_verdict(&mut self) -> Option<Verdict> {
        self.verdict.take()
    }

    /// The verdict; undecided, within the limits of `inquiry`, if there is none.
    pub(super) fn into_verdict(mut self, inquiry: &Inquiry) -> Verdict {
        let verdict = self.take_verdict();
        verdict.unwrap_or_else(|| Verdict::Undecided(self.undecided(inquiry)))
    }

    /// What is known within the limits of `inquiry` as long as there is no verdict.
    pub(super) fn undecided(&self, inquiry: &Inquiry) -> Undecided {
        Undecided {
            refutation: inquiry.limit(self.limits[0]),
            witness: inquiry.limit(self.limits[1]),
            levels: self.level as u32,
            retracted_plies: self.retracted_plies,
            reach: self.question.reach(),
            unconfirmed: self.unconfirmed,
        }
    }
}

/// What came of a construction; `None`: it was not its turn.
type Constructed = Option<Result<Option<Witness>, Limit>>;

/// What all questions of a diagram share.
pub(super) struct Inquiry {
    memory: Memory,
    checker: Checker,
    /// For proofs.
    proofs: Budget,
    /// For games.
    games: Budget,
}

impl Inquiry {
    /// With what is left of the budget for proofs, and [`POSITIONS_PER_NODE`] times as many positions for games.
    pub(super) fn within(budget: &Budget) -> Inquiry {
        let mut games = budget.limits_left();
        games.nodes = games
            .nodes
            .map(|nodes| nodes.saturating_mul(POSITIONS_PER_NODE));
        Inquiry {
            memory: Memory::default(),
            checker: Checker::within(budget),
            proofs: budget.share(u64::MAX),
            games: games.start(),
        }
    }

    /// The limit to report for an attempt that hit `limit`. Every effort limits its own nodes; if the user does not limit them,
    /// time was over, or there was no greater effort.
    fn limit(&self, limit: Limit) -> Limit {
        if limit == Limit::Nodes && !self.proofs.is_node_limited() {
            self.proofs.check_clock().err().unwrap_or(Limit::Depth)
        } else {
            limit
        }
    }

    /// From now on there is so much time, whatever there was before.
    pub(super) fn renew(&mut self, time: Duration) {
        self.proofs.renew(time);
        self.games.renew(time);
        self.checker.renew(time);
    }

    /// Nodes spent on proofs.
    pub(super) fn nodes_used(&self) -> u64 {
        self.proofs.nodes_used()
    }

    /// Whether anything is left to be done on open investigations: time, and nodes for those who can still use them.
    pub(super) fn goes_on<Q: Question>(&self, investigations: &[Investigation<Q>]) -> bool {
        let open = |investigation: &Investigation<Q>| {
            let proves = self.proofs.nodes_left() > 0;
            let constructs = investigation.constructs && self.games.nodes_left() > 0;
            investigation.is_open() && investigation.level < Level::COUNT && (proves || constructs)
        };
        self.proofs.check_clock().is_ok() && investigations.iter().any(open)
    }

    /// One step for each of the `chosen` open investigations, given by their places, while so many others wait for theirs.
    pub(super) fn go_on<Q: Question>(
        &mut self,
        investigations: &mut [Investigation<Q>],
        chosen: &[usize],
        waiting: usize,
        step: Step,
    ) {
        let is_late = chosen
            .iter()
            .all(|&place| investigations[place].level >= LATE);
        let mut begun = 0;
        while begun < chosen.len() {
            let left = chosen.len() - begun;
            let width = wave(begun, is_late).min(left);
            let places = &chosen[begun..begun + width];
            begun += width;
            let number = if step == Step::Work { 2 * width } else { width };
            let slice = slice(&self.proofs, left + waiting, width, number);
            let tasks: Vec<Task<Q>> = investigations
                .iter_mut()
                .enumerate()
                .filter(|(place, investigation)| places.contains(place) && investigation.is_open())
                .map(|(_, investigation)| self.task(investigation, step, left + waiting))
                .collect();
            let done: Vec<Task<Q>> = tasks
                .into_par_iter()
                .with_max_len(1)
                .map(|task| task.run(slice))
                .collect();
            for task in done {
                self.learn(task);
            }
        }
    }

    /// Prepares a step of an investigation while `left` of them share the nodes. It gets an equal part of them for a game and one
    /// for a proof, but for the proof less what its level keeps for later levels.
    fn task<'c, Q: Question>(
        &mut self,
        investigation: &'c mut Investigation<Q>,
        step: Step,
        left: usize,
    ) -> Task<'c, Q> {
        let level = match step {
            Step::QuickProof | Step::Construct => Level::quick(),
            Step::Work => Level::number(investigation.level),
        };
        let nodes = |budget: &Budget, part: u64| {
            let parts = (left as u64).saturating_mul(part);
            (budget.nodes_left() / parts).max(1)
        };
        let (most_proof, most_game) = match step {
            Step::QuickProof => (u64::MAX, 0),
            Step::Construct => (0, SHORT_GAME),
            Step::Work => level.turn(investigation.turns),
        };
        let share = nodes(&self.proofs, level.part);
        let is_cut = most_proof < share;
        let proof = (step != Step::Construct).then(|| {
            let share = self.proofs.share(most_proof.min(share));
            let share = share.until(self.proofs.stop().part());
            let mut memory = self.memory.branch();
            memory.retracted_plies = investigation.retracted_plies;
            Proof {
                level,
                memory,
                // What was found is checked in the time that is left at all.
                checker: self.checker.branch(&share),
                unconfirmed: None,
                share,
            }
        });
        let game = (step != Step::QuickProof && investigation.constructs).then(|| {
            let share = self.games.share(most_game.min(nodes(&self.games, 1)));
            share.until(self.games.stop().part())
        });
        Task {
            investigation,
            step,
            is_cut,
            proof,
            closed: None,
            game,
            constructed: None,
        }
    }

    /// Takes over what a task has shown, and pays for it. Where one way has led to the end, nothing is kept of the other:
    /// how far that had come depends on the threads.
    fn learn<Q: Question>(&mut self, task: Task<Q>) {
        let Task {
            investigation,
            step,
            is_cut,
            proof,
            closed,
            game,
            constructed,
        } = task;
        let has_game = matches!(constructed, Some(Ok(Some(_))));
        let has_proof = matches!(closed, Some(Ok(Closed::Dead(_))));
        let is_through = |proof: &Proof| proof.share.nodes_left() > 0 || has_game;
        if step == Step::Work && is_cut && !proof.as_ref().is_some_and(is_through) {
            investigation.turns += 1;
        } else if step == Step::Work {
            investigation.level += 1;
            investigation.turns = 0;
        }
        if let Some(share) = game.filter(|_| has_game || !has_proof) {
            self.games.charge(&share);
        }
        if let Some(proof) = proof.filter(|_| !has_game) {
            investigation.retracted_plies = proof.memory.retracted_plies;
            investigation.unconfirmed = proof.unconfirmed.or(investigation.unconfirmed);
            self.memory.join(proof.memory);
            self.checker.join(proof.checker);
            self.proofs.charge(&proof.share);
        }
        investigation.settle(closed, constructed);
    }
}

/// The longest time of each of the `tasks` that run side by side for `wave` questions, when `left` questions share the time. All
/// tasks together get half of what these questions have; the other half is for later levels.
fn slice(budget: &Budget, left: usize, wave: usize, tasks: usize) -> Option<Duration> {
    let threads = rayon::current_num_threads().min(tasks) as u32;
    let time = budget.time_left()? / (2 * left.max(1)) as u32 * wave as u32;
    Some(time / tasks.max(1) as u32 * threads)
}

/// A step for one question.
struct Task<'c, Q> {
    investigation: &'c mut Investigation<Q>,
    step: Step,
    /// Whether the proof has less than its part of the nodes, and goes on at the next turn.
    is_cut: bool,
    proof: Option<Proof>,
    /// What came of the proof.
    closed: Option<Result<Closed, Limit>>,
    /// What the construction of a game may cost.
    game: Option<Budget>,
    constructed: Constructed,
}

impl<Q: Question> Task<'_, Q> {
    /// Goes both ways at the same time, where a thread is free. What succeeds ends the other.
    /// Each has as much time as the `slice`, from its own beginning: on a single thread one waits for the other.
    fn run(mut self, slice: Option<Duration>) -> Self {
        let begun = Instant::now();
        let Task {
            investigation,
            proof,
            game,
            ..
        } = &mut self;
        let ends_of = |budget: Option<&Budget>| budget.map(|budget| budget.stop().clone());
        let proof_ends: Option<Stop> = ends_of(proof.as_ref().map(|proof| &proof.share));
        let game_ends: Option<Stop> = ends_of(game.as_ref());
        let end = |stop: &Option<Stop>| stop.iter().for_each(Stop::request);
        let Investigation {
            question, position, ..
        } = &mut **investigation;
        let position: &RetroPosition = position;
        let (closed, constructed) = rayon::join(
            || {
                let closed = proof.as_mut().map(|proof| proof.attempt(position, slice));
                if matches!(closed, Some(Ok(Closed::Dead(_)))) {
                    end(&game_ends);
                }
                closed
            },
            || {
                let constructed = game.as_mut().map(|share| {
                    if let Some(slice) = slice {
                        share.end_within(slice);
                    }
                    share.check_clock()?;
                    question.construct(share)
                });
                if matches!(constructed, Some(Ok(Some(_)))) {
                    end(&proof_ends);
                }
                constructed
            },
        );
        investigation.spent += begun.elapsed();
        (self.closed, self.constructed) = (closed, constructed);
        self
    }
}

/// An attempt to refute a position.
struct Proof {
    level: Level,
    memory: Memory,
    checker: Checker,
    /// The last one found that the checker could not show in every part.
    unconfirmed: Option<Unconfirmed>,
    share: Budget,
}

impl Proof {
    /// One level of effort. A proof counts if the independent checker accepts it in the time there is; reasons that it cannot
    /// show are none, and the search goes on without them.
    fn attempt(
        &mut self,
        position: &RetroPosition,
        slice: Option<Duration>,
    ) -> Result<Closed, Limit> {
        if let Some(slice) = slice {
            self.share.end_within(slice);
        }
        self.share.check_clock()?;
        loop {
            let closed = self
                .level
                .attempt(position, &mut self.memory, &mut self.share)?;
            let Closed::Dead(refutation) = &closed else {
                return Ok(closed);
            };
            let refutation = &elaborate(refutation, self.checker.clock())?;
            match self.checker.verify(refutation, position) {
                Ok(checked) => return Ok(Closed::Dead(checked.refutation)),
                Err(CertificateError::Unfinished(limit)) => return Err(limit),
                Err(CertificateError::NotShown(places)) => {
                    self.unconfirmed = Some(Unconfirmed {
                        positions: refutation.positions.len(),
                        shared: places.len(),
                    });
                    let mut goes_on = false;
                    for place in places {
                        let position = &refutation.positions[place].position;
                        goes_on |= self.memory.disbelieve(position);
                    }
                    if !goes_on {
                        return Err(Limit::Depth);
                    }
                }
                Err(_) => return Err(Limit::Depth),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;
    use crate::budget::Limits;
    use crate::problem::Diagram;
    use crate::retro::model::Why;
    use crate::retro::refute_world;
    use crate::world::World;

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
            let position = RetroPosition::of_world(&diagram, World::default());
            let mut attempt = Proof {
                level: Level::number(0),
                memory: Memory::default(),
                checker: Checker::within(&limits.start()),
                unconfirmed: None,
                share: Limits::unlimited().start(),
            };
            match (limit, attempt.attempt(&position, None)) {
                (None, Ok(Closed::Dead(found))) => {
                    assert_eq!(found.positions.len(), proof.positions.len());
                }
                (Some(limit), Err(hit)) => assert_eq!(hit, limit),
                (_, closed) => panic!("{closed:?}"),
            }
        }
    }
}
