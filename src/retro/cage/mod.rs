//! Cages: men that no retraction ever sets free, whatever the rest of the board does.
//!
//! Instead of positions the search retracts [`Pattern`]s: what is known of every square, everything
//! else being left open. Men far from the cage are not followed; they may move, appear and pass as
//! they like. If even so no pattern that can be reached admits the initial array, no game leads to the
//! position. The patterns reached are the proof: a finite set that no retraction leaves.
//!
//! The idea of proving a cage by retracting only inside it is Theodore Hwa's (Retractor); following sets
//! of possibilities per square instead of positions is abstract interpretation.

mod pattern;
mod step;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Color, Rank, Square};

use crate::budget::{Budget, Limit};
use crate::notation::Language;

use super::position::{EpState, RetroPosition};

pub use pattern::Pattern;
use step::{Watched, steps};

/// A proof that the men in a cage cannot have come there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cage {
    /// Where men were followed.
    pub zone: Bitboard,
    /// The men shut in: those whose squares no retraction in the closed set empties for good.
    pub men: Bitboard,
    /// The closed set; the position refuted is one of the first pattern's.
    pub patterns: Vec<Pattern>,
    /// For every pattern, those that between them cover all that can be taken back in it.
    pub before: Vec<Vec<usize>>,
}

impl Cage {
    /// The reason in a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let squares: Vec<String> = self.men.into_iter().map(|s| s.to_string()).collect();
        let squares = squares.join(" ");
        match language {
            Language::English => format!("cage: no retraction sets free the men on {squares}"),
            Language::German => {
                format!("Käfig: keine Rücknahme befreit die Steine auf {squares}")
            }
        }
    }
}

/// Which tracked men stand where, who retracts, and what is demanded: patterns that agree in this are joined.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    men: [Bitboard; 12],
    turn: Color,
    target: Option<Square>,
    frozen: Bitboard,
}

impl Key {
    fn of(watched: &Watched) -> Key {
        let pattern = &watched.pattern;
        let mut men = [Bitboard::EMPTY; 12];
        for (men, may) in men.iter_mut().zip(&pattern.may[1..]) {
            *men = *may & watched.tracked;
        }
        Key {
            men,
            turn: pattern.turn,
            target: pattern.target,
            frozen: pattern.frozen,
        }
    }
}

/// What one look at a position showed.
enum Look {
    /// A closed set.
    Closed(Cage),
    /// The initial array is within reach, on a path that first lost sight of a man on these squares.
    Open(Bitboard),
}

/// Patterns are cheap: so many of them count as one node.
const PATTERNS_PER_NODE: u32 = 8;

/// How often the zone is enlarged.
const REFINEMENTS: usize = 40;

/// Tries to close a set of patterns around `position`.
///
/// At first a man is followed only on its own square; whenever the array comes into reach, the place
/// where the path lost sight of a man is looked at too. `None`: the position looks open however far
/// it is looked at.
///
/// # Errors
///
/// The limit that ended the attempt. Eight patterns retracted are a node.
pub fn prove(position: &RetroPosition, budget: &mut Budget) -> Result<Option<Cage>, Limit> {
    let walls = unmoved_pawns(&position.board);
    for piece in position.board.occupied() & !walls {
        if let Look::Closed(cage) = look(position, walls.with(piece), 1, budget)? {
            return Ok(Some(cage));
        }
    }
    let mut zone = position.board.occupied();
    for _ in 0..REFINEMENTS {
        match look(position, zone, 1, budget)? {
            Look::Closed(cage) => return Ok(Some(cage)),
            Look::Open(exits) if exits.is_empty() => return Ok(None),
            Look::Open(exits) => zone |= exits,
        }
    }
    Ok(None)
}

/// Pawns on their own second rank: they stand there from the beginning.
fn unmoved_pawns(board: &Board) -> Bitboard {
    Color::ALL
        .into_iter()
        .fold(Bitboard::EMPTY, |walls, color| {
            let home = Bitboard::from(color.relative_rank(Rank::Second));
            walls | (board.pawns() & board.by_color(color) & home)
        })
}

/// Retracts patterns from `position`, following men inside `zone`; up to `width` patterns with the
/// same tracked men are kept apart before they are joined.
fn look(
    position: &RetroPosition,
    zone: Bitboard,
    width: usize,
    budget: &mut Budget,
) -> Result<Look, Limit> {
    let array = pattern::array();
    let mut root = Pattern::of_board(&position.board, position.turn, position.frozen);
    if let EpState::Target(target) = position.ep {
        root.target = Some(target);
    }
    let tracked = position.board.occupied() & zone;
    if !root.narrow() {
        // Not a cage: the position contradicts itself, which the quick reasons say better.
        return Ok(Look::Open(Bitboard::EMPTY));
    }
    let mut store = Store {
        states: Vec::new(),
        index: FxHashMap::default(),
        queue: BinaryHeap::new(),
        array,
        width,
        retracted: 0,
    };
    let watched = Watched {
        pattern: root,
        tracked,
        exits: Bitboard::EMPTY,
    };
    if let Err(exits) = store.add(watched, 0) {
        return Ok(Look::Open(exits));
    }
    while let Some((_, Reverse(id))) = store.queue.pop() {
        if !std::mem::take(&mut store.states[id].open) {
            continue;
        }
        store.retracted += 1;
        if store.retracted.is_multiple_of(PATTERNS_PER_NODE) {
            budget.spend()?;
        }
        let state = store.states[id].watched.clone();
        let mut before = Vec::new();
        for next in steps(&state, zone) {
            match store.add(next, id) {
                Ok(next) => before.push(next),
                Err(exits) => return Ok(Look::Open(exits)),
            }
        }
        before.sort_unstable();
        before.dedup();
        store.states[id].before = before;
    }
    let men = store
        .states
        .iter()
        .fold(tracked, |men, state| men & state.watched.tracked);
    let (patterns, before) = store
        .states
        .into_iter()
        .map(|state| (state.watched.pattern, state.before))
        .unzip();
    Ok(Look::Closed(Cage {
        zone,
        men,
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
    index: FxHashMap<Key, Vec<usize>>,
    /// Nearest to the initial array first: an open cage is found out soon.
    queue: BinaryHeap<(Reverse<usize>, Reverse<usize>)>,
    array: Pattern,
    width: usize,
    /// How many patterns were retracted.
    retracted: u32,
}

impl Store {
    /// The place in the store. Fails if the initial array is within reach, with the first exit on
    /// the way there.
    fn add(&mut self, watched: Watched, parent: usize) -> Result<usize, Bitboard> {
        let known = self.index.entry(Key::of(&watched)).or_default();
        let covers = |&id: &usize| watched.pattern.is_within(&self.states[id].watched.pattern);
        if let Some(id) = known.iter().copied().find(covers) {
            return Ok(id);
        }
        let id = if known.len() < self.width {
            let id = self.states.len();
            known.push(id);
            self.states.push(State {
                watched,
                open: true,
                parent,
                before: Vec::new(),
            });
            id
        } else {
            let id = known[known.len() - 1];
            let state = &mut self.states[id];
            state.watched.pattern.join(&watched.pattern);
            state.open = true;
            id
        };
        let pattern = &self.states[id].watched.pattern;
        if pattern.admits_array(&self.array) {
            return Err(self.first_exit(id));
        }
        let distance = pattern.distance_from_array(&self.array);
        self.queue.push((Reverse(distance), Reverse(id)));
        Ok(id)
    }

    fn first_exit(&self, mut id: usize) -> Bitboard {
        let mut first = Bitboard::EMPTY;
        loop {
            let state = &self.states[id];
            if state.watched.exits.any() {
                first = state.watched.exits;
            }
            if state.parent == id {
                return first;
            }
            id = state.parent;
        }
    }
}
