//! Whether a position on the way has a game, and in which worlds: asked of the retro-analysis, remembered.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Limits};
use crate::problem::Retractor;
use crate::retro::{RetroPosition, rules};
use crate::solve::{Feasibility, SolveOptions, WorldStatus};
use crate::world::World;

use super::connection::Connection;

/// Nodes for each position, unless the user gives them, and for those on which everything hangs.
const NODES: [u64; 5] = [400, 6_000, 60_000, 600_000, 6_000_000];

/// Nodes for the first look where one side defends: there an undecided position costs more than its judgement.
const FIRST_LOOK: u64 = 20_000;

/// Nodes for a proof that a quick rule promises.
const PROOF: u64 = 400;

/// Most positions that are remembered.
const REMEMBERED: usize = 200_000;

/// Says in which worlds a position can be, as far as the limits go; it may say worlds that do not agree with what is known of the position.
///
/// A position that follows from one that has a game must have one.
pub type Judge<'a> = &'a dyn Fn(&RetroPosition, &Limits) -> Vec<WorldStatus>;

/// What positions were judged to be.
pub(super) struct Legality<'a> {
    /// Who judges, if not the retro-analysis.
    judge: Option<Judge<'a>>,
    limits: Limits,
    /// What was found with so many nodes.
    known: FxHashMap<RetroPosition, (u64, Vec<WorldStatus>)>,
    /// Positions that one with a game leads to.
    with_game: FxHashSet<RetroPosition>,
    /// Positions to which no way was found from one that has a game.
    apart: FxHashSet<RetroPosition>,
    connection: Connection,
    /// Nodes for the first look at a position.
    first_look: u64,
    /// The place in [`NODES`] of the effort of the last deeper look.
    level: usize,
}

impl<'a> Legality<'a> {
    pub(super) fn new(
        asked: Retractor,
        options: &SolveOptions,
        judge: Option<Judge<'a>>,
    ) -> Legality<'a> {
        let is_refuted = asked.defence.is_some();
        Legality {
            judge,
            first_look: if is_refuted { FIRST_LOOK } else { NODES[0] },
            limits: options.retro.clone(),
            known: FxHashMap::default(),
            with_game: FxHashSet::default(),
            apart: FxHashSet::default(),
            connection: Connection::default(),
            level: 0,
        }
    }

    /// The worlds `position` can be in, with what is known of them; impossible ones left out.
    pub(super) fn worlds(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Vec<WorldStatus> {
        self.worlds_within(position, self.first_look, budget)
    }

    fn worlds_within(
        &mut self,
        position: &RetroPosition,
        nodes: u64,
        budget: &mut Budget,
    ) -> Vec<WorldStatus> {
        let nodes = self.limits.nodes.map_or(nodes, |own| own.min(nodes));
        let known = self.known.get(position);
        if let Some((_, known)) = known.filter(|(spent, known)| {
            *spent >= nodes
                || known
                    .iter()
                    .all(|one| one.feasibility != Feasibility::Undecided)
        }) {
            return known.clone();
        }
        let is_deeper = known.is_some();
        let worlds = if self.is_connected(position, is_deeper) {
            vec![plain_world()]
        } else {
            self.judge(position, nodes, budget)
        };
        self.remember(position, nodes, worlds.clone());
        worlds
    }

    fn remember(&mut self, position: &RetroPosition, nodes: u64, worlds: Vec<WorldStatus>) {
        if feasibility(&worlds) == Feasibility::Possible {
            self.connection.add(position);
        }
        if self.known.len() < REMEMBERED {
            self.known.insert(position.clone(), (nodes, worlds));
        }
    }

    /// Whether `position` has a game.
    pub(super) fn has_game(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Feasibility {
        // Which of its worlds have one is not asked here.
        match self.is_known(position) {
            Some(Feasibility::Possible) => Feasibility::Possible,
            _ => feasibility(&self.worlds(position, budget)),
        }
    }

    /// The same, where little is enough to say so.
    pub(super) fn at_a_glance(
        &mut self,
        position: &RetroPosition,
        budget: &mut Budget,
    ) -> Feasibility {
        if let Some(known) = self.is_known(position) {
            return known;
        }
        if self.judge.is_some() || rules::quick(position).is_some() {
            return feasibility(&self.worlds_within(position, PROOF, budget));
        }
        if !self.is_connected(position, false) {
            return Feasibility::Undecided;
        }
        self.remember(position, 0, vec![plain_world()]);
        Feasibility::Possible
    }

    /// Whether a position that has a game leads to `position`; what failed before is tried once more only if that is wanted.
    fn is_connected(&mut self, position: &RetroPosition, again: bool) -> bool {
        if self.judge.is_some() || (!again && self.apart.contains(position)) {
            return false;
        }
        let is_connected = self.connection.leads_to(position);
        if !is_connected && self.apart.len() < REMEMBERED {
            self.apart.insert(position.clone());
        }
        is_connected
    }

    /// What was found out of `position`.
    pub(super) fn is_known(&self, position: &RetroPosition) -> Option<Feasibility> {
        if self.with_game.contains(position) {
            return Some(Feasibility::Possible);
        }
        self.known
            .get(position)
            .map(|(_, known)| feasibility(known))
    }

    /// Notes that a position that has a game leads to each of these.
    pub(super) fn have_games(&mut self, positions: &[RetroPosition]) {
        for position in positions {
            debug_assert!(
                self.judge.is_none_or(|judge| {
                    (judge(position, &self.limits).iter())
                        .any(|one| one.feasibility != Feasibility::Impossible)
                }),
                "the judge says that {position:?} has no game"
            );
            if self.with_game.len() < REMEMBERED && !self.with_game.contains(position) {
                self.with_game.insert(position.clone());
                self.connection.add(position);
            }
        }
    }

    /// Begins the next deeper look, if there is one.
    pub(super) fn goes_deeper(&mut self) -> bool {
        let goes =
            self.level + 1 < NODES.len() && self.limits.nodes.is_none_or(|n| n > NODES[self.level]);
        self.level += usize::from(goes);
        goes
    }

    /// Judges an undecided position with the effort of the deeper look; whether that decided anything.
    pub(super) fn look_harder(&mut self, position: &RetroPosition, budget: &mut Budget) -> bool {
        let before = self.known.get(position).map(|(_, known)| known.clone());
        let worlds = self.worlds_within(position, NODES[self.level], budget);
        Some(worlds) != before
    }

    fn judge(&self, position: &RetroPosition, nodes: u64, budget: &mut Budget) -> Vec<WorldStatus> {
        let limits = Limits {
            nodes: Some(nodes),
            stop: budget.stop().clone(),
            ..self.limits.within(budget.time_left())
        };
        let analysed = |position: &RetroPosition, limits: &Limits| {
            WorldStatus::analysed(&position.diagram(), &position.facts(), limits)
        };
        let judge = self.judge.unwrap_or(&analysed);
        let mut worlds = judge(position, &limits);
        worlds.retain(|status| {
            status.feasibility != Feasibility::Impossible && position.agrees_with(status.world)
        });
        worlds
    }
}

/// What worlds, impossible ones left out, say of their position.
pub(super) fn feasibility(worlds: &[WorldStatus]) -> Feasibility {
    let known = |feasibility| worlds.iter().any(|one| one.feasibility == feasibility);
    if known(Feasibility::Possible) {
        Feasibility::Possible
    } else if known(Feasibility::Undecided) {
        Feasibility::Undecided
    } else {
        Feasibility::Impossible
    }
}

/// The world without right and target, in which there is a game.
fn plain_world() -> WorldStatus {
    WorldStatus {
        world: World::default(),
        feasibility: Feasibility::Possible,
    }
}
