//! The track of one pawn: every square it can have stood on, in order, and what leads from one to the next.
//!
//! Invariant: if a pawn led that life in some history, it went along its track; a double step goes along two squares.

use shakmaty::{Bitboard, Color, Square, attacks};

use crate::retro::model::claim::End;
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
    /// The pawn: its file of origin, plus 8 for Black's.
    pub(super) pawn: usize,
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
    /// The track of a pawn whose life is settled; `None` if that is not so, or nothing leads to its end.
    pub(super) fn of(timeline: &Timeline<'_>, pawn: usize) -> Option<Track> {
        let color = if pawn < 8 { Color::White } else { Color::Black };
        let life = timeline.side(color).lives.get(pawn % 8)?;
        if life.end == End::Unsettled {
            return None;
        }
        let own = timeline.own_events(pawn);
        let event = |kind: Kind| {
            own.iter()
                .copied()
                .find(|&event| timeline.events[event].kind == kind)
        };
        let door = life.end.promotion();
        let home = Square::from_coords(
            shakmaty::File::new(u32::from(life.origin)),
            color.relative_rank(shakmaty::Rank::Second),
        );
        let mut spots = vec![Spot {
            square: Some(home),
            captures: 0,
        }];
        // Where a place leads to: the square, the captures gone by then, whether the pawn is promoted there.
        let mut found: Vec<Vec<(Square, usize)>> = Vec::new();
        let mut next = 0;
        while let Some(&Spot { square, captures }) = spots.get(next) {
            next += 1;
            let mut leads = Vec::new();
            let Some(square) = square else { continue };
            let ahead = square.offset(color.fold_wb(8, -8));
            let is_last = |square: Square| Bitboard::BACKRANKS.contains(square);
            let promotes =
                |square: Square, captures: usize| captures == life.captures && door == Some(square);
            if let Some(ahead) = ahead
                && if is_last(ahead) {
                    promotes(ahead, captures)
                } else {
                    life.stay[captures].contains(ahead)
                }
            {
                leads.push((ahead, captures));
            }
            if captures < life.captures && life.leave[captures].contains(square) {
                let goal = match event(Kind::Capture(captures + 1)) {
                    Some(event) => timeline.squares_of(event),
                    None => Bitboard::EMPTY,
                };
                let aside = attacks::pawn_attacks(color, square) & goal;
                leads.extend(
                    aside
                        .into_iter()
                        .filter(|&to| !is_last(to) || promotes(to, captures + 1))
                        .map(|to| (to, captures + 1)),
                );
            }
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
        let falls = match life.end {
            End::Falls => timeline.ends(pawn),
            _ => Bitboard::EMPTY,
        };
        let stands = match life.end {
            End::Stands(square) => Some(square),
            _ => None,
        };
        let off = Spot {
            square: None,
            captures: life.captures,
        };
        // Only what leads to the end.
        let mut kept = vec![false; spots.len()];
        for place in (0..spots.len()).rev() {
            let spot = spots[place];
            let Some(square) = spot.square else { continue };
            let is_whole = spot.captures == life.captures;
            kept[place] = is_whole && (falls.contains(square) || stands == Some(square))
                || found[place].iter().any(|&(to, captures)| {
                    Bitboard::BACKRANKS.contains(to)
                        || spots
                            .iter()
                            .position(|&other| {
                                other.square == Some(to) && other.captures == captures
                            })
                            .is_some_and(|to| kept[to])
                });
        }
        if !kept[0] {
            return None;
        }
        let mut rest: Vec<Spot> = Vec::new();
        let mut leads: Vec<Vec<(Square, usize)>> = Vec::new();
        for (place, spot) in spots.iter().enumerate() {
            // Nothing goes on from where a pawn stands in the end.
            if kept[place] {
                rest.push(*spot);
                leads.push(std::mem::take(&mut found[place]));
            }
        }
        if stands.is_none() {
            rest.push(off);
        }
        let end = rest.len() - 1;
        let count = |captures: usize| {
            (1..=captures)
                .filter_map(|j| event(Kind::Capture(j)))
                .fold(0u64, |all, event| all | 1 << event)
        };
        let over = match life.end {
            End::Falls => event(Kind::Death),
            End::Remains(..) | End::Spent(_) => event(Kind::Promotion),
            End::Stands(_) | End::Unsettled => None,
        };
        let done = rest.iter().map(|spot| {
            let last = over.filter(|_| spot.square.is_none());
            count(spot.captures) | last.map_or(0, |event| 1 << event)
        });
        let done = done.collect();
        let mut steps: Vec<Vec<Step>> = vec![Vec::new(); rest.len()];
        for (place, spot) in rest.iter().enumerate() {
            let Some(square) = spot.square else { continue };
            for &(to, captures) in &leads[place] {
                let capture = (captures > spot.captures)
                    .then(|| event(Kind::Capture(captures)))
                    .flatten();
                let (to_place, other) = if Bitboard::BACKRANKS.contains(to) {
                    (Some(end), over)
                } else {
                    let place = rest
                        .iter()
                        .position(|other| other.square == Some(to) && other.captures == captures);
                    (place, None)
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
            if spot.captures == life.captures && falls.contains(square) {
                steps[place].push(Step {
                    to: end,
                    square: None,
                    capture: None,
                    other: over,
                });
            }
        }
        Some(Track {
            pawn,
            color,
            end: life.end,
            spots: rest,
            steps,
            done,
        })
    }

    /// The place of its end.
    pub(super) fn last(&self) -> usize {
        self.spots.len() - 1
    }

    /// Where it is captured as a pawn, from this place: the step.
    pub(super) fn fall(&self, place: usize) -> Option<Step> {
        self.steps[place]
            .iter()
            .copied()
            .find(|step| step.square.is_none())
    }
}
