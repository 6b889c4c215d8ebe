//! What is remembered in the search for retractions against a defender, and which moves may be taken back.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Color;

use crate::problem::Defence;
use crate::retro::{RetroPosition, Unmove, UnmoveKind};

use super::{Class, Value};

/// Most results that are remembered.
const REMEMBERED: usize = 1_000_000;

/// Moves back within which no position can come up for the third time.
const TOO_SHORT_TO_REPEAT: usize = 8;

/// What is remembered while White takes back moves against Black.
pub(in crate::solve::retractor) struct Defended {
    defence: Option<Defence>,
    /// Whether White reaches the goal in at most so many moves, never open ones.
    known: FxHashMap<(RetroPosition, u32), bool>,
    /// The same, where it hangs on what was not decided in this pass.
    hanging: FxHashSet<(RetroPosition, u32)>,
    /// The same, as it is expected.
    expected: FxHashMap<(RetroPosition, u32), bool>,
    /// The positions from the diagram on.
    pub(super) path: Vec<RetroPosition>,
    /// By the number of moves left and the side, what decided last; the latest first.
    decisive: Vec<Vec<Unmove>>,
}

impl Defended {
    pub(in crate::solve::retractor) fn new(defence: Option<Defence>) -> Defended {
        Defended {
            defence,
            known: FxHashMap::default(),
            hanging: FxHashSet::default(),
            expected: FxHashMap::default(),
            path: Vec::new(),
            decisive: Vec::new(),
        }
    }

    /// Begins a search from `start`, with what was found out before.
    pub(super) fn begin(&mut self, start: &RetroPosition) {
        self.path = vec![start.clone()];
        self.hanging.clear();
    }

    /// What is remembered of White's chances.
    pub(super) fn remembered(&self, key: &(RetroPosition, u32), expecting: bool) -> Option<Value> {
        let of = |reached: &bool| if *reached { Value::Yes } else { Value::No };
        let known = self.known.get(key).map(of);
        if expecting {
            return known.or_else(|| self.expected.get(key).map(of));
        }
        known.or_else(|| self.hanging.contains(key).then_some(Value::Open))
    }

    pub(super) fn remember(&mut self, key: (RetroPosition, u32), value: Value, expecting: bool) {
        if value == Value::Open {
            if self.hanging.len() < REMEMBERED {
                self.hanging.insert(key);
            }
            return;
        }
        let table = if expecting {
            &mut self.expected
        } else {
            &mut self.known
        };
        if table.len() < REMEMBERED {
            table.insert(key, value == Value::Yes);
        }
    }

    /// The moves that may be taken back, the one side's choices together.
    pub(super) fn classes(&self, at: &RetroPosition, left: u32) -> Vec<Class> {
        let mover = at.retractor();
        let defence = self.defence;
        let says = defence.is_some_and(|one| one.uncapture.is_said_by(mover));
        let mut classes: Vec<Class> = Vec::new();
        for (unmove, before) in at.unmoves() {
            if self.is_third_time(&before) {
                continue;
            }
            let same = |class: &&mut Class| is_same_move(class[0].0, unmove);
            match classes.iter_mut().find(same).filter(|_| !says) {
                Some(class) => class.push((unmove, before)),
                None => classes.push(vec![(unmove, before)]),
            }
        }
        let rank = |class: &Class| {
            let decisive = self.decisive.get(slot(mover, left));
            let place = |(unmove, _): &(Unmove, RetroPosition)| {
                decisive.and_then(|known| known.iter().position(|one| one == unmove))
            };
            class.iter().filter_map(place).min().unwrap_or(usize::MAX)
        };
        classes.sort_by_cached_key(rank);
        classes
    }

    /// Notes that `unmove` decided with so many moves left.
    pub(super) fn decides(&mut self, mover: Color, left: u32, unmove: Unmove) {
        let slot = slot(mover, left);
        if self.decisive.len() <= slot {
            self.decisive.resize_with(slot + 1, Vec::new);
        }
        let known = &mut self.decisive[slot];
        known.retain(|one| *one != unmove);
        known.insert(0, unmove);
        known.truncate(64);
    }

    /// Whether `before` has come up twice already.
    pub(super) fn is_third_time(&self, before: &RetroPosition) -> bool {
        let same = |one: &&RetroPosition| {
            one.board == before.board && one.turn == before.turn && one.rights == before.rights
        };
        self.path.iter().filter(same).count() >= 2
    }

    /// Whether with so many moves left nothing can depend on how the position was reached.
    pub(super) fn forgets_path(&self, left: u32) -> bool {
        let men = |at: &RetroPosition| (at.board.occupied().count(), at.board.pawns());
        let now = self.path.last().map(men);
        let reversible = self.path.iter().rev().take_while(|at| Some(men(at)) == now);
        reversible.count() + 2 * left as usize <= TOO_SHORT_TO_REPEAT
    }
}

fn slot(mover: Color, left: u32) -> usize {
    2 * left as usize + usize::from(mover.is_white())
}

/// Whether the two differ in nothing but what was captured.
fn is_same_move(one: Unmove, other: Unmove) -> bool {
    let plain = |kind| match kind {
        UnmoveKind::EnPassant => UnmoveKind::Ordinary,
        kind => kind,
    };
    plain(one.kind) == plain(other.kind)
        && (one.role, one.from, one.to) == (other.role, other.from, other.to)
}
