//! How many moves each side has made, even or odd.
//!
//! A man's number of moves is even, odd, or may be either; one man of either kind leaves his side's number open. With White
//! to move both sides have made equally many moves, with Black to move White has made one more. Officers walk by themselves, past
//! men that never moved and past pawns that came straight from home, each of which steps forward whenever it likes; nobody else is
//! in anybody's way. So every walk of a history is found, and more. Officers shut up on their first rank are counted together, castling
//! included. Elsewhere castling is one move of two men: a side that may have castled is left open.

use std::rc::Rc;

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::Table;
use super::exclusion::SideStory;
use super::way::Way;
use crate::budget::Limit;
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

/// So many positions of pawns on their ways are told apart at most.
const MOST_STAGES: usize = 256;

/// Squares of walks looked at for one node.
const SQUARES_A_NODE: u32 = 512;

/// A walk: who, and where it ends; `None`: anywhere.
#[derive(Debug, Clone, Copy)]
struct Walk {
    color: Color,
    role: Role,
    home: Square,
    end: Option<Square>,
}

/// Where pawns on their way straight from home stand, in all ways to be at different stages.
struct Stages<'a> {
    pawns: Vec<&'a Way>,
    count: usize,
}

impl<'a> Stages<'a> {
    /// The nearest to home are told apart first: what they shut in has least room.
    fn of(ways: &[&'a Way]) -> Stages<'a> {
        let is_straight = |way: &&&Way| {
            way.course.captures == 0
                && way.places.len() > 1
                && matches!(way.course.end, End::Stands(_))
        };
        let mut straight: Vec<&Way> = ways.iter().filter(is_straight).copied().collect();
        straight.sort_by_key(|way| way.places.len());
        let mut stages = Stages {
            pawns: Vec::new(),
            count: 1,
        };
        for way in straight {
            if stages.count * way.places.len() > MOST_STAGES {
                break;
            }
            stages.count *= way.places.len();
            stages.pawns.push(way);
        }
        stages
    }

    /// Where the pawns stand at a stage.
    fn squares(&self, mut stage: usize) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for way in &self.pawns {
            squares.add(way.places[stage % way.places.len()].square);
            stage /= way.places.len();
        }
        squares
    }

    /// The stages one step of a pawn leads to.
    fn next(&self, stage: usize) -> impl Iterator<Item = usize> + '_ {
        let mut unit = 1;
        self.pawns.iter().filter_map(move |way| {
            let (this, places) = (unit, way.places.len());
            unit *= places;
            (stage / this % places + 1 < places).then_some(stage + this)
        })
    }
}

impl Table<'_> {
    /// Whether White made an odd number of moves, and Black, if what is told of both settles that and it does not fit the side
    /// to move.
    pub(in crate::retro) fn misfit(
        &mut self,
        white: &SideStory,
        black: &SideStory,
    ) -> Result<Option<[bool; 2]>, Limit> {
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
        let stages = Stages::of(&ways);
        let mut odd = [false; 2];
        for (odd, (color, story)) in odd
            .iter_mut()
            .zip([(Color::White, white), (Color::Black, black)])
        {
            *odd = match self.number(color, story, &ways, &stages)? {
                Number::Even => false,
                Number::Odd => true,
                Number::Either => return Ok(None),
            };
        }
        let fits = (odd[0] == odd[1]) == (self.position.turn == Color::White);
        Ok((!fits).then_some(odd))
    }

    /// How many moves a side made.
    fn number(
        &mut self,
        color: Color,
        story: &SideStory,
        ways: &[&Way],
        stages: &Stages<'_>,
    ) -> Result<Number, Limit> {
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
            return Ok(Number::Either);
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
            return Ok(sum);
        }
        let board = &self.position.board;
        let array = Board::new();
        for class in Class::ALL {
            let Some(originals) = story.officers.originals[class as usize] else {
                return Ok(Number::Either);
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
                (&[home], &[end]) => self.walked(from(home, Some(end)), stages)?,
                (&[a, b], &[x, y]) => {
                    let mut ways = Vec::new();
                    for [one, other] in [[x, y], [y, x]] {
                        let one = self.walked(from(a, Some(one)), stages)?;
                        let other = self.walked(from(b, Some(other)), stages)?;
                        ways.extend(one.zip(other).map(|(one, other)| one.plus(other)));
                    }
                    ways.into_iter().reduce(Number::or)
                }
                _ => return Ok(Number::Either),
            };
            sum = sum.plus(standing.unwrap_or(Number::Either));
            let gone = class.homes(color) & array.by_color(color) & !originals & alone;
            for home in gone {
                let walked = self.walked(from(home, None), stages)?;
                sum = sum.plus(walked.unwrap_or(Number::Either));
            }
            if sum == Number::Either {
                return Ok(sum);
            }
        }
        let (Some(end), Some(home)) = (board.king_of(color), array.king_of(color)) else {
            return Ok(Number::Either);
        };
        if shut_up.contains(home) {
            return Ok(sum);
        }
        let king = Walk {
            color,
            role: Role::King,
            home,
            end: Some(end),
        };
        let walked = self.walked(king, stages)?;
        Ok(sum.plus(walked.unwrap_or(Number::Either)))
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
    fn walked(&mut self, walk: Walk, stages: &Stages<'_>) -> Result<Option<Number>, Limit> {
        let Walk {
            color,
            role,
            home,
            end,
        } = walk;
        let still = self.unmoved.still;
        if still.contains(home) || self.position.frozen.contains(home) {
            return Ok(match end {
                Some(end) if end != home => None,
                _ => Some(Number::Even),
            });
        }
        let last = stages.count - 1;
        let place = |stage: usize, square: Square, is_odd: bool| {
            (stage * 64 + usize::from(square)) * 2 + usize::from(is_odd)
        };
        let mut seen = vec![false; stages.count * 128];
        let mut open = vec![(0, home, false)];
        seen[place(0, home, false)] = true;
        let mut found: Option<Number> = None;
        let mut squares = 0;
        while let Some((stage, square, is_odd)) = open.pop() {
            squares += 1;
            if squares == SQUARES_A_NODE {
                squares = 0;
                self.budget.spend()?;
            }
            if end.is_none() || (end == Some(square) && stage == last) {
                let number = Number::of(u32::from(is_odd));
                let both = found.map_or(number, |found| found.or(number));
                if both == Number::Either {
                    return Ok(Some(both));
                }
                found = Some(both);
            }
            let stands = stages.squares(stage);
            let steps = self.unmoved.steps(color, role, square, stands);
            let walks = steps.into_iter().map(|to| (stage, to, !is_odd));
            let waits = stages
                .next(stage)
                .filter(|&next| !stages.squares(next).contains(square))
                .map(|next| (next, square, is_odd));
            for next in walks.chain(waits) {
                let (stage, square, is_odd) = next;
                if !std::mem::replace(&mut seen[place(stage, square, is_odd)], true) {
                    open.push(next);
                }
            }
        }
        Ok(found)
    }
}
