//! That no capture by a pawn can have been the first.

use shakmaty::{Bitboard, Color};

use super::captures::missing;
use super::walls::Walls;
use crate::retro::checker::argument::{FirstCapture, out_of_reach, seen_by};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Deduction, RetroPosition};

/// What is said of the board before the first capture.
#[derive(Clone)]
struct Before {
    /// By side, White's first: homes of officers that no pawn ever captured.
    spared: [Bitboard; 2],
    /// Pawns said to have stood on their files.
    pawns: Bitboard,
}

impl Before {
    fn board<'a>(&self, unmoved: &Unmoved<'a>, position: &'a RetroPosition) -> FirstCapture<'a> {
        let mut most = [0; 2];
        for (color, spared) in Color::ALL.into_iter().zip(self.spared) {
            let there = position.board.by_color(color).count() + spared.count();
            most[color.other() as usize] = 16u32.saturating_sub(there as u32);
        }
        let same = Unmoved::given(position, unmoved.still(), unmoved.ways().to_vec());
        FirstCapture::of(position, same, most, self.pawns)
    }

    fn holds(&self, unmoved: &Unmoved<'_>, position: &RetroPosition) -> bool {
        let are_spared = Color::ALL
            .into_iter()
            .zip(self.spared)
            .all(|(color, homes)| {
                homes.is_empty() || homes.is_subset(out_of_reach(color, unmoved, position))
            });
        are_spared && {
            let first = self.board(unmoved, position);
            first.none_is_first(first.captured(), shut_in(&first))
        }
    }
}

/// By side as the checker counts them.
fn shut_in(first: &FirstCapture<'_>) -> [Bitboard; 2] {
    let mut homes = [Bitboard::EMPTY; 2];
    for color in Color::ALL {
        homes[color as usize] = first.shut_in(color);
    }
    homes
}

/// That no capture by a pawn can have been the first.
pub(super) fn none_is_first(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let mut before = Before {
        spared: Color::ALL.map(|color| out_of_reach(color, &walls.unmoved(), position)),
        pawns: Bitboard::EMPTY,
    };
    before.pawns = before.board(&walls.unmoved(), position).on_one_file();
    if !before.holds(&walls.unmoved(), position) {
        return None;
    }
    let keep = |fewer: Before, before: &mut Before, walls: &Walls<'_>| {
        if fewer.holds(&walls.unmoved(), position) {
            *before = fewer;
        }
    };
    for (place, color) in Color::ALL.into_iter().enumerate() {
        for home in seen_by(color, before.spared[place]) {
            let mut fewer = before.clone();
            fewer.spared[place].discard(home);
            keep(fewer, &mut before, &walls);
        }
    }
    for pawn in seen_by(position.turn, before.pawns) {
        let mut fewer = before.clone();
        fewer.pawns.discard(pawn);
        keep(fewer, &mut before, &walls);
    }
    if !walls.shrink(|unmoved| before.holds(unmoved, position)) {
        return None;
    }
    let first = before.board(&walls.unmoved(), position);
    let mut steps = walls.premises()?;
    steps.extend([position.turn.other(), position.turn].map(|color| missing(color, position)));
    for (color, homes) in Color::ALL.into_iter().zip(before.spared) {
        if homes.any() {
            steps.push(Deduction::OutOfReach { color, homes });
        }
    }
    if before.pawns.any() {
        let (pawns, stood) = (before.pawns, first.stood(before.pawns));
        steps.push(Deduction::BeforeCaptures { pawns, stood });
    }
    let shut_in = shut_in(&first);
    for color in [position.turn, position.turn.other()] {
        let homes = shut_in[color as usize];
        if homes.any() {
            steps.push(Deduction::ShutInBefore { color, homes });
        }
    }
    steps.push(Deduction::NoFirstCapture(first.captured()));
    Some(steps)
}
