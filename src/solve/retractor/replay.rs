//! A line played forward again, by the rules of chess alone.

use shakmaty::{Chess, Position};

use crate::problem::Diagram;
use crate::retro::{EpState, RetroPosition, RightState};
use crate::world::{Right, Rights, World, capturable_targets};

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
    let start = known_world(before).position(&before.board, before.turn);
    let mut position = start.map_err(|_| Broken::NoPosition)?;
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
        let plays = |mut position: Chess| {
            way.iter().all(|&(played, _)| {
                let legal = position.is_legal(played);
                if legal {
                    position.play_unchecked(played);
                }
                legal
            })
        };
        if !starts(before).any(plays) {
            return Err(Broken::Forward(place));
        }
    }
    Ok(())
}

/// The world of a position with every right it may have, and en passant as far as it is known.
fn known_world(before: &RetroPosition) -> World {
    let home = Rights::at_home(&before.board);
    let kept: Rights = Right::ALL
        .into_iter()
        .filter(|&right| home.has(right) && before.rights[right as usize] != RightState::Lost)
        .collect();
    let target = match before.ep {
        EpState::Target(square) => Some(square),
        EpState::Open | EpState::None => None,
    };
    World::new(kept, target)
}

/// The positions that the play may begin in where moves taken back led: as far as en passant is known, then with each capture en passant,
/// which rests on a double step that only the solver knows of.
pub fn starts(before: &RetroPosition) -> impl Iterator<Item = Chess> {
    let world = known_world(before);
    let others = capturable_targets(&before.board, before.turn).map(Some);
    std::iter::once(world.target)
        .chain(others)
        .filter_map(move |target| {
            let world = World { target, ..world };
            world.position(&before.board, before.turn).ok()
        })
}
