//! Captures that are certain though the ways of the pawns that made them are not, and whether everybody captured was there to be.
//!
//! A side's men on the board that were pawns cost so many captures at least, whichever way each of them came. Of these, those
//! that no way told of accounts for were somewhere on the squares where such pawns can have captured at all.

use shakmaty::{Bitboard, Color, Piece, Role};

use super::Table;
use super::domain::Domain;
use super::nogood::SideStory;
use super::way::Way;
use crate::retro::checker::account;
use crate::retro::checker::matching::{have_one_each, row};
use crate::retro::model::Class;
use crate::retro::model::claim::End;

/// The captures of a side's men on the board that were pawns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    /// How many at least.
    captures: u32,
    /// Where.
    squares: Bitboard,
}

/// Who is gone, or may be.
struct Victim {
    /// Where he can have fallen.
    squares: Bitboard,
    /// Whether he is gone for certain.
    is_missing: bool,
}

impl Domain<'_> {
    /// What its men on the board that were pawns captured in any case.
    pub(super) fn demand(&self) -> Demand {
        let captures = self.least().map_or(0, |(captures, _)| captures);
        let mut squares = Bitboard::EMPTY;
        if captures > 0 {
            for men in self.lists() {
                for (place, &man) in men.iter().enumerate() {
                    let mut others = men.clone();
                    others.remove(place);
                    for way in self.ways_beside(&others, man, 1) {
                        squares |= way.captured_on();
                    }
                }
            }
        }
        Demand { captures, squares }
    }
}

impl Way {
    /// Where it can have captured.
    fn captured_on(&self) -> Bitboard {
        (0..self.places.len())
            .flat_map(|place| {
                let captures = self.places[place].captures;
                self.next(place)
                    .filter(move |&next| self.places[next].captures > captures)
            })
            .map(|next| self.places[next].square)
            .collect()
    }

    /// Where its captures were, one by one.
    fn captures(&self) -> impl Iterator<Item = Bitboard> + '_ {
        (1..=usize::from(self.course.captures)).map(|capture| {
            let places = self.places.iter();
            let after = places.filter(|place| place.captures == capture);
            after.map(|place| place.square).collect()
        })
    }
}

impl Table<'_> {
    /// Whether the captures of one side's pawns compete for too few men of the other side, or these, who are missing, for too few
    /// captures, given what is told of both.
    pub(in crate::retro) fn is_starved(&self, stories: [&SideStory; 2]) -> bool {
        (0..2).any(|side| {
            let demand = self.demands[side];
            let mut pawns: Vec<&Way> = stories[side].ways.iter().map(|way| &**way).collect();
            for certain in &self.certain[side] {
                let origin = certain.course.origin();
                if !pawns.iter().any(|way| way.course.origin() == origin) {
                    pawns.push(certain);
                }
            }
            let remain = pawns
                .iter()
                .filter(|way| matches!(way.course.end, End::Stands(_) | End::Remains(..)));
            let told: u32 = remain.map(|way| u32::from(way.course.captures)).sum();
            let untold = demand.captures.saturating_sub(told);
            let prey = [Color::White, Color::Black][1 - side];
            let victims = self.victims(prey, stories[1 - side]);
            let mut captures: Vec<Bitboard> = pawns
                .iter()
                .flat_map(|way| way.captures())
                .chain(std::iter::repeat_n(demand.squares, untold as usize))
                .collect();
            let wanted: Vec<u64> = captures
                .iter()
                .map(|&squares| row(&victims, |victim| victim.squares.intersects(squares)))
                .collect();
            // Where the other captures were is not known.
            let missing = account::missing(&self.position.board, prey).unwrap_or(0);
            let others = (missing as usize).saturating_sub(captures.len());
            captures.extend(std::iter::repeat_n(Bitboard::FULL, others));
            let fallen: Vec<u64> = victims
                .iter()
                .filter(|victim| victim.is_missing)
                .map(|victim| row(&captures, |&squares| victim.squares.intersects(squares)))
                .collect();
            !have_one_each(&wanted) || !have_one_each(&fallen)
        })
    }

    /// The men of a side who are gone, or may be.
    fn victims(&self, color: Color, story: &SideStory) -> Vec<Victim> {
        let board = &self.position.board;
        let reach = |role: Role, from| self.unmoved.reach(color, role, from);
        let mut found = Vec::new();
        for class in Class::ALL {
            let role = class.role();
            for home in class.homes(color) {
                let never_left = self.unmoved.still.contains(home)
                    && board.piece_at(home) == Some(Piece { color, role });
                let told = story.officers.originals[class as usize];
                let stays = told.map_or(never_left, |homes| homes.contains(home));
                if !stays {
                    found.push(Victim {
                        squares: reach(role, home.into()),
                        is_missing: told.is_some(),
                    });
                }
            }
        }
        for way in &story.ways {
            let squares = match way.course.end {
                End::Falls => way.graves(),
                End::Spent(door) => [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, role| all | reach(role, door.into())),
                End::Stands(_) | End::Remains(..) | End::Unsettled => continue,
            };
            found.push(Victim {
                squares,
                is_missing: true,
            });
        }
        let graves = story.officers.graves.into_iter();
        let may_be_missing = graves.filter(|grave| grave.any()).map(|squares| Victim {
            squares,
            is_missing: false,
        });
        found.extend(may_be_missing);
        found
    }
}
