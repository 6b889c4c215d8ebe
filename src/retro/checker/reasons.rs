//! Whether a named reason holds of a position.
//!
//! All are checked from the rules of chess and the checker's own view of what stood still ([`Unmoved`]); that no
//! scenario fits by the account of captures, or by going through the cases (`cases`).

use shakmaty::{Bitboard, Board, Piece, Role};

use super::account::{NEVER, least_sum, missing};
use super::cases;
use super::closure::Allowance;
use super::unmoved::{Unmoved, at_home};
use super::{material, pawn_order, region, tempo, walls};
use crate::budget::{Budget, Limit};
use crate::retro::model::claim::{
    Deadlock, Hint, ImpossibleCheck, Kings, Material, NeverMoved, NoScenario, NoWayIn,
    PawnCaptures, Reason, Shown,
};
use crate::retro::model::{RetroPosition, RightState};

/// What is known of a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Proof {
    /// It refutes the position.
    Holds,
    /// So does this claim, with what showed it.
    Shown(NoScenario),
    /// It does not.
    Fails,
    /// Not shown here, whatever the search that found it knows.
    Unshown,
}

/// Whether `reason` refutes `position`; what is looked at for that is taken from `allowance`, and more is not looked at.
///
/// # Errors
///
/// Time or a request to stop.
pub(super) fn proof(
    reason: &Reason,
    position: &RetroPosition,
    allowance: &mut Allowance,
    clock: &Budget,
) -> Result<Proof, Limit> {
    let board = &position.board;
    let mover = position.turn.other();
    let holds = match reason {
        Reason::Kings(Kings { color, count }) => {
            let found = (board.kings() & board.by_color(*color)).count();
            found != 1 && found == *count as usize
        }
        Reason::EdgePawn(edge) => {
            board.role_at(edge.square) == Some(Role::Pawn)
                && Bitboard::BACKRANKS.contains(edge.square)
        }
        Reason::Material(material) => too_much(material, board),
        Reason::IdleCheck(check) => {
            check.color == mover
                && board.piece_at(check.king) == Some(mover.king())
                && board
                    .attacks_to(check.king, position.turn, board.occupied())
                    .contains(check.checker)
        }
        Reason::ImpossibleCheck(check) => impossible_check(check, position),
        Reason::NeverMoved(never) => {
            let still = Unmoved::of(position).still;
            match *never {
                NeverMoved::LostRight(right) => {
                    position.rights[right as usize] == RightState::Lost
                        && still.contains(right.king_home())
                        && still.contains(right.rook_home())
                }
                NeverMoved::SaidToHaveMoved(square) => {
                    position.moved.contains(square) && still.contains(square)
                }
            }
        }
        Reason::Deadlock(Deadlock { men }) => {
            men.is_subset(Unmoved::of(position).still) && !men.is_subset(at_home(board))
        }
        Reason::Tempo(claim) => tempo::runs_out(claim, position),
        Reason::NoWayIn(no_way) => had_no_way(*no_way, position),
        Reason::PawnCaptures(captures) => too_many_captures(captures, board),
        Reason::ClosedRegion(closed) => region::cannot_have_come(*closed, position),
        Reason::PawnOrder(claim) => pawn_order::is_never_reached(claim, position, allowance),
        Reason::NoScenario(claim) => return no_scenario(claim, position, allowance, clock),
    };
    Ok(if holds { Proof::Holds } else { Proof::Fails })
}

fn no_scenario(
    claim: &NoScenario,
    position: &RetroPosition,
    allowance: &mut Allowance,
    clock: &Budget,
) -> Result<Proof, Limit> {
    let Some(shown) = cases::show(claim, position, allowance, clock)? else {
        return Ok(Proof::Unshown);
    };
    let mut claim = claim.clone();
    if let Shown::Account(..) = shown {
        claim.nogoods = None;
        claim.hint = Hint::None;
    }
    claim.shown = Some(shown);
    Ok(Proof::Shown(claim))
}

/// Whether the numbers are those of the board, and more than a side ever has.
fn too_much(claim: &Material, board: &Board) -> bool {
    let men = board.by_color(claim.color).count();
    let (pawns, promoted) = material(board, claim.color);
    let claimed = [claim.men, claim.pawns, claim.promoted];
    [men, pawns, promoted] == claimed.map(|number| number as usize)
        && (men > 16 || pawns + promoted > 8)
}

/// Three checks; two by men that no move uncovers; or one by a king.
fn impossible_check(claim: &ImpossibleCheck, position: &RetroPosition) -> bool {
    let board = &position.board;
    let checkers = board.attacks_to(claim.king, position.turn.other(), board.occupied());
    let never_uncovered = checkers & (board.knights() | board.pawns());
    board.piece_at(claim.king) == Some(position.turn.king())
        && claim.checkers == checkers
        && (checkers.count() > 2
            || never_uncovered.count() > 1
            || checkers.intersects(board.kings()))
}

/// Whether the man cannot have come to its square from any home of its kind, nor from a promotion.
fn had_no_way(claim: NoWayIn, position: &RetroPosition) -> bool {
    let NoWayIn {
        color,
        role,
        square,
        ways,
    } = claim;
    let board = &position.board;
    let unmoved = Unmoved::of(position);
    let known = unmoved
        .ways
        .iter()
        .fold(Bitboard::EMPTY, |all, &way| all | way);
    board.piece_at(square) == Some(Piece { color, role })
        && ways.is_subset(known)
        && unmoved.had_no_way(square)
}

/// Whether no choice of different files of origin comes to the board's pawns with the captures there were.
fn too_many_captures(claim: &PawnCaptures, board: &Board) -> bool {
    let pawns = board.pawns() & board.by_color(claim.color);
    let costs = walls::captures(board, claim.color);
    // Every claim about the number needed is checked, not only that it is too much.
    let needed = claim.needed.unwrap_or(NEVER);
    claim.pawns == pawns
        && missing(board, claim.color.other()) == Some(claim.missing)
        && needed > claim.missing
        && least_sum(&costs) >= needed
}
