//! That more pawns had to leave their files than there were captures to move them.

use shakmaty::{Bitboard, ByColor, Color};

use super::captures::{missing, promoted_men};
use super::walls::Walls;
use crate::retro::checker::argument::{out_of_reach, promoted_among, seen_by};
use crate::retro::checker::pawn_order::{Blocked, blocked};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Class, Deduction, RetroPosition};

/// What is said of the captures.
#[derive(Clone)]
struct Said {
    promoted: ByColor<Vec<(Class, u32)>>,
    /// Homes of officers that no pawn captured.
    spared: ByColor<Bitboard>,
}

impl Said {
    fn blocked(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Option<Blocked> {
        let holds = Color::ALL.into_iter().all(|color| {
            let spared = self.spared[color];
            self.promoted[color].iter().all(|&(class, count)| {
                let men = class.men(&position.board, color);
                promoted_among(men, unmoved, position) >= count
            }) && (spared.is_empty() || spared.is_subset(out_of_reach(color, unmoved, position)))
        });
        let captured = ByColor::new_with(|color| {
            let there = position.board.by_color(color).count() + self.spared[color].count();
            16u32.saturating_sub(there as u32)
        });
        let sum = |all: &Vec<(Class, u32)>| all.iter().map(|&(_, count)| count).sum();
        let promoted = ByColor::new_with(|color| sum(&self.promoted[color]));
        holds.then(|| blocked(position, unmoved, captured, promoted))?
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        for color in [position.turn, position.turn.other()] {
            for home in seen_by(color, self.spared[color]) {
                let mut fewer = self.clone();
                fewer.spared[color].discard(home);
                if fewer.blocked(unmoved, position).is_some() {
                    *self = fewer;
                }
            }
            for class in Class::ALL {
                let mut fewer = self.clone();
                fewer.promoted[color].retain(|&(other, _)| other != class);
                if fewer.blocked(unmoved, position).is_some() {
                    *self = fewer;
                }
            }
        }
    }
}

/// That the captures there were let too few pawns pass.
pub(super) fn blocked_files(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let unmoved = walls.unmoved();
    let mut said = Said {
        promoted: ByColor::new_with(|color| promoted_men(color, position, &unmoved)),
        spared: ByColor::new_with(|color| out_of_reach(color, &unmoved, position)),
    };
    said.blocked(&unmoved, position)?;
    said.shrink(&unmoved, position);
    if !walls.shrink(|unmoved| said.blocked(unmoved, position).is_some()) {
        return None;
    }
    let Blocked {
        pawns,
        at_most,
        captures,
        give_way,
    } = said.blocked(&walls.unmoved(), position)?;
    let sides = [position.turn.other(), position.turn];
    let mut steps = walls.premises()?;
    steps.extend(sides.map(|color| missing(color, position)));
    for color in sides {
        let homes = said.spared[color];
        if homes.any() {
            steps.push(Deduction::OutOfReach { color, homes });
        }
    }
    for color in sides {
        for &(class, count) in &said.promoted[color] {
            let men = class.men(&position.board, color);
            steps.push(Deduction::Promoted { men, count });
        }
    }
    steps.push(Deduction::FilesBlocked {
        pawns,
        at_most,
        captures,
        give_way,
    });
    Some(steps)
}
