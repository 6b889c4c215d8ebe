//! What the facts of the diagram say of an illegal last move, and of the position it was made in.

use shakmaty::Square;

use crate::problem::Fact;
use crate::retro::UnmoveKind;

use super::false_move::{FalseMove, Offence};
use super::retraction::unmove;

/// The facts of the diagram, told of the position in which `false_move` was made; `None` if they
/// exclude that move.
pub(super) fn facts_before(false_move: &FalseMove, facts: &[Fact]) -> Option<Vec<Fact>> {
    let us = match false_move.offence {
        Offence::OutOfTurn => false_move.before.turn.other(),
        _ => false_move.before.turn,
    };
    let unmove = unmove(false_move.mv);
    let arrived = [
        Some(unmove.to),
        match unmove.kind {
            UnmoveKind::Castling(side) => {
                Some(Square::from_coords(side.rook_to_file(), unmove.to.rank()))
            }
            _ => None,
        },
    ];
    let is_castling = matches!(unmove.kind, UnmoveKind::Castling(_));
    let mut before = Vec::new();
    for fact in facts {
        match *fact {
            Fact::LastMove { by, what } if by.is_none_or(|by| by == us) => {
                if !unmove.is_described_by(what) {
                    return None;
                }
            }
            // Who has just moved has moved; where he came from, nobody knows of it.
            Fact::Moved(square) if arrived.contains(&Some(square)) => {}
            Fact::NotMoved(square) if arrived.contains(&Some(square)) => return None,
            Fact::NoCapture if unmove.captured.is_some() => return None,
            Fact::NotCastled(by) if by == us && is_castling => return None,
            Fact::Castled { by, side } if by == us && is_castling => {
                if side.is_some_and(|side| unmove.kind != UnmoveKind::Castling(side)) {
                    return None;
                }
            }
            Fact::LastMove { .. }
            | Fact::Moved(_)
            | Fact::NotMoved(_)
            | Fact::NoCapture
            | Fact::Castled { .. }
            | Fact::NotCastled(_)
            | Fact::FirstMoves(_) => {
                before.push(fact.clone());
            }
            Fact::NoCaptureInLast(0) => {}
            Fact::NoCaptureInLast(_) if unmove.captured.is_some() => return None,
            Fact::NoCaptureInLast(plies) => before.push(Fact::NoCaptureInLast(plies - 1)),
        }
    }
    Some(before)
}
