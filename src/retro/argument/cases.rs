//! A pawn came straight from home, or it did not: what is against either.

use shakmaty::{Bitboard, Square};

use super::counted;
use super::walls::Walls;
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
    let unmoved = Unmoved::of(position);
    let known = unmoved
        .ways()
        .iter()
        .fold(unmoved.still(), |all, &way| all | way);
    let board = &position.board;
    let pawns = seen_by(position.turn, board.pawns() & !known);
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
    let of = |arm: &[Deduction], kind: fn(&Deduction) -> Option<Bitboard>| {
        arm.iter()
            .filter_map(kind)
            .fold(Bitboard::EMPTY, |all, men| all | men)
    };
    let both = |kind: fn(&Deduction) -> Option<Bitboard>| of(straight, kind) | of(astray, kind);
    let castling = both(|step| match step {
        Deduction::MayCastle(men) => Some(*men),
        _ => None,
    });
    let pawns = both(|step| match step {
        Deduction::AtHome(men) => Some(*men),
        _ => None,
    });
    let mut steps = Vec::new();
    if castling.any() {
        steps.push(Deduction::MayCastle(castling));
    }
    if pawns.any() {
        steps.push(Deduction::AtHome(pawns));
    }
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
