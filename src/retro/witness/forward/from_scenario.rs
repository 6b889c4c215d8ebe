//! A surviving scenario as a kernel: its captures, promotions and deaths, in an order it allows.
//!
//! Invariant: a suggestion like any other kernel; what the scenario says of officers is left out.

use shakmaty::{Bitboard, Color};

use super::super::node::last_rank;
use super::kernel::{Event, Fate, Kernel, ordered};
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;
use crate::retro::scenario::side::Man;
use crate::retro::scenario::survivor::SurvivingScenario;
use crate::retro::scenario::timeline::Kind;

/// The kernel of a scenario; `None`: some course is not settled, or no order was found. The same seed gives the same one.
pub fn kernel(scenario: &SurvivingScenario, seed: u64) -> Option<Kernel> {
    let mut fates = [Fate::Dies; 16];
    for (fate, career) in fates.iter_mut().zip(&scenario.careers) {
        *fate = match career.end {
            End::Stands(square) => Fate::Stays(square),
            End::Falls => Fate::Dies,
            End::Remains(..) | End::Spent(_) => Fate::Promotes,
            End::Unsettled => return None,
        };
    }
    let (mut events, mut later) = captures(scenario);
    // Pawns that fall to no pawn fall to officers.
    for (index, planned) in scenario.events.iter().enumerate() {
        let pawn = planned.event.pawn;
        let falls = planned.event.kind == Kind::Death && fates[usize::from(pawn)] == Fate::Dies;
        let own = |event: &&mut (usize, Event)| event.1.victim == Some(pawn);
        if !falls {
            continue;
        }
        if let Some((event, _)) = events.iter_mut().find(own) {
            later[*event] |= planned.later;
            for before in &mut later {
                *before |= u64::from(*before & 1 << index != 0) << *event;
            }
            continue;
        }
        let career = scenario.careers.get(usize::from(pawn))?;
        let event = Event::new(None, Some(pawn), career.files[career.captures]);
        events.push((index, event));
    }
    let earlier = events
        .iter()
        .map(|(event, _)| {
            let before =
                |(_, (other, _)): &(usize, &(usize, Event))| later[*other] & 1 << event != 0;
            let before = events.iter().enumerate().filter(before);
            before.fold(0, |bits, (place, _)| bits | 1 << place)
        })
        .collect();
    let kernel = Kernel {
        events: events.iter().map(|&(_, event)| event).collect(),
        earlier,
        fates,
    };
    ordered(&kernel, None, seed)
}

/// The captures by pawns with their places in the scenario, and for each event of it which come later.
fn captures(scenario: &SurvivingScenario) -> (Vec<(usize, Event)>, Vec<u64>) {
    let mut events = Vec::new();
    for (index, planned) in scenario.events.iter().enumerate() {
        let (Kind::Capture(number), Some(career)) = (
            planned.event.kind,
            scenario.careers.get(usize::from(planned.event.pawn)),
        ) else {
            continue;
        };
        let pawn = planned.event.pawn;
        let victims = &scenario.victims[usize::from(pawn.color() == Color::White)];
        let taken = victims.get(planned.prey.trailing_zeros() as usize);
        let victim = match taken.map(|victim| victim.man) {
            Some(Man::Pawn(file)) => Some(PawnId::new(pawn.color().other(), file)),
            _ => None,
        };
        let last = Bitboard::from_rank(last_rank(pawn.color()));
        events.push((
            index,
            Event {
                promotes: planned.squares.is_subset(last),
                ..Event::new(Some(pawn), victim, career.files[number])
            },
        ));
    }
    (
        events,
        scenario
            .events
            .iter()
            .map(|planned| planned.later)
            .collect(),
    )
}
