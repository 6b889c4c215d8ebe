//! Composing: a seeded search for sound Berührt-Geführt problems that show a mechanism.
//!
//! A *skeleton* holds the few men that make a history doubtful, and names the worlds they leave;
//! men are thrown in around it (where the worlds hang on men without a retraction, only such as
//! have none) and then moved, exchanged, added and taken off, one by one, towards a position in
//! which the thematic key solves, against every history, and no other move does. What comes out with
//! one key, the mechanism in its solution, no solution without trials and no man to spare is
//! analysed like anybody else's problem. Invariant: what is found is sound by the very same analysis
//! and solver that everybody else's problems are measured with; what a skeleton says of the worlds
//! only saves time.
//!
//! ```
//! use beruehrt::budget::Stop;
//! use beruehrt::compose::{Mechanism, Wish, compose};
//!
//! let wish = Wish {
//!     mechanism: Mechanism::FreeMove,
//!     moves: 2,
//!     options: Default::default(),
//!     seed: 1,
//!     first: 0,
//!     draws: 1,
//!     stop: Stop::default(),
//! };
//! compose(&wish, |find| println!("{}", find.twin.diagram.fen()));
//! ```

mod appraisal;
mod draft;
mod lock;
mod mechanism;
mod random;
mod skeleton;

pub use mechanism::Mechanism;

use appraisal::Appraiser;
use draft::Draft;
use random::Random;

use crate::budget::Stop;
use crate::problem::{Options, Twin};
use crate::retro::{RetroLimits, analyse};
use crate::solve::{Feasibility, WorldStatus};

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
    /// Number of the first position that is drawn: a find can be repeated alone.
    pub first: u64,
    /// How many positions are drawn and improved.
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

/// Draws of one seed that no other seed has.
const DRAWS_PER_SEED: u64 = 0x0001_0000_0001;
/// Changes tried on one draw.
const CHANGES: u32 = 3000;
/// Changes in a row that bring nothing before a draw is given up.
const PATIENCE: u32 = 400;

/// Draws `wish.draws` positions and hands every sound problem to `found`.
pub fn compose(wish: &Wish, mut found: impl FnMut(&Find)) {
    let appraiser = Appraiser::new(wish);
    for draw in (wish.first..).take(wish.draws as usize) {
        if wish.stop.is_requested() {
            return;
        }
        // Every draw has its own stream, so that it can be repeated alone.
        let mut random = Random::new(wish.seed.wrapping_mul(DRAWS_PER_SEED).wrapping_add(draw));
        let Some(draft) = Draft::draw(wish, &mut random) else {
            continue;
        };
        if let Some(draft) = improved(&appraiser, draft, &mut random)
            && let Some((draft, worlds)) = decided(&appraiser, draft, &wish.stop)
        {
            found(&Find {
                twin: appraiser.twin(&draft),
                draw,
                worlds,
            });
        }
    }
}

/// Changes `draft` man by man until it is sound in the worlds its skeleton promises.
fn improved(appraiser: &Appraiser, mut draft: Draft, random: &mut Random) -> Option<Draft> {
    let mut faults = appraiser.faults(&draft, usize::MAX)?;
    let mut idle = 0;
    for _ in 0..CHANGES {
        if faults == 0 && appraiser.is_sound(&draft, &draft.statuses()) {
            return Some(economical(draft, |fewer| {
                appraiser.faults(fewer, 0) == Some(0)
                    && appraiser.is_sound(fewer, &fewer.statuses())
            }));
        }
        if idle == PATIENCE {
            return None;
        }
        idle += 1;
        if let Some(changed) = draft.changed(random)
            && let Some(left) = appraiser.faults(&changed, faults)
        {
            if left < faults {
                idle = 0;
            }
            (draft, faults) = (changed, left);
        }
    }
    None
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

/// The draft, if the full analysis decides every world and it is sound in those that are possible.
fn decided(appraiser: &Appraiser, draft: Draft, stop: &Stop) -> Option<(Draft, Vec<WorldStatus>)> {
    let limits = RetroLimits {
        // What is found must not depend on the machine.
        time: None,
        stop: stop.clone(),
        ..RetroLimits::default()
    };
    let twin = appraiser.twin(&draft);
    let worlds: Vec<WorldStatus> = analyse(&twin.diagram, &twin.facts, &limits)
        .worlds
        .iter()
        .map(WorldStatus::from)
        .collect();
    let decided = worlds
        .iter()
        .all(|world| world.feasibility != Feasibility::Undecided);
    (decided && appraiser.is_sound(&draft, &worlds)).then_some((draft, worlds))
}
