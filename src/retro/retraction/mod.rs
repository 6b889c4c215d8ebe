//! Retraction search: a set of positions that no game can have left towards the initial array.
//!
//! Invariant: whatever is returned as dead is closed (see [`Refutation`]); giving up early is
//! always allowed and never a verdict.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use shakmaty::Color;

use crate::budget::{Budget, Limit};

use super::rules::cage::Cages;
use super::rules::{self, PastNogoods, tempo_moves};
use crate::retro::model::claim::{Cage, Reason};
use crate::retro::model::{BranchedMap, Refutation, Refuted, RetroPosition, Unmove, Why, Witness};

/// What a retraction search found out.
#[derive(Debug, Clone)]
pub(crate) enum Closed {
    /// The position has no history.
    Dead(Refutation),
    /// The initial array was reached: this game leads to the position.
    Reached(Witness),
}

/// How hard a retraction search tries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Most positions retracted.
    pub(crate) positions: u64,
    /// Most scenario nodes at one position.
    pub(crate) scenario: u64,
    /// Most nodes for the order of the pawns at one position.
    pub(crate) pawn_order: u64,
    /// Most nodes for a cage at one position.
    pub(crate) cage: u64,
    /// Most nodes for a cage in a neighbourhood at one position.
    pub(crate) neighbourhood: u64,
    /// A position with more last moves than this, and no reason against it, ends the search: it is released.
    pub(crate) last_moves: usize,
    /// It is not released if no more than so many of them are left when the quick reasons were asked. 0: they are not.
    pub(crate) last_moves_left: usize,
    /// Most scenario nodes at a position that would be released: everything depends on it.
    pub(crate) released: u64,
    /// One side runs out of moves: only while its men on the board have so many left at most, whatever the other side's
    /// do, a position is retracted however many last moves it has. `None`: not looked at.
    pub(crate) tempo: Option<u32>,
}

/// What was found out about single positions, so that more effort need not repeat it.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: BranchedMap<RetroPosition, Tried>,
    /// The cages met.
    cages: Cages,
    /// What scenarios failed for.
    past_nogoods: PastNogoods,
    /// So many plies back every retraction was looked at in some search.
    pub(crate) retracted_plies: u32,
}

/// What was tried on one position.
#[derive(Debug, Default, Clone)]
struct Tried {
    /// A cage or a scenario search refuted it.
    why: Option<Why>,
    /// So many nodes did not suffice for a cage; [`u64::MAX`]: none will.
    cage: u64,
    /// So many nodes did not suffice for a cage in a neighbourhood; [`u64::MAX`]: none will.
    neighbourhood: u64,
    /// So many nodes did not suffice for the order of the pawns; [`u64::MAX`]: none will.
    pawn_order: u64,
    /// So many nodes did not suffice for a scenario search; [`u64::MAX`]: none will.
    scenario: u64,
    /// Whether what a scenario search says cannot be shown.
    is_unshown: bool,
}

impl Tried {
    /// Adds what was tried elsewhere.
    fn join(&mut self, mut other: Tried) {
        if self.is_unshown || other.is_unshown {
            self.disbelieve();
            other.disbelieve();
        }
        self.why = self.why.take().or(other.why);
        self.cage = self.cage.max(other.cage);
        self.neighbourhood = self.neighbourhood.max(other.neighbourhood);
        self.pawn_order = self.pawn_order.max(other.pawn_order);
        self.scenario = self.scenario.max(other.scenario);
    }

    /// Does without what a scenario search says, now and later.
    fn disbelieve(&mut self) {
        self.is_unshown = true;
        self.scenario = u64::MAX;
        if matches!(self.why, Some(Why::Reason(Reason::NoScenario(_)))) {
            self.why = None;
        }
    }

    /// Keeps a reason that was found.
    fn reasoned(&mut self, found: Result<Option<Reason>, Limit>) -> Result<(), Limit> {
        match found {
            Ok(Some(reason)) => self.why = Some(Why::Reason(reason)),
            Ok(None) | Err(Limit::Nodes | Limit::Depth) => {}
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Keeps a cage that was found.
    fn caged(
        &mut self,
        found: Result<Option<Cage>, Limit>,
        cages: &mut Cages,
    ) -> Result<(), Limit> {
        match found {
            Ok(Some(cage)) => {
                let cage = Arc::new(cage);
                cages.learn(&cage);
                self.why = Some(Why::Cage(cage));
            }
            Ok(None) | Err(Limit::Nodes | Limit::Depth) => {}
            Err(other) => return Err(other),
        }
        Ok(())
    }
}

/// The nodes that need not be tried again after a search with so many.
fn in_vain<T>(found: &Result<Option<T>, Limit>, nodes: u64) -> u64 {
    match found {
        Ok(_) => u64::MAX,
        Err(_) => nodes,
    }
}

struct Node {
    position: RetroPosition,
    why: Option<Why>,
    /// From where and by which retraction it was met first; none for the root.
    parent: Option<(usize, Unmove)>,
    /// How many plies it lies back.
    plies: u32,
}

/// Positions with few last moves are retracted before scenarios are searched.
const FEW: usize = 6;

/// No more positions than this are met in one attempt: they are kept in memory.
const MOST_MET: usize = 400_000;

/// With more positions than this that would be released there is no point in insisting on any.
const MOST_PENDING: usize = 12;

/// Retracts from `root` breadth first until every line is dead or the initial array is reached.
///
/// # Errors
///
/// The limit that ended the search; [`Limit::Depth`] if a position was released. Each position
/// retracted, scenario node and pattern is a node of the budget.
pub(crate) fn close(
    root: &RetroPosition,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Closed, Limit> {
    let mut index: FxHashMap<RetroPosition, usize> = FxHashMap::default();
    let mut nodes = vec![Node {
        position: root.clone(),
        why: None,
        parent: None,
        plies: 0,
    }];
    index.insert(root.clone(), 0);
    let short = match effort.tempo {
        Some(most) => Some(ShortOfMoves::find(root, most).ok_or(Limit::Depth)?),
        None => None,
    };
    let mut next = 0;
    let mut retracted = 0;
    // What is left to be insisted on when all else is dead.
    let mut pending = Vec::new();
    while next < nodes.len() {
        // A position may be expensive: it is not left to the nodes when the clock is looked at.
        budget.check_clock()?;
        let id = next;
        next += 1;
        let position = nodes[id].position.clone();
        let plies = nodes[id].plies;
        // Breadth first: whatever lies less far back has been retracted.
        memory.retracted_plies = memory.retracted_plies.max(plies);
        if position.is_initial_array() {
            return Ok(Closed::Reached(game(&nodes, id)));
        }
        let unmoves = match look(&position, id == 0, short, effort, memory, budget)? {
            Met::Refuted(why) => {
                nodes[id].why = Some(why);
                continue;
            }
            Met::Free if effort.released == 0 || pending.len() == MOST_PENDING => {
                return Err(Limit::Depth);
            }
            Met::Free => {
                pending.push(id);
                continue;
            }
            Met::Open(unmoves) => unmoves,
        };
        budget.spend()?;
        retracted += 1;
        if retracted > effort.positions || nodes.len() > MOST_MET {
            return Err(Limit::Nodes);
        }
        let mut moves = Vec::with_capacity(unmoves.len());
        for (unmove, before) in unmoves {
            let known = *index.entry(before).or_insert_with_key(|before| {
                nodes.push(Node {
                    position: before.clone(),
                    why: None,
                    parent: Some((id, unmove)),
                    plies: plies + 1,
                });
                nodes.len() - 1
            });
            moves.push((unmove, known));
        }
        nodes[id].why = Some(Why::Retractions(moves));
    }
    for id in pending {
        let why = released(&nodes[id].position, effort, memory, budget)?;
        nodes[id].why = Some(why.ok_or(Limit::Depth)?);
    }
    let positions = nodes
        .into_iter()
        .map(|node| Refuted {
            position: node.position,
            // Every node was looked at: the loop above ended.
            why: node.why.unwrap_or(Why::Retractions(Vec::new())),
        })
        .collect();
    Ok(Closed::Dead(Refutation { positions }))
}

/// What is found at a position.
enum Met {
    /// No game comes here.
    Refuted(Why),
    /// There are too many last moves to go on, and no reason against it.
    Free,
    /// Its last moves are to be looked at.
    Open(Vec<(Unmove, RetroPosition)>),
}

fn look(
    position: &RetroPosition,
    is_root: bool,
    short: Option<ShortOfMoves>,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Met, Limit> {
    if let Some(reason) = rules::quick(position) {
        budget.spend()?;
        return Ok(Met::Refuted(Why::Reason(reason)));
    }
    if let Some(cage) = memory.cages.holding(position) {
        budget.spend()?;
        return Ok(Met::Refuted(Why::Cage(cage)));
    }
    let unmoves = position.unmoves();
    if short.is_some_and(|short| short.holds(position)) {
        return Ok(Met::Open(unmoves));
    }
    if (is_root || short.is_some())
        && let Some(why) = account(position, memory, budget)?
    {
        return Ok(Met::Refuted(why));
    }
    if let Some(why) = expensive_reason(position, unmoves.len(), effort, memory, budget)? {
        return Ok(Met::Refuted(why));
    }
    Ok(if !is_root && is_free(&unmoves, effort) {
        Met::Free
    } else {
        Met::Open(unmoves)
    })
}

/// Whether there are too many last moves to go on.
fn is_free(unmoves: &[(Unmove, RetroPosition)], effort: Effort) -> bool {
    let are_left = || {
        let open = unmoves
            .iter()
            .filter(|(_, before)| rules::quick(before).is_none());
        open.take(effort.last_moves_left + 1).count() > effort.last_moves_left
    };
    unmoves.len() > effort.last_moves && (effort.last_moves_left == 0 || are_left())
}

/// The side that runs out of moves.
#[derive(Debug, Clone, Copy)]
struct ShortOfMoves {
    side: Color,
    /// As of [`Effort::tempo`].
    most: u32,
}

impl ShortOfMoves {
    /// The side with fewer moves left, if those are few.
    fn find(position: &RetroPosition, most: u32) -> Option<ShortOfMoves> {
        let left = |side| tempo_moves(position, side).filter(|&moves| moves <= most);
        let side = Color::ALL
            .into_iter()
            .filter_map(|side| Some((left(side)?, side)))
            .min_by_key(|&(moves, _)| moves)?
            .1;
        Some(ShortOfMoves { side, most })
    }

    fn holds(self, position: &RetroPosition) -> bool {
        tempo_moves(position, self.side).is_some_and(|moves| moves <= self.most)
    }
}

impl Memory {
    /// What was tried on a position, with the cages met and what scenarios failed for.
    fn tried(&mut self, position: &RetroPosition) -> (&mut Tried, &mut Cages, &mut PastNogoods) {
        let tried = self.known.of(position.clone());
        (tried, &mut self.cages, &mut self.past_nogoods)
    }

    /// From now on scenarios say nothing against this position: nobody else can show what they said.
    pub(crate) fn disbelieve(&mut self, position: &RetroPosition) {
        self.known.of(position.clone()).disbelieve();
    }

    /// A memory for work side by side with others: it begins with all that is known here.
    pub(crate) fn branch(&mut self) -> Memory {
        Memory {
            known: self.known.branch(),
            cages: self.cages.branch(),
            past_nogoods: self.past_nogoods.clone(),
            retracted_plies: self.retracted_plies,
        }
    }

    /// Adds what was found out with a branch. The same branches joined in the same order leave the same memory.
    pub(crate) fn join(&mut self, branch: Memory) {
        self.known.join(branch.known, Tried::join);
        self.cages.join(branch.cages);
        self.past_nogoods.join(branch.past_nogoods);
        self.retracted_plies = self.retracted_plies.max(branch.retracted_plies);
    }
}

/// A search for a reason with a share of so many nodes, and the nodes it need not be tried again with.
fn with_share<T>(
    nodes: u64,
    budget: &mut Budget,
    search: impl FnOnce(&mut Budget) -> Result<Option<T>, Limit>,
) -> (Result<Option<T>, Limit>, u64) {
    let mut share = budget.share(nodes);
    let nodes = share.nodes_left();
    let found = search(&mut share);
    budget.charge(&share);
    let in_vain = in_vain(&found, nodes);
    (found, in_vain)
}

/// A scenario search of the position with so many nodes.
fn scenarios(
    position: &RetroPosition,
    nodes: u64,
    tried: &mut Tried,
    past_nogoods: &mut PastNogoods,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let search = |share: &mut Budget| rules::refute_further(position, past_nogoods, share);
    let (found, in_vain) = with_share(nodes, budget, search);
    tried.scenario = in_vain;
    tried.reasoned(found)
}

/// With so few men captured the ways of the pawns come to an end: they are given so many times more nodes.
const FEW_CAPTURED: usize = 8;
const PATIENCE: u64 = 3;

/// A search for the captures behind the order of the pawns with so many nodes.
fn pawn_order(
    position: &RetroPosition,
    nodes: u64,
    tried: &mut Tried,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let is_short = position.board.occupied().count() + FEW_CAPTURED >= 32;
    let nodes = if is_short { nodes * PATIENCE } else { nodes };
    let search = |share: &mut Budget| rules::pawn_order::refute(position, share);
    let (found, in_vain) = with_share(nodes, budget, search);
    tried.pawn_order = in_vain;
    tried.reasoned(found.map(|order| order.map(Reason::PawnOrder)))
}

/// Drawing up the account takes as long as so many nodes: with fewer left it is not drawn up.
const ACCOUNT_NODES: u64 = 8;

/// Whether the captures pay for what stands on the board at all: no scenario is needed to see that.
fn account(
    position: &RetroPosition,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, _, past_nogoods) = memory.tried(position);
    if tried.why.is_none() && tried.scenario == 0 && budget.nodes_left() >= ACCOUNT_NODES {
        scenarios(position, 1, tried, past_nogoods, budget)?;
    }
    Ok(tried.why.clone())
}

/// The more expensive reasons at one position.
fn expensive_reason(
    position: &RetroPosition,
    last_moves: usize,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, cages, past_nogoods) = memory.tried(position);
    if tried.why.is_some() {
        budget.spend()?;
        return Ok(tried.why.clone());
    }
    if effort.pawn_order > tried.pawn_order {
        pawn_order(position, effort.pawn_order, tried, budget)?;
    }
    if tried.why.is_none() && effort.cage > tried.cage && last_moves > 0 {
        let search = |share: &mut Budget| cages.prove(position, share);
        let (found, in_vain) = with_share(effort.cage, budget, search);
        tried.cage = in_vain;
        tried.caged(found, cages)?;
    }
    if tried.why.is_none() && effort.neighbourhood > tried.neighbourhood && last_moves > 0 {
        let search = |share: &mut Budget| cages.prove_near(position, share);
        let (found, in_vain) = with_share(effort.neighbourhood, budget, search);
        tried.neighbourhood = in_vain;
        tried.caged(found, cages)?;
    }
    let scenario_first = last_moves > FEW || effort.positions == 0 || effort.tempo.is_some();
    if tried.why.is_none() && effort.scenario > tried.scenario && scenario_first {
        scenarios(position, effort.scenario, tried, past_nogoods, budget)?;
    }
    Ok(tried.why.clone())
}

/// A reason at a position that would be released otherwise, looked for longer than at others: of several last moves mostly one
/// is harder to refute than the rest.
fn released(
    position: &RetroPosition,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, _, past_nogoods) = memory.tried(position);
    if tried.why.is_none() && effort.released > tried.scenario {
        scenarios(position, effort.released, tried, past_nogoods, budget)?;
    }
    Ok(tried.why.clone())
}

/// The moves from `id` forward to the root.
fn game(nodes: &[Node], mut id: usize) -> Witness {
    let mut moves = Vec::new();
    while let Some((parent, unmove)) = nodes[id].parent {
        moves.push(unmove.forward());
        id = parent;
    }
    Witness { moves }
}
