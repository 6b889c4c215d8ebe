//! One pass over a position: all its retractions at once, men being followed inside a zone only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Square};

use super::pattern;
use super::step::{Watched, steps};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::{Cage, Pattern};

/// Which tracked men stand where, who retracts, and what is demanded: patterns that agree in this are joined.
#[derive(PartialEq, Eq, Hash)]
struct TrackedMen {
    men: [Bitboard; 12],
    turn: Color,
    target: Option<Square>,
    frozen: Bitboard,
}

impl TrackedMen {
    fn of(watched: &Watched) -> TrackedMen {
        let pattern = &watched.pattern;
        let mut men = [Bitboard::EMPTY; 12];
        for (men, may) in men.iter_mut().zip(&pattern.may[1..]) {
            *men = *may & watched.tracked;
        }
        TrackedMen {
            men,
            turn: pattern.turn,
            target: pattern.target,
            frozen: pattern.frozen,
        }
    }
}

/// What one pass over a position showed.
pub(super) enum Found {
    /// A closed set.
    Closed(Cage),
    /// The initial array is within reach on this path, the position itself first.
    Open(Vec<Watched>),
}

/// Patterns are cheap: so many of them count as one node.
const PATTERNS_PER_NODE: u32 = 8;

/// Retracts patterns from `root`, following its `tracked` men inside `zone`; patterns with the same
/// tracked men are joined.
///
/// # Errors
///
/// The limit that ended it; [`Limit::Depth`] after `most` patterns.
pub(super) fn search_patterns(
    mut root: Pattern,
    tracked: Bitboard,
    zone: Bitboard,
    most: u32,
    budget: &mut Budget,
) -> Result<Found, Limit> {
    if !root.narrow() {
        // Not a cage: the position contradicts itself, which the quick reasons say better.
        return Ok(Found::Open(Vec::new()));
    }
    let mut store = Store {
        states: Vec::new(),
        index: FxHashMap::default(),
        queue: BinaryHeap::new(),
        array: pattern::array(),
        retracted: 0,
    };
    let watched = Watched {
        pattern: root,
        tracked,
        exits: Bitboard::EMPTY,
        path: Bitboard::EMPTY,
        king: None,
    };
    if let Err(path) = store.add(watched, 0) {
        return Ok(Found::Open(path));
    }
    while let Some((_, Reverse(id))) = store.queue.pop() {
        if !std::mem::take(&mut store.states[id].open) {
            continue;
        }
        store.retracted += 1;
        if store.retracted > most {
            return Err(Limit::Depth);
        }
        if store.retracted.is_multiple_of(PATTERNS_PER_NODE) {
            budget.spend()?;
            // A pattern of few men has so many retractions that a node may take milliseconds.
            budget.check_clock()?;
        }
        let state = store.states[id].watched.clone();
        let mut before = Vec::new();
        for next in steps(&state, zone) {
            match store.add(next, id) {
                Ok(next) => before.push(next),
                Err(path) => return Ok(Found::Open(path)),
            }
        }
        before.sort_unstable();
        before.dedup();
        store.states[id].before = before;
    }
    let (patterns, before) = store
        .states
        .into_iter()
        .map(|state| (state.watched.pattern, state.before))
        .unzip();
    Ok(Found::Closed(Cage {
        zone,
        men: tracked,
        patterns,
        before,
    }))
}

/// A pattern on the agenda.
struct State {
    watched: Watched,
    /// Still to be retracted.
    open: bool,
    /// The state it was first met from.
    parent: usize,
    /// Where its retractions lead.
    before: Vec<usize>,
}

struct Store {
    states: Vec<State>,
    index: FxHashMap<TrackedMen, usize>,
    /// Nearest to the initial array first: an open cage is found out soon.
    queue: BinaryHeap<(Reverse<usize>, Reverse<usize>)>,
    array: Pattern,
    /// How many patterns were retracted.
    retracted: u32,
}

impl Store {
    /// The place in the store. Fails if the initial array is within reach, with the path there.
    fn add(&mut self, watched: Watched, parent: usize) -> Result<usize, Vec<Watched>> {
        let key = TrackedMen::of(&watched);
        let id = if let Some(&id) = self.index.get(&key) {
            let state = &mut self.states[id];
            if watched.pattern.is_within(&state.watched.pattern) {
                return Ok(id);
            }
            state.watched.pattern.join(&watched.pattern);
            state.open = true;
            id
        } else {
            let id = self.states.len();
            self.index.insert(key, id);
            self.states.push(State {
                watched,
                open: true,
                parent,
                before: Vec::new(),
            });
            id
        };
        let pattern = &self.states[id].watched.pattern;
        if pattern.admits_array(&self.array) {
            return Err(self.path_to(id));
        }
        let distance = pattern.distance_from_array(&self.array);
        self.queue.push((Reverse(distance), Reverse(id)));
        Ok(id)
    }

    fn path_to(&self, mut id: usize) -> Vec<Watched> {
        let mut path = Vec::new();
        loop {
            let state = &self.states[id];
            path.push(state.watched.clone());
            if state.parent == id {
                path.reverse();
                return path;
            }
            id = state.parent;
        }
    }
}
