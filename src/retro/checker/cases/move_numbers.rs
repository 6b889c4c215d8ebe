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
    #[expect(clippy::too_many_lines, reason = "to be taken apart")]
    fn number(&mut self, color: Color, story: &SideStory, ways: &[&Way]) -> Number {
        let still = self.unmoved.still;
        let regions = self.regions(color);
        let shut_up = regions
            .iter()
            .fold(Bitboard::EMPTY, |all, region| all | region.squares);
        let is_shut = |[king_home, _, rook_home, _]: [Square; 4]| {
            let passage = attacks::between(king_home, rook_home);
            still.intersects(passage.with(king_home).with(rook_home))
                || self.position.frozen.contains(rook_home)
                || shut_up.contains(king_home)
        };
        if !castlings(color).into_iter().all(is_shut) {
            return Number::Either;
        }
        let together = regions.iter().map(|region| region.number);
        let mut sum = together.fold(Number::Even, Number::plus);
        for file in File::ALL {
            let way = ways
                .iter()
                .find(|way| way.color == color && way.course.origin() == file);
            let home = Square::from_coords(file, color.relative_rank(Rank::Second));
            sum = sum.plus(match way {
                Some(way) => self.pawn(way),
                None if still.contains(home) => Number::Even,
                None => Number::Either,
            });
        }
        if sum == Number::Either {
            return sum;
        }
        let board = &self.position.board;
        let array = Board::new();
        for class in Class::ALL {
            let Some(originals) = story.officers.originals[class as usize] else {
                return Number::Either;
            };
            // Knights alone get past the walls.
            let alone = match class {
                Class::Knight => Bitboard::FULL,
                _ => !shut_up,
            };
            let ends: Vec<Square> = (class.men(board, color) & alone).into_iter().collect();
            let from = |home: Square, end: Option<Square>| Walk {
                color,
                role: class.role(),
                home,
                end,
            };
            let homes: Vec<Square> = (originals & alone).into_iter().collect();
            let standing = match (homes.as_slice(), ends.as_slice()) {
                ([], []) => Some(Number::Even),
                (&[home], &[end]) => self.walked(from(home, Some(end))),
                (&[a, b], &[x, y]) => {
                    let mut ways = Vec::new();
                    for [one, other] in [[x, y], [y, x]] {
                        let one = self.walked(from(a, Some(one)));
                        let other = self.walked(from(b, Some(other)));
                        ways.extend(one.zip(other).map(|(one, other)| one.plus(other)));
                    }
                    ways.into_iter().reduce(Number::or)
                }
                _ => return Number::Either,
            };
            sum = sum.plus(standing.unwrap_or(Number::Either));
            let gone = class.homes(color) & array.by_color(color) & !originals & alone;
            for home in gone {
                let walked = self.walked(from(home, None));
                sum = sum.plus(walked.unwrap_or(Number::Either));
            }
            if sum == Number::Either {
                return sum;
            }
        }
        let (Some(end), Some(home)) = (board.king_of(color), array.king_of(color)) else {
            return Number::Either;
        };
        if shut_up.contains(home) {
            return sum;
        }
        let king = Walk {
            color,
            role: Role::King,
            home,
            end: Some(end),
        };
        let walked = self.walked(king);
        sum.plus(walked.unwrap_or(Number::Either))
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
