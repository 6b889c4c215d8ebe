//! Whether White's scenario and Black's leave an order of events, and how deep the contradiction lies if not.
//!
//! Said of two given scenarios, complete or not; nothing is looked for here. Invariant: two scenarios contradict each
//! other only if no history follows both.

use shakmaty::Bitboard;

use super::career::PawnCareer;
use super::matching::is_matchable;
use super::parity;
use super::reach_cache::ReachCache;
use super::rehearsal;
pub use super::rehearsal::{Cast, Group};
use super::side::{SideScenario, Victim};
use super::timeline::{Contradiction, Timeline};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::Depth;

/// The first of `others` that `career` cannot pass: its place among them.
pub fn obstacle(career: &PawnCareer, others: &[PawnCareer]) -> Option<usize> {
    others.iter().position(|other| !career.can_pass(other))
}

/// Whether each capture of a side's pawns can have a victim of its own among these.
fn has_victims(side: &SideScenario, prey: &[Victim]) -> bool {
    let settled = side
        .careers
        .iter()
        .flat_map(|career| (1..=career.captures).map(|j| career.capture(j)));
    let unsettled = std::iter::repeat_n(side.demand.squares, side.demand.captures);
    let rows: Vec<u32> = settled
        .chain(unsettled)
        .map(|squares: Bitboard| {
            prey.iter()
                .enumerate()
                .filter(|(_, victim)| victim.squares.intersects(squares))
                .fold(0, |row, (i, _)| row | 1 << i)
        })
        .collect();
    is_matchable(&rows)
}

/// Whether two scenarios, complete or not, leave an order of events.
///
/// # Errors
///
/// The limit that is hit.
pub fn is_orderly(
    reaches: &ReachCache<'_>,
    white: &SideScenario,
    black: &SideScenario,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    Ok(!matches!(
        order(reaches, white, black, budget)?,
        Order::None(_)
    ))
}

/// What is known of the order of events.
pub enum Order<'a> {
    /// It is contradictory, seen so deep.
    None(Depth),
    /// It stands so far.
    Some(Box<Timeline<'a>>),
    /// There are too many events.
    Unexamined,
}

/// Timelines are the expensive part of the search: each costs so many nodes.
const NODES_A_TIMELINE: u32 = 8;

/// The order of events two scenarios, complete or not, leave.
///
/// # Errors
///
/// The limit that is hit.
pub fn order<'a>(
    reaches: &'a ReachCache<'a>,
    white: &'a SideScenario,
    black: &'a SideScenario,
    budget: &mut Budget,
) -> Result<Order<'a>, Limit> {
    if !has_victims(white, &black.victims) || !has_victims(black, &white.victims) {
        return Ok(Order::None(Depth::Victims));
    }
    for _ in 0..NODES_A_TIMELINE {
        budget.spend()?;
    }
    Ok(examine(reaches, white, black, Depth::Probing))
}

/// The order of events, seen no deeper than asked for; that captures have victims is not looked at.
fn examine<'a>(
    reaches: &'a ReachCache<'a>,
    white: &'a SideScenario,
    black: &'a SideScenario,
    deepest: Depth,
) -> Order<'a> {
    match Timeline::new(reaches, white, black) {
        Ok(Some(mut timeline)) => {
            if timeline.glance() == Err(Contradiction) {
                Order::None(Depth::Glance)
            } else if deepest >= Depth::Probing && timeline.settle() == Err(Contradiction) {
                Order::None(Depth::Probing)
            } else {
                Order::Some(Box::new(timeline))
            }
        }
        Ok(None) => Order::Unexamined,
        Err(Contradiction) => Order::None(Depth::Glance),
    }
}

/// Whether two scenarios, cut down from a contradiction of that depth, still contradict each other; if pawns that cannot be moved
/// were the contradiction, whether those of the cast cannot be.
///
/// # Errors
///
/// The limit that is hit.
pub fn contradict(
    reaches: &ReachCache<'_>,
    white: &SideScenario,
    black: &SideScenario,
    depth: Depth,
    cast: Cast<'_>,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    // Little is left of them.
    for _ in 0..depth as u32 {
        budget.spend()?;
    }
    if !has_victims(white, &black.victims) || !has_victims(black, &white.victims) {
        return Ok(true);
    }
    if depth == Depth::Victims {
        return Ok(false);
    }
    match examine(reaches, white, black, depth) {
        Order::None(_) => Ok(true),
        Order::Some(timeline) if depth == Depth::Rehearsal => {
            let played = rehearse(&timeline, cast, budget)?;
            Ok(!matches!(played, Rehearsed::Plays))
        }
        Order::Some(_) | Order::Unexamined => Ok(false),
    }
}

/// A rehearsal takes one in so many of the nodes there are, if there are so many left, and no more than these.
const REHEARSAL_PART: u64 = 4;
const REHEARSED_FROM: u64 = 1_000;
const REHEARSAL_NODES: u64 = 20_000;

/// What came of moving the pawns of a scenario square by square.
pub enum Rehearsed {
    /// Nothing stands against it, whoever was captured where, or too much would have to be looked at.
    Plays,
    /// This group of pawns cannot be moved so, whoever was captured.
    PlainlyInVain(Group),
    /// Some groups of pawns cannot be moved so, one or the other whoever was captured.
    InVain(Vec<Group>),
}

/// Moves the pawns of a scenario square by square.
///
/// # Errors
///
/// The limit that is hit.
pub fn rehearse(
    timeline: &Timeline<'_>,
    cast: Cast<'_>,
    budget: &mut Budget,
) -> Result<Rehearsed, Limit> {
    // What was not looked at for want of nodes is no news; with more of them it may be.
    if budget.nodes_left() < REHEARSED_FROM {
        return Err(Limit::Nodes);
    }
    let nodes = (budget.nodes_left() / REHEARSAL_PART).min(REHEARSAL_NODES);
    let mut share = budget.share(nodes);
    let found = with_cast(timeline, cast, &mut share);
    budget.charge(&share);
    match found {
        // It is too long to be rehearsed to the end at all.
        Err(Limit::Nodes) if nodes == REHEARSAL_NODES => Ok(Rehearsed::Plays),
        found => found,
    }
}

fn with_cast(
    timeline: &Timeline<'_>,
    cast: Cast<'_>,
    budget: &mut Budget,
) -> Result<Rehearsed, Limit> {
    if let Some(group) = rehearsal::in_vain(timeline, cast, budget)? {
        return Ok(Rehearsed::PlainlyInVain(group));
    }
    if timeline.open_choice().is_none() || matches!(cast, Cast::Plainly(_)) {
        return Ok(Rehearsed::Plays);
    }
    let mut failed: Vec<Group> = Vec::new();
    let mut rehearse = |timeline: &Timeline<'_>, budget: &mut Budget| {
        // Who was to blame mostly is again.
        if rehearsal::in_vain(timeline, Cast::Only(&failed), budget)?.is_some() {
            return Ok(None);
        }
        Ok(match rehearsal::in_vain(timeline, cast, budget)? {
            Some(group) => {
                failed.push(group);
                None
            }
            None => Some(()),
        })
    };
    let choice = choose(timeline, &mut { MOST_REHEARSED }, budget, &mut rehearse)?;
    Ok(match choice {
        Choice::None => Rehearsed::InVain(failed),
        Choice::Fits(()) | Choice::TooMany => Rehearsed::Plays,
    })
}

/// Choices of victims looked at before a scenario is let live.
const MOST_CHOICES: u32 = 200;

/// Whether some choice of victims leaves an order of events, or too many would have to be looked at.
///
/// # Errors
///
/// The limit that is hit.
pub fn holds(timeline: &Timeline<'_>, budget: &mut Budget) -> Result<bool, Limit> {
    let choice = choose(timeline, &mut { MOST_CHOICES }, budget, &mut |_, _| {
        Ok(Some(()))
    })?;
    Ok(!matches!(choice, Choice::None))
}

/// Choices of victims rehearsed before a scenario is let live.
const MOST_REHEARSED: u32 = 40;

/// What came of choosing victims.
pub enum Choice<T> {
    /// A choice leaves an order of events: what was made of it.
    Fits(T),
    /// None does.
    None,
    /// More would have to be looked at than was asked for.
    TooMany,
}

/// Makes something of the first choice of victims that leaves an order of events and of which something can be made, with
/// so many `choices` looked at at most. The depth is at most the number of captures.
///
/// # Errors
///
/// The limit that is hit.
pub fn choose<T>(
    timeline: &Timeline<'_>,
    choices: &mut u32,
    budget: &mut Budget,
    make: &mut impl FnMut(&Timeline<'_>, &mut Budget) -> Result<Option<T>, Limit>,
) -> Result<Choice<T>, Limit> {
    let Some((event, victims)) = timeline.open_choice() else {
        let made = if parity::fits(timeline) {
            make(timeline, budget)?
        } else {
            None
        };
        return Ok(made.map_or(Choice::None, Choice::Fits));
    };
    for victim in victims {
        if *choices == 0 {
            return Ok(Choice::TooMany);
        }
        *choices -= 1;
        for _ in 0..NODES_A_TIMELINE {
            budget.spend()?;
        }
        if let Ok(chosen) = timeline.choose(event, victim) {
            match choose(&chosen, choices, budget, make)? {
                Choice::None => {}
                done => return Ok(done),
            }
        }
    }
    Ok(Choice::None)
}
