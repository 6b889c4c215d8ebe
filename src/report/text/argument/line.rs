//! The main line of an argument in retro notation: `R: 1. Kh2-g1 c5-c4 2. e2xPf3`, what dies beside it in brackets.

use std::fmt::Write as _;

use super::moves::short_moves;
use crate::report::text::TextStyle;
use crate::retro::model::{Argument, Branch, Deduction};
use crate::retro::{Refutation, RetroPosition};

/// Half-moves from which on a line is written.
const SHORTEST: usize = 2;

/// The line that goes furthest back, `plies` having been taken back before; `None` where it is shorter than two half-moves.
pub(super) fn main_line(
    argument: &Argument,
    refutation: &Refutation,
    plies: usize,
    style: TextStyle,
) -> Option<String> {
    if depth(argument) < SHORTEST {
        return None;
    }
    let mut text = "R:".to_owned();
    let (mut argument, mut place, mut ply) = (argument, 0, plies);
    while let Some(branches) = last_moves(argument) {
        let longest = branches.iter().rev().max_by_key(|one| depth(&one.then))?;
        let (unmove, before) = *longest.moves.first()?;
        if ply.is_multiple_of(2) {
            let _ = write!(text, " {}. ", ply / 2 + 1);
        } else {
            text.push_str(if ply == plies { " ... " } else { " " });
        }
        text += &style.moves().retraction(&unmove);
        let gave_check = refutation.positions.get(place);
        if gave_check.is_some_and(|refuted| is_check(&refuted.position)) {
            text.push('+');
        }
        let beside = beside(branches, longest, style);
        if !beside.is_empty() {
            let _ = write!(text, " ({})", beside.join(", "));
        }
        (argument, place, ply) = (&longest.then, before, ply + 1);
    }
    Some(text)
}

fn last_moves(argument: &Argument) -> Option<&[Branch]> {
    argument.steps.iter().find_map(|step| match step {
        Deduction::LastMoves(branches) => Some(branches.as_slice()),
        _ => None,
    })
}

/// How many half-moves are taken back at most. Arguments are not deep.
fn depth(argument: &Argument) -> usize {
    let branches = last_moves(argument).unwrap_or_default();
    let deepest = branches.iter().map(|one| depth(&one.then) + 1).max();
    deepest.unwrap_or(0)
}

/// The other moves that were possible there.
fn beside(branches: &[Branch], main: &Branch, style: TextStyle) -> Vec<String> {
    let of = |branch: &Branch| {
        let skipped = usize::from(std::ptr::eq(branch, main));
        let moves = branch.moves.iter().skip(skipped).copied().collect();
        let rest = Branch {
            moves,
            then: Argument { steps: Vec::new() },
        };
        short_moves(&rest, style)
    };
    branches.iter().flat_map(of).collect()
}

fn is_check(position: &RetroPosition) -> bool {
    let board = &position.board;
    board.king_of(position.turn).is_some_and(|king| {
        let attackers = board.attacks_to(king, position.retractor(), board.occupied());
        attackers.any()
    })
}
