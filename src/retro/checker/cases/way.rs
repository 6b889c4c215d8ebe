//! One pawn's way, square by square.
//!
//! What is told of a pawn is the files it went through and how it ended. Every square it can have stood on between is
//! a *place*, and every move it can have made a step from place to place. Squares of men that never moved are never
//! entered; a pawn that checks a king that never moved goes no further.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::PawnId;
use crate::retro::model::claim::{Course, End, MOST_CAPTURES};

/// Where a pawn stands, and how often it has captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) square: Square,
    pub(super) captures: usize,
}

/// All a pawn of which files and end are stated can have done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::retro) struct Way {
    pub(super) color: Color,
    pub(in crate::retro) course: Course,
    /// The places, home first; a pawn only ever goes on to later ones. On the last rank it has promoted.
    pub(super) places: Vec<Place>,
}

impl Way {
    /// The way of a pawn of `color`; `None` if nothing leads along these files to that end.
    pub(super) fn of(color: Color, course: Course, unmoved: &Unmoved) -> Option<Way> {
        let captures = usize::from(course.captures);
        let home = Square::from_coords(course.origin(), color.relative_rank(Rank::Second));
        if unmoved.still.contains(home) && (course.end != End::Stands(home) || captures > 0) {
            return None;
        }
        let last_rank = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
        let mut places = vec![Place {
            square: home,
            captures: 0,
        }];
        // Every place there is, rank by rank.
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            for to in steps(color, place, &course) {
                let promotes = last_rank.contains(to.square);
                let fits = match course.end {
                    End::Remains(door, _) | End::Spent(door) => {
                        !promotes || (to.square == door && to.captures == captures)
                    }
                    End::Stands(_) | End::Falls | End::Unsettled => !promotes,
                };
                if fits
                    && !unmoved.still.contains(to.square)
                    && !unmoved.never_leaves(color, Role::Pawn, place.square)
                    && !places.contains(&to)
                {
                    places.push(to);
                }
            }
        }
        // Only those the end is reached from.
        let mut kept = vec![false; places.len()];
        for place in (0..places.len()).rev() {
            let at = places[place];
            let ends_here = at.captures == captures
                && match course.end {
                    End::Stands(square) | End::Remains(square, _) | End::Spent(square) => {
                        at.square == square
                    }
                    End::Falls => true,
                    End::Unsettled => false,
                };
            kept[place] = ends_here
                || (!unmoved.never_leaves(color, Role::Pawn, at.square)
                    && steps(color, at, &course)
                        .into_iter()
                        .filter_map(|to| places.iter().position(|&other| other == to))
                        .any(|to| kept[to]));
        }
        if !kept[0] {
            return None;
        }
        let mut keep = kept.iter();
        places.retain(|_| keep.next() == Some(&true));
        Some(Way {
            color,
            course,
            places,
        })
    }

    /// The files it goes through.
    pub(in crate::retro) fn files(&self) -> Bitboard {
        let path = self.course.path().iter();
        path.fold(Bitboard::EMPTY, |all, &file| {
            all | Bitboard::from_file(file)
        })
    }

    /// How many places it has.
    pub(in crate::retro) fn length(&self) -> usize {
        self.places.len()
    }

    /// Whose way it is.
    pub(in crate::retro) fn pawn(&self) -> PawnId {
        PawnId::new(self.color, self.course.origin())
    }

    /// The places one move leads to from a place: straight on, and by a capture.
    pub(super) fn next(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        steps(self.color, self.places[place], &self.course)
            .into_iter()
            .filter_map(|to| self.places.iter().position(|&other| other == to))
    }

    /// Whether the pawn can have been captured on that place, as a pawn.
    pub(super) fn falls_at(&self, place: usize) -> bool {
        self.course.end == End::Falls
            && self.places[place].captures == usize::from(self.course.captures)
    }

    /// Whether the pawn has promoted there.
    pub(super) fn has_promoted(&self, place: usize) -> bool {
        Bitboard::BACKRANKS.contains(self.places[place].square)
    }

    /// Where the story of the pawn ends: a place, or behind all of them if it is captured as a pawn.
    pub(super) fn last(&self) -> usize {
        match self.course.end {
            End::Stands(square) | End::Remains(square, _) | End::Spent(square) => {
                let whole = usize::from(self.course.captures);
                let end = |place: &Place| place.square == square && place.captures == whole;
                // An end that is reached is a place.
                self.places.iter().position(end).unwrap_or(0)
            }
            End::Falls | End::Unsettled => self.places.len(),
        }
    }

    /// The squares it can have been captured on, as a pawn.
    pub(super) fn graves(&self) -> Bitboard {
        let places = self.places.iter().enumerate();
        places
            .filter(|&(place, _)| self.falls_at(place))
            .map(|(_, place)| place.square)
            .collect()
    }
}

/// The places one move of a pawn leads to, a double step being two moves; none from the last rank.
fn steps(color: Color, from: Place, course: &Course) -> Vec<Place> {
    let mut found = Vec::with_capacity(2);
    if let Some(square) = from.square.offset(color.fold_wb(8, -8)) {
        let captures = from.captures;
        found.push(Place { square, captures });
    }
    if from.captures < usize::from(course.captures) && from.captures < MOST_CAPTURES {
        let captures = from.captures + 1;
        let file = course.files[captures];
        let aside = attacks::pawn_attacks(color, from.square) & Bitboard::from_file(file);
        found.extend(aside.into_iter().map(|square| Place { square, captures }));
    }
    found
}
