//! Search in layers of bounded width: all successors of a layer are found, and the best of them are the next one.
//!
//! Every layer holds states that are equally many steps from the first. Invariant: what is found depends on the space and the settings
//! alone, never on hash order or time, unless the budget ends the search; then it can be taken up again where it was left.

use std::mem;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Square};

use super::trail::{Link, ROOT, Trail};
use crate::budget::{Budget, Limit};

/// What is searched: states, the steps between them, and drafts, which are states that may be kept or what it takes to make them.
pub trait Space {
    type State;
    type Step: Copy;
    type Draft;

    /// Whether a state that was found before, but not kept, may be found again.
    const SEEN_WHEN_KEPT: bool = false;
    /// So many successors take the time of one node.
    const SUCCESSORS_PER_NODE: u64 = 1;

    /// Finds the successors of a state after so many steps.
    fn expand(
        &mut self,
        state: &Self::State,
        plies: u32,
        found: &mut Found<Self::Step, Self::Draft>,
    );

    /// The state that a step leads to; `None`: it cannot be kept after all.
    fn arrive(
        &mut self,
        from: &Self::State,
        step: Self::Step,
        draft: Self::Draft,
    ) -> Option<Self::State>;

    /// How far the goal is.
    fn cost(&self, state: &Self::State) -> i32;

    /// Whether the search is over with this state.
    fn is_goal(&mut self, state: &Self::State, path: Path<'_, Self::Step>) -> bool;

    /// The men that a step brings to new squares, by numbers less than [`MEN`].
    fn arrivals(&self, _from: &Self::State, _step: Self::Step) -> [Option<(usize, Square)>; 2] {
        [None; 2]
    }
}

/// No space tells more men apart.
pub const MEN: usize = 32;

/// The way to a state.
pub struct Path<'a, E> {
    trail: &'a Trail<E>,
    link: Link,
    /// How many steps it has.
    pub plies: u32,
}

impl<E: Copy> Path<'_, E> {
    /// The steps, the first one first.
    pub fn steps(&self) -> Vec<E> {
        self.trail.steps(self.link)
    }
}

/// How wide is searched, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// States kept in each layer.
    pub width: usize,
    /// So many more are kept for having a man on a square where none like him was since the search last came nearer.
    pub novelty: usize,
    /// Layers without coming nearer before states are kept for novelty.
    pub stuck: u32,
    /// Candidates looked at in each layer, unless it is not full by then.
    pub scope: usize,
    /// The search ends after more layers in which it has not come nearer.
    pub patience: u32,
    /// Most steps.
    pub longest: u32,
}

impl Settings {
    /// So many states, the best of all candidates, and no limit.
    pub const fn of(width: usize) -> Settings {
        Settings {
            width,
            novelty: 0,
            stuck: 0,
            scope: usize::MAX,
            patience: u32::MAX,
            longest: u32::MAX,
        }
    }
}

/// The successors of a layer.
pub struct Found<E, D> {
    candidates: Vec<Candidate<E, D>>,
    /// Keys of states that need not be found again.
    seen: FxHashSet<u64>,
    /// How many successors there were, in all layers, and how many of them were charged.
    nodes: u64,
    charged: u64,
    /// The state they come from, by its place in the layer.
    parent: u32,
}

struct Candidate<E, D> {
    score: i32,
    key: u64,
    parent: u32,
    step: E,
    draft: Option<D>,
}

impl<E, D> Found<E, D> {
    /// Counts a successor, whatever becomes of it.
    pub fn count(&mut self) {
        self.nodes += 1;
    }

    /// Notes that a state with this key has been found. Returns whether it is the first one.
    pub fn mark_seen(&mut self, key: u64) -> bool {
        self.seen.insert(key)
    }

    /// One more for the next layer. Of those with the same score the one with the smaller key comes first.
    pub fn add(&mut self, score: i32, key: u64, step: E, draft: D) {
        self.candidates.push(Candidate {
            score,
            key,
            parent: self.parent,
            step,
            draft: Some(draft),
        });
    }
}

/// How near to the goal a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// The smallest cost.
    pub cost: i32,
    /// After how many steps it was met.
    pub plies: u32,
}

/// A search under way: it can be left when the budget ends and taken up again.
pub struct Layers<S, E, D> {
    settings: Settings,
    trail: Trail<E>,
    layer: Vec<(Link, S)>,
    /// How many states of the layer have been expanded.
    done: usize,
    found: Found<E, D>,
    plies: u32,
    nearest: Option<Nearest>,
    /// By man: where such men came to stand since it last came nearer.
    arrivals: [Bitboard; MEN],
}

impl<S, E: Copy, D> Layers<S, E, D> {
    /// From the state that these steps led to, which is not to be found again if it has a key.
    pub fn new(settings: Settings, first: S, steps: &[E], key: Option<u64>) -> Layers<S, E, D> {
        let mut trail = Trail::default();
        let link = steps.iter().fold(ROOT, |link, &step| trail.add(link, step));
        Layers {
            settings,
            trail,
            layer: vec![(link, first)],
            done: 0,
            found: Found {
                candidates: Vec::new(),
                seen: key.into_iter().collect(),
                nodes: 0,
                charged: 0,
                parent: 0,
            },
            plies: steps.len() as u32,
            nearest: None,
            arrivals: [Bitboard::EMPTY; MEN],
        }
    }

    /// How near it has come so far.
    pub fn nearest(&self) -> Option<Nearest> {
        self.nearest
    }

    /// Successors found so far.
    pub fn nodes(&self) -> u64 {
        self.found.nodes
    }

    /// Goes on to the end: the steps to the goal and the state there. `Ok(None)`: it was not found.
    ///
    /// # Errors
    ///
    /// The limit of the budget; the search can be taken up again.
    pub fn advance<P: Space<State = S, Step = E, Draft = D>>(
        &mut self,
        space: &mut P,
        budget: &mut Budget,
    ) -> Result<Option<(Vec<E>, S)>, Limit> {
        if self.plies == 0
            && let Some((link, first)) = self.layer.pop()
        {
            if space.is_goal(&first, self.path(link)) {
                return Ok(Some((Vec::new(), first)));
            }
            self.layer.push((link, first));
        }
        while self.plies < self.settings.longest
            && self.stale() <= self.settings.patience
            && !self.layer.is_empty()
        {
            while self.done < self.layer.len() {
                self.expand(space, budget)?;
            }
            if let Some((link, state)) = self.select(space) {
                return Ok(Some((self.trail.steps(link), state)));
            }
        }
        Ok(None)
    }

    /// Layers in which it has not come nearer.
    fn stale(&self) -> u32 {
        self.nearest.map_or(0, |nearest| self.plies - nearest.plies)
    }

    fn path(&self, link: Link) -> Path<'_, E> {
        Path {
            trail: &self.trail,
            link,
            plies: self.plies,
        }
    }

    /// Expands one state of the layer, wholly or not at all: the budget may be overdrawn by it.
    fn expand<P: Space<State = S, Step = E, Draft = D>>(
        &mut self,
        space: &mut P,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        if budget.nodes_left() == 0 {
            return Err(Limit::Nodes);
        }
        budget.check_clock()?;
        let found = &mut self.found;
        found.parent = self.done as u32;
        space.expand(&self.layer[self.done].1, self.plies, found);
        self.done += 1;
        let nodes = (found.nodes - found.charged) / P::SUCCESSORS_PER_NODE;
        budget.charge_nodes(nodes);
        found.charged += nodes * P::SUCCESSORS_PER_NODE;
        Ok(())
    }

    /// Keeps the best of the candidates as the next layer, and some for being new; the one that is the goal.
    fn select<P: Space<State = S, Step = E, Draft = D>>(
        &mut self,
        space: &mut P,
    ) -> Option<(Link, S)> {
        let Settings { width, scope, .. } = self.settings;
        let most = if self.stale() < self.settings.stuck {
            width
        } else {
            width + self.settings.novelty
        };
        let mut candidates = mem::take(&mut self.found.candidates);
        let layer = mem::take(&mut self.layer);
        // Most of them are not looked at, and they are large: their places are sorted.
        let places = candidates.iter().zip(0u32..);
        let mut order: Vec<(i32, u64, u32)> = places
            .map(|(candidate, place)| (candidate.score, candidate.key, place))
            .collect();
        let scope = scope.min(order.len());
        if scope < order.len() {
            order.select_nth_unstable(scope);
        }
        order[..scope].sort_unstable();
        self.done = 0;
        self.plies += 1;
        let before = self.nearest;
        for rank in 0..order.len() {
            if self.layer.len() >= most || (rank == scope && self.layer.len() >= width) {
                break;
            }
            if rank == scope {
                order[scope..].sort_unstable();
            }
            let (_, key, place) = order[rank];
            let candidate = &mut candidates[place as usize];
            let (parent, from) = &layer[candidate.parent as usize];
            let arrivals = space.arrivals(from, candidate.step);
            let mut arrived = arrivals.iter().flatten();
            let is_new = arrived.any(|&(man, square)| !self.arrivals[man].contains(square));
            if (self.layer.len() >= width && !is_new)
                || (P::SEEN_WHEN_KEPT && !self.found.mark_seen(key))
            {
                continue;
            }
            let draft = candidate.draft.take();
            let Some(state) = draft.and_then(|draft| space.arrive(from, candidate.step, draft))
            else {
                continue;
            };
            for (man, square) in arrivals.into_iter().flatten() {
                self.arrivals[man].add(square);
            }
            let link = self.trail.add(*parent, candidate.step);
            if space.is_goal(&state, self.path(link)) {
                return Some((link, state));
            }
            let cost = space.cost(&state);
            if self.nearest.is_none_or(|best| cost < best.cost) {
                self.nearest = Some(Nearest {
                    cost,
                    plies: self.plies,
                });
            }
            self.layer.push((link, state));
        }
        if self.nearest != before {
            self.arrivals = [Bitboard::EMPTY; MEN];
        }
        candidates.clear();
        self.found.candidates = candidates;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;

    /// From zero to a number, each step one up or down or twice as far; no farther than thirty.
    struct Numbers {
        goal: i32,
    }

    impl Space for Numbers {
        type State = i32;
        type Step = i32;
        type Draft = i32;

        fn expand(&mut self, &state: &i32, _: u32, found: &mut Found<i32, i32>) {
            for next in [state + 1, state - 1, 2 * state] {
                found.count();
                let key = u64::from(next.unsigned_abs()) << 1 | u64::from(next < 0);
                if next.abs() <= 30 && found.mark_seen(key) {
                    found.add((self.goal - next).abs(), key, next, next);
                }
            }
        }

        fn arrive(&mut self, _: &i32, _: i32, draft: i32) -> Option<i32> {
            Some(draft)
        }

        fn cost(&self, state: &i32) -> i32 {
            (self.goal - state).abs()
        }

        fn is_goal(&mut self, &state: &i32, _: Path<'_, i32>) -> bool {
            state == self.goal
        }
    }

    fn search(settings: Settings, goal: i32, instalment: Option<u64>) -> Option<Vec<i32>> {
        let mut space = Numbers { goal };
        let mut layers = Layers::new(settings, 0, &[], Some(0));
        loop {
            let limits = Limits {
                nodes: instalment,
                ..Limits::unlimited()
            };
            if let Ok(found) = layers.advance(&mut space, &mut limits.start()) {
                return found.map(|(steps, _)| steps);
            }
        }
    }

    #[test]
    fn a_wide_search_finds_the_shortest_way_and_a_narrow_one_some_way() {
        let wide = search(Settings::of(100), 13, None).unwrap();
        assert_eq!(wide, [1, 2, 3, 6, 12, 13]);
        // The nearest alone is kept: sixteen is nearer than nine, and it takes two steps more.
        let narrow = search(Settings::of(1), 13, None).unwrap();
        assert_eq!(narrow, [1, 2, 4, 8, 16, 15, 14, 13]);
    }

    #[test]
    fn instalments_make_no_difference() {
        let settings = Settings::of(3);
        for goal in [13, 29, -17] {
            let at_once = search(settings, goal, None);
            assert!(at_once.is_some());
            assert_eq!(search(settings, goal, Some(1)), at_once);
            assert_eq!(search(settings, goal, Some(4)), at_once);
        }
    }

    #[test]
    fn it_ends_when_nothing_is_left_or_it_comes_no_nearer() {
        // Nothing beyond thirty is reached; with patience it ends before all has been seen.
        assert_eq!(search(Settings::of(100), 40, None), None);
        let mut space = Numbers { goal: 40 };
        let nodes = |patience: u32, longest: u32, space: &mut Numbers| {
            let settings = Settings {
                patience,
                longest,
                ..Settings::of(100)
            };
            let mut layers = Layers::new(settings, 0, &[], Some(0));
            let found = layers.advance(space, &mut Limits::unlimited().start());
            assert_eq!(found.unwrap(), None);
            layers.nodes()
        };
        let all = nodes(u32::MAX, u32::MAX, &mut space);
        assert!(nodes(0, u32::MAX, &mut space) < all);
        assert!(nodes(u32::MAX, 4, &mut space) < all);
        assert_eq!(search(Settings::of(100), 0, None), Some(Vec::new()));
    }
}
