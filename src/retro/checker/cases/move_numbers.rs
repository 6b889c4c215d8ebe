//! How many moves each side has made, even or odd.
//!
//! A man's number of moves is even, odd, or may be either; one man of either kind leaves his side's number open. With White
//! to move both sides have made equally many moves, with Black to move White has made one more. Officers walk by themselves, past
//! men that never moved; nobody else is in anybody's way. So every walk of a history is found, and more. Officers shut up on their first rank are counted together, castling
//! included. Elsewhere castling is one move of two men: a side that may have castled is left open.

use std::rc::Rc;

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::Table;
use super::nogood::SideStory;
use super::way::Way;
use crate::retro::checker::closure::closure;
use crate::retro::checker::region::Region;
use crate::retro::checker::unmoved::castlings;
use crate::retro::model::claim::End;
use crate::retro::model::{Class, EpState};

/// What a number of moves can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    Even,
    Odd,
    Either,
}

impl Number {
    fn of(count: u32) -> Number {
        if count.is_multiple_of(2) {
            Number::Even
        } else {
            Number::Odd
        }
    }

    fn plus(self, other: Number) -> Number {
        match (self, other) {
            (Number::Either, _) | (_, Number::Either) => Number::Either,
            (one, other) if one == other => Number::Even,
            _ => Number::Odd,
        }
    }

    /// One or the other.
    fn or(self, other: Number) -> Number {
        if self == other { self } else { Number::Either }
    }
}

/// Squares on which officers of a side are shut up, with the number of their moves together.
pub(super) struct ShutUp {
    squares: Bitboard,
    number: Number,
}

/// All of a side.
pub(super) type Regions = Rc<[ShutUp]>;

/// A walk: who, and where it ends; `None`: anywhere.
#[derive(Debug, Clone, Copy)]
struct Walk {
    color: Color,
    role: Role,
    home: Square,
    end: Option<Square>,
}

impl Table<'_> {
    /// Whether White made an odd number of moves, and Black, if what is told of both settles that and it does not fit the side
    /// to move.
    pub(in crate::retro) fn misfit(
        &mut self,
        white: &SideStory,
        black: &SideStory,
    ) -> Option<[bool; 2]> {
        let certain = self.certain.clone();
        let ways: Vec<&Way> = [white, black]
            .into_iter()
            .zip(&certain)
            .flat_map(|(story, certain)| {
                let told = |file| story.ways.iter().any(|way| way.course.origin() == file);
                let others = certain.iter().filter(move |way| !told(way.course.origin()));
                story.ways.iter().chain(others)
            })
            .map(|way| &**way)
            .collect();
        let mut odd = [false; 2];
        for (odd, (color, story)) in odd
            .iter_mut()
            .zip([(Color::White, white), (Color::Black, black)])
        {
            *odd = match self.number(color, story, &ways) {
                Number::Even => false,
                Number::Odd => true,
                Number::Either => return None,
            };
        }
        let fits = (odd[0] == odd[1]) == (self.position.turn == Color::White);
        (!fits).then_some(odd)
    }

    /// How many moves a side made.
    fn number(&mut self, color: Color, story: &SideStory, ways: &[&Way]) -> Number {
        let regions = self.regions(color);
        let shut_up = regions
            .iter()
            .fold(Bitboard::EMPTY, |all, region| all | region.squares);
        if self.may_have_castled(color, shut_up) {
            return Number::Either;
        }
        let together = regions.iter().map(|region| region.number);
        let mut sum = together.fold(self.pawns(color, ways), Number::plus);
        for class in Class::ALL {
            if sum == Number::Either {
                return sum;
            }
            sum = sum.plus(self.officers(color, class, story, shut_up));
        }
        sum.plus(self.king(color, shut_up))
    }

    /// Whether a side may have castled elsewhere than where its men are shut up.
    fn may_have_castled(&self, color: Color, shut_up: Bitboard) -> bool {
        let still = self.unmoved.still;
        let is_shut = |[king_home, _, rook_home, _]: [Square; 4]| {
            let passage = attacks::between(king_home, rook_home);
            still.intersects(passage.with(king_home).with(rook_home))
                || self.position.frozen.contains(rook_home)
                || shut_up.contains(king_home)
        };
        !castlings(color).into_iter().all(is_shut)
    }

    /// How many moves a side's pawns made.
    fn pawns(&self, color: Color, ways: &[&Way]) -> Number {
        let number = |file| {
            let way = ways
                .iter()
                .find(|way| way.color == color && way.course.origin() == file);
            let home = Square::from_coords(file, color.relative_rank(Rank::Second));
            match way {
                Some(way) => self.pawn(way),
                None if self.unmoved.still.contains(home) => Number::Even,
                None => Number::Either,
            }
        };
        File::ALL
            .into_iter()
            .map(number)
            .fold(Number::Even, Number::plus)
    }

    /// How many moves the officers of a class made that are not shut up: those that stand, and those that are gone.
    fn officers(&self, color: Color, class: Class, story: &SideStory, shut_up: Bitboard) -> Number {
        let Some(originals) = story.officers.originals[class as usize] else {
            return Number::Either;
        };
        // Knights alone get past the walls.
        let alone = match class {
            Class::Knight => Bitboard::FULL,
            _ => !shut_up,
        };
        let walked = |home: Square, end: Option<Square>| {
            self.walked(Walk {
                color,
                role: class.role(),
                home,
                end,
            })
        };
        let men = class.men(&self.position.board, color) & alone;
        let ends: Vec<Square> = men.into_iter().collect();
        let homes: Vec<Square> = (originals & alone).into_iter().collect();
        let standing = match (homes.as_slice(), ends.as_slice()) {
            ([], []) => Some(Number::Even),
            (&[home], &[end]) => walked(home, Some(end)),
            (&[a, b], &[x, y]) => [[x, y], [y, x]]
                .into_iter()
                .filter_map(|[one, other]| {
                    let one = walked(a, Some(one))?;
                    Some(one.plus(walked(b, Some(other))?))
                })
                .reduce(Number::or),
            _ => None,
        };
        let array = Board::new();
        let gone = class.homes(color) & array.by_color(color) & !originals & alone;
        let gone = gone.into_iter().map(|home| walked(home, None));
        gone.chain([standing])
            .map(|number| number.unwrap_or(Number::Either))
            .fold(Number::Even, Number::plus)
    }

    /// How many moves a king made that is not shut up.
    fn king(&self, color: Color, shut_up: Bitboard) -> Number {
        let array = Board::new();
        let (Some(end), Some(home)) = (self.position.board.king_of(color), array.king_of(color))
        else {
            return Number::Either;
        };
        if shut_up.contains(home) {
            return Number::Even;
        }
        let walked = self.walked(Walk {
            color,
            role: Role::King,
            home,
            end: Some(end),
        });
        walked.unwrap_or(Number::Either)
    }

    /// Where officers of a side are shut up.
    fn regions(&mut self, color: Color) -> Regions {
        let side = usize::from(color == Color::Black);
        let known = self.regions[side].get_or_insert_with(|| {
            let regions = Region::all(color, self.unmoved.still).into_iter();
            let numbers = regions.map(|region| {
                let number = match region.numbers(&self.position.board) {
                    [true, false] => Number::Even,
                    [false, true] => Number::Odd,
                    _ => Number::Either,
                };
                ShutUp {
                    squares: region.squares,
                    number,
                }
            });
            numbers.collect()
        });
        Rc::clone(known)
    }

    /// How many moves a pawn made, its double step being one.
    fn pawn(&self, way: &Way) -> Number {
        let ends = match way.course.end {
            End::Stands(square) => Bitboard::from(square),
            End::Falls => way.graves(),
            End::Remains(..) | End::Spent(_) | End::Unsettled => return Number::Either,
        };
        let double_step = match self.position.ep {
            EpState::Target(target) if way.color != self.position.turn => {
                target.offset(way.color.fold_wb(8, -8))
            }
            _ => None,
        };
        let captures = u32::from(way.course.captures);
        let number = |end: Square| {
            let ranks = end.rank().distance(way.color.relative_rank(Rank::Second));
            let singly = Number::of(ranks);
            if Some(end) == double_step {
                Number::of(ranks + 1)
            } else if ranks >= 2 + captures {
                // The double step may have been its first move; every capture needs a rank of its own.
                Number::Either
            } else {
                singly
            }
        };
        let numbers = ends.into_iter().map(number);
        numbers.reduce(Number::or).unwrap_or(Number::Either)
    }

    /// How many moves that walk took; `None`: there is none.
    fn walked(&self, walk: Walk) -> Option<Number> {
        let Walk {
            color,
            role,
            home,
            end,
        } = walk;
        if (self.unmoved.still | self.position.frozen).contains(home) {
            return end.is_none_or(|end| end == home).then_some(Number::Even);
        }
        let mut found: Option<Number> = None;
        closure((home, 0), usize::MAX, |&(square, odd)| {
            if end.is_none_or(|end| end == square) {
                let number = Number::of(odd);
                found = Some(found.map_or(number, |found| found.or(number)));
            }
            let steps = self.unmoved.steps(color, role, square, Bitboard::EMPTY);
            steps.into_iter().map(|to| (to, 1 - odd)).collect()
        });
        found
    }
}
