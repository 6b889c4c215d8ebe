//! The track of one pawn: every square it can have stood on, in order, and what leads from one to the next.
//!
//! Invariant: if a pawn led that career in some history, it went along its track; a double step goes along two squares.

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use crate::retro::model::PawnId;
use crate::retro::model::claim::End;
use crate::retro::scenario::career::PawnCareer;
use crate::retro::scenario::timeline::{Kind, Timeline};

/// A place of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    /// Where it stands as a pawn; `None`: it was promoted or captured.
    pub(super) square: Option<Square>,
    /// Its captures gone by.
    pub(super) captures: usize,
}

/// What leads on from a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The place it leads to, later than the one it leads from.
    pub(super) to: usize,
    /// The square that must be free, or on which somebody is captured; `None`: the pawn is captured where it stands.
    pub(super) square: Option<Square>,
    /// The event that is a capture by this pawn.
    pub(super) capture: Option<usize>,
    /// The event that is its promotion or its end.
    pub(super) other: Option<usize>,
}

/// All a pawn can have done.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) pawn: PawnId,
    pub(super) color: Color,
    /// How it ended.
    pub(super) end: End,
    /// Its places, home first, the end last.
    pub(super) spots: Vec<Spot>,
    /// By place: what leads on.
    pub(super) steps: Vec<Vec<Step>>,
    /// By place: the events gone by there.
    pub(super) done: Vec<u64>,
}

impl Track {
    /// The track of a pawn whose career is settled; `None` if that is not so, or nothing leads to its end.
    pub(super) fn of(timeline: &Timeline<'_>, pawn: PawnId) -> Option<Track> {
        let color = pawn.color();
        let career = timeline
            .side(color)
            .careers
            .get(usize::from(pawn.origin()))?;
        if career.end == End::Unsettled {
            return None;
        }
        let course = PawnInTimeline {
            timeline,
            pawn,
            color,
            career,
        };
        let (mut spots, leads) = course.leading_to_the_end()?;
        let (off, done) = course.ending();
        spots.extend(off);
        let done = spots.iter().map(|spot| {
            let last = done.filter(|_| spot.square.is_none());
            course.captured(spot.captures) | last.map_or(0, |event| 1 << event)
        });
        Some(Track {
            pawn,
            color,
            end: career.end,
            done: done.collect(),
            steps: course.steps(&spots, &leads),
            spots,
        })
    }

    /// The place of its end.
    pub(super) fn last(&self) -> usize {
        self.spots.len() - 1
    }

    /// The squares it can have stood on as a pawn.
    pub(super) fn squares(&self) -> Bitboard {
        self.spots.iter().filter_map(|spot| spot.square).collect()
    }

    /// Where it is captured as a pawn, from this place: the step.
    pub(super) fn fall(&self, place: usize) -> Option<Step> {
        self.steps[place]
            .iter()
            .copied()
            .find(|step| step.square.is_none())
    }
}

/// What a timeline tells of one pawn.
struct PawnInTimeline<'t> {
    timeline: &'t Timeline<'t>,
    pawn: PawnId,
    color: Color,
    career: &'t PawnCareer,
}

/// A square a pawn goes on to, and its captures gone by then.
type Lead = (Square, usize);

impl PawnInTimeline<'_> {
    fn event(&self, kind: Kind) -> Option<usize> {
        let mut own = self.timeline.own_events(self.pawn).iter().copied();
        own.find(|&event| self.timeline.events[event].kind == kind)
    }

    /// The events of so many captures, as bits.
    fn captured(&self, captures: usize) -> u64 {
        (1..=captures)
            .filter_map(|j| self.event(Kind::Capture(j)))
            .fold(0u64, |all, event| all | 1 << event)
    }

    /// Squares on which it can have been captured as a pawn.
    fn falls(&self) -> Bitboard {
        match self.career.end {
            End::Falls => self.timeline.ends(self.pawn),
            _ => Bitboard::EMPTY,
        }
    }

    /// The place off the board where it ends, unless it stands on it, and the event that takes it there.
    fn ending(&self) -> (Option<Spot>, Option<usize>) {
        let off = Spot {
            square: None,
            captures: self.career.captures,
        };
        match self.career.end {
            End::Falls => (Some(off), self.event(Kind::Death)),
            End::Remains(..) | End::Spent(_) => (Some(off), self.event(Kind::Promotion)),
            End::Unsettled => (Some(off), None),
            End::Stands(_) => (None, None),
        }
    }

    /// Where it can go on to from a square with so many captures gone by.
    fn leads(&self, square: Square, captures: usize) -> Vec<Lead> {
        let career = self.career;
        let promotes = |square: Square, captures: usize| {
            captures == career.captures && career.end.promotion() == Some(square)
        };
        let mut leads = Vec::new();
        if let Some(ahead) = square.offset(self.color.fold_wb(8, -8))
            && if is_last(ahead) {
                promotes(ahead, captures)
            } else {
                career.stay[captures].contains(ahead)
            }
        {
            leads.push((ahead, captures));
        }
        if captures < career.captures && career.leave[captures].contains(square) {
            let goal = match self.event(Kind::Capture(captures + 1)) {
                Some(event) => self.timeline.squares_of(event),
                None => Bitboard::EMPTY,
            };
            let aside = attacks::pawn_attacks(self.color, square) & goal;
            leads.extend(
                aside
                    .into_iter()
                    .filter(|&to| !is_last(to) || promotes(to, captures + 1))
                    .map(|to| (to, captures + 1)),
            );
        }
        leads
    }

    /// Every place it can have come to as a pawn, in order, and where each leads.
    fn within_reach(&self) -> (Vec<Spot>, Vec<Vec<Lead>>) {
        let home = Square::from_coords(self.career.origin, self.color.relative_rank(Rank::Second));
        let mut spots = vec![Spot {
            square: Some(home),
            captures: 0,
        }];
        let mut found = Vec::new();
        while let Some(&Spot { square, captures }) = spots.get(found.len()) {
            let leads = square.map_or(Vec::new(), |square| self.leads(square, captures));
            for &(to, captures) in &leads {
                let spot = Spot {
                    square: Some(to),
                    captures,
                };
                if !is_last(to) && !spots.contains(&spot) {
                    spots.push(spot);
                }
            }
            found.push(leads);
        }
        (spots, found)
    }

    /// Those places that lead to its end; `None`: home is none of them.
    fn leading_to_the_end(&self) -> Option<(Vec<Spot>, Vec<Vec<Lead>>)> {
        let (spots, found) = self.within_reach();
        let falls = self.falls();
        let mut kept = vec![false; spots.len()];
        for place in (0..spots.len()).rev() {
            let spot = spots[place];
            let Some(square) = spot.square else { continue };
            let is_whole = spot.captures == self.career.captures;
            let ends = falls.contains(square) || self.career.end == End::Stands(square);
            kept[place] = is_whole && ends
                || found[place].iter().any(|&lead| {
                    is_last(lead.0) || place_of(&spots, lead).is_some_and(|to| kept[to])
                });
        }
        let both = spots.into_iter().zip(found).zip(&kept);
        kept[0].then(|| {
            both.filter(|(_, kept)| **kept)
                .map(|(both, _)| both)
                .unzip()
        })
    }

    /// What leads on from each of these places, the end last.
    fn steps(&self, spots: &[Spot], leads: &[Vec<Lead>]) -> Vec<Vec<Step>> {
        let end = spots.len() - 1;
        let (_, over) = self.ending();
        let falls = self.falls();
        let mut steps: Vec<Vec<Step>> = vec![Vec::new(); spots.len()];
        for (place, spot) in spots.iter().enumerate() {
            let Some(square) = spot.square else { continue };
            for &(to, captures) in &leads[place] {
                let capture = (captures > spot.captures)
                    .then(|| self.event(Kind::Capture(captures)))
                    .flatten();
                let (to_place, other) = if is_last(to) {
                    (Some(end), over)
                } else {
                    (place_of(spots, (to, captures)), None)
                };
                if let Some(to_place) = to_place {
                    steps[place].push(Step {
                        to: to_place,
                        square: Some(to),
                        capture,
                        other,
                    });
                }
            }
            if spot.captures == self.career.captures && falls.contains(square) {
                steps[place].push(Step {
                    to: end,
                    square: None,
                    capture: None,
                    other: over,
                });
            }
        }
        steps
    }
}

fn is_last(square: Square) -> bool {
    Bitboard::BACKRANKS.contains(square)
}

fn place_of(spots: &[Spot], (to, captures): Lead) -> Option<usize> {
    spots
        .iter()
        .position(|spot| spot.square == Some(to) && spot.captures == captures)
}
