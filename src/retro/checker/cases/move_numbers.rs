//! How many moves each side has made, even or odd.
//!
//! A man's number of moves is even, odd, or may be either; one man of either kind leaves his side's number open. With White
//! to move both sides have made equally many moves, with Black to move White has made one more. Officers walk by themselves, past
//! men that never moved; nobody else is in anybody's way. So every walk of a history is found, and more. Officers shut up on their first rank are counted together, castling
//! included. Elsewhere castling is one move of two men: a side that may have castled is left open.

use std::rc::Rc;

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Square, attacks};

use super::Table;
use super::nogood::SideStory;
use super::way::Way;
use crate::retro::checker::closure::closure;
use crate::retro::checker::numbers::Numbers;
use crate::retro::checker::region::Region;
use crate::retro::checker::unmoved::castlings;
use crate::retro::model::claim::End;
use crate::retro::model::{Class, EpState};

/// Squares on which officers of a side are shut up, with the number of their moves together.
pub(super) struct ShutUp {
    squares: Bitboard,
    number: Numbers,
}

/// All of a side.
pub(super) type Regions = Rc<[ShutUp]>;

/// As many as none.
const NONE_MADE: Numbers = Numbers::of(0);

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
        let odd = [
            self.number(Color::White, white, &ways).is_odd()?,
            self.number(Color::Black, black, &ways).is_odd()?,
        ];
        let fits = (odd[0] == odd[1]) == (self.position.turn == Color::White);
        (!fits).then_some(odd)
    }

    /// How many moves a side made.
    fn number(&mut self, color: Color, story: &SideStory, ways: &[&Way]) -> Numbers {
        let regions = self.regions(color);
        let shut_up = regions
            .iter()
            .fold(Bitboard::EMPTY, |all, region| all | region.squares);
        if self.may_have_castled(color, shut_up) {
            return Numbers::ANY;
        }
        let together = regions.iter().map(|region| region.number);
        let mut sum = together.fold(self.pawns(color, ways), Numbers::plus);
        for class in Class::ALL {
            if sum.is_odd().is_none() {
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
    fn pawns(&self, color: Color, ways: &[&Way]) -> Numbers {
        let number = |file| {
            let way = ways
                .iter()
                .find(|way| way.color == color && way.course.origin() == file);
            let home = Square::from_coords(file, color.relative_rank(Rank::Second));
            match way {
                Some(way) => self.pawn(way),
                None if self.unmoved.still.contains(home) => NONE_MADE,
                None => Numbers::ANY,
            }
        };
        File::ALL
            .into_iter()
            .map(number)
            .fold(NONE_MADE, Numbers::plus)
    }

    /// How many moves the officers of a class made that are not shut up: those that stand, and those that are gone.
    fn officers(
        &self,
        color: Color,
        class: Class,
        story: &SideStory,
        shut_up: Bitboard,
    ) -> Numbers {
        let Some(originals) = story.officers.originals[class as usize] else {
            return Numbers::ANY;
        };
        // Knights alone get past the walls.
        let alone = match class {
            Class::Knight => Bitboard::FULL,
            _ => !shut_up,
        };
        let man = class.role().of(color);
        let walked = |home: Square, end: Option<Square>| self.walked(man, home, end);
        let men = class.men(&self.position.board, color) & alone;
        let ends: Vec<Square> = men.into_iter().collect();
        let homes: Vec<Square> = (originals & alone).into_iter().collect();
        let standing = match (homes.as_slice(), ends.as_slice()) {
            ([], []) => NONE_MADE,
            (&[home], &[end]) => walked(home, Some(end)),
            (&[a, b], &[x, y]) => [[x, y], [y, x]]
                .into_iter()
                .map(|[one, other]| walked(a, Some(one)).plus(walked(b, Some(other))))
                .fold(Numbers::default(), Numbers::or),
            _ => Numbers::ANY,
        };
        let array = Board::new();
        let gone = class.homes(color) & array.by_color(color) & !originals & alone;
        let gone = gone.into_iter().map(|home| walked(home, None));
        gone.chain([standing]).fold(NONE_MADE, Numbers::plus)
    }

    /// How many moves a king made that is not shut up.
    fn king(&self, color: Color, shut_up: Bitboard) -> Numbers {
        let array = Board::new();
        let (Some(end), Some(home)) = (self.position.board.king_of(color), array.king_of(color))
        else {
            return Numbers::ANY;
        };
        if shut_up.contains(home) {
            return NONE_MADE;
        }
        self.walked(color.king(), home, Some(end))
    }

    /// Where officers of a side are shut up.
    fn regions(&mut self, color: Color) -> Regions {
        let side = usize::from(color == Color::Black);
        let known = self.regions[side].get_or_insert_with(|| {
            let regions = Region::all(color, self.unmoved.still).into_iter();
            let numbers = regions.map(|region| ShutUp {
                squares: region.squares,
                number: region.numbers(&self.position.board),
            });
            numbers.collect()
        });
        Rc::clone(known)
    }

    /// How many moves a pawn made, its double step being one.
    fn pawn(&self, way: &Way) -> Numbers {
        let ends = match way.course.end {
            End::Stands(square) => Bitboard::from(square),
            End::Falls => way.graves(),
            End::Remains(..) | End::Spent(_) | End::Unsettled => return Numbers::ANY,
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
            if Some(end) == double_step {
                Numbers::of(ranks + 1)
            } else if ranks >= 2 + captures {
                // The double step may have been its first move; every capture needs a rank of its own.
                Numbers::ANY
            } else {
                Numbers::of(ranks)
            }
        };
        let numbers = ends.into_iter().map(number);
        numbers.fold(Numbers::default(), Numbers::or)
    }

    /// How many moves this man took from home to where he ends; `None`: anywhere.
    fn walked(&self, man: Piece, home: Square, end: Option<Square>) -> Numbers {
        let Piece { color, role } = man;
        if (self.unmoved.still | self.position.frozen).contains(home) {
            let stays = end.is_none_or(|end| end == home);
            return if stays { NONE_MADE } else { Numbers::default() };
        }
        let mut found = Numbers::default();
        closure((home, 0), usize::MAX, |&(square, odd)| {
            if end.is_none_or(|end| end == square) {
                found = found.or(Numbers::of(odd));
            }
            let steps = self.unmoved.steps(color, role, square, Bitboard::EMPTY);
            steps.into_iter().map(|to| (to, 1 - odd)).collect()
        });
        found
    }
}
