//! Scenarios that survive, in a form that a search for a game can carry out.
//!
//! Invariant: such a scenario is a suggestion. That it survived proves nothing, and a game need not follow it.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, Color};

use super::career::PawnCareer;
use super::order::{Choice, Order, choose, is_orderly, obstacle, order};
use super::parts::Marks;
use super::reach_cache::ReachCache;
use super::side::{Side, SideScenario, Victim, Visitor};
use super::timeline::{Event, Timeline};
use crate::budget::{Budget, Limit, Limits};
use crate::retro::ledger::Ledger;
use crate::retro::model::RetroPosition;

/// An event of a scenario with what is known of it.
#[derive(Debug, Clone)]
pub struct PlannedEvent {
    /// Which pawn, and what happens.
    pub event: Event,
    /// A capture: the squares it can have happened on.
    pub squares: Bitboard,
    /// A capture: bit `i` for the other side's `i`-th victim.
    pub prey: u32,
    /// Bit `e` for each event that came later.
    pub later: u64,
}

/// A scenario that is looked at takes the time of so many positions met while a game is constructed.
const POSITIONS_PER_SCENARIO: u64 = 30;

/// Choices of victims looked at before a scenario is given up.
const MOST_CHOICES: u32 = 40;

/// A scenario nothing was found against.
#[derive(Debug, Clone)]
pub struct SurvivingScenario {
    /// The careers of all pawns: White's by file of origin, then Black's.
    pub careers: Vec<PawnCareer>,
    /// White's missing men and Black's.
    pub victims: [Vec<Victim>; 2],
    /// Captures, promotions and deaths of the pawns.
    pub events: Vec<PlannedEvent>,
}

/// How far scenarios are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// So many scenarios at most.
    pub scenarios: usize,
    /// So many for one scenario of White's, so that they differ.
    pub alike: usize,
    /// So many nodes of the search.
    pub nodes: u64,
}

impl SurvivingScenario {
    fn new(timeline: &Timeline<'_>) -> SurvivingScenario {
        let (white, black) = (timeline.side(Color::White), timeline.side(Color::Black));
        let count = timeline.events.len();
        let events = (0..count)
            .map(|event| PlannedEvent {
                event: timeline.events[event],
                squares: timeline.squares_of(event),
                prey: timeline.prey_of(event),
                later: (0..count)
                    .filter(|&other| timeline.is_before(event, other))
                    .fold(0, |bits, other| bits | 1 << other),
            })
            .collect();
        SurvivingScenario {
            careers: white
                .careers
                .iter()
                .chain(&black.careers)
                .cloned()
                .collect(),
            victims: [white.victims.clone(), black.victims.clone()],
            events,
        }
    }

    /// Some surviving scenarios of a position, cheapest first; `None`: all were looked at, and none was found to fit. If
    /// the nodes of the extent or the time end, what was found so far. It is charged in positions of a game, afterwards and not
    /// limited by the budget: the search may cost more than one instalment has.
    pub fn find(
        position: &RetroPosition,
        extent: Extent,
        budget: &mut Budget,
    ) -> Option<Vec<SurvivingScenario>> {
        let ledger = Ledger::new(position)?;
        let reaches = ReachCache::new(&ledger);
        let white = Side::new(&ledger, Color::White);
        let black = Side::new(&ledger, Color::Black);
        let limits = Limits {
            nodes: Some(extent.nodes),
            ..budget.limits_left()
        };
        let mut own = limits.start();
        let mut collector = Whites {
            reaches: &reaches,
            unknown: black.unsettled(),
            black,
            extent,
            found: Vec::new(),
        };
        // A limit ends the search; what was found before is as good as ever.
        let ended = white.scenarios(&mut own, &mut collector);
        let found = collector.found;
        budget.charge_nodes(own.nodes_used() * POSITIONS_PER_SCENARIO);
        (ended.is_err() || !found.is_empty()).then_some(found)
    }
}

struct Whites<'a> {
    reaches: &'a ReachCache<'a>,
    black: Side<'a>,
    unknown: SideScenario,
    extent: Extent,
    found: Vec<SurvivingScenario>,
}

impl Visitor for Whites<'_> {
    fn admits(&mut self, _marks: &Marks, _part: usize, _life: Option<&PawnCareer>) -> bool {
        true
    }

    fn admits_draft(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        is_orderly(self.reaches, draft, &self.unknown, budget)
    }

    fn visit(
        &mut self,
        white: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit> {
        budget.spend()?;
        if !is_orderly(self.reaches, white, &self.unknown, budget)? {
            return Ok(ControlFlow::Continue(()));
        }
        let most = (self.found.len() + self.extent.alike).min(self.extent.scenarios);
        let mut blacks = Blacks {
            reaches: self.reaches,
            white,
            most,
            found: &mut self.found,
        };
        let _ = self.black.scenarios(budget, &mut blacks)?;
        Ok(if self.found.len() < self.extent.scenarios {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    }
}

struct Blacks<'a> {
    reaches: &'a ReachCache<'a>,
    white: &'a SideScenario,
    most: usize,
    found: &'a mut Vec<SurvivingScenario>,
}

impl Visitor for Blacks<'_> {
    fn admits(&mut self, _marks: &Marks, _part: usize, career: Option<&PawnCareer>) -> bool {
        career.is_none_or(|career| obstacle(career, &self.white.careers).is_none())
    }

    fn admits_draft(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        is_orderly(self.reaches, self.white, draft, budget)
    }

    fn visit(
        &mut self,
        black: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit> {
        budget.spend()?;
        if let Order::Open(timeline) = order(self.reaches, [self.white, black], budget)? {
            let choice = choose(
                &timeline,
                &mut { MOST_CHOICES },
                budget,
                &mut |timeline, _| Ok(Some(SurvivingScenario::new(timeline))),
            )?;
            if let Choice::Fits(scenario) = choice {
                self.found.push(scenario);
            }
        }
        Ok(if self.found.len() < self.most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn a_pawn_taken_at_home_was_there_all_the_time() {
        // Black's h-pawn took on g6, f5, e4, d3 and c2 and promoted on c1. It did not take White's c-pawn on c2: with all of a2, b2,
        // c2 and d2 at home until then and his king on e1, the rook of a1 would not have got out to fall before (puzzling.stackexchange.com
        // 85511).
        let position = test_position("3qkb1B/ppppp1p1/5p2/8/8/3P1P2/PP3PPr/rN2K2R w", "K -");
        let extent = Extent {
            scenarios: 20,
            alike: 20,
            nodes: 1_000_000,
        };
        let mut budget = Limits::unlimited().start();
        let found = SurvivingScenario::find(&position, extent, &mut budget).unwrap();
        assert!(!found.is_empty());
        for scenario in found {
            assert_eq!(scenario.careers[2].captures, 1, "c2xd3");
        }
    }
}
