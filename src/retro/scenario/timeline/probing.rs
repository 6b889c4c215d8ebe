//! What follows from assuming the contrary: an order that leads to a contradiction is not the order.

use super::super::side::Man;
use super::{Contradiction, Kind, Timeline};
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;

/// With so few events every pair is looked at in which a pawn that paces takes part.
const FEW_EVENTS: usize = 12;

impl Timeline<'_> {
    /// Assumes each open order both ways; returns whether one was learned.
    pub(super) fn probe(&mut self) -> Result<bool, Contradiction> {
        let mut learned = false;
        for a in 0..self.events.len() {
            for b in a + 1..self.events.len() {
                if self.events[a].pawn == self.events[b].pawn
                    || self.is_before(a, b)
                    || self.is_before(b, a)
                    || !self.matters(a, b)
                {
                    continue;
                }
                if self.assumes(a, b).is_err() {
                    self.put_before(b, a)?;
                    learned = true;
                } else if self.assumes(b, a).is_err() {
                    self.put_before(a, b)?;
                    learned = true;
                }
            }
        }
        Ok(learned)
    }

    /// Whether the order of two events can decide anything: one of them closes a square or a file for a time or settles where
    /// another pawn stood, or they are of opposing pawns that share a file.
    fn matters(&self, a: usize, b: usize) -> bool {
        // A pawn that paces bars its file. With many events there are too many pairs to look at all of them.
        let widest = if self.events.len() <= FEW_EVENTS {
            4
        } else {
            1
        };
        let closes = |event: usize| {
            let pawn = self.events[event].pawn;
            let career = self.career(pawn);
            let position = self.of_pawn[pawn]
                .iter()
                .position(|&e| e == event)
                .unwrap_or(0);
            [position, position + 1].into_iter().any(|k| {
                k <= career.captures && (1..=widest).contains(&self.stretch(pawn, k).count())
            })
        };
        // Where it happens another pawn paces, which is then known to have gone on or not yet to have come.
        let halts = |event: usize| {
            let arrival = match self.events[event].kind {
                Kind::Capture(_) => self.squares[event].single_square(),
                Kind::Promotion | Kind::Death => None,
            };
            let places = [arrival, self.departures(event).single_square()];
            places.into_iter().flatten().any(|place| {
                PawnId::ALL.into_iter().any(|pawn| {
                    let career = self.career(pawn);
                    pawn != self.events[event].pawn
                        && career.end != End::Unsettled
                        && career.stay[..=career.captures]
                            .iter()
                            .any(|stay| (2..=4).contains(&stay.count()) && stay.contains(place))
                })
            })
        };
        let files = |event: usize| {
            let career = self.career_of(event);
            career.files[..=career.captures]
                .iter()
                .fold(0u8, |bits, &file| bits | 1 << u32::from(file))
        };
        if self.events[a].kind == Kind::Death && self.events[b].kind == Kind::Death {
            return false;
        }
        let opposed = self.events[a].pawn.side() != self.events[b].pawn.side();
        closes(a) || closes(b) || halts(a) || halts(b) || (opposed && files(a) & files(b) != 0)
    }

    /// Whether `a` before `b` can stand.
    fn assumes(&self, a: usize, b: usize) -> Result<(), Contradiction> {
        let mut assumed = self.clone();
        // A death that is still open may coincide with a capture: "before" then is not strict. Only
        // events that cannot be one are probed strictly.
        if assumed.may_coincide(a, b) {
            return Ok(());
        }
        assumed.put_before(a, b)?;
        for event in [a, b] {
            let still = assumed.still_before_and_after(event);
            let (_, prey) = assumed.examine(event, &still).ok_or(Contradiction)?;
            if matches!(assumed.events[event].kind, Kind::Capture(_)) {
                assumed.check_victims(Some((event, prey)))?;
            }
            if !assumed.officers_pass(event, &still) {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Whether two events can be the same capture seen from both sides.
    fn may_coincide(&self, a: usize, b: usize) -> bool {
        let one = |death: usize, capture: usize| {
            self.events[death].kind == Kind::Death
                && matches!(self.events[capture].kind, Kind::Capture(_))
                && self.victims_of(capture).iter().enumerate().any(|(i, v)| {
                    self.prey[capture] & (1 << i) != 0
                        && match v.man {
                            Man::Pawn(file) | Man::Promoted(file) => {
                                let color = self.color_of(capture).other();
                                PawnId::new(color, file) == self.events[death].pawn
                            }
                            Man::Officer(..) => false,
                        }
                })
        };
        one(a, b) || one(b, a)
    }
}
