//! Captures there were and captures that were needed, told of as few men as will do.

use shakmaty::{Bitboard, ByColor, Color};

use super::leave_out;
use super::walls::Walls;
use crate::retro::checker::argument::{
    Capturers, out_of_reach, promoted_among, promotion_squares, seen_by,
};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, Deduction, RetroPosition};

pub(super) fn missing(color: Color, position: &RetroPosition) -> Deduction {
    let there = position.board.by_color(color).count() as u32;
    Deduction::Missing {
        color,
        men: 16u32.saturating_sub(there),
    }
}

/// The kinds of which a side has promoted men on the board, and how many at least.
fn promoted_men(
    color: Color,
    position: &RetroPosition,
    unmoved: &Unmoved<'_>,
) -> Vec<(Class, u32)> {
    let promoted = Class::ALL.into_iter().map(|class| {
        let men = class.men(&position.board, color);
        (class, promoted_among(men, unmoved, position))
    });
    promoted.filter(|&(_, count)| count > 0).collect()
}

/// What is said of officers.
#[derive(Clone, Default)]
pub(super) struct Officers {
    /// How many of each class on the board are promoted at least.
    pub(super) promoted: ByColor<Vec<(Class, u32)>>,
    /// By side: homes of those that no pawn captured.
    pub(super) spared: ByColor<Bitboard>,
}

impl Officers {
    /// Everything there is.
    pub(super) fn all(position: &RetroPosition, unmoved: &Unmoved<'_>) -> Officers {
        Officers {
            promoted: ByColor::new_with(|color| promoted_men(color, position, unmoved)),
            ..Officers::spared(position, unmoved)
        }
    }

    /// Those that no pawn captured.
    pub(super) fn spared(position: &RetroPosition, unmoved: &Unmoved<'_>) -> Officers {
        Officers {
            promoted: ByColor::default(),
            spared: ByColor::new_with(|color| out_of_reach(color, unmoved, position)),
        }
    }

    pub(super) fn holds(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        Color::ALL.into_iter().all(|color| {
            let are_promoted = self.promoted[color].iter().all(|&(class, count)| {
                let men = class.men(&position.board, color);
                promoted_among(men, unmoved, position) >= count
            });
            let spared = self.spared[color];
            are_promoted
                && (spared.is_empty() || spared.is_subset(out_of_reach(color, unmoved, position)))
        })
    }

    /// These pawns of a side, and its promoted men.
    pub(super) fn with_pawns(&self, color: Color, pawns: Bitboard) -> Capturers<'_> {
        Capturers::of(color, pawns, &self.promoted[color])
    }

    /// How often a side's pawns captured at most.
    pub(super) fn most_captures(&self, color: Color, position: &RetroPosition) -> u32 {
        let enemy = color.other();
        let there = position.board.by_color(enemy).count() + self.spared[enemy].count();
        16u32.saturating_sub(there as u32)
    }

    /// Who was spared, in this order of the sides.
    pub(super) fn say_spared(&self, sides: [Color; 2]) -> impl Iterator<Item = Deduction> {
        let homes = sides.map(|color| (color, self.spared[color])).into_iter();
        homes
            .filter(|(_, homes)| homes.any())
            .map(|(color, homes)| Deduction::OutOfReach { color, homes })
    }

    /// Who is promoted, in this order of the sides.
    pub(super) fn say_promoted(
        &self,
        sides: [Color; 2],
        position: &RetroPosition,
    ) -> impl Iterator<Item = Deduction> {
        sides.into_iter().flat_map(move |color| {
            let promoted = self.promoted[color].iter();
            promoted.map(move |&(class, count)| Deduction::Promoted {
                men: class.men(&position.board, color),
                count,
            })
        })
    }
}

/// What is counted against a side.
#[derive(Clone)]
struct Count {
    color: Color,
    pawns: Bitboard,
    /// Its own that are promoted, and those of the other side that no pawn captured.
    officers: Officers,
}

impl Count {
    /// Everything there is.
    fn all(color: Color, position: &RetroPosition, unmoved: &Unmoved<'_>) -> Count {
        let mut officers = Officers::default();
        officers.promoted[color] = promoted_men(color, position, unmoved);
        officers.spared[color.other()] = out_of_reach(color.other(), unmoved, position);
        Count {
            color,
            pawns: position.board.pawns() & position.board.by_color(color),
            officers,
        }
    }

    fn needed(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Option<u32> {
        let men = self.officers.with_pawns(self.color, self.pawns);
        men.least(unmoved, position)
    }

    /// Whether it contradicts the number of missing men.
    fn is_too_much(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let captures = self.officers.most_captures(self.color, position);
        self.officers.holds(unmoved, position)
            && self
                .needed(unmoved, position)
                .is_none_or(|least| least > captures)
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let holds = |count: &Count| count.is_too_much(unmoved, position);
        let (color, enemy) = (self.color, self.color.other());
        for home in seen_by(color, self.officers.spared[enemy]) {
            leave_out(self, holds, |said| {
                said.officers.spared[enemy].discard(home);
            });
        }
        for class in Class::ALL {
            leave_out(self, holds, |said| {
                said.officers.promoted[color].retain(|&(other, _)| other != class);
            });
            leave_out(self, holds, |said| {
                for (other, count) in &mut said.officers.promoted[color] {
                    if *other == class {
                        *count = 1;
                    }
                }
            });
        }
        for pawn in seen_by(color, self.pawns) {
            leave_out(self, holds, |said| said.pawns.discard(pawn));
        }
    }
}

/// That the pawns and promoted men of a side took more captures than there were.
pub(super) fn too_many(
    color: Color,
    position: &RetroPosition,
    walls: &Walls<'_>,
) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let mut count = Count::all(color, position, &walls.unmoved());
    if !count.is_too_much(&walls.unmoved(), position) {
        return None;
    }
    count.shrink(&walls.unmoved(), position);
    if !walls.shrink(|unmoved| count.is_too_much(unmoved, position)) {
        return None;
    }
    let unmoved = walls.unmoved();
    let available = count.officers.most_captures(color, position);
    let needed = count.needed(&unmoved, position).map(|_| available + 1);
    let mut steps = walls.premises()?;
    steps.push(missing(color.other(), position));
    steps.extend(count.officers.say_spared(Color::ALL));
    steps.extend(count.officers.say_promoted(Color::ALL, position));
    steps.push(Deduction::TooManyCaptures {
        color,
        pawns: count.pawns,
        promoted: count.officers.promoted[color].clone(),
        needed,
    });
    Some(steps)
}

/// That an officer of a side is no original, and was promoted nowhere.
pub(super) fn nowhere_promoted(
    color: Color,
    position: &RetroPosition,
    walls: &Walls<'_>,
) -> Option<Vec<Deduction>> {
    let of_class = |class: Class| class.men(&position.board, color);
    let singles = Class::ALL
        .into_iter()
        .flat_map(|class| of_class(class).into_iter().map(Bitboard::from));
    let groups = singles.chain(Class::ALL.into_iter().map(of_class));
    for men in groups.filter(|men| men.any()) {
        let is_wrong = |unmoved: &Unmoved<'_>| {
            promoted_among(men, unmoved, position) > 0
                && promotion_squares(men, unmoved, position).is_empty()
        };
        let mut walls = walls.clone();
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
