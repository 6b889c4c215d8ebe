//! Moves counted anew: how many one side can have made, how many the other one must have made.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role};

use super::unmoved::Unmoved;
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::Tempo;

/// Whether the side has made no more moves than told, the other no fewer, and that does not go together.
pub(super) fn runs_out(claim: &Tempo, position: &RetroPosition) -> bool {
    let board = &position.board;
    let complete = board.by_color(claim.short).count() == 16;
    complete
        && most(position, claim.short).is_some_and(|most| most <= claim.at_most)
        && least(board, claim.short.other()) >= claim.needed
        && claim.is_contradictory(position.turn)
}

/// Men that stood still made no move, pawns one for each rank at most; `None`: others can have made any number.
fn most(position: &RetroPosition, color: Color) -> Option<u32> {
    let unmoved = Unmoved::of(position);
    let own = position.board.by_color(color);
    (own & !unmoved.still)
        .into_iter()
        .map(|square| {
            let is_pawn = position.board.pawns().contains(square);
            is_pawn.then(|| ranks(color, square.rank()))
        })
        .sum()
}

/// How many ranks a pawn has come.
fn ranks(color: Color, rank: Rank) -> u32 {
    match color {
        Color::White => u32::from(rank).saturating_sub(1),
        Color::Black => 6u32.saturating_sub(u32::from(rank)),
    }
}

/// Pawns may begin with a double step; whoever is not where a man of its kind began has moved, king and one rook together
/// if they castled.
fn least(board: &Board, color: Color) -> u32 {
    let own = board.by_color(color);
    let pawns = (own & board.pawns()).into_iter().map(|square| {
        let come = ranks(color, square.rank());
        if come > 1 { come - 1 } else { come }
    });
    let array = Board::new();
    let away = |role: Role| -> Bitboard {
        let piece = Piece { color, role };
        board.by_piece(piece) & !array.by_piece(piece)
    };
    let officers = Role::ALL.into_iter().filter(|&role| role != Role::Pawn);
    let moved: usize = officers.map(|role| away(role).count()).sum();
    let castled = away(Role::King).any() && away(Role::Rook).any();
    pawns.sum::<u32>() + moved as u32 - u32::from(castled)
}
