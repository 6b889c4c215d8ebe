//! The search itself: White's scenarios times Black's, each weighed by the constraints that join them.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, Color};

use super::NoScenario;
use super::ground::Ground;
use super::matching::is_matchable;
use super::parity;
use super::side::{Side, SideScenario, Victim, Visitor};
use super::timeline::{Contradiction, Timeline};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::reason::Reason;

/// Looks for a surviving scenario.
pub(super) fn search(ledger: &Ledger, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    budget.spend()?;
    let ground = Ground::new(ledger);
    let white = Side::new(ledger, Color::White);
    let black = Side::new(ledger, Color::Black);
    if !white.has_cast() || !black.has_cast() {
        return Ok(Some(Reason::NoScenario(NoScenario {
            scenarios: 0,
            white: white.account(),
            black: black.account(),
        })));
    }
    let mut visitor = White {
        ground: &ground,
        unknown_white: white.unsettled(),
        unknown_black: black.unsettled(),
        black,
        scenarios: 0,
    };
    let flow = white.scenarios(&[], budget, &mut visitor)?;
    Ok(match flow {
        ControlFlow::Break(()) => None,
        ControlFlow::Continue(()) => Some(Reason::NoScenario(NoScenario {
            scenarios: visitor.scenarios,
            white: white.account(),
            black: visitor.black.account(),
        })),
    })
}

/// Looks at White's scenarios: for each, Black's.
#[allow(clippy::struct_field_names)] // The names say whose scenario it is.
struct White<'a> {
    ground: &'a Ground<'a>,
    black: Side<'a>,
    unknown_white: SideScenario,
    unknown_black: SideScenario,
    scenarios: u64,
}

impl Visitor for White<'_> {
    fn sift(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        self.scenarios += 1;
        is_orderly(self.ground, draft, &self.unknown_black, budget)
    }

    fn visit(
        &mut self,
        white: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit> {
        self.scenarios += 1;
        budget.spend()?;
        if !is_orderly(self.ground, white, &self.unknown_black, budget)? {
            return Ok(ControlFlow::Continue(()));
        }
        let mut visitor = Black {
            ground: self.ground,
            white,
            unknown_white: &self.unknown_white,
            scenarios: 0,
        };
        let flow = self.black.scenarios(&white.lives, budget, &mut visitor)?;
        self.scenarios += visitor.scenarios;
        Ok(flow)
    }
}

/// Looks at Black's scenarios against one of White's.
struct Black<'a> {
    ground: &'a Ground<'a>,
    white: &'a SideScenario,
    unknown_white: &'a SideScenario,
    scenarios: u64,
}

impl Visitor for Black<'_> {
    fn sift(&mut self, draft: &SideScenario, budget: &mut Budget) -> Result<bool, Limit> {
        self.scenarios += 1;
        Ok(feeds(draft, &self.unknown_white.victims)
            && is_orderly(self.ground, self.white, draft, budget)?)
    }

    fn visit(
        &mut self,
        black: &SideScenario,
        budget: &mut Budget,
    ) -> Result<ControlFlow<()>, Limit> {
        self.scenarios += 1;
        budget.spend()?;
        Ok(if survives(self.ground, self.white, black, budget)? {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }
}

/// Whether each capture of a side's pawns can have a victim of its own among these.
fn feeds(side: &SideScenario, prey: &[Victim]) -> bool {
    let rows: Vec<u32> = side
        .lives
        .iter()
        .flat_map(|life| (1..=life.captures).map(|j| life.capture(j)))
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
pub(super) fn is_orderly(
    ground: &Ground<'_>,
    white: &SideScenario,
    black: &SideScenario,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    Ok(matches!(
        order(ground, white, black, budget)?,
        Order::Some(_) | Order::Unexamined
    ))
}

/// What is known of the order of events.
pub(super) enum Order<'a> {
    /// It is contradictory.
    None,
    /// It stands so far.
    Some(Box<Timeline<'a>>),
    /// There are too many events.
    Unexamined,
}

/// Timelines are the dear part of the search: each costs so many nodes.
pub(super) const NODES_A_TIMELINE: u32 = 8;

pub(super) fn order<'a>(
    ground: &'a Ground<'a>,
    white: &'a SideScenario,
    black: &'a SideScenario,
    budget: &mut Budget,
) -> Result<Order<'a>, Limit> {
    if !feeds(white, &black.victims) || !feeds(black, &white.victims) {
        return Ok(Order::None);
    }
    for _ in 0..NODES_A_TIMELINE {
        budget.spend()?;
    }
    Ok(match Timeline::new(ground, white, black) {
        Ok(Some(mut timeline)) => match timeline.settle() {
            Ok(()) => Order::Some(Box::new(timeline)),
            Err(Contradiction) => Order::None,
        },
        Ok(None) => Order::Unexamined,
        Err(Contradiction) => Order::None,
    })
}

/// Choices of victims looked at before a scenario is let live.
const MOST_CHOICES: u32 = 200;

fn survives(
    ground: &Ground<'_>,
    white: &SideScenario,
    black: &SideScenario,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let timeline = match order(ground, white, black, budget)? {
        Order::Some(timeline) => timeline,
        Order::Unexamined => return Ok(true),
        Order::None => return Ok(false),
    };
    let mut choices = MOST_CHOICES;
    holds(&timeline, &mut choices, budget)
}

/// Whether some choice of victims leaves an order of events. The depth is at most the number of captures.
fn holds(timeline: &Timeline<'_>, choices: &mut u32, budget: &mut Budget) -> Result<bool, Limit> {
    let Some((event, victims)) = timeline.open_choice() else {
        return Ok(parity::fits(timeline));
    };
    for victim in victims {
        if *choices == 0 {
            return Ok(true);
        }
        *choices -= 1;
        for _ in 0..NODES_A_TIMELINE {
            budget.spend()?;
        }
        if let Ok(chosen) = timeline.choose(event, victim)
            && holds(&chosen, choices, budget)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
