//! The search itself: the scenarios of the [`first_side`] times those of the other (the *second*), each
//! weighed by the constraints that join them.
//!
//! What contradicts itself is cut down to a nogood (`nogoods`), which keeps later scenarios away. When all of the second side's
//! scenarios failed against one of the first's, the parts of that one they met in nogoods are a nogood by themselves: whatever
//! else it has, the others fail as before.

use std::ops::ControlFlow;
use std::sync::Arc;

use shakmaty::Color;

use super::career::PawnCareer;
use super::joint_pawns::{PawnGroup, PawnGroups};
use super::nogoods::{Nogoods, reduce};
use super::order::{Order, Reached, contradict, holds, obstacle, order, reach_jointly};
use super::parity;
use super::parts::{COURSES_AND_ORIGINALS, Marks, PARTS};
use super::past_nogoods::PastNogoods;
use super::reach_cache::ReachCache;
use super::side::{Side, SideScenario, Visitor};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::model::claim::{Because, Depth, End, Hint, NoScenario, Nogood, first_side};

/// Looks for a surviving scenario, at `past_nogoods` first; adds those that were met.
pub(crate) fn search(
    ledger: &Ledger,
    past_nogoods: &mut PastNogoods,
    budget: &mut Budget,
) -> Result<Option<NoScenario>, Limit> {
    budget.spend()?;
    let white = Side::new(ledger, Color::White);
    let black = Side::new(ledger, Color::Black);
    let accounts = [white.account(), black.account()];
    let first = first_side(&accounts, ledger.turn);
    let none = |scenarios: u64, nogoods: Option<Arc<[Nogood]>>| NoScenario {
        scenarios,
        white: accounts[0],
        black: accounts[1],
        nogoods,
        hint: Hint::None,
        shown: None,
    };
    if !white.has_officer_choice() || !black.has_officer_choice() {
        // If the second side has no scenario, each of the first's is without one.
        let none_of_seconds = Nogood {
            parts: [Box::default(), Box::default()],
            because: Because::EveryCase { choices: false },
            hint: Hint::None,
        };
        let has_first = [&white, &black][first].has_officer_choice();
        let needed = has_first.then_some(none_of_seconds);
        return Ok(Some(none(0, Some(needed.into_iter().collect()))));
    }
    let context = SearchContext {
        reaches: ReachCache::new(ledger),
        unknown: [white.unsettled(), black.unsettled()],
        sides: [white, black],
        first,
    };
    let mut visitor = First {
        context: &context,
        nogoods: Nogoods::new(first),
        recent: Vec::new(),
        scenarios: 0,
    };
    context.recall(past_nogoods, &mut visitor.nogoods, budget)?;
    let flow = if context.fails_by_what_is_common(&mut visitor, budget)? {
        Ok(ControlFlow::Continue(()))
    } else {
        context.sides[first].scenarios(budget, &mut visitor)
    };
    past_nogoods.add(visitor.nogoods.past_nogoods());
    Ok(match flow? {
        ControlFlow::Break(()) => None,
        ControlFlow::Continue(()) => {
            let nogoods = visitor.nogoods.nogoods().map(Arc::from);
            Some(none(visitor.scenarios, nogoods))
        }
    })
}

/// What all parts of the search use.
struct SearchContext<'a> {
    reaches: ReachCache<'a>,
    /// White's possibilities and Black's.
    sides: [Side<'a>; 2],
    /// White's scenario and Black's of which nothing is settled.
    unknown: [SideScenario; 2],
    /// The first side, as their place.
    first: usize,
}

/// The second side's scenarios are looked at by themselves with this part of the nodes there are.
const COMMON_PART: u64 = 4;

/// Nogoods met elsewhere are looked at with this part of the nodes there are.
const RECALL_PART: u64 = 4;

impl SearchContext<'_> {
    /// What belongs to the first side and what to the second: White's, then Black's.
    fn by_color<T>(&self, of_first: T, of_second: T) -> [T; 2] {
        if self.first == 0 {
            [of_first, of_second]
        } else {
            [of_second, of_first]
        }
    }

    /// Learns those of the nogoods met elsewhere that hold here too.
    fn recall(
        &self,
        past_nogoods: &PastNogoods,
        nogoods: &mut Nogoods,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let mut share = budget.share(budget.nodes_left() / RECALL_PART);
        for past in past_nogoods
            .all
            .iter()
            .flat_map(|past| past.adapted(&self.sides))
        {
            let [white, black] = [0, 1].map(|side| self.sides[side].with_parts(&past.parts(side)));
            let (Some(white), Some(black)) = (white, black) else {
                continue;
            };
            let (depth, groups) = (past.depth, &past.groups);
            match contradict(
                &self.reaches,
                [&white, &black],
                depth,
                PawnGroups::Only(groups),
                &mut share,
            ) {
                Ok(true) => {
                    let [white, black] = &past.marks;
                    let because = Because::NoOrder(depth);
                    nogoods.learn(past.settled(), [white, black], because, groups);
                }
                Ok(false) => {}
                Err(Limit::Nodes) if share.nodes_left() > 0 => {}
                Err(Limit::Nodes) => break,
                Err(limit) => return Err(limit),
            }
        }
        budget.charge(&share);
        Ok(())
    }

    /// Whether all scenarios of the second side fail against what all of the first have in common. Tried if the first side's pawns
    /// are known to have captured, though not how: there may be thousands of ways.
    fn fails_by_what_is_common(
        &self,
        visitor: &mut First<'_, '_>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        let common = self.sides[self.first].common();
        if common.demand.captures == 0 {
            return Ok(false);
        }
        let mut share = budget.share(budget.nodes_left() / COMMON_PART);
        let flow = visitor.seconds(&common, &mut share);
        budget.charge(&share);
        match flow {
            Ok(flow) => Ok(flow.is_continue()),
            Err(Limit::Nodes) => Ok(false),
            Err(limit) => Err(limit),
        }
    }

    /// Learns a nogood from two scenarios, White's and Black's, that contradict each other by this cause: few of their parts that
    /// still do. Returns the first side's parts in it.
    fn explain(
        &self,
        [white, black]: [&SideScenario; 2],
        cause: &Cause,
        nogoods: &mut Nogoods,
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        let (depth, groups): (Depth, &[PawnGroup]) = match cause {
            Cause::Order(depth) => (*depth, &[]),
            Cause::JointPawns(groups) => (Depth::JointPawns, groups),
            Cause::Plainly(group) => (Depth::JointPawns, std::slice::from_ref(group)),
        };
        // A contradiction that needs no choice of victims is reduced without one: choosing is expensive.
        let pawn_groups = match cause {
            Cause::Plainly(_) => PawnGroups::Plainly(groups),
            Cause::Order(_) | Cause::JointPawns(_) => PawnGroups::Only(groups),
        };
        let settled = [
            self.sides[0].settled_parts(white),
            self.sides[1].settled_parts(black),
        ];
        let split = |set: u64| [set as u32, (set >> 32) as u32];
        let mut fails = |set: u64| {
            let [whites, blacks] = split(set);
            let white = self.sides[0].keep(white, whites);
            let black = self.sides[1].keep(black, blacks);
            contradict(&self.reaches, [&white, &black], depth, pawn_groups, budget)
        };
        let mut parts: Vec<u32> = dispensable_first(white)
            .chain(dispensable_first(black).map(|part| part + 32))
            .filter(|&part| {
                split(1 << part)[0] & settled[0] | split(1 << part)[1] & settled[1] != 0
            })
            .collect();
        if depth == Depth::JointPawns {
            // Of the other pawns hardly any is to blame.
            let moved = groups.iter().flatten();
            let moved = moved.fold(0u64, |set, pawn| {
                set | 1 << (32 * pawn.side() as u32 + u32::from(pawn.origin()))
            });
            let is_moved = |part: u32| part % 32 >= 8 || moved & 1 << part != 0;
            let rest: Vec<u32> = parts
                .iter()
                .copied()
                .filter(|&part| is_moved(part))
                .collect();
            if rest.len() < parts.len() && fails(rest.iter().fold(0, |set, part| set | 1 << part))?
            {
                parts = rest;
            }
        }
        // Parts of one side alone are worth most.
        for side in self.by_color(32..64, 0..32) {
            let rest: Vec<u32> = parts
                .iter()
                .copied()
                .filter(|part| !side.contains(part))
                .collect();
            if rest.len() < parts.len() && fails(rest.iter().fold(0, |set, part| set | 1 << part))?
            {
                parts = rest;
            }
        }
        let blamed = split(reduce(parts, fails)?);
        let because = Because::NoOrder(depth);
        nogoods.learn(blamed, [&white.marks, &black.marks], because, groups);
        Ok(blamed[self.first])
    }
}

/// What two scenarios contradict each other by.
enum Cause {
    /// The order of events, seen so deep.
    Order(Depth),
    /// This group of pawns cannot be moved, whoever was captured where.
    Plainly(PawnGroup),
    /// These groups of pawns cannot be moved, one or the other.
    JointPawns(Vec<PawnGroup>),
}

/// So many groups of pawns that were to blame are tried first.
const MOST_RECENT: usize = 4;

/// Puts groups of pawns in front of those that were to blame before.
fn remember(groups: &[PawnGroup], recent: &mut Vec<PawnGroup>) {
    recent.retain(|group| !groups.contains(group));
    recent.splice(..0, groups.iter().cloned());
    recent.truncate(MOST_RECENT);
}

/// The parts of a scenario, those first that say most and were settled last.
fn dispensable_first(scenario: &SideScenario) -> impl Iterator<Item = u32> + use<> {
    let gone = scenario
        .careers
        .iter()
        .filter(|career| matches!(career.end, End::Falls | End::Spent(_)))
        .fold(0u32, |gone, career| gone | 1 << u32::from(career.origin));
    let is_gone = move |part: &u32| gone & 1 << part != 0;
    let parts = 0..PARTS as u32;
    let rest = parts.clone().filter(move |part| !is_gone(part));
    parts.filter(is_gone).chain(rest)
}

/// All parts of the first side's scenario are to blame, and no nogood says for what.
const WHOLE: u32 = u32::MAX;

/// Looks at the first side's scenarios: for each, at the second's.
struct First<'f, 'a> {
    context: &'f SearchContext<'a>,
    nogoods: Nogoods,
    /// As of [`Second::recent`].
    recent: Vec<PawnGroup>,
    scenarios: u64,
}

impl First<'_, '_> {
    /// Whether a scenario of the first side, complete or not, is orderly whatever the other's is.
    fn stands_alone(&mut self, own: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        let context = self.context;
        let both = context.by_color(own, &context.unknown[1 - context.first]);
        let Order::Contradiction(depth) = order(&context.reaches, both, budget)? else {
            return Ok(true);
        };
        let cause = Cause::Order(depth);
        context.explain(both, &cause, &mut self.nogoods, budget)?;
        Ok(false)
    }

    /// Looks at the second side's scenarios against this one of the first.
    fn seconds(
        &mut self,
        given: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit> {
        let context = self.context;
        let mut visitor = Second {
            context,
            nogoods: &mut self.nogoods,
            recent: &mut self.recent,
            given,
            blamed: 0,
            scenarios: 0,
        };
        let flow = context.sides[1 - context.first].scenarios(budget, &mut visitor)?;
        let blamed = visitor.blamed;
        self.scenarios += visitor.scenarios;
        if flow.is_continue() {
            let settled = context.sides[context.first].settled_parts(given);
            let parts = context.by_color(blamed & settled, 0);
            let because = Because::EveryCase {
                choices: blamed == WHOLE,
            };
            let marks = context.by_color(&given.marks, &[0; PARTS]);
            self.nogoods.learn(parts, marks, because, &[]);
        }
        Ok(flow)
    }
}

impl Visitor for First<'_, '_> {
    fn admits(&mut self, marks: &Marks, part: usize, career: Option<&PawnCareer>) -> bool {
        let others = &self.context.unknown[1 - self.context.first].careers;
        career.is_none_or(|career| obstacle(career, others).is_none())
            && !self.nogoods.forbid(marks, part)
    }

    fn forbids(&mut self, marks: &Marks, learned: &mut usize) -> bool {
        let first = std::mem::replace(learned, self.nogoods.len());
        self.nogoods.newly_forbid(marks, first)
    }

    fn learned(&self) -> usize {
        self.nogoods.len()
    }

    fn admits_draft(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        self.scenarios += 1;
        self.stands_alone(draft, budget)
    }

    fn visit(&mut self, own: &SideScenario, budget: &mut Budget) -> Result<ControlFlow<()>, Limit> {
        self.scenarios += 1;
        budget.spend()?;
        if !self.stands_alone(own, budget)? {
            return Ok(ControlFlow::Continue(()));
        }
        self.seconds(own, budget)
    }
}

/// Looks at the second side's scenarios against one of the first.
struct Second<'f, 'a, 'w> {
    context: &'f SearchContext<'a>,
    nogoods: &'w mut Nogoods,
    /// The first side's.
    given: &'w SideScenario,
    /// Groups of pawns that could not be moved square by square, the last ones first.
    recent: &'w mut Vec<PawnGroup>,
    /// The parts of the given scenario that the others met in nogoods.
    blamed: u32,
    scenarios: u64,
}

impl<'w> Second<'_, '_, 'w> {
    /// The given scenario and this one, White's first.
    fn both<'s>(&self, own: &'s SideScenario) -> [&'s SideScenario; 2]
    where
        'w: 's,
    {
        self.context.by_color(self.given, own)
    }

    /// Blames what the two scenarios contradict each other by.
    fn blame(
        &mut self,
        own: &SideScenario,
        cause: &Cause,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let both = self.both(own);
        let nogoods = &mut *self.nogoods;
        self.blamed |= self.context.explain(both, cause, nogoods, budget)?;
        Ok(())
    }

    /// Blames the numbers of moves: every man counts, so nothing that is settled can be dropped.
    fn count(&mut self, own: &SideScenario, odd: [bool; 2]) {
        let both = self.both(own);
        let parts = [0, 1]
            .map(|side| self.context.sides[side].settled_parts(both[side]) & COURSES_AND_ORIGINALS);
        let because = Because::MoveNumbers { odd };
        let marks = both.map(|scenario| &scenario.marks);
        self.nogoods.learn(parts, marks, because, &[]);
        self.blamed |= parts[self.context.first];
    }
}

impl Visitor for Second<'_, '_, '_> {
    fn admits(&mut self, marks: &Marks, part: usize, career: Option<&PawnCareer>) -> bool {
        let met = career
            .and_then(|career| obstacle(career, &self.given.careers))
            .map(|file| 1 << file)
            .or_else(|| self.nogoods.forbid_both(&self.given.marks, marks, part));
        self.blamed |= met.unwrap_or(0);
        met.is_none()
    }

    fn forbids(&mut self, marks: &Marks, learned: &mut usize) -> bool {
        let first = std::mem::replace(learned, self.nogoods.len());
        let met = self
            .nogoods
            .newly_forbid_both(&self.given.marks, marks, first);
        self.blamed |= met.unwrap_or(0);
        met.is_some()
    }

    fn learned(&self) -> usize {
        self.nogoods.len()
    }

    fn admits_draft(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        self.scenarios += 1;
        let both = self.both(draft);
        let Order::Contradiction(depth) = order(&self.context.reaches, both, budget)? else {
            return Ok(true);
        };
        self.blame(draft, &Cause::Order(depth), budget)?;
        Ok(false)
    }

    fn visit(&mut self, own: &SideScenario, budget: &mut Budget) -> Result<ControlFlow<()>, Limit> {
        self.scenarios += 1;
        budget.spend()?;
        let both = self.both(own);
        match order(&self.context.reaches, both, budget)? {
            Order::Contradiction(depth) => self.blame(own, &Cause::Order(depth), budget)?,
            Order::Unexamined => return Ok(ControlFlow::Break(())),
            Order::Open(timeline) => {
                if timeline.open_choice().is_none()
                    && let Some(odd) = parity::contradiction(&timeline)
                {
                    self.count(own, odd);
                    return Ok(ControlFlow::Continue(()));
                }
                if !holds(&timeline, budget)? {
                    self.blamed = WHOLE;
                    return Ok(ControlFlow::Continue(()));
                }
                match reach_jointly(&timeline, PawnGroups::All(self.recent), budget)? {
                    Reached::Plays => return Ok(ControlFlow::Break(())),
                    Reached::PlainlyInVain(group) => {
                        remember(std::slice::from_ref(&group), self.recent);
                        self.blame(own, &Cause::Plainly(group), budget)?;
                    }
                    Reached::InVain(groups) => {
                        remember(&groups, self.recent);
                        self.blame(own, &Cause::JointPawns(groups), budget)?;
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
