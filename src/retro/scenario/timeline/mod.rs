//! The order of events in a scenario: which capture, promotion or death came before which.
//!
//! Events are the captures, promotions and ends of pawns. A pawn that keeps to one square between two
//! of its events closes that square in between; officers that could not move in such a time close
//! theirs. An event is feasible if, with what is known of the order, its pawn had a way, its victim
//! could be there and its promoted man could get where it is needed. Orders are learned by assuming the
//! contrary. Invariant: the order holds in every history that follows the scenario; a contradiction means
//! there is none.

mod closed;
mod conclusions;
mod probing;
mod ranks;
mod ways;

use shakmaty::{Bitboard, Color};

use super::career::PawnCareer;
use super::reach_cache::ReachCache;
use super::side::{Man, SideScenario, Victim};
use crate::retro::ledger::Ledger;
use crate::retro::model::claim::End;
use crate::retro::model::{ByPawn, PawnId};

/// What happens at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The pawn's `j`-th capture, counted from 1.
    Capture(usize),
    /// The pawn promotes.
    Promotion,
    /// The pawn, or the man it became, is captured.
    Death,
}

/// An event in the course of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The pawn.
    pub pawn: PawnId,
    /// What happens.
    pub kind: Kind,
}

/// The most events a timeline holds; scenarios with more are not examined.
const MOST_EVENTS: usize = 64;

/// The order of events of one scenario.
#[derive(Clone)]
pub struct Timeline<'a> {
    reaches: &'a ReachCache<'a>,
    ledger: &'a Ledger,
    sides: [&'a SideScenario; 2],
    /// All events, the pawns' own in their order.
    pub events: Vec<Event>,
    /// The events of each pawn, in order.
    of_pawn: ByPawn<Vec<usize>>,
    /// Bit `a` of `before[b]`: `a` came before `b`.
    before: Vec<u64>,
    /// Victims each capture can have, as bits; empty for other events.
    prey: Vec<u32>,
    /// Squares each capture can have happened on.
    squares: Vec<Bitboard>,
}

/// A contradiction: no order of events fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

type Moment = Option<usize>;

impl<'a> Timeline<'a> {
    /// The timeline of a scenario with what follows from each pawn alone and from opposing pawns on one file.
    ///
    /// # Errors
    ///
    /// A contradiction at once. `Ok(None)`: too many events to examine.
    pub fn new(
        reaches: &'a ReachCache<'a>,
        white: &'a SideScenario,
        black: &'a SideScenario,
    ) -> Result<Option<Timeline<'a>>, Contradiction> {
        let sides = [white, black];
        let mut events = Vec::new();
        let mut of_pawn: ByPawn<Vec<usize>> = ByPawn::default();
        for (pawn, career) in PawnId::ALL
            .into_iter()
            .zip(white.careers.iter().chain(&black.careers))
        {
            if career.end == End::Unsettled {
                continue;
            }
            let promotion = career.end.promotion().map(|_| Kind::Promotion);
            let death = matches!(career.end, End::Falls | End::Spent(_)).then_some(Kind::Death);
            for kind in (1..=career.captures)
                .map(Kind::Capture)
                .chain(promotion)
                .chain(death)
            {
                of_pawn[pawn].push(events.len());
                events.push(Event { pawn, kind });
            }
        }
        if events.len() > MOST_EVENTS {
            return Ok(None);
        }
        let mut timeline = Timeline {
            reaches,
            ledger: reaches.ledger,
            sides,
            before: vec![0; events.len()],
            prey: vec![0; events.len()],
            squares: vec![Bitboard::EMPTY; events.len()],
            events,
            of_pawn,
        };
        for pawn in PawnId::ALL {
            for pair in 0..timeline.of_pawn[pawn].len().saturating_sub(1) {
                let (first, second) = (
                    timeline.of_pawn[pawn][pair],
                    timeline.of_pawn[pawn][pair + 1],
                );
                timeline.put_before(first, second)?;
            }
        }
        for event in 0..timeline.events.len() {
            if let Kind::Capture(j) = timeline.events[event].kind {
                let squares = timeline.career_of(event).capture(j);
                timeline.squares[event] = squares;
                timeline.prey[event] = timeline
                    .victims_of(event)
                    .iter()
                    .enumerate()
                    .filter(|(_, victim)| victim.squares.intersects(squares))
                    .fold(0, |bits, (i, _)| bits | 1 << i);
            }
        }
        timeline.pass_on_files()?;
        Ok(Some(timeline))
    }

    /// The events of a pawn, in order.
    pub fn own_events(&self, pawn: PawnId) -> &[usize] {
        &self.of_pawn[pawn]
    }

    /// The cache that answers which squares a man can reach.
    pub fn reaches(&self) -> &'a ReachCache<'a> {
        self.reaches
    }

    /// Squares a capture can have happened on.
    pub fn squares_of(&self, event: usize) -> Bitboard {
        self.squares[event]
    }

    /// Victims a capture can have, as bits.
    pub fn prey_of(&self, event: usize) -> u32 {
        self.prey[event]
    }

    /// The ledger of the position.
    pub fn ledger(&self) -> &'a Ledger {
        self.ledger
    }

    /// White's scenario or Black's.
    pub fn side(&self, color: Color) -> &'a SideScenario {
        self.sides[side_index(color)]
    }

    /// Where a missing man of `color` (by index among its victims) was captured, as far as that is known.
    pub fn death_squares(&self, color: Color, victim: usize) -> Bitboard {
        let taker = side_index(color.other());
        (0..self.events.len())
            .find(|&event| {
                self.events[event].pawn.side() == taker && self.prey[event] == 1 << victim
            })
            .map_or(self.side(color).victims[victim].squares, |event| {
                self.squares[event]
            })
    }

    fn career(&self, pawn: PawnId) -> &'a PawnCareer {
        &self.sides[pawn.side()].careers[usize::from(pawn.origin())]
    }

    fn career_of(&self, event: usize) -> &'a PawnCareer {
        self.career(self.events[event].pawn)
    }

    fn color_of(&self, event: usize) -> Color {
        self.career_of(event).color
    }

    /// The other side's missing men.
    fn victims_of(&self, event: usize) -> &'a [Victim] {
        let own = self.events[event].pawn.side();
        &self.sides[1 - own].victims
    }

    /// Whether `a` is known to have come before `b`.
    pub fn is_before(&self, a: usize, b: usize) -> bool {
        self.before[b] & (1 << a) != 0
    }

    /// The events known to have come before one, as bits.
    pub fn all_before(&self, event: usize) -> u64 {
        self.before[event]
    }

    /// Records that `a` came before `b`, and what follows.
    fn put_before(&mut self, a: usize, b: usize) -> Result<(), Contradiction> {
        if a == b || self.is_before(b, a) {
            return Err(Contradiction);
        }
        if self.is_before(a, b) {
            return Ok(());
        }
        let earlier = self.before[a] | 1 << a;
        for later in 0..self.events.len() {
            if later == b || self.before[later] & (1 << b) != 0 {
                self.before[later] |= earlier;
                if self.before[later] & (1 << later) != 0 {
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }

    /// Squares on which `pawn` can have ended its course as a pawn.
    pub fn ends(&self, pawn: PawnId) -> Bitboard {
        let career = self.career(pawn);
        let fallen = Man::Pawn(career.origin);
        let victims = &self.side(career.color).victims;
        match victims.iter().position(|victim| victim.man == fallen) {
            Some(victim) if career.end == End::Falls => {
                career.leave[career.captures] & self.death_squares(career.color, victim)
            }
            _ => career.leave[career.captures],
        }
    }

    /// Squares from which `pawn` can have left its file of origin, or on which it ended there.
    pub fn first_leave(&self, pawn: PawnId) -> Bitboard {
        match self.career(pawn).captures {
            0 => self.ends(pawn),
            _ => self.departures(self.of_pawn[pawn][0]),
        }
    }

    /// The capture with the fewest, but several, possible victims, with those victims.
    pub fn open_choice(&self) -> Option<(usize, Vec<usize>)> {
        (0..self.events.len())
            .filter(|&event| self.prey[event].count_ones() > 1)
            .min_by_key(|&event| self.prey[event].count_ones())
            .map(|event| {
                let prey = self.prey[event];
                (event, (0..32).filter(|i| prey & (1 << i) != 0).collect())
            })
    }

    /// This timeline with the victim of a capture chosen.
    ///
    /// # Errors
    ///
    /// No order fits that choice.
    pub fn choose(&self, event: usize, victim: usize) -> Result<Timeline<'a>, Contradiction> {
        let mut chosen = self.clone();
        chosen.prey[event] = 1 << victim;
        chosen.settle()?;
        Ok(chosen)
    }
}

const fn side_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}
