//! That more pawns had to leave their files than there were captures to move them.

use shakmaty::{ByColor, Color};

use super::captures::{Officers, missing};
use super::leave_out;
use super::walls::Walls;
use crate::retro::checker::argument::seen_by;
use crate::retro::checker::pawn_order;
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Blocked, Class, Deduction, RetroPosition};

fn blocked(said: &Officers, unmoved: &Unmoved<'_>, position: &RetroPosition) -> Option<Blocked> {
    let captured = ByColor::new_with(|color: Color| said.most_captures(color.other(), position));
    let promoted = (said.promoted.as_ref()).map(|all| all.iter().map(|&(_, count)| count).sum());
    said.holds(unmoved, position)
        .then(|| pawn_order::blocked(position, unmoved, captured, promoted))?
}

/// Without what is not needed.
fn shrink(said: &mut Officers, unmoved: &Unmoved<'_>, position: &RetroPosition) {
    let holds = |said: &Officers| blocked(said, unmoved, position).is_some();
    for color in [position.turn, position.turn.other()] {
        for home in seen_by(color, said.spared[color]) {
            leave_out(said, holds, |said| said.spared[color].discard(home));
        }
        for class in Class::ALL {
            leave_out(said, holds, |said| {
                said.promoted[color].retain(|&(other, _)| other != class);
            });
        }
    }
}

/// That the captures there were let too few pawns pass.
pub(super) fn blocked_files(position: &RetroPosition, walls: &Walls<'_>) -> Option<Vec<Deduction>> {
    let mut walls = walls.clone();
    let mut said = Officers::all(position, &walls.unmoved());
    blocked(&said, &walls.unmoved(), position)?;
    shrink(&mut said, &walls.unmoved(), position);
    if !walls.shrink(|unmoved| blocked(&said, unmoved, position).is_some()) {
        return None;
    }
    let sides = [position.turn.other(), position.turn];
    let mut steps = walls.premises()?;
    steps.extend(sides.map(|color| missing(color, position)));
    steps.extend(said.say_spared(sides));
    steps.extend(said.say_promoted(sides, position));
    let blocked = blocked(&said, &walls.unmoved(), position)?;
    steps.push(Deduction::FilesBlocked(blocked));
    Some(steps)
}
