//! A line played forward again, by the rules of chess alone.

use shakmaty::Position;

use crate::problem::Diagram;
use crate::retro::{EpState, RightState};
use crate::world::{Right, Rights, World};

use super::Line;

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// No play can begin where it ends.
    NoPosition,
    /// The move taken back at this place, from 0, could not have been made.
    Move(usize),
    /// The moves do not lead to the diagram.
    OtherEnd,
    /// The play that is said to follow at this place, from 0, cannot be played.
    Forward(usize),
}

/// Plays the moves of `line` from where it ends to the diagram, and what follows from there.
///
/// # Errors
///
/// What is wrong with it.
pub fn replay(diagram: &Diagram, line: &Line) -> Result<(), Broken> {
    let before = &line.before;
    let home = Rights::at_home(&before.board);
    let kept: Rights = Right::ALL
        .into_iter()
        .filter(|&right| home.has(right) && before.rights[right as usize] != RightState::Lost)
        .collect();
    let target = match before.ep {
        EpState::Target(square) => Some(square),
        EpState::Open | EpState::None => None,
    };
    let world = World::new(kept, target);
    let start = world.position(&before.board, before.turn);
    let start = start.map_err(|_| Broken::NoPosition)?;
    let mut position = start.clone();
    for (place, unmove) in line.back.iter().enumerate().rev() {
        let played = unmove.forward();
        if !position.is_legal(played) {
            return Err(Broken::Move(place));
        }
        position.play_unchecked(played);
    }
    if *position.board() != diagram.board || position.turn() != diagram.turn {
        return Err(Broken::OtherEnd);
    }
    for (place, way) in line.forward.iter().enumerate() {
        // En passant rests on a double step that only the solver knows of.
        let targets = std::iter::once(target)
            .chain(crate::world::capturable_targets(&before.board, before.turn).map(Some));
        let plays = |target| {
            let world = World { target, ..world };
            let Ok(mut position) = world.position(&before.board, before.turn) else {
                return false;
            };
            way.iter().all(|&(played, _)| {
                let legal = position.is_legal(played);
                if legal {
                    position.play_unchecked(played);
                }
                legal
            })
        };
        if !targets.into_iter().any(plays) {
            return Err(Broken::Forward(place));
        }
    }
    Ok(())
}
