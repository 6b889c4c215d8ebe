//! Whether White's scenario and Black's leave an order of events, and how deep the contradiction lies if not.
//!
//! Said of two given scenarios, complete or not; nothing is looked for here. Invariant: two scenarios contradict each
//! other only if no history follows both.

use shakmaty::{Bitboard, Color};

use super::career::PawnCareer;
use super::joint_pawns;
pub use super::joint_pawns::{PawnGroup, PawnGroups};
use super::matching::{is_matchable, row};
use super::parity;
use super::reach_cache::ReachCache;
use super::side::{SideScenario, Victim};
use super::timeline::{Contradiction, Timeline};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::Depth;

/// The first of `others` that `career` cannot pass: its place among them.
pub fn obstacle(career: &PawnCareer, others: &[PawnCareer]) -> Option<usize> {
    others.iter().position(|other| !career.can_pass(other))
}

/// Whether both sides' captures and victims fit.
fn have_victims(reaches: &ReachCache<'_>, white: &SideScenario, black: &SideScenario) -> bool {
    let captured = |color| reaches.ledger.captures(color) as usize;
    has_victims(white, &black.victims, captured(Color::White))
        && has_victims(black, &white.victims, captured(Color::Black))
}

/// Whether each capture of a side's pawns can have a victim of its own among these, and each of these who is missing for certain
/// a capture of his own, `captured` in all.
fn has_victims(side: &SideScenario, prey: &[Victim], captured: usize) -> bool {
    let settled = side
        .careers
        .iter()
        .flat_map(|career| (1..=career.captures).map(|j| career.capture(j)));
    let unsettled = std::iter::repeat_n(side.demand.squares, side.demand.captures);
    let mut captures: Vec<Bitboard> = settled.chain(unsettled).collect();
    let victims = captures
        .iter()
        .map(|&squares| row(prey, |victim| victim.squares.intersects(squares)));
    if !is_matchable(&victims.collect::<Vec<_>>()) {
        return false;
    }
    let others = captured.checked_sub(captures.len());
    let Some(others) = others.filter(|_| captured < prey.len()) else {
        // Every man that the pawns did not capture can have been captured by others, on any square.
        return true;
    };
    // Where the other captures were is not known.
    captures.extend(std::iter::repeat_n(Bitboard::FULL, others));
    let fallen = prey
        .iter()
        .filter(|victim| victim.is_missing)
        .map(|victim| row(&captures, |squares| victim.squares.intersects(*squares)));
    is_matchable(&fallen.collect::<Vec<_>>())
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
        order(reaches, [white, black], budget)?,
        Order::Contradiction(_)
    ))
}

/// What is known of the order of events.
pub enum Order<'a> {
    /// There is none: a contradiction was found at this depth.
    Contradiction(Depth),
    /// No contradiction was found so far.
    Open(Box<Timeline<'a>>),
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
    [white, black]: [&'a SideScenario; 2],
    budget: &mut Budget,
) -> Result<Order<'a>, Limit> {
    if !have_victims(reaches, white, black) {
        return Ok(Order::Contradiction(Depth::Victims));
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
            if timeline.propagate() == Err(Contradiction) {
                Order::Contradiction(Depth::Direct)
            } else if deepest >= Depth::Probing && timeline.settle() == Err(Contradiction) {
                Order::Contradiction(Depth::Probing)
            } else {
                Order::Open(Box::new(timeline))
            }
        }
        Ok(None) => Order::Unexamined,
        Err(Contradiction) => Order::Contradiction(Depth::Direct),
    }
}

/// Whether two scenarios, cut down from a contradiction of that depth, still contradict each other; if pawns that cannot be moved
/// were the contradiction, whether those groups cannot be moved.
///
/// # Errors
///
/// The limit that is hit.
pub fn contradict(
    reaches: &ReachCache<'_>,
    [white, black]: [&SideScenario; 2],
    depth: Depth,
    pawn_groups: PawnGroups<'_>,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    // The scenarios have few parts left: they cost fewer nodes than a whole timeline.
    for _ in 0..depth as u32 {
        budget.spend()?;
    }
    if !have_victims(reaches, white, black) {
        return Ok(true);
    }
    if depth == Depth::Victims {
        return Ok(false);
    }
    match examine(reaches, white, black, depth) {
        Order::Contradiction(_) => Ok(true),
        Order::Open(timeline) if depth == Depth::JointPawns => {
            let played = reach_jointly(&timeline, pawn_groups, budget)?;
            Ok(!matches!(played, Reached::Plays))
        }
        Order::Open(_) | Order::Unexamined => Ok(false),
    }
}

/// Moving the pawns jointly takes this part of the nodes that are left: one in `JOINT_PART`.
const JOINT_PART: u64 = 4;
/// It is not tried with fewer nodes left than these.
const JOINT_FROM: u64 = 1_000;
/// It takes at most these nodes.
const JOINT_NODES: u64 = 20_000;

/// What came of moving the pawns of a scenario square by square.
pub enum Reached {
    /// Nothing stands against it with some choice of victims, or too much would have to be looked at.
    Plays,
    /// This group of pawns cannot be moved so, whatever victims are chosen.
    PlainlyInVain(PawnGroup),
    /// With every choice of victims, one of these groups of pawns cannot be moved so.
    InVain(Vec<PawnGroup>),
}

/// Moves the pawns of a scenario square by square.
///
/// # Errors
///
/// The limit that is hit.
pub fn reach_jointly(
    timeline: &Timeline<'_>,
    pawn_groups: PawnGroups<'_>,
    budget: &mut Budget,
) -> Result<Reached, Limit> {
    // With too few nodes the pawns are not moved: a limit and not [`Reached::Plays`], since with more nodes they may fail.
    if budget.nodes_left() < JOINT_FROM {
        return Err(Limit::Nodes);
    }
    let nodes = (budget.nodes_left() / JOINT_PART).min(JOINT_NODES);
    let mut share = budget.share(nodes);
    let found = try_every_choice_of_victims(timeline, pawn_groups, &mut share);
    budget.charge(&share);
    match found {
        // There are too many states to go through at all.
        Err(Limit::Nodes) if nodes == JOINT_NODES => Ok(Reached::Plays),
        found => found,
    }
}

/// Moves the pawns first with no victims chosen and then, if that is no contradiction, with one choice of victims after the
/// other until one can be played.
fn try_every_choice_of_victims(
    timeline: &Timeline<'_>,
    pawn_groups: PawnGroups<'_>,
    budget: &mut Budget,
) -> Result<Reached, Limit> {
    if let Some(group) = joint_pawns::group_without_way(timeline, pawn_groups, budget)? {
        return Ok(Reached::PlainlyInVain(group));
    }
    if timeline.open_choice().is_none() || matches!(pawn_groups, PawnGroups::Plainly(_)) {
        return Ok(Reached::Plays);
    }
    let mut failed: Vec<PawnGroup> = Vec::new();
    let mut reach_jointly = |timeline: &Timeline<'_>, budget: &mut Budget| {
        // A group that failed with one choice of victims usually fails with the next: it is tried first.
        if joint_pawns::group_without_way(timeline, PawnGroups::Only(&failed), budget)?.is_some() {
            return Ok(None);
        }
        Ok(
            match joint_pawns::group_without_way(timeline, pawn_groups, budget)? {
                Some(group) => {
                    failed.push(group);
                    None
                }
                None => Some(()),
            },
        )
    };
    let choice = choose(
        timeline,
        &mut { MOST_MOVED_CHOICES },
        budget,
        &mut reach_jointly,
    )?;
    Ok(match choice {
        Choice::None => Reached::InVain(failed),
        Choice::Fits(()) | Choice::TooMany => Reached::Plays,
    })
}

/// The most choices of victims that are looked at; then the scenario counts as surviving.
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

/// The most choices of victims with which the pawns are moved jointly; then the scenario counts as surviving.
const MOST_MOVED_CHOICES: u32 = 40;

/// What came of choosing victims.
pub enum Choice<T> {
    /// A choice leaves an order of events: what was made of it.
    Fits(T),
    /// None does.
    None,
    /// More would have to be looked at than was asked for.
    TooMany,
}

/// Calls `make` for one choice of victims after the other that leaves an order of events, until it returns something. Looks at
/// `choices` choices at most. The depth is at most the number of captures.
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
