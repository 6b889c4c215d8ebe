//! That none of some captures by pawns can have been the first of them.

use shakmaty::{Bitboard, ByColor, Color};

use super::captures::missing;
use super::walls::Walls;
use crate::retro::checker::argument::{Among, FirstCapture, out_of_reach, seen_by};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Deduction, RetroPosition};

/// What is said of the board before the first of the captures.
#[derive(Clone)]
struct Before {
    /// By side: homes of officers that no pawn ever captured.
    spared: ByColor<Bitboard>,
    /// The pawns whose captures are spoken of.
    among: Among,
}

impl Before {
    fn board<'a>(&self, unmoved: &Unmoved<'a>, position: &'a RetroPosition) -> FirstCapture<'a> {
        let most = ByColor::new_with(|color| {
            let enemy = color.other();
            let there = position.board.by_color(enemy).count() + self.spared[enemy].count();
            16u32.saturating_sub(there as u32)
        });
        FirstCapture::of(position, unmoved.clone(), most, self.among)
    }

    fn holds(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let is_spared = |color: Color| {
            let homes = self.spared[color];
            homes.is_empty() || homes.is_subset(out_of_reach(color, unmoved, position))
        };
        Color::ALL.into_iter().all(is_spared) && {
            let first = self.board(unmoved, position);
            first.none_is_first(first.all_shut_in())
        }
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let keep = |this: &mut Before, change: &dyn Fn(&mut Before)| {
            let mut fewer = this.clone();
            change(&mut fewer);
            if fewer.holds(unmoved, position) {
                *this = fewer;
            }
        };
        for color in Color::ALL {
            for home in seen_by(color, self.spared[color]) {
                keep(self, &|before| before.spared[color].discard(home));
            }
        }
        for color in [position.turn, position.turn.other()] {
            if self.among.missing[color] {
                keep(self, &|before| before.among.missing[color] = false);
            }
        }
        for pawn in seen_by(position.turn, self.among.pawns) {
            keep(self, &|before| before.among.pawns.discard(pawn));
        }
    }
}

/// That none of some captures by pawns can have been the first of them.
pub(super) fn none_is_first(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let pawns = position.board.pawns() & !walls.unmoved().still();
    let mut before = Before {
        spared: ByColor::new_with(|color| out_of_reach(color, &walls.unmoved(), position)),
        among: Among {
            pawns,
            missing: ByColor::new_with(|color| {
                let own = position.board.pawns() & position.board.by_color(color);
                own.count() < 8
            }),
        },
    };
    // Of the pawns one of which can have been first, the others are left.
    loop {
        let left = before.board(&walls.unmoved(), position).without_first();
        if left == before.among {
            break;
        }
        before.among = left;
    }
    if !before.holds(&walls.unmoved(), position) {
        return None;
    }
    before.shrink(&walls.unmoved(), position);
    if !walls.shrink(|unmoved| before.holds(unmoved, position)) {
        return None;
    }
    let first = before.board(&walls.unmoved(), position);
    let mut steps = walls.premises()?;
    steps.extend([position.turn.other(), position.turn].map(|color| missing(color, position)));
    for (color, homes) in Color::ALL
        .into_iter()
        .zip([before.spared.white, before.spared.black])
    {
        if homes.any() {
            steps.push(Deduction::OutOfReach { color, homes });
        }
    }
    let Among { pawns, missing } = before.among;
    steps.push(Deduction::BeforeCaptures {
        pawns,
        missing,
        stood: first.stood(),
    });
    let shut_in = first.all_shut_in();
    if shut_in.any() {
        steps.push(Deduction::ShutInBefore(shut_in));
    }
    steps.push(Deduction::NoFirstCapture(first.captured()));
    Some(steps)
}
