//! Composing: a seeded search for sound Berührt-Geführt problems that show a mechanism.
//!
//! Positions are drawn around a skeleton that makes a history doubtful, analysed, solved, and kept
//! if there is exactly one key, the mechanism is in the solution, the problem has no solution
//! without trials, and no man can be left out. Invariant: what is found is sound by the very same
//! analysis and solver that everybody else's problems are measured with.

mod mechanism;
mod random;
mod template;

use shakmaty::{Board, Color};

pub use mechanism::{Mechanism, denials_are_dual_free};
use random::Random;

use crate::budget::{Limits, Stop};
use crate::problem::{
    Convention, Diagram, Forced, Goal, Histories, Length, Options, Play, SetPlay, Stipulation, Twin,
};
use crate::retro::{RetroLimits, analyse, refute_world};
use crate::solution::{Key, Verdict};
use crate::solve::{Detail, Feasibility, Outcome, SolveOptions, Threads, WorldStatus, solve};
use crate::world::World;

/// What a composition search looks for.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Mate in this many moves.
    pub moves: u32,
    /// The options of the genre.
    pub options: Options,
    /// Seed of the search: the same seed finds the same problems.
    pub seed: u64,
    /// How many positions are drawn.
    pub draws: u64,
    /// Polled for interruption.
    pub stop: Stop,
}

/// A sound problem found.
#[derive(Debug, Clone)]
pub struct Find {
    /// The problem, its worlds to be analysed.
    pub twin: Twin,
    /// Number of the draw that gave it.
    pub draw: u64,
    /// The candidate worlds and what was found of each.
    pub worlds: Vec<WorldStatus>,
}

/// Nodes of the first look at a world.
const QUICK_NODES: u64 = 60;

/// Draws `wish.draws` positions and hands every sound problem to `found`.
pub fn compose(wish: &Wish, mut found: impl FnMut(&Find)) {
    let mut random = Random::new(wish.seed);
    for draw in 0..wish.draws {
        if wish.stop.is_requested() {
            return;
        }
        let Some(board) = template::draw(wish.mechanism, &mut random) else {
            continue;
        };
        if let Some(worlds) = promising(wish, &board)
            && is_sound(wish, &board, &worlds)
        {
            let board = economical(wish, board);
            let twin = twin(wish, &board);
            if let Some(worlds) = decided(&twin.diagram, &wish.stop)
                && is_sound(wish, &board, &worlds)
            {
                found(&Find { twin, draw, worlds });
            }
        }
    }
}

fn twin(wish: &Wish, board: &Board) -> Twin {
    Twin {
        label: "a".to_owned(),
        diagram: Diagram {
            board: board.clone(),
            turn: Color::White,
        },
        stipulation: Stipulation::Goal(Forced {
            play: Play::Direct,
            goal: Goal::Mate,
            length: Length::HalfMoves(2 * wish.moves - 1),
            set_play: SetPlay::No,
        }),
        convention: Convention::BeruehrtGefuehrt,
        options: wish.options,
        histories: Histories::Analyse,
        facts: Vec::new(),
        solution: None,
    }
}

/// A first, cheap look at the worlds: those not refuted at once. `None` if nothing is doubtful.
fn promising(wish: &Wish, board: &Board) -> Option<Vec<WorldStatus>> {
    let diagram = Diagram {
        board: board.clone(),
        turn: Color::White,
    };
    let candidates = diagram.candidates();
    let playable = candidates
        .iter()
        .all(|world| world.position(board, diagram.turn).is_ok());
    if candidates.len() < 2 || !playable {
        return None;
    }
    let worlds: Vec<WorldStatus> = candidates
        .iter()
        .map(|world| WorldStatus {
            world,
            feasibility: first_look(&diagram, world, &wish.stop),
        })
        .collect();
    let feasible = worlds
        .iter()
        .filter(|w| w.feasibility != Feasibility::Impossible)
        .count();
    (feasible > 1).then_some(worlds)
}

/// Impossible if that is seen at once, else undecided.
fn first_look(diagram: &Diagram, world: World, stop: &Stop) -> Feasibility {
    let mut budget = Limits {
        nodes: Some(QUICK_NODES),
        time: None,
        stop: stop.clone(),
    }
    .start();
    match refute_world(diagram, world, &[], &mut budget) {
        Ok(_) => Feasibility::Impossible,
        Err(_) => Feasibility::Undecided,
    }
}

fn statuses(diagram: &Diagram, limits: &RetroLimits) -> Vec<WorldStatus> {
    analyse(diagram, &[], limits)
        .worlds
        .iter()
        .map(WorldStatus::from)
        .collect()
}

/// The worlds, if the full analysis decides every one.
fn decided(diagram: &Diagram, stop: &Stop) -> Option<Vec<WorldStatus>> {
    let limits = RetroLimits {
        stop: stop.clone(),
        ..RetroLimits::default()
    };
    let worlds = statuses(diagram, &limits);
    worlds
        .iter()
        .all(|w| w.feasibility != Feasibility::Undecided)
        .then_some(worlds)
}

fn solved(twin: &Twin, worlds: &[WorldStatus], detail: Detail) -> Option<Outcome> {
    let options = SolveOptions {
        limits: Limits {
            nodes: Some(300_000),
            ..Limits::default()
        },
        threads: Threads::Current,
        table_mib: 4,
        detail,
        ..SolveOptions::default()
    };
    solve(twin, worlds, &options).ok()
}

/// One key, the mechanism in its solution, no dual after a denial, nothing without trials.
fn is_sound(wish: &Wish, board: &Board, worlds: &[WorldStatus]) -> bool {
    let twin = twin(wish, board);
    let Some(outcome) = solved(&twin, worlds, Detail::Keys) else {
        return false;
    };
    if outcome.verdict != Verdict::Solved || outcome.keys().len() != 1 {
        return false;
    }
    let Some(outcome) = solved(&twin, worlds, Detail::Full) else {
        return false;
    };
    let shows = outcome
        .solution
        .as_ref()
        .is_some_and(|solution| wish.mechanism.shows(solution) && denials_are_dual_free(solution));
    shows && contrasts(wish, &twin, worlds, &outcome) && needs_trials(&twin, worlds, &outcome)
}

fn contrasts(wish: &Wish, twin: &Twin, worlds: &[WorldStatus], outcome: &Outcome) -> bool {
    let Some(options) = wish.mechanism.contrast(wish.options) else {
        return true;
    };
    let other = Twin {
        options,
        ..twin.clone()
    };
    solved(&other, worlds, Detail::Keys)
        .is_some_and(|other| moves(other.keys()) != moves(outcome.keys()))
}

fn moves(keys: &[Key]) -> Vec<shakmaty::Move> {
    keys.iter().map(|key| key.mv).collect()
}

/// The problem is not solved by the same key without the genre: under the codex.
fn needs_trials(twin: &Twin, worlds: &[WorldStatus], outcome: &Outcome) -> bool {
    let plain = Twin {
        convention: Convention::Codex,
        ..twin.clone()
    };
    solved(&plain, worlds, Detail::Keys).is_none_or(|codex| {
        codex.verdict != Verdict::Solved || moves(codex.keys()) != moves(outcome.keys())
    })
}

/// Leaves out men as long as the problem stays sound.
fn economical(wish: &Wish, mut board: Board) -> Board {
    'again: loop {
        for fewer in template::without_one(&board) {
            if promising(wish, &fewer).is_some_and(|worlds| is_sound(wish, &fewer, &worlds)) {
                board = fewer;
                continue 'again;
            }
        }
        return board;
    }
}
