//! What the tree does not hold of the author's play: long threats, longer ways than the shortest, what follows a dual.
//! Each such move is looked for by itself, as the key of what is left to play from there.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use crate::problem::{Diagram, Forced, Histories, Length, SetPlay, Stipulation, Twin};
use crate::solution::{Branch, Mark, Node, Verdict};
use crate::solve::{Detail, Outcome, SolveOptions, Tries, WorldStatus, solve};
use crate::syntax::{NamedMove, NodeId, Reading};
use crate::world::{World, WorldSet};

use super::finding::Stage;
use super::published::means;
use super::reached::{Place, Reached};
use super::replay::Replay;

/// Most moves of a solution that are looked for by themselves.
const MOST_SEARCHES: usize = 64;

/// Half-moves up to which what is left to play is searched.
const MOST_PLIES: u32 = 8;

/// Searches of what is left to play, with what is left of the limits.
pub(super) struct Rest {
    twin: Twin,
    /// The limits are those for all of them together.
    options: SolveOptions,
    began: Instant,
}

impl Rest {
    /// With the time from `began` on.
    pub(super) fn new(twin: &Twin, options: SolveOptions, began: Instant) -> Rest {
        Rest {
            twin: twin.clone(),
            options,
            began,
        }
    }

    /// What the side on move can do with `plies` half-moves to go; `None` if the search came to no end.
    pub(super) fn solve(&mut self, diagram: Diagram, world: World, plies: u32) -> Option<Outcome> {
        let Stipulation::Goal(forced) = self.twin.stipulation else {
            return None;
        };
        let worlds = WorldSet::single(diagram.turn, world);
        let asked = Twin {
            diagram,
            stipulation: Stipulation::Goal(Forced {
                length: Length::HalfMoves(plies),
                set_play: SetPlay::No,
                ..forced
            }),
            histories: Histories::Given(worlds),
            ..self.twin.clone()
        };
        let mut options = self.options.clone();
        let time = &mut options.limits.time;
        *time = time.map(|time| time.saturating_sub(self.began.elapsed()));
        let found = solve(&asked, &WorldStatus::given(&worlds), &options).ok()?;
        let nodes = &mut self.options.limits.nodes;
        *nodes = nodes.map(|nodes| nodes.saturating_sub(found.stats.nodes));
        matches!(found.verdict, Verdict::Solved | Verdict::NoSolution).then_some(found)
    }
}

/// The searches beside the main one, what they may cost together, and what they found.
pub(super) struct Growth {
    rest: Rest,
    searches: usize,
    /// By position and half-moves; kept, since the replay remembers places of trees by their addresses.
    found: BTreeMap<(String, u32), Option<Rc<Outcome>>>,
}

impl Growth {
    /// Searches with what `options` leave after `spent` nodes of a main search that began then.
    pub(super) fn new(twin: &Twin, options: &SolveOptions, spent: u64, began: Instant) -> Growth {
        let mut options = SolveOptions {
            detail: Detail::Full,
            tries: Tries::None,
            ..options.clone()
        };
        let nodes = &mut options.limits.nodes;
        *nodes = nodes.map(|nodes| nodes.saturating_sub(spent));
        Growth {
            rest: Rest::new(twin, options, began),
            searches: MOST_SEARCHES,
            found: BTreeMap::new(),
        }
    }

    /// No searches.
    pub(super) fn none(twin: &Twin) -> Growth {
        Growth {
            searches: 0,
            ..Growth::new(twin, &SolveOptions::default(), 0, Instant::now())
        }
    }

    /// What the attacker can play in `node` with `plies` half-moves to go; after a pass, if the defender is on move.
    /// `None` where nothing was searched, or the search came to no end.
    pub(super) fn from(&mut self, node: &Node, plies: u32) -> Option<Rc<Outcome>> {
        let world = node.worlds.sole().filter(|_| node.touched.is_empty())?;
        if plies > MOST_PLIES {
            return None;
        }
        let attacker = self.rest.twin.diagram.turn;
        let (diagram, world) = if node.turn() == attacker {
            (Diagram::of(&node.position), world)
        } else {
            (
                Diagram::of(&node.position).turned(),
                World::new(world.rights, None),
            )
        };
        let place = (format!("{} {world}", diagram.fen()), plies);
        if let Some(found) = self.found.get(&place) {
            return found.clone();
        }
        self.searches = self.searches.checked_sub(1)?;
        let found = self.rest.solve(diagram, world, plies).map(Rc::new);
        self.found.insert(place, found.clone());
        found
    }
}

/// The keys of what was found.
pub(super) fn keys(found: &Outcome) -> impl Iterator<Item = &Branch> {
    let roots = found
        .solutions()
        .filter_map(|(_, solution)| solution.tree.as_ref());
    roots.flat_map(|root| root.marked(Mark::Key))
}

/// What a search beside the tree came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grown {
    /// The move reaches the goal.
    Holds,
    /// It does not.
    Fails,
    /// No search, or one that came to no end.
    Open,
}

impl Replay<'_> {
    /// Whether it counts if the move `id` cannot be checked.
    pub(super) fn counts(&self, id: NodeId) -> bool {
        let reading = self.published.written.nodes[id].reading;
        self.stage != Stage::Try && reading == Reading::Certain
    }

    /// Whether a move that the tree does not hold reaches the goal in one of these places, after a pass where the
    /// defender is on move; then what is written below it is followed.
    pub(super) fn grow(&mut self, id: NodeId, text: NamedMove, places: &[Place<'_>]) -> Grown {
        if places.is_empty() {
            return Grown::Fails;
        }
        let ply = self.published.written.nodes[id].ply;
        let left = self.plies.and_then(|plies| plies.checked_sub(ply));
        let Some(left) = left.filter(|_| self.counts(id)) else {
            return Grown::Open;
        };
        let mut found: Vec<(Place, u32, Rc<Outcome>)> = Vec::new();
        let mut whole = true;
        // What is left may be too long to be searched, and what is written shorter.
        let written = self.written_from(id, left);
        for place in places {
            let grown = [left, written].into_iter().find_map(|plies| {
                let grown = self.growth.from(place.node, plies)?;
                Some((*place, plies, grown))
            });
            whole &= (grown.as_ref()).is_some_and(|&(_, plies, _)| plies == left);
            found.extend(grown);
        }
        let keys = found.iter().flat_map(|(place, plies, found)| {
            keys(found).map(|branch| Reached {
                branch,
                by: self.attacker,
                left: Some(*plies),
                stage: place.stage,
            })
        });
        let reached: Vec<Reached> = keys
            .filter(|reached| means(text, reached.branch.mv))
            .collect();
        if !reached.is_empty() {
            self.done.replayed += 1;
            self.below(id, &reached);
            Grown::Holds
        } else if whole {
            Grown::Fails
        } else {
            Grown::Open
        }
    }

    /// Half-moves of the longest line written from the move `id` on, at most those `left`; whoever makes the last of those makes the last.
    fn written_from(&self, id: NodeId, left: u32) -> u32 {
        let nodes = &self.published.written.nodes;
        let own = nodes[id].ply;
        let mut last = own;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            last = last.max(nodes[id].ply);
            open.extend(&nodes[id].children);
        }
        let written = last - own + 1;
        left.checked_sub(written)
            .map_or(left, |more| written + more % 2)
    }
}
