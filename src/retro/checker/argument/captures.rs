//! Captures that the pawns and promoted men spoken of took at least.

use shakmaty::{Bitboard, Color, File, Square};

use super::{Known, straight_way};
use crate::retro::checker::account::{self, LeastCaptures, NEVER, least_captures, least_sum};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::checker::walls::{self, aside_and_back};
use crate::retro::model::{Class, RetroPosition};

/// By file: the captures that bring its pawn to where this one stands. One that came straight came from its own file.
pub(super) fn captures_from(
    least: &[LeastCaptures; 8],
    pawn: Square,
    color: Color,
    unmoved: &Unmoved<'_>,
) -> [u32; 8] {
    let mut captures = least.each_ref().map(|of_file| of_file[usize::from(pawn)]);
    let own = usize::from(pawn.file());
    let [straight, astray] = came(pawn, color, unmoved);
    if astray {
        captures[own] = captures[own].max(aside_and_back(color, pawn));
    }
    if straight {
        let least = if astray { NEVER } else { captures[own] };
        captures = [NEVER; 8];
        captures[own] = least;
    }
    captures
}

/// Whether it is known that a pawn on the board came straight, and whether that it did not: it has passed one that did. Both are known
/// where that is a contradiction.
pub(super) fn came(pawn: Square, color: Color, unmoved: &Unmoved<'_>) -> [bool; 2] {
    let is_straight = |color, pawn| unmoved.ways.contains(&straight_way(color, pawn));
    let ahead = |square: Square| color.relative_rank(square.rank());
    let mut passed = unmoved.pawns_on(color.other(), pawn.file()).into_iter();
    let is_astray = unmoved.astray.contains(pawn)
        || passed.any(|enemy| ahead(enemy) < ahead(pawn) && is_straight(color.other(), enemy));
    [is_straight(color, pawn), is_astray]
}

/// Where pawns can have been promoted to one of these men, which are of one kind.
pub(in crate::retro) fn doors(
    men: Bitboard,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> Bitboard {
    let Some((color, class)) = kind(men, position) else {
        return Bitboard::FULL;
    };
    account::doors(color, class, men, unmoved)
}

/// The side and the class of these men, if it is the same of all.
fn kind(men: Bitboard, position: &RetroPosition) -> Option<(Color, Class)> {
    let mut kinds = men.into_iter().map(|square| {
        let man = position.board.piece_at(square)?;
        Some((man.color, Class::of(man.role, square)?))
    });
    let first = kinds.next()??;
    kinds.all(|kind| kind == Some(first)).then_some(first)
}

/// How many of these men, which are of one kind, are promoted at least: no originals can stand there; 0 if they are not of one kind.
pub(in crate::retro) fn promoted_among(
    men: Bitboard,
    unmoved: &Unmoved<'_>,
    position: &RetroPosition,
) -> u32 {
    let Some((color, class)) = kind(men, position) else {
        return 0;
    };
    let originals: Vec<Bitboard> = class
        .homes(color)
        .into_iter()
        .map(|home| account::reach_from_home(color, class, home, unmoved.still, unmoved))
        // One that stands at home and has not moved is none of the others.
        .filter(|reach| !reach.is_disjoint(men) && reach.any())
        .collect();
    // Class homes are at most two: the most that can stand on different squares.
    let most = match originals[..] {
        [] => 0,
        [_] => 1,
        _ => {
            let [first, second] = [originals[0] & men, originals[1] & men];
            if (first | second).count() > 1 { 2 } else { 1 }
        }
    };
    (men.count() as u32).saturating_sub(most)
}

/// Pawns and promoted men of a side whose captures are spoken of.
#[derive(Clone, Copy)]
pub(in crate::retro) struct Capturers<'a> {
    /// Whose.
    pub(in crate::retro) color: Color,
    /// The pawns.
    pub(in crate::retro) pawns: Bitboard,
    /// How many promoted men of each class.
    pub(in crate::retro) promoted: &'a [(Class, u32)],
}

impl<'a> Capturers<'a> {
    /// These men of a side.
    pub(in crate::retro) const fn of(
        color: Color,
        pawns: Bitboard,
        promoted: &'a [(Class, u32)],
    ) -> Capturers<'a> {
        Capturers {
            color,
            pawns,
            promoted,
        }
    }

    /// The fewest captures that bring all of them where they stand; `None` if nothing does.
    pub(in crate::retro) fn least(
        &self,
        unmoved: &Unmoved<'_>,
        position: &RetroPosition,
    ) -> Option<u32> {
        let sum = least_sum(&self.rows(unmoved, position));
        (sum < NEVER).then_some(sum)
    }

    /// By man and file: the captures that bring the pawn of the file there.
    pub(super) fn rows(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Vec<[u32; 8]> {
        let least = File::ALL.map(|file| least_captures(self.color, file, unmoved));
        let of_pawn = |pawn| captures_from(&least, pawn, self.color, unmoved);
        let mut rows: Vec<[u32; 8]> = self.pawns.into_iter().map(of_pawn).collect();
        for &(class, count) in self.promoted {
            let men = class.men(&position.board, self.color);
            let mut cheap = [NEVER; 8];
            for door in doors(men, unmoved, position) {
                let costs = least.each_ref().map(|of_file| of_file[usize::from(door)]);
                cheap = std::array::from_fn(|file| cheap[file].min(costs[file]));
            }
            rows.extend(std::iter::repeat_n(cheap, count.min(9) as usize));
        }
        rows
    }

    /// The pawns on the board that came straight from home, away from it now, if these and the promoted men spoken of captured so
    /// often at most.
    pub(in crate::retro) fn straight(
        &self,
        most: u32,
        unmoved: &Unmoved<'_>,
        position: &RetroPosition,
    ) -> Bitboard {
        walls::straight(self.color, self.pawns, &self.rows(unmoved, position), most)
    }
}

/// What a side's pawns are said to have captured.
#[derive(Debug, Clone)]
pub(in crate::retro) struct Committed {
    /// How often all of them together did, at most.
    pub(in crate::retro) most: u32,
    /// Pawns on the board that take a part of it.
    pub(in crate::retro) pawns: Bitboard,
    /// Promoted men that do.
    pub(in crate::retro) promoted: Vec<(Class, u32)>,
}

impl Committed {
    /// The men of this side that take a part of it.
    pub(in crate::retro) fn men(&self, color: Color) -> Capturers<'_> {
        Capturers::of(color, self.pawns, &self.promoted)
    }
}

impl Known<'_> {
    pub(super) fn are_too_many(&self, men: Capturers<'_>, needed: Option<u32>) -> bool {
        let Some((available, least)) = self.most_and_least(men) else {
            return false;
        };
        // One more than there were is all that is said: so the same is said of positions that need more or fewer.
        match needed {
            None => least.is_none(),
            Some(needed) => needed == available + 1 && least.is_none_or(|least| least >= needed),
        }
    }

    /// How often a side's pawns captured at most, and these men at least; `None` for the second: these cannot have come there.
    /// Nothing, if they are not men of whom that was said.
    fn most_and_least(&self, men: Capturers<'_>) -> Option<(u32, Option<u32>)> {
        let most = self.most_captures(men.color)?;
        self.are_said(men)
            .then(|| (most, men.least(&self.unmoved(), self.position)))
    }

    /// Whether these pawns and promoted men of a side left so many captures, at most, to its other pawns.
    pub(super) fn are_left(&mut self, men: Capturers<'_>, left: u32) -> bool {
        let Some((most, Some(least))) = self.most_and_least(men) else {
            return false;
        };
        self.committed[men.color] = Some(Committed {
            most,
            pawns: men.pawns,
            promoted: men.promoted.to_vec(),
        });
        most.checked_sub(least) == Some(left)
    }

    /// How often a side's pawns captured at most, as far as it was said.
    pub(super) fn most_captures(&self, color: Color) -> Option<u32> {
        let enemy = color.other();
        let spared = self.out_of_reach[enemy].count() as u32;
        Some(self.missing[enemy]?.saturating_sub(spared))
    }

    /// Whether these are pawns of that side, and men of whom it was said before that so many are promoted.
    pub(super) fn are_said(&self, men: Capturers<'_>) -> bool {
        let board = &self.position.board;
        let is_said = |&(class, count): &(Class, u32)| {
            let of_class = class.men(board, men.color);
            (self.promoted.iter()).any(|&(known, least)| known == of_class && least >= count)
        };
        men.pawns
            .is_subset(board.pawns() & board.by_color(men.color))
            && men.promoted.iter().all(is_said)
    }
}
