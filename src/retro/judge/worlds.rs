//! The candidate worlds of a diagram, each with verdict and evidence.
//!
//! What is cheap comes first, and worlds help each other: a game for one gives games for those that keep fewer rights,
//! and what several have in common is refuted once for all of them.

use std::time::Duration;

use rayon::prelude::*;

use crate::budget::{Budget, Limit, Limits};
use crate::problem::{Diagram, Fact};
use crate::retro::checker::check;
use crate::retro::model::{
    Brevity, JudgedWorld, Reach, Refutation, RetroPosition, Shortest, Verdict, Why, Witness,
};
use crate::retro::proof_game::shortest;
use crate::retro::witness::{self, Construction};
use crate::world::{Right, World};

use super::demand::{Demand, SharedDemands};
use super::effort::refute;
use super::inquiry::{Inquiry, Investigation, Question, Step};

/// The answer for a diagram.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// All candidate worlds, in the order of [`World`].
    pub worlds: Vec<JudgedWorld>,
    /// The shortest game to the diagram in whatever world, if it was asked for and found.
    pub shortest: Option<Shortest>,
}

impl Analysis {
    /// Looks for shorter games of the possible worlds, with so many attempts for each and at most the time of
    /// `limits` for all of them. No game becomes longer, each still ends in its world.
    pub fn shorten(&mut self, diagram: &Diagram, facts: &[Fact], attempts: u32, limits: &Limits) {
        let budget = Limits {
            nodes: None,
            ..limits.clone()
        }
        .start();
        self.worlds.par_iter_mut().for_each(|judged| {
            if let Verdict::Possible(game) = &mut judged.verdict {
                let mut share = budget.share(u64::MAX);
                *game = witness::shorten(diagram, judged.world, facts, game, attempts, &mut share);
            }
        });
    }

    /// Looks for the shortest game to the diagram and to each of its worlds that was not refuted, and for a second one of that length.
    /// The diagram gets half the nodes and the time of `limits`, each world an even share of the rest. A world that was undecided
    /// becomes possible where a game is found.
    pub fn find_shortest(&mut self, diagram: &Diagram, facts: &[Fact], limits: &Limits) {
        let open = |judged: &&mut JudgedWorld| !matches!(judged.verdict, Verdict::Impossible(_));
        let mut open: Vec<&mut JudgedWorld> = self.worlds.iter_mut().filter(open).collect();
        if open.is_empty() {
            return;
        }
        let share = |parts: u64, turns: u32| Limits {
            nodes: limits.nodes.map(|nodes| nodes / parts),
            time: limits.time.map(|time| time / turns),
            stop: limits.stop.clone(),
        };
        let games = open.iter().filter_map(|judged| judged.verdict.game());
        let known = games.min_by_key(|game| game.moves.len());
        self.shortest = shortest(diagram, None, facts, known, &mut share(2, 2).start()).ok();
        let whole = self.shortest.as_ref();
        let worlds = open.len() as u32;
        // So many share a thread, one after the other.
        let turns = worlds.div_ceil(rayon::current_num_threads() as u32);
        open.par_iter_mut().for_each(|judged| {
            let world = judged.world;
            let is_its_own =
                |whole: &&Shortest| whole.brevity == Brevity::Only && whole.game.world() == world;
            let found = if let Some(whole) = whole.filter(is_its_own) {
                Ok(whole.clone())
            } else {
                let mut budget = share(2 * u64::from(worlds), 2 * turns).start();
                shortest(
                    diagram,
                    Some(world),
                    facts,
                    judged.verdict.game(),
                    &mut budget,
                )
            };
            if let Ok(found) = found {
                judged.verdict = Verdict::Possible(found.game);
                judged.brevity = Some(found.brevity);
            }
        });
    }
}

/// What the analysis of one diagram may cost where the user does not say: twenty seconds.
pub fn usual_limits() -> Limits {
    Limits {
        time: Some(Duration::from_secs(20)),
        ..Limits::unlimited()
    }
}

/// Judges every candidate world of the diagram.
///
/// The nodes of `limits` are for proofs in all; seventy-five positions met in constructing games go for one node, and there are as many for
/// games as for proofs. What several worlds have in common may take half as many besides. Only a limit of nodes gives the same answer
/// every time.
///
/// What is cheap comes first: a quick pass over the last moves of all worlds and a short attempt to construct games for
/// those with the most rights. What is left is refuted together by its scenarios as far as they go and then worked on
/// level by level, so that a hard world does not take the time of the easy ones; where a world is refuted quickly, others
/// are refuted with it. Goes on until every world is decided or a limit is hit. Runs on the caller's rayon pool.
pub fn analyse(diagram: &Diagram, facts: &[Fact], limits: &Limits) -> Analysis {
    Judging::begin(diagram, facts, limits, &[], &|_, _| ()).into_analysis()
}

/// The judging of the candidate worlds of a diagram, as far as its limits allowed. It can go on.
pub struct Judging<'a> {
    worlds: Worlds<'a>,
    rounds: usize,
}

impl<'a> Judging<'a> {
    /// Judges as [`analyse`] does, going on from verdicts of an earlier analysis of the same diagram and facts and telling of each
    /// new one as soon as it is found. A known game is replayed; a known proof is taken as it is.
    pub fn begin(
        diagram: &'a Diagram,
        facts: &'a [Fact],
        limits: &Limits,
        known: &[(World, Verdict)],
        found: &'a dyn Fn(World, &Verdict),
    ) -> Judging<'a> {
        let budget = limits.start();
        let half = limits.nodes.unwrap_or(u64::MAX) / 2;
        let time = budget.time_left().map_or(Duration::MAX, |left| left / 2);
        let mut investigations: Vec<Investigation<WorldQuestion>> = diagram
            .candidates()
            .iter()
            .map(|world| {
                let asked = WorldQuestion {
                    diagram,
                    world,
                    facts,
                    construction: Construction::new(diagram, world, facts),
                };
                Investigation::new(asked, RetroPosition::of_facts(diagram, world, facts))
            })
            .collect();
        for investigation in &mut investigations {
            let world = investigation.question.world;
            match known.iter().find(|(known, _)| *known == world) {
                Some((_, Verdict::Possible(game))) => investigation.offer(game.clone()),
                Some((_, Verdict::Impossible(proof))) => investigation.refuted(proof.clone()),
                Some((_, Verdict::Undecided(_))) | None => {}
            }
        }
        let mut worlds = Worlds {
            told: investigations
                .iter()
                .map(|investigation| !investigation.is_open())
                .collect(),
            found,
            investigations,
            shared_demands: SharedDemands::new(diagram, facts, budget.share(half).within(time)),
            inquiry: Inquiry::within(&budget),
        };
        worlds.round(Step::QuickProof, FewerRights::Work);
        worlds.round(Step::Construct, FewerRights::Wait);
        worlds.cover_by_scenarios();
        let mut judging = Judging { worlds, rounds: 0 };
        judging.work();
        judging
    }

    /// Goes on with the worlds that are open, for so much time, with the effort that comes next.
    pub fn go_on(&mut self, time: Duration) {
        self.worlds.inquiry.renew(time);
        self.work();
    }

    fn work(&mut self) {
        let worlds = &mut self.worlds;
        while worlds.inquiry.goes_on(&worlds.investigations) {
            let fewer_rights = if self.rounds < PATIENCE {
                FewerRights::Wait
            } else {
                FewerRights::Work
            };
            worlds.round(Step::Work, fewer_rights);
            self.rounds += 1;
        }
    }

    /// How many worlds are undecided.
    pub fn open(&self) -> usize {
        let investigations = self.worlds.investigations.iter();
        investigations.filter(|one| one.is_open()).count()
    }

    /// What is known now.
    pub fn analysis(&self) -> Analysis {
        let investigations = self.worlds.investigations.iter();
        let verdicts = investigations.map(|one| one.verdict().cloned()).collect();
        self.worlds.judged(verdicts)
    }

    /// What is known at the end.
    pub fn into_analysis(mut self) -> Analysis {
        let investigations = self.worlds.investigations.iter_mut();
        let verdicts = investigations.map(Investigation::take_verdict).collect();
        self.worlds.judged(verdicts)
    }
}

impl std::fmt::Debug for Judging<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Judging, {} worlds undecided", self.open())
    }
}

/// So many rounds a world waits for a game of one with more rights.
const PATIENCE: usize = 2;

/// If a world is refuted after one of these numbers of levels, [`SharedDemands::quick_refutations`] tries to refute others with it.
const LEVELS_OF_QUICK_REFUTATION: [usize; 2] = [1, 2];

/// What is done with a world while a world with more rights may still give it a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FewerRights {
    /// They wait for it.
    Wait,
    /// They are worked on.
    Work,
}

/// Whether the diagram can have arisen in a world.
struct WorldQuestion<'a> {
    diagram: &'a Diagram,
    world: World,
    facts: &'a [Fact],
    construction: Construction,
}

impl Question for WorldQuestion<'_> {
    fn construct(&mut self, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        self.construction.advance(budget)
    }

    fn accept(&self, game: Witness) -> Option<Witness> {
        let accepted = check(self.diagram, self.world, self.facts, &game).is_ok();
        accepted.then_some(game)
    }

    fn reach(&self) -> Option<Reach> {
        self.construction.reach()
    }
}

impl Investigation<WorldQuestion<'_>> {
    /// Whether a game for it can usually be turned into one for the other by shuffles ([`witness::shuffled`]).
    fn may_give_to(&self, other: &Self) -> bool {
        let (own, other) = (self.question.world, other.question.world);
        own != other && other.rights.is_subset(own.rights) && own.target == other.target
    }

    /// Whether little effort was needed to refute it. Left out are refutations by the first pass over the last moves, which all
    /// worlds have had, and by a reason in the diagram itself, for which all worlds were tried together.
    fn is_refuted_quickly(&self) -> bool {
        let at_once =
            |refutation: &Refutation| matches!(refutation.positions[0].why, Why::Reason(_));
        LEVELS_OF_QUICK_REFUTATION.contains(&self.level)
            && matches!(self.verdict(), Some(Verdict::Impossible(proof)) if !at_once(proof))
    }

    /// Turns a game for a world that keeps more rights into one for this world, if shuffles are enough.
    fn take_over(&mut self, game: &Witness) {
        let WorldQuestion {
            diagram,
            world,
            facts,
            ..
        } = self.question;
        if let Some(own) = witness::shuffled(diagram, world, facts, game) {
            self.offer(own);
        }
    }
}

/// The investigations of all candidate worlds, and what they share.
struct Worlds<'a> {
    investigations: Vec<Investigation<WorldQuestion<'a>>>,
    /// Is told of each new verdict.
    found: &'a dyn Fn(World, &Verdict),
    /// By investigation: whether its verdict was told.
    told: Vec<bool>,
    shared_demands: SharedDemands<'a>,
    inquiry: Inquiry,
}

impl Worlds<'_> {
    /// One step for the open worlds, those with the most rights first: a game for one of them mostly gives games for
    /// worlds with fewer.
    fn round(&mut self, step: Step, fewer_rights: FewerRights) {
        for rights in (0..=Right::ALL.len()).rev() {
            let waits = |investigation: &Investigation<WorldQuestion>| {
                let gives = |giver: &Investigation<WorldQuestion>| {
                    giver.is_open() && giver.may_give_to(investigation)
                };
                fewer_rights == FewerRights::Wait && self.investigations.iter().any(gives)
            };
            let is_next = |investigation: &Investigation<WorldQuestion>| {
                let own = investigation.question.world.rights.iter().count();
                investigation.is_open() && own == rights && !waits(investigation)
            };
            let open = self
                .investigations
                .iter()
                .filter(|investigation| investigation.is_open())
                .count();
            let next: Vec<usize> = (0..self.investigations.len())
                .filter(|&place| is_next(&self.investigations[place]))
                .collect();
            let waiting = open - next.len();
            self.inquiry
                .go_on(&mut self.investigations, &next, waiting, step);
            self.share(&next);
            self.tell();
        }
    }

    /// Tells of the verdicts that are new.
    fn tell(&mut self) {
        for (investigation, told) in self.investigations.iter().zip(&mut self.told) {
            if let Some(verdict) = investigation.verdict()
                && !*told
            {
                (self.found)(investigation.question.world, verdict);
                *told = true;
            }
        }
    }

    /// What was found for these worlds helps others.
    fn share(&mut self, next: &[usize]) {
        let soon = next.iter().map(|&place| &self.investigations[place]);
        let seen: Vec<World> = soon
            .filter(|investigation| investigation.is_refuted_quickly())
            .map(|investigation| investigation.question.world)
            .collect();
        if !seen.is_empty() {
            let (open, possible) = self.open_and_possible();
            let refuted = self
                .shared_demands
                .quick_refutations(&seen, &open, &possible);
            self.cover(&refuted);
        }
        for &giver in next {
            let Some(Verdict::Possible(game)) = self.investigations[giver].verdict() else {
                continue;
            };
            let game = game.clone();
            for other in 0..self.investigations.len() {
                if self.investigations[other].is_open()
                    && self.investigations[giver].may_give_to(&self.investigations[other])
                {
                    self.investigations[other].take_over(&game);
                }
            }
        }
    }

    fn cover_by_scenarios(&mut self) {
        let (open, possible) = self.open_and_possible();
        let refuted = self.shared_demands.scenarios(&open, &possible);
        self.cover(&refuted);
        self.tell();
    }

    /// The open worlds, and those with a game.
    fn open_and_possible(&self) -> (Vec<World>, Vec<World>) {
        let world = |investigation: &Investigation<WorldQuestion>| investigation.question.world;
        let open = self
            .investigations
            .iter()
            .filter(|investigation| investigation.is_open())
            .map(world);
        let possible = self
            .investigations
            .iter()
            .filter(|investigation| matches!(investigation.verdict(), Some(Verdict::Possible(_))))
            .map(world);
        (open.collect(), possible.collect())
    }

    /// Gives the open investigations the refutations of what they have in common.
    fn cover(&mut self, refuted: &[(Demand, Refutation)]) {
        for investigation in self
            .investigations
            .iter_mut()
            .filter(|investigation| investigation.is_open())
        {
            let covered = refuted
                .iter()
                .find(|(demand, _)| demand.holds_of(investigation.question.world));
            if let Some((_, refutation)) = covered {
                investigation.refuted(refutation.clone());
            }
        }
    }

    /// The worlds with these `verdicts`; undecided where there is none.
    fn judged(&self, verdicts: Vec<Option<Verdict>>) -> Analysis {
        let shared = self.shared_demands.spent / self.investigations.len().max(1) as u32;
        let judged =
            |(investigation, verdict): (&Investigation<WorldQuestion>, Option<Verdict>)| {
                let world = investigation.question.world;
                let verdict = verdict.unwrap_or_else(|| {
                    let mut undecided = investigation.undecided(&self.inquiry);
                    undecided.unconfirmed = undecided
                        .unconfirmed
                        .or_else(|| self.shared_demands.unconfirmed(world));
                    Verdict::Undecided(undecided)
                });
                JudgedWorld {
                    world,
                    verdict,
                    spent: investigation.spent + shared,
                    brevity: None,
                }
            };
        Analysis {
            worlds: self
                .investigations
                .iter()
                .zip(verdicts)
                .map(judged)
                .collect(),
            shortest: None,
        }
    }
}

/// Tries to prove that the diagram has no history in exactly `world`, with growing effort. No game is
/// looked for, and the proof is not checked here (see [`Checker`](crate::retro::checker::Checker)).
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
    refute(&RetroPosition::of_facts(diagram, world, facts), budget)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Board, Color};

    use super::*;
    use crate::budget::Stop;

    /// Each world with the text of its verdict, which one thread and several agree on.
    fn judged(board: &[u8], turn: Color, nodes: u64) -> Vec<(World, String)> {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board).unwrap(),
            turn,
        };
        let limits = Limits {
            nodes: Some(nodes),
            time: None,
            stop: Stop::default(),
        };
        let [one, several] = [1, 3].map(|threads| {
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
        assert_eq!(one, several);
        one
    }

    #[test]
    fn a_judging_whose_time_was_up_goes_on_to_the_same_verdicts() {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(b"r3k2r/1p1p4/p1p5/8/4P3/8/PPP2PPP/R3K2R").unwrap(),
            turn: Color::White,
        };
        let none = Limits {
            time: Some(Duration::ZERO),
            ..usual_limits()
        };
        let mut judging = Judging::begin(&diagram, &[], &none, &[], &|_, _| ());
        let candidates = diagram.candidates().len();
        assert_eq!(judging.open(), candidates);
        let undecided = |judged: &JudgedWorld| matches!(judged.verdict, Verdict::Undecided(_));
        assert!(judging.analysis().worlds.iter().all(undecided));
        judging.go_on(Duration::from_hours(1));
        assert_eq!(judging.open(), 0);
        let kinds = |analysis: Analysis| -> Vec<_> {
            let kind = |judged: JudgedWorld| (judged.world, judged.verdict.game().is_some());
            analysis.worlds.into_iter().map(kind).collect()
        };
        let at_once = analyse(&diagram, &[], &usual_limits());
        assert_eq!(kinds(judging.analysis()), kinds(at_once.clone()));
        assert_eq!(kinds(judging.into_analysis()), kinds(at_once));
    }

    #[test]
    fn verdicts_are_told_once_and_an_analysis_goes_on_from_them() {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(b"8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8").unwrap(),
            turn: Color::White,
        };
        let undecided = |judged: &JudgedWorld| matches!(judged.verdict, Verdict::Undecided(_));
        let told = std::cell::RefCell::new(Vec::new());
        let tell =
            |world: World, verdict: &Verdict| told.borrow_mut().push((world, verdict.clone()));
        let limits = usual_limits();
        let first = Judging::begin(&diagram, &[], &limits, &[], &tell).into_analysis();
        let is_decided = |analysis: &Analysis| !analysis.worlds.iter().any(undecided);
        assert!(is_decided(&first));
        assert_eq!(told.borrow().len(), first.worlds.len());
        let known = told.take();
        let none = Limits {
            nodes: Some(0),
            ..limits
        };
        let second = Judging::begin(&diagram, &[], &none, &known, &tell).into_analysis();
        assert!(is_decided(&second) && told.borrow().is_empty());
    }

    #[test]
    fn worlds_with_fewer_rights_inherit_games_on_any_number_of_threads() {
        // After 1 Nf3 Nf6 2 c3 c6 the kings and the rooks of the queen's side are shut in.
        let board = b"rnbqkb1r/pp1ppppp/2p2n2/8/8/2P2N2/PP1PPPPP/RNBQKB1R";
        let judged = judged(board, Color::White, 16_000);
        let game = |world: &str| {
            let asked = world.parse().unwrap();
            let found = judged.iter().find(|(world, _)| *world == asked);
            found.is_some_and(|(_, verdict)| verdict.starts_with("Possible"))
        };
        assert!(["KQkq -", "Qkq -", "KQq -", "Qq -"].into_iter().all(game));
    }

    #[test]
    fn proofs_and_games_are_the_same_on_any_number_of_threads() {
        let verdicts = |board: &[u8], turn, nodes| -> Vec<String> {
            let judged = judged(board, turn, nodes);
            let first_word = |(_, verdict): (World, String)| {
                verdict.split('(').next().unwrap_or_default().to_owned()
            };
            judged.into_iter().map(first_word).collect()
        };
        // Behal, Neues Illustrirtes Blatt 1897 (PDB P0002107): the last move was d7-d5, or there was none.
        let board = b"8/8/2P1P3/2KpP1NP/6Bk/PP2P1N1/p7/Q7";
        let found = verdicts(board, Color::White, 60_000);
        assert_eq!(found, ["Impossible", "Possible"]);
        // Too little for a game or for a proof, however far both came.
        let board = b"KBrk4/1pppRp2/1p2p3/8/8/8/8/8";
        assert_eq!(verdicts(board, Color::Black, 3_000), ["Undecided"]);
    }
}
