//! The search itself: White's scenarios times Black's, each weighed by the constraints that join them.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, Color};

use super::NoScenario;
use super::matching::is_matchable;
use super::parity;
use super::side::{Side, SideScenario};
use super::timeline::{Contradiction, Timeline};
use crate::budget::{Budget, Limit};
use crate::retro::ledger::Ledger;
use crate::retro::reason::Reason;

/// Looks for a surviving scenario.
pub(super) fn search(ledger: &Ledger, budget: &mut Budget) -> Result<Option<Reason>, Limit> {
    let white = Side::new(ledger, Color::White);
    let black = Side::new(ledger, Color::Black);
    let white_prey = white.possible_victims();
    let black_prey = black.possible_victims();
    let mut scenarios = 0;
    budget.spend()?;
    let flow = white.scenarios(&[], budget, &mut |of_white, budget| {
        if !feeds(of_white, &black_prey) {
            return Ok(ControlFlow::Continue(()));
        }
        black.scenarios(&of_white.lives, budget, &mut |of_black, budget| {
            scenarios += 1;
            budget.spend()?;
            if feeds(of_black, &white_prey) && survives(ledger, of_white, of_black, budget)? {
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })
    })?;
    Ok(match flow {
        ControlFlow::Break(()) => None,
        ControlFlow::Continue(()) => Some(Reason::NoScenario(NoScenario { scenarios })),
    })
}

/// Whether each capture of a side's pawns can have a victim of its own among these.
fn feeds(side: &SideScenario, prey: &[Bitboard]) -> bool {
    let rows: Vec<u32> = side
        .lives
        .iter()
        .flat_map(|life| (1..=life.captures).map(|j| life.capture(j)))
        .map(|squares| {
            prey.iter()
                .enumerate()
                .filter(|(_, possible)| possible.intersects(squares))
                .fold(0, |row, (i, _)| row | 1 << i)
        })
        .collect();
    is_matchable(&rows)
}

/// Choices of victims looked at before a scenario is let live.
const MOST_CHOICES: u32 = 200;

fn survives(
    ledger: &Ledger,
    white: &SideScenario,
    black: &SideScenario,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let prey = |side: &SideScenario| -> Vec<Bitboard> {
        side.victims.iter().map(|victim| victim.squares).collect()
    };
    if !feeds(white, &prey(black)) || !feeds(black, &prey(white)) {
        return Ok(false);
    }
    let mut timeline = match Timeline::new(ledger, white, black) {
        Ok(Some(timeline)) => timeline,
        Ok(None) => return Ok(true),
        Err(Contradiction) => return Ok(false),
    };
    if timeline.settle().is_err() {
        return Ok(false);
    }
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
        budget.spend()?;
        if let Ok(chosen) = timeline.choose(event, victim)
            && holds(&chosen, choices, budget)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
