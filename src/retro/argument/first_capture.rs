//! That none of some captures by pawns can have been the first of them.

use shakmaty::{Bitboard, ByColor, Color};

use super::captures::missing;
use super::walls::Walls;
use crate::retro::checker::argument::{Among, Captors, FirstCapture, Prey, out_of_reach, seen_by};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Deduction, RetroPosition};

/// What is said of the board before the first of the captures.
#[derive(Clone)]
struct Before {
    /// By side: homes of officers that no pawn ever captured.
    spared: ByColor<Bitboard>,
    /// The pawns whose captures are spoken of.
    among: Among,
    /// Officers that pawns are known to have captured.
    prey: Vec<Prey>,
    /// For each of them the pawns whose captures show it.
    shown_by: Vec<Bitboard>,
}

impl Before {
    fn board<'a>(&'a self, unmoved: &Unmoved<'a>, position: &'a RetroPosition) -> FirstCapture<'a> {
        let most = ByColor::new_with(|color| {
            let enemy = color.other();
            let there = position.board.by_color(enemy).count() + self.spared[enemy].count();
            16u32.saturating_sub(there as u32)
        });
        FirstCapture::of(position, unmoved.clone(), most, self.among, &self.prey)
    }

    fn holds(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let is_spared = |color: Color| {
            let homes = self.spared[color];
            homes.is_empty() || homes.is_subset(out_of_reach(color, unmoved, position))
        };
        let mut prey = self.prey.iter().zip(&self.shown_by);
        let is_captured = |(&prey, &pawns): (&Prey, &Bitboard)| {
            let color = position.board.color_at(prey.pawn);
            let captors = color.and_then(|color| Captors::of(color, pawns, unmoved, position));
            captors.is_some_and(|captors| captors.took(prey))
        };
        Color::ALL.into_iter().all(is_spared) && prey.all(is_captured) && {
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
        for place in (0..self.prey.len()).rev() {
            keep(self, &|before| {
                before.prey.remove(place);
                before.shown_by.remove(place);
            });
        }
        for place in 0..self.prey.len() {
            for pawn in seen_by(position.turn, self.shown_by[place]) {
                keep(self, &|before| before.shown_by[place].discard(pawn));
            }
        }
    }

    /// Without the pawns one of which can have captured first, so that the others are left.
    fn narrow(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        loop {
            let left = self.board(unmoved, position).without_first();
            if left == self.among {
                break;
            }
            self.among = left;
        }
    }
}

/// All officers of which it can be said which pawn captured them, and the pawns whose captures show it.
fn all_prey(position: &RetroPosition, unmoved: &Unmoved<'_>) -> (Vec<Prey>, Vec<Bitboard>) {
    let board = &position.board;
    let (mut prey, mut shown_by) = (Vec::new(), Vec::new());
    for color in [position.turn, position.turn.other()] {
        let away = board.pawns() & board.by_color(color) & !unmoved.still();
        let captors = Captors::of(color, away, unmoved, position);
        prey.extend(captors.iter().flat_map(Captors::all_taken));
        shown_by.resize(prey.len(), away);
    }
    (prey, shown_by)
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
        prey: Vec::new(),
        shown_by: Vec::new(),
    };
    let all = before.clone();
    before.narrow(&walls.unmoved(), position);
    if !before.holds(&walls.unmoved(), position) {
        let (prey, shown_by) = all_prey(position, &walls.unmoved());
        before = Before {
            prey,
            shown_by,
            ..all
        };
        before.narrow(&walls.unmoved(), position);
        if before.prey.is_empty() || !before.holds(&walls.unmoved(), position) {
            return None;
        }
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
    for (&Prey { pawn, home }, &pawns) in before.prey.iter().zip(&before.shown_by) {
        steps.push(Deduction::Captured { pawn, home, pawns });
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
