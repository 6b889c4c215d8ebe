//! What follows from the order known so far.

use shakmaty::Color;

use super::super::career::PawnCareer;
use super::super::matching::is_matchable;
use super::super::side::Man;
use super::ranks::{captures_from, first_rank, last_rank, towards, up_to};
use super::{Contradiction, Kind, Timeline};
use crate::retro::model::PawnId;
use crate::retro::model::claim::End;

impl Timeline<'_> {
    /// Opposing pawns that start on one file pass only if one of them leaves it first.
    pub(super) fn pass_on_files(&mut self) -> Result<(), Contradiction> {
        for (whites, blacks) in PawnId::of(Color::White).zip(PawnId::of(Color::Black)) {
            let (white, black) = (self.career(whites), self.career(blacks));
            if white.end == End::Unsettled || black.end == End::Unsettled {
                continue;
            }
            let white_out = self.of_pawn[whites].first().copied();
            let black_out = self.of_pawn[blacks].first().copied();
            // Lowest rank White's pawn can leave from, highest rank Black's can.
            let lowest = first_rank(white.leave[0]);
            let highest = last_rank(black.leave[0]);
            let promotes =
                |career: &PawnCareer| career.captures == 0 && career.end.promotion().is_some();
            // White's leaves first: Black's pawn is then still above it.
            let white_first = white_out.is_some() && !promotes(white) && lowest < 6;
            let black_first = black_out.is_some() && !promotes(black) && highest > 1;
            match (white_out, black_out) {
                // Both stay to the end.
                (None, None) => {
                    if lowest >= highest {
                        return Err(Contradiction);
                    }
                }
                _ => match (white_first, black_first) {
                    (true, true) => {}
                    (true, false) => {
                        if let (Some(white), Some(black)) = (white_out, black_out) {
                            self.put_before(white, black)?;
                        } else if black_out.is_some() {
                            return Err(Contradiction);
                        }
                    }
                    (false, true) => {
                        if let (Some(white), Some(black)) = (white_out, black_out) {
                            self.put_before(black, white)?;
                        } else if white_out.is_some() {
                            return Err(Contradiction);
                        }
                    }
                    (false, false) => return Err(Contradiction),
                },
            }
        }
        Ok(())
    }

    /// Draws every conclusion from the order known so far and from assuming its contrary.
    ///
    /// # Errors
    ///
    /// No order fits.
    pub fn settle(&mut self) -> Result<(), Contradiction> {
        self.propagate()?;
        while self.probe()? {
            self.propagate()?;
        }
        Ok(())
    }

    /// Draws every conclusion from the order known so far, assuming nothing.
    ///
    /// # Errors
    ///
    /// No order fits.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        self.narrow()?;
        let everybody_passes = (0..self.events.len()).all(|event| {
            let still = self.still_before_and_after(event);
            self.kings_pass(&still) && self.officers_pass(event, &still)
        });
        if everybody_passes {
            Ok(())
        } else {
            Err(Contradiction)
        }
    }

    /// Examines every event as the order stands.
    fn narrow(&mut self) -> Result<(), Contradiction> {
        loop {
            let mut changed = false;
            for event in 0..self.events.len() {
                let (squares, prey) = self
                    .examine(event, &self.still_before_and_after(event))
                    .ok_or(Contradiction)?;
                if self.squares[event] != squares || self.prey[event] != prey {
                    self.squares[event] = squares;
                    self.prey[event] = prey;
                    changed = true;
                }
            }
            self.check_victims(None)?;
            self.link(&mut changed)?;
            self.advance(&mut changed)?;
            if !changed {
                return Ok(());
            }
        }
    }

    /// Each capture needs a victim of its own.
    pub(super) fn check_victims(
        &self,
        replaced: Option<(usize, u32)>,
    ) -> Result<(), Contradiction> {
        for side in 0..2 {
            let rows: Vec<u32> = (0..self.events.len())
                .filter(|&event| {
                    self.events[event].pawn.side() == side
                        && matches!(self.events[event].kind, Kind::Capture(_))
                })
                .map(|event| match replaced {
                    Some((other, prey)) if other == event => prey,
                    _ => self.prey[event],
                })
                .collect();
            if !is_matchable(&rows) {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Orders that follow from captures with one possible victim; and nobody else takes that victim.
    fn link(&mut self, changed: &mut bool) -> Result<(), Contradiction> {
        for event in 0..self.events.len() {
            if !matches!(self.events[event].kind, Kind::Capture(_))
                || self.prey[event].count_ones() != 1
            {
                continue;
            }
            let i = self.prey[event].trailing_zeros() as usize;
            let side = self.events[event].pawn.side();
            for other in 0..self.events.len() {
                if other != event
                    && self.events[other].pawn.side() == side
                    && self.prey[other] & (1 << i) != 0
                {
                    self.prey[other] &= !(1 << i);
                    *changed = true;
                }
            }
            let file = match self.victims_of(event)[i].man {
                Man::Officer(..) => continue,
                Man::Pawn(file) | Man::Promoted(file) => file,
            };
            let pawn = PawnId::new(self.color_of(event).other(), file);
            for k in 0..self.of_pawn[pawn].len() {
                let own = self.of_pawn[pawn][k];
                if self.events[own].kind == Kind::Death {
                    // The death is the capture: what precedes one precedes the other.
                    *changed |= self.identify(own, event)?;
                } else if !self.is_before(own, event) {
                    self.put_before(own, event)?;
                    *changed = true;
                }
            }
        }
        Ok(())
    }

    /// A pawn only advances: each of its captures leads on to the next, the last to where it ended, and each
    /// follows from the one before.
    fn advance(&mut self, changed: &mut bool) -> Result<(), Contradiction> {
        for pawn in PawnId::ALL {
            let career = self.career(pawn);
            if career.captures == 0 || career.end == End::Unsettled {
                continue;
            }
            let mut leave = career.leave;
            leave[career.captures] = self.ends(pawn);
            for j in (1..=career.captures).rev() {
                let event = self.of_pawn[pawn][j - 1];
                let top = last_rank(towards(career.color, leave[j]));
                let squares = self.squares[event] & up_to(career.color, top);
                *changed |= squares != self.squares[event];
                self.squares[event] = squares;
                leave[j - 1] &= captures_from(career.color.other(), squares);
            }
            for j in 1..=career.captures {
                let event = self.of_pawn[pawn][j - 1];
                let squares = self.squares[event] & captures_from(career.color, leave[j - 1]);
                *changed |= squares != self.squares[event];
                self.squares[event] = squares;
                if squares.is_empty() {
                    return Err(Contradiction);
                }
                let bottom = first_rank(towards(career.color, squares));
                if let Some(below) = bottom.checked_sub(1) {
                    leave[j] &= !up_to(career.color, below);
                }
            }
        }
        Ok(())
    }

    /// Records that two events are one: whatever came before or after one did so of the other.
    fn identify(&mut self, a: usize, b: usize) -> Result<bool, Contradiction> {
        if self.is_before(a, b) || self.is_before(b, a) {
            return Err(Contradiction);
        }
        let mut changed = false;
        for other in 0..self.events.len() {
            if other == a || other == b {
                continue;
            }
            for (x, y) in [(a, b), (b, a)] {
                if self.is_before(other, x) && !self.is_before(other, y) {
                    self.put_before(other, y)?;
                    changed = true;
                }
                if self.is_before(x, other) && !self.is_before(y, other) {
                    self.put_before(y, other)?;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }
}
