//! Retraction search: a set of positions that no game can have left towards the initial array.
//!
//! Invariant: whatever is returned as dead is closed (see [`Refutation`]); giving up early is
//! always allowed and never a verdict.

use rustc_hash::FxHashMap;
use shakmaty::Color;

use crate::budget::{Budget, Limit};

use super::rules::expensive::{Asked, COUNT, EXPENSIVE, Expensive, Lessons, Shares};
use super::rules::{self, tempo_moves};
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
    /// What the rules that take nodes are given at one position.
    pub(crate) shares: Shares,
    /// A position with more last moves than this, and no reason against it, ends the search: it is released.
    pub(crate) last_moves: usize,
    /// It is not released if no more than so many of them are left when the quick reasons were asked. 0: they are not.
    pub(crate) last_moves_left: usize,
    /// What they are given at a position that would be released: everything depends on it.
    pub(crate) released: Shares,
    /// One side runs out of moves: only while its men on the board have so many left at most, whatever the other side's
    /// do, a position is retracted however many last moves it has. `None`: not looked at.
    pub(crate) tempo: Option<u32>,
}

/// What was found out about single positions, so that more effort need not repeat it.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: BranchedMap<RetroPosition, Tried>,
    /// What the rules learned elsewhere.
    lessons: Lessons,
    /// So many plies back every retraction was looked at in some search.
    pub(crate) retracted_plies: u32,
}

/// What was tried on one position.
#[derive(Debug, Default, Clone)]
struct Tried {
    /// What refutes it, and which of the rules found that.
    found: Option<(usize, Why)>,
    /// By rule: so many nodes did not suffice; [`u64::MAX`]: none will.
    in_vain: [u64; COUNT],
    /// By rule: whether what it says cannot be shown.
    is_unshown: [bool; COUNT],
}

impl Tried {
    /// Adds what was tried elsewhere.
    fn join(&mut self, mut other: Tried) {
        for rule in 0..COUNT {
            if self.is_unshown[rule] || other.is_unshown[rule] {
                self.disbelieve(rule);
                other.disbelieve(rule);
            }
            self.in_vain[rule] = self.in_vain[rule].max(other.in_vain[rule]);
        }
        self.found = self.found.take().or(other.found);
    }

    /// Does without what a rule says, now and later.
    fn disbelieve(&mut self, rule: usize) {
        self.is_unshown[rule] = true;
        self.in_vain[rule] = u64::MAX;
        self.found.take_if(|(finder, _)| *finder == rule);
    }

    fn why(&self) -> Option<Why> {
        self.found.as_ref().map(|(_, why)| why.clone())
    }

    /// Asks a rule with so many nodes.
    fn ask(
        &mut self,
        rule: usize,
        nodes: u64,
        position: &RetroPosition,
        lessons: &mut Lessons,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let mut share = budget.share(nodes);
        let nodes = share.nodes_left();
        let found = (EXPENSIVE[rule].seek)(position, lessons, &mut share);
        budget.charge(&share);
        self.in_vain[rule] = if found.is_ok() { u64::MAX } else { nodes };
        match found {
            Ok(found) => self.found = found.map(|why| (rule, why)),
            Err(Limit::Nodes | Limit::Depth) => {}
            Err(other) => return Err(other),
        }
        Ok(())
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
    // Positions that no rule refutes, with what was known of them. They are worked on when all others are refuted.
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
            Met::Free if effort.released == Shares::NONE || pending.len() == MOST_PENDING => {
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
    if let Some(cage) = memory.lessons.cages.holding(position) {
        budget.spend()?;
        return Ok(Met::Refuted(Why::Cage(cage)));
    }
    let unmoves = position.unmoves();
    if short.is_some_and(|short| short.holds(position)) {
        return Ok(Met::Open(unmoves));
    }
    if (is_root || short.is_some())
        && let Some(why) = at_once(position, memory, budget)?
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
    /// What was tried on a position, and what was learned elsewhere.
    fn tried(&mut self, position: &RetroPosition) -> (&mut Tried, &mut Lessons) {
        (self.known.of(position.clone()), &mut self.lessons)
    }

    /// From now on the rule that refuted this position says nothing against it: nobody else can show what it said. `false`: no
    /// rule that takes nodes did.
    pub(crate) fn disbelieve(&mut self, position: &RetroPosition) -> bool {
        let tried = self.known.of(position.clone());
        let finder = tried.found.as_ref().map(|&(rule, _)| rule);
        if let Some(rule) = finder {
            tried.disbelieve(rule);
        }
        finder.is_some()
    }

    /// A memory for work side by side with others: it begins with all that is known here.
    pub(crate) fn branch(&mut self) -> Memory {
        Memory {
            known: self.known.branch(),
            lessons: self.lessons.branch(),
            retracted_plies: self.retracted_plies,
        }
    }

    /// Adds what was found out with a branch. The same branches joined in the same order leave the same memory.
    pub(crate) fn join(&mut self, branch: Memory) {
        self.known.join(branch.known, Tried::join);
        self.lessons.join(branch.lessons);
        self.retracted_plies = self.retracted_plies.max(branch.retracted_plies);
    }
}

/// What can be seen before any search, such as captures that do not pay for what stands on the board.
fn at_once(
    position: &RetroPosition,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, lessons) = memory.tried(position);
    for (place, rule) in EXPENSIVE.iter().enumerate() {
        let is_asked = |least| tried.in_vain[place] == 0 && budget.nodes_left() >= least;
        if tried.found.is_none() && rule.at_once.is_some_and(is_asked) {
            tried.ask(place, 1, position, lessons, budget)?;
        }
    }
    Ok(tried.why())
}

/// The more expensive reasons at one position.
fn expensive_reason(
    position: &RetroPosition,
    last_moves: usize,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, lessons) = memory.tried(position);
    if tried.found.is_some() {
        budget.spend()?;
        return Ok(tried.why());
    }
    let goes_back = effort.positions > 0 && effort.tempo.is_none();
    let is_asked = |rule: &Expensive| match rule.asked {
        Asked::Always => true,
        Asked::WithLastMoves => last_moves > 0,
        Asked::WithManyLastMoves => last_moves > FEW || !goes_back,
    };
    for (place, rule) in EXPENSIVE.iter().enumerate() {
        let share = effort.shares.share(place);
        if tried.found.is_none() && share > tried.in_vain[place] && is_asked(rule) {
            let share = share * (rule.share_factor)(position);
            tried.ask(place, share, position, lessons, budget)?;
        }
    }
    Ok(tried.why())
}

/// A reason at a position that would be released otherwise, looked for longer than at others: of several last moves mostly one
/// is harder to refute than the rest.
fn released(
    position: &RetroPosition,
    effort: Effort,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Why>, Limit> {
    let (tried, lessons) = memory.tried(position);
    for place in 0..COUNT {
        let share = effort.released.share(place);
        if tried.found.is_none() && share > tried.in_vain[place] {
            tried.ask(place, share, position, lessons, budget)?;
        }
    }
    Ok(tried.why())
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
