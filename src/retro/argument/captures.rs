//! Captures there were and captures that were needed, told of as few men as will do.

use shakmaty::{Bitboard, Board, Color, Square};

use super::walls::Walls;
use crate::retro::checker::argument::{
    Capturers, Captures, out_of_reach, promoted_among, promotion_squares, seen_by, where_no_victim,
};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, Deduction, RetroPosition};

/// Pawns that are tried together.
const MOST_PAWNS: usize = 3;

pub(super) fn missing(color: Color, position: &RetroPosition) -> Deduction {
    let there = position.board.by_color(color).count() as u32;
    Deduction::Missing {
        color,
        men: 16u32.saturating_sub(there),
    }
}

fn men_of(class: Class, color: Color, position: &RetroPosition) -> Bitboard {
    let board = &position.board;
    let men = board.by_color(color) & board.by_role(class.role());
    men.into_iter()
        .filter(|&square| Class::of(class.role(), square) == Some(class))
        .collect()
}

/// What is counted against a side.
#[derive(Clone)]
struct Count {
    color: Color,
    pawns: Bitboard,
    promoted: Vec<(Class, u32)>,
    spared: Bitboard,
}

impl Count {
    /// Everything there is.
    fn all(color: Color, position: &RetroPosition, unmoved: &Unmoved<'_>) -> Count {
        let promoted = Class::ALL.into_iter().map(|class| {
            let men = men_of(class, color, position);
            (class, promoted_among(men, unmoved, position))
        });
        Count {
            color,
            pawns: position.board.pawns() & position.board.by_color(color),
            promoted: promoted.filter(|&(_, count)| count > 0).collect(),
            spared: out_of_reach(color.other(), unmoved, position),
        }
    }

    fn needed(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Option<u32> {
        let captures = Captures {
            color: self.color,
            pawns: self.pawns,
            promoted: &self.promoted,
        };
        captures.least(unmoved, position)
    }

    /// Whether it contradicts the number of missing men.
    fn is_too_much(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let men = position.board.by_color(self.color.other()).count();
        let captures = 16usize
            .saturating_sub(men)
            .saturating_sub(self.spared.count()) as u32;
        let promoted = self.promoted.iter().all(|&(class, count)| {
            let men = men_of(class, self.color, position);
            promoted_among(men, unmoved, position) >= count
        });
        promoted
            && (self.spared.is_empty()
                || self
                    .spared
                    .is_subset(out_of_reach(self.color.other(), unmoved, position)))
            && self
                .needed(unmoved, position)
                .is_none_or(|least| least > captures)
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let keep = |fewer: Count, this: &mut Count| {
            if fewer.is_too_much(unmoved, position) {
                *this = fewer;
            }
        };
        for home in seen_by(self.color, self.spared) {
            let mut fewer = self.clone();
            fewer.spared.discard(home);
            keep(fewer, self);
        }
        for class in Class::ALL {
            let mut fewer = self.clone();
            fewer.promoted.retain(|&(other, _)| other != class);
            keep(fewer, self);
            let mut fewer = self.clone();
            for (other, count) in &mut fewer.promoted {
                if *other == class && *count > 1 {
                    *count = 1;
                }
            }
            keep(fewer, self);
        }
        for pawn in seen_by(self.color, self.pawns) {
            let mut fewer = self.clone();
            fewer.pawns.discard(pawn);
            keep(fewer, self);
        }
    }
}

/// That the pawns and promoted men of a side took more captures than there were.
pub(super) fn too_many(
    color: Color,
    position: &RetroPosition,
    said: Bitboard,
) -> Option<Vec<Deduction>> {
    let mut walls = Walls::of(position, said);
    let mut count = Count::all(color, position, &walls.unmoved());
    if !count.is_too_much(&walls.unmoved(), position) {
        return None;
    }
    count.shrink(&walls.unmoved(), position);
    if !walls.shrink(|unmoved| count.is_too_much(unmoved, position)) {
        return None;
    }
    let unmoved = walls.unmoved();
    let there = position.board.by_color(color.other()).count() as u32;
    let available = 16u32.saturating_sub(there + count.spared.count() as u32);
    let needed = count.needed(&unmoved, position).map(|_| available + 1);
    let mut steps = walls.premises()?;
    steps.push(missing(color.other(), position));
    if count.spared.any() {
        steps.push(Deduction::OutOfReach {
            color: color.other(),
            homes: count.spared,
        });
    }
    for &(class, count) in &count.promoted {
        let men = men_of(class, color, position);
        steps.push(Deduction::Promoted { men, count });
    }
    steps.push(Deduction::TooManyCaptures {
        color,
        pawns: count.pawns,
        promoted: count.promoted,
        needed,
    });
    Some(steps)
}

/// That an officer of a side is no original, and was promoted nowhere.
pub(super) fn nowhere_promoted(
    color: Color,
    position: &RetroPosition,
    said: Bitboard,
) -> Option<Vec<Deduction>> {
    let of_class = |class| men_of(class, color, position);
    let singles = Class::ALL
        .into_iter()
        .flat_map(|class| of_class(class).into_iter().map(Bitboard::from));
    let groups = singles.chain(Class::ALL.into_iter().map(of_class));
    for men in groups.filter(|men| men.any()) {
        let is_wrong = |unmoved: &Unmoved<'_>| {
            promoted_among(men, unmoved, position) > 0
                && promotion_squares(men, unmoved, position).is_empty()
        };
        let mut walls = Walls::of(position, said);
        if !walls.shrink(is_wrong) {
            continue;
        }
        let count = promoted_among(men, &walls.unmoved(), position);
        let mut steps = walls.premises()?;
        steps.push(Deduction::Promoted { men, count });
        steps.push(Deduction::NoPromotion(men));
        return Some(steps);
    }
    None
}

/// Men of a side that are asked whom they captured.
#[derive(Clone)]
struct Asked {
    color: Color,
    pawns: Bitboard,
    promoted: Vec<(Class, u32)>,
}

impl Asked {
    fn capturers(&self) -> Capturers<'_> {
        Capturers {
            color: self.color,
            pawns: self.pawns,
            promoted: &self.promoted,
        }
    }

    fn find_nobody(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let are_promoted = self.promoted.iter().all(|&(class, count)| {
            let men = men_of(class, self.color, position);
            promoted_among(men, unmoved, position) >= count
        });
        are_promoted && where_no_victim(self.capturers(), unmoved, position).is_some()
    }

    /// Without men that are not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let keep = |fewer: Asked, this: &mut Asked| {
            if fewer.find_nobody(unmoved, position) {
                *this = fewer;
            }
        };
        for pawn in seen_by(self.color, self.pawns) {
            let mut fewer = self.clone();
            fewer.pawns.discard(pawn);
            keep(fewer, self);
        }
        for class in Class::ALL {
            let mut fewer = self.clone();
            fewer.promoted.retain(|&(other, _)| other != class);
            keep(fewer, self);
        }
    }
}

/// That some pawns captured where nobody missing can have stood: as few pawns as will do, or all men of a side that were pawns.
pub(super) fn no_victim(position: &RetroPosition, said: Bitboard) -> Option<Vec<Deduction>> {
    let sides = [position.turn.other(), position.turn];
    let away = |color: Color| -> Bitboard {
        let board = &position.board;
        let pawns = board.pawns() & board.by_color(color);
        let array = Board::new();
        let moved = |&square: &Square| array.piece_at(square) != board.piece_at(square);
        pawns.into_iter().filter(moved).collect()
    };
    for size in 1..=MOST_PAWNS {
        for color in sides {
            for pawns in choices(color, away(color), size) {
                let asked = Asked {
                    color,
                    pawns,
                    promoted: Vec::new(),
                };
                if let Some(steps) = captured_nobody(asked, position, said) {
                    return Some(steps);
                }
            }
        }
    }
    let walls = Walls::of(position, said);
    sides.into_iter().find_map(|color| {
        let mut asked = Asked {
            color,
            pawns: away(color),
            promoted: Count::all(color, position, &walls.unmoved()).promoted,
        };
        if !asked.find_nobody(&walls.unmoved(), position) {
            return None;
        }
        asked.shrink(&walls.unmoved(), position);
        captured_nobody(asked, position, said)
    })
}

/// Every choice of so many squares.
fn choices(side: Color, squares: Bitboard, size: usize) -> Vec<Bitboard> {
    // More than eight pawns of a side are another matter.
    let squares: Vec<Square> = seen_by(side, squares).take(8).collect();
    (0..1u32 << squares.len())
        .filter(|choice| choice.count_ones() as usize == size)
        .map(|choice| {
            let chosen = squares.iter().enumerate();
            chosen
                .filter(|(at, _)| choice & (1 << at) != 0)
                .map(|(_, &square)| square)
                .collect()
        })
        .collect()
}

fn captured_nobody(
    asked: Asked,
    position: &RetroPosition,
    said: Bitboard,
) -> Option<Vec<Deduction>> {
    let mut walls = Walls::of(position, said);
    if !walls.shrink(|unmoved| asked.find_nobody(unmoved, position)) {
        return None;
    }
    let (on, barred) = where_no_victim(asked.capturers(), &walls.unmoved(), position)?;
    let Asked {
        color,
        pawns,
        promoted,
    } = asked;
    let mut steps = walls.premises()?;
    steps.push(missing(color.other(), position));
    let board = &position.board;
    let fallen = board.by_color(color.other()) & board.pawns();
    if fallen.count() < 8 {
        steps.push(missing(color, position));
    }
    for &(class, count) in &promoted {
        let men = men_of(class, color, position);
        steps.push(Deduction::Promoted { men, count });
    }
    steps.push(Deduction::NoVictim {
        color,
        pawns,
        promoted,
        on,
        barred,
    });
    Some(steps)
}
