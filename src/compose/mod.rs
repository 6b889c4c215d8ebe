//! Composing: a seeded search for sound Berührt-Geführt problems that show a mechanism.
//!
//! Every draw starts from a *skeleton*: the few men that make a history doubtful, with the worlds they leave open. Other men
//! are added at random; then the position is improved by local search (hill climbing): one man at a time is moved,
//! exchanged, added or removed, and the change is kept if the position is no farther from its aim, which is a position
//! where the thematic key solves against every history and no other move does. Where the worlds depend on men that have no
//! move to take back, only such men are added. A composer's own position ([`Matrix`]) can take the place of the skeleton.
//!
//! A position with one key, the mechanism in its solution, no solution without trials and no superfluous man is analysed
//! and verified like any submitted problem, compared with the other finds, and ranked ([`Merit`]).
//!
//! Invariant: a find is sound by the same analysis, solver and verification that judge every other problem; what a
//! skeleton says about the worlds only saves time. Every draw has its own random numbers and its own limits of nodes, so
//! that the same wish gives the same finds on any number of threads.
//!
//! ```
//! use beruehrt::compose::{Draw, Mechanism, Wish, compose};
//!
//! let mut wish = Wish::new(Mechanism::FreeMove);
//! wish.draws = 1;
//! let composed = compose(&wish, &|draw: &Draw| println!("{}: {:?}", draw.number, draw.end));
//! for find in &composed.finds {
//!     println!("{}", find.problem.twins[0].diagram.fen());
//! }
//! assert_eq!(composed.tally.draws(), 1);
//! ```

mod appraisal;
mod course;
mod draft;
mod likeness;
mod lines;
mod lock;
mod matrix;
mod mechanism;
mod merit;
mod skeleton;

use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::{Board, Color};

pub use course::{Draw, End, Tally};
pub use matrix::{Matrix, NoMatrix};
pub use mechanism::Mechanism;
pub use merit::Merit;

use appraisal::{Appraiser, MANY, SOLVE_NODES, solved};
use draft::Draft;
use likeness::{Apart, are_alike};

use crate::budget::{Limits, Stop};
use crate::notation::Letters;
use crate::problem::{Histories, Options, Problem, Twin};
use crate::random::Random;
use crate::solution::Detail;
use crate::solve::{Feasibility, SolveOptions, Threads, WorldStatus};
use crate::verify::{Economy, Soundness, Verification, VerifyOptions, verify};
use crate::world::WorldSet;

/// What a composition search looks for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Wish {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Mate in this many moves.
    pub moves: u32,
    /// The options of the genre.
    pub options: Options,
    /// Seed of the search: the same seed finds the same problems.
    pub seed: u64,
    /// Number of the first position that is drawn: a find can be repeated alone.
    pub first: u64,
    /// How many positions are drawn and improved.
    pub draws: u64,
    /// The composer's own position to start from; `None`: the skeletons of the mechanism.
    pub matrix: Option<Arc<Matrix>>,
    /// Problems that are known: what is like one of them is no find.
    pub known: Vec<Board>,
    /// Polled for interruption.
    pub stop: Stop,
}

impl Wish {
    /// Mates in the usual number of moves that show `mechanism` ([`Mechanism::usual_moves`]), under the default options, from
    /// the first thousand draws of seed 1.
    pub fn new(mechanism: Mechanism) -> Wish {
        Wish {
            mechanism,
            moves: mechanism.usual_moves(),
            options: Options::default(),
            seed: 1,
            first: 0,
            draws: 1_000,
            matrix: None,
            known: Vec::new(),
            stop: Stop::default(),
        }
    }
}

/// A sound problem found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Find {
    /// The problem as its author would submit it, with its solution.
    pub problem: Problem,
    /// Number of the draw that gave it.
    pub draw: u64,
    /// What the verification says.
    pub verification: Verification,
    /// What it is worth against others.
    pub merit: Merit,
}

impl Find {
    fn board(&self) -> &Board {
        &self.problem.twins[0].diagram.board
    }
}

/// What a search gave.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Composed {
    /// The finds, the best first.
    pub finds: Vec<Find>,
    /// How many finds were left out because they are like a better one.
    pub repeated: usize,
    /// How many finds were left out because they are like a known problem.
    pub known: usize,
    /// What became of the draws.
    pub tally: Tally,
}

/// Draws of one seed that no other seed has.
const DRAWS_PER_SEED: u64 = 0x0001_0000_0001;
/// Placements tried until one fits.
const PLACINGS: u32 = 12;
/// Changes tried on one draw.
const CHANGES: u32 = 3000;
/// Changes in a row that bring nothing before a draw is given up; twice as many if few faults are left.
const PATIENCE: u32 = 400;
/// The same for mechanisms that few placements show.
const RARE_PATIENCE: u32 = 1500;
/// Faults that are few.
const FEW: usize = 3;
/// One change in so many may make it worse by a fault.
const STEP_BACK: usize = 12;
/// Nodes that the histories of one position may cost.
const HISTORY_NODES: u64 = 150_000;

/// Draws `wish.draws` positions, in the caller's rayon pool, and reports each to `observer` when it is finished: from all
/// threads of the search, in no particular order.
pub fn compose(wish: &Wish, observer: &(dyn Fn(&Draw) + Sync)) -> Composed {
    let draw = |number| {
        let draw = one_draw(wish, number);
        observer(&draw);
        draw
    };
    let last = wish.first.saturating_add(wish.draws);
    let mut draws: Vec<Draw> = (wish.first..last)
        .take_while(|_| !wish.stop.is_requested())
        .par_bridge()
        .map(draw)
        .collect();
    draws.sort_by_key(|draw| draw.number);
    let mut tally = Tally::default();
    for draw in &draws {
        tally.count(draw.end);
    }
    let mut finds: Vec<Find> = draws.into_iter().filter_map(|draw| draw.find).collect();
    // Stable: of equals the earlier draw comes first.
    finds.sort_by_cached_key(|find| find.merit.rank());
    distinct(wish, finds, tally)
}

/// The finds without those that are like a better one or a known problem.
fn distinct(wish: &Wish, finds: Vec<Find>, tally: Tally) -> Composed {
    // What is made from one matrix differs in a man or two by nature.
    let apart = match wish.matrix {
        Some(_) => Apart::Nothing,
        None => Apart::OneMan,
    };
    let mut composed = Composed {
        finds: Vec::new(),
        repeated: 0,
        known: 0,
        tally,
    };
    for find in finds {
        let is_like = |board: &Board| are_alike(find.board(), board, apart);
        if wish.known.iter().any(is_like) {
            composed.known += 1;
        } else if composed.finds.iter().any(|better| is_like(better.board())) {
            composed.repeated += 1;
        } else {
            composed.finds.push(find);
        }
    }
    composed
}

fn one_draw(wish: &Wish, number: u64) -> Draw {
    // Every draw has its own stream and its own tables, so that it can be repeated alone.
    let mut random = Random::new(wish.seed.wrapping_mul(DRAWS_PER_SEED).wrapping_add(number));
    let appraiser = Appraiser::new(wish);
    let mut draw = Draw {
        number,
        end: End::Misfit,
        find: None,
    };
    let Some(mut draft) = (0..PLACINGS).find_map(|_| Draft::draw(wish, &mut random)) else {
        return draw;
    };
    draw.end = improve(&appraiser, &mut draft, &mut random, &wish.stop);
    if draw.end == End::Found {
        match decided(&appraiser, &mut draft, &wish.stop) {
            Ok(worlds) => match submitted(&appraiser, &draft, &worlds, number, wish) {
                Some(find) => draw.find = Some(find),
                None => draw.end = End::NotVerified,
            },
            Err(end) => draw.end = end,
        }
    }
    draw
}

/// Changes `draft` man by man until it is sound in the worlds its skeleton promises; how far that came.
fn improve(appraiser: &Appraiser, draft: &mut Draft, random: &mut Random, stop: &Stop) -> End {
    let Some(mut faults) = appraiser.faults(draft, usize::MAX) else {
        return End::NoKey;
    };
    let (mut best, mut idle) = (faults, 0);
    for _ in 0..CHANGES {
        if stop.is_requested() {
            return End::Stopped;
        }
        if faults == 0 && appraiser.is_sound(draft, &draft.statuses()) {
            *draft = economical(draft.clone(), |fewer| {
                appraiser.faults(fewer, 0) == Some(0)
                    && appraiser.is_sound(fewer, &fewer.statuses())
            });
            return End::Found;
        }
        let patience = match faults {
            _ if appraiser.is_patient() => RARE_PATIENCE,
            0..=FEW => 2 * PATIENCE,
            _ => PATIENCE,
        };
        if idle >= patience {
            break;
        }
        idle += 1;
        // A step back now and then leads out of a dead end.
        let back = match random.below(STEP_BACK) {
            0 if faults < MANY => 1,
            _ => 0,
        };
        if let Some(changed) = draft.changed(random)
            && let Some(left) = appraiser.faults(&changed, faults + back)
        {
            if left < best {
                (best, idle) = (left, 0);
            }
            (*draft, faults) = (changed, left);
        }
    }
    match faults {
        0 => End::NotShown,
        1..MANY => End::Cooked,
        _ => End::NoKey,
    }
}

/// Leaves out men as long as `holds`.
fn economical(mut draft: Draft, holds: impl Fn(&Draft) -> bool) -> Draft {
    loop {
        let fewer = draft.with_one_man_less().find(&holds);
        match fewer {
            Some(fewer) => draft = fewer,
            None => return draft,
        }
    }
}

/// The worlds of the draft, if the full analysis decides every one and it is sound in those that are possible. Men that
/// neither the play nor the histories need are taken off.
fn decided(appraiser: &Appraiser, draft: &mut Draft, stop: &Stop) -> Result<Vec<WorldStatus>, End> {
    let mut worlds = sound_worlds(appraiser, draft, stop)?;
    'fewer: loop {
        for fewer in draft.with_any_man_less() {
            // The play is looked at first, in the histories hoped for: it costs less.
            if appraiser.is_sound(&fewer, &fewer.statuses())
                && let Ok(found) = sound_worlds(appraiser, &fewer, stop)
                && possible(&found) == possible(&worlds)
            {
                (*draft, worlds) = (fewer, found);
                continue 'fewer;
            }
        }
        return Ok(worlds);
    }
}

fn sound_worlds(
    appraiser: &Appraiser,
    draft: &Draft,
    stop: &Stop,
) -> Result<Vec<WorldStatus>, End> {
    let twin = appraiser.twin(draft);
    let worlds = if let Histories::Given(given) = &twin.histories {
        WorldStatus::given(given)
    } else {
        WorldStatus::analysed(&twin.diagram, &twin.facts, &nodes(HISTORY_NODES, stop))
    };
    if stop.is_requested() {
        return Err(End::Stopped);
    }
    let decided = (worlds.iter()).all(|world| world.feasibility != Feasibility::Undecided);
    if !decided || possible(&worlds).is_empty() {
        return Err(End::OtherHistories);
    }
    // With other histories than hoped for it may still be sound.
    if appraiser.is_sound(draft, &worlds) {
        Ok(worlds)
    } else {
        Err(End::OtherHistories)
    }
}

/// The possible worlds, White on move.
fn possible(worlds: &[WorldStatus]) -> WorldSet {
    WorldStatus::select(Color::White, worlds, |known| known == Feasibility::Possible)
}

/// The draft as its author would submit it, if the verification calls it sound: with its solution, if every line of it
/// is confirmed.
fn submitted(
    appraiser: &Appraiser,
    draft: &Draft,
    worlds: &[WorldStatus],
    number: u64,
    wish: &Wish,
) -> Option<Find> {
    let twin = appraiser.twin(draft);
    let full = solved(&twin, worlds, Detail::Full)?;
    let shown = solved(&twin, worlds, Detail::Variations)?;
    let histories = match &twin.histories {
        given @ Histories::Given(_) => given.clone(),
        _ => Histories::Claim(possible(worlds)),
    };
    let with = |solution: Option<String>| Problem {
        id: None,
        author: None,
        source: Some("original".to_owned()),
        award: None,
        comment: Some(format!(
            "{}. Found by `{}`.",
            wish.mechanism.sentence(),
            command(wish, number)
        )),
        keywords: Some(format!("Berührt-Geführt, {}", wish.mechanism.keyword())),
        men: Some(twin.diagram.men()),
        letters: Letters::default(),
        data: Vec::new(),
        twins: vec![Twin {
            histories: histories.clone(),
            solution,
            ..twin.clone()
        }],
    };
    let checked = |problem: Problem| {
        let verification = verify(&problem, &problem.twins[0], worlds, &options(&wish.stop));
        (verification.soundness == Soundness::Sound).then_some((problem, verification))
    };
    let written = shown.solution.as_ref().and_then(lines::written);
    let (problem, verification) = written
        .and_then(|lines| checked(with(Some(lines))))
        .or_else(|| checked(with(None)))?;
    Some(Find {
        merit: Merit::of(&verification, full.solution.as_ref()?),
        problem,
        draw: number,
        verification,
    })
}

/// What a find may cost to verify; nodes alone limit it. The economy has been looked at.
fn options(stop: &Stop) -> VerifyOptions {
    VerifyOptions {
        solve: SolveOptions {
            limits: nodes(SOLVE_NODES, stop),
            threads: Threads::Current,
            table_mib: 4,
            ..SolveOptions::default()
        },
        retro: nodes(HISTORY_NODES, stop),
        economy: Economy::Skip,
    }
}

/// Nodes are the only limit: what is found must not depend on the machine.
fn nodes(most: u64, stop: &Stop) -> Limits {
    Limits {
        nodes: Some(most),
        time: None,
        stop: stop.clone(),
    }
}

/// The command that finds draw `number` again.
fn command(wish: &Wish, number: u64) -> String {
    let mut words = vec![format!("beruehrt compose {}", wish.mechanism.keyword())];
    if wish.moves != wish.mechanism.usual_moves() {
        words.push(format!("--moves {}", wish.moves));
    }
    let options = wish.options.to_string();
    if !options.is_empty() {
        words.push(format!("--options \"{options}\""));
    }
    words.push(format!("--seed {} --first {number} --draws 1", wish.seed));
    if wish.matrix.is_some() {
        // The library does not know where it came from.
        words.push("--from FILE".to_owned());
    }
    words.join(" ")
}
