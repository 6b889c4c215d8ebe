//! A pawn came straight from home, or it did not: what is against either.

use shakmaty::{Bitboard, Square};

use super::counted;
use super::walls::{Walls, have_not_moved};
use crate::retro::checker::argument::{Inherited, Known, seen_by};
use crate::retro::checker::unmoved::Unmoved;
use crate::retro::model::{Argument, Deduction, RetroPosition};

/// Pawns that are tried.
const MOST_PAWNS: usize = 6;

/// An account of captures that fail whether one pawn came straight or not.
pub(super) fn straight_or_not(
    position: &RetroPosition,
    still: Bitboard,
    walls: &Walls<'_>,
) -> Option<Vec<Deduction>> {
    let known = Unmoved::of(position).known();
    let pawns = seen_by(position.turn, position.board.pawns() & !known);
    let mut all = pawns
        .take(MOST_PAWNS)
        .filter_map(|pawn| either(position, still, walls, pawn));
    all.next()
}

fn either(
    position: &RetroPosition,
    still: Bitboard,
    walls: &Walls<'_>,
    pawn: Square,
) -> Option<Vec<Deduction>> {
    let straight = counted(position, &walls.if_straight(pawn))?;
    let astray = counted(position, &walls.if_astray(pawn))?;
    let from = Inherited {
        still,
        captured: None,
    };
    let mut steps = in_either(&straight, &astray, &mut Known::about(position, from));
    let [straight, astray] = [straight, astray].map(|arm| without(arm, &steps));
    steps.push(Deduction::StraightOrNot {
        pawn,
        straight,
        astray,
    });
    Some(steps)
}

/// What is said in both cases, or of men that have not moved in either, as far as it follows in any case.
fn in_either(
    straight: &[Deduction],
    astray: &[Deduction],
    known: &mut Known<'_>,
) -> Vec<Deduction> {
    let (mut castling, mut pawns) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for step in straight.iter().chain(astray) {
        match *step {
            Deduction::MayCastle(men) => castling |= men,
            Deduction::AtHome(men) => pawns |= men,
            _ => {}
        }
    }
    let mut steps = have_not_moved(castling, pawns);
    steps.retain(|step| known.learns(step));
    for step in straight.iter().filter(|step| astray.contains(step)) {
        let mut with = known.clone();
        if !steps.contains(step) && with.learns(step) {
            *known = with;
            steps.push(step.clone());
        }
    }
    steps
}

/// What is not yet said of it.
fn without(arm: Vec<Deduction>, said: &[Deduction]) -> Argument {
    let new = |step: &Deduction| match step {
        Deduction::MayCastle(_) | Deduction::AtHome(_) => false,
        step => !said.contains(step),
    };
    Argument {
        steps: arm.into_iter().filter(new).collect(),
    }
}
