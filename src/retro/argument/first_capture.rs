//! That none of some captures by pawns can have been the first of them.

use shakmaty::{Bitboard, ByColor, Color};

use super::captures::{Officers, missing};
use super::leave_out;
use super::walls::Walls;
use crate::retro::checker::argument::{Among, Captors, Capturers, FirstCapture, Prey, seen_by};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Deduction, RetroPosition};

/// What is said of the board before the first of the captures.
#[derive(Clone)]
struct Before {
    /// The officers that no pawn ever captured.
    officers: Officers,
    /// The pawns whose captures are spoken of.
    among: Among,
    /// Officers that pawns are known to have captured, and for each of them the pawns whose captures show it.
    prey: Vec<(Prey, Bitboard)>,
}

impl Before {
    fn board<'a>(&self, unmoved: &Unmoved<'a>, position: &'a RetroPosition) -> FirstCapture<'a> {
        let most = ByColor::new_with(|color| self.officers.most_captures(color, position));
        let prey = self.prey.iter().map(|&(prey, _)| prey).collect();
        FirstCapture::of(position, unmoved.clone(), most, self.among, prey)
    }

    fn holds(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let is_captured = |&(prey, pawns): &(Prey, Bitboard)| {
            let color = position.board.color_at(prey.pawn);
            let men = color.map(|color| Capturers::of(color, pawns, &[]));
            let captors = men.and_then(|men| Captors::of(men, None, unmoved, position));
            captors.is_some_and(|captors| captors.took(prey))
        };
        self.officers.holds(unmoved, position) && self.prey.iter().all(is_captured) && {
            let first = self.board(unmoved, position);
            first.none_is_first(first.all_shut_in())
        }
    }

    /// Without what is not needed.
    fn shrink(&mut self, unmoved: &Unmoved<'_>, position: &RetroPosition) {
        let holds = |before: &Before| before.holds(unmoved, position);
        for color in Color::ALL {
            for home in seen_by(color, self.officers.spared[color]) {
                leave_out(self, holds, |before| {
                    before.officers.spared[color].discard(home);
                });
            }
        }
        for color in [position.turn, position.turn.other()] {
            if self.among.missing[color] {
                leave_out(self, holds, |before| before.among.missing[color] = false);
            }
        }
        for pawn in seen_by(position.turn, self.among.pawns) {
            leave_out(self, holds, |before| before.among.pawns.discard(pawn));
        }
        for place in (0..self.prey.len()).rev() {
            leave_out(self, holds, |before| {
                before.prey.remove(place);
            });
        }
        for place in 0..self.prey.len() {
            for pawn in seen_by(position.turn, self.prey[place].1) {
                leave_out(self, holds, |before| before.prey[place].1.discard(pawn));
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
fn all_prey(position: &RetroPosition, unmoved: &Unmoved<'_>) -> Vec<(Prey, Bitboard)> {
    let board = &position.board;
    let of = |color: Color| {
        let away = board.pawns() & board.by_color(color) & !unmoved.still();
        let captors = Captors::of(Capturers::of(color, away, &[]), None, unmoved, position);
        let all = captors
            .map(|captors| captors.all_taken())
            .unwrap_or_default();
        all.into_iter().map(move |prey| (prey, away))
    };
    [position.turn, position.turn.other()]
        .into_iter()
        .flat_map(of)
        .collect()
}

/// That none of some captures by pawns can have been the first of them.
pub(super) fn none_is_first(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let pawns = position.board.pawns() & !walls.unmoved().still();
    let mut before = Before {
        officers: Officers::spared(position, &walls.unmoved()),
        among: Among {
            pawns,
            missing: ByColor::new_with(|color| {
                let own = position.board.pawns() & position.board.by_color(color);
                own.count() < 8
            }),
        },
        prey: Vec::new(),
    };
    let all = before.clone();
    before.narrow(&walls.unmoved(), position);
    if !before.holds(&walls.unmoved(), position) {
        let prey = all_prey(position, &walls.unmoved());
        before = Before { prey, ..all };
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
    steps.extend(before.officers.say_spared(Color::ALL));
    for &(Prey { pawn, home }, pawns) in &before.prey {
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
