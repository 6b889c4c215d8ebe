//! The retro-analysis of a diagram: every candidate world with its verdict and evidence.
//!
//! Invariant: "impossible" only with a refutation that the certificate checker accepts, "possible" only
//! with a game that the witness checker replays; everything else is undecided. The worlds are worked on in
//! parallel, and proof and game of each, all with their shares of the nodes, so the same node limit gives the same
//! answer on any number of threads.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::budget::{Budget, Limit, Limits, Stop};
use crate::problem::{Diagram, Fact};
use crate::world::{Right, World};

use super::case::{Case, GAME_NODES};
use super::common::{Common, Demand};
use super::refuter::{LEVELS, refute};
use crate::retro::model::{JudgedWorld, Refutation, RetroPosition, Verdict};
use crate::retro::witness;

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
    in_rounds(&mut cases, &budget, &mut common, true, Case::construct);
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
        let may_inherit = |case: &Case| {
            let gives = |giver: &Case| giver.verdict.is_none() && giver.may_give_to(case);
            patient && cases.iter().any(gives)
        };
        let is_next = |case: &Case| {
            case.is_open() && case.world.rights.iter().count() == rights && !may_inherit(case)
        };
        let open = cases.iter().filter(|case| case.is_open()).count();
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

    /// Each world with the text of its verdict, which one thread and several agree on.
    fn judged(board: &[u8], turn: Color, nodes: u64) -> Vec<(World, String)> {
        let diagram = Diagram {
            board: Board::from_ascii_board_fen(board).unwrap(),
            turn,
        };
        let limits = RetroLimits {
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
