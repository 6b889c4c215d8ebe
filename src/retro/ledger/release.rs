//! Which men can ever be taken back: a relaxed pass over all retractions at once.
//!
//! A man is *released* if it can be taken back to a square that is empty or whose man is released; the
//! men that were captured meanwhile, and everything else that could be in the way, are forgotten. So
//! a man that is not released has stood on its square since the game began. Invariant: no history
//! takes back a man that is not released.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::Mobility;
use crate::world::Right;

/// The men, neither steady nor ever to be taken back.
pub(super) fn unreleased(board: &Board, mobility: &Mobility) -> Bitboard {
    let mut held = board.occupied() & !mobility.blocked;
    loop {
        let free = !board.occupied() | (board.occupied() & !held & !mobility.blocked);
        let before = held;
        for square in before {
            if can_be_taken_back(board, mobility, free, square) {
                held.discard(square);
            }
        }
        for (king, rook, king_home, rook_home) in castled(board) {
            if free.contains(king_home) && free.contains(rook_home) {
                held.discard(king);
                held.discard(rook);
            }
        }
        if held == before {
            return held;
        }
    }
}

fn can_be_taken_back(board: &Board, mobility: &Mobility, free: Bitboard, square: Square) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return true;
    };
    let captured = board.by_color(piece.color.other()).count() < 16;
    let from_there = |role: Role, ways: Bitboard| {
        ways.into_iter().any(|way| {
            free.contains(way)
                && !mobility.pins_down(piece.color, role, way)
                && (role != Role::King || !mobility.is_taboo(piece.color, way))
        })
    };
    let as_pawn = || {
        let mut ways = Bitboard::from(square).shift(piece.color.fold_wb(-8, 8));
        if captured {
            ways |= attacks::pawn_attacks(piece.color.other(), square);
        }
        from_there(Role::Pawn, ways & !Bitboard::BACKRANKS)
    };
    if piece.role == Role::Pawn {
        return as_pawn();
    }
    from_there(piece.role, approaches(piece.role, square, !free))
        || (piece.role != Role::King
            && square.rank() == piece.color.relative_rank(Rank::Eighth)
            && (board.by_color(piece.color) & board.pawns()).count() < 8
            && as_pawn())
}

/// The squares from which a man of this role takes its last step to `square`, castling apart.
pub(crate) fn entrances(role: Role, square: Square) -> Bitboard {
    attacks::attacks(square, role.of(Color::White), Bitboard::FULL)
}

/// The squares from which a man of this role moves to `square` around `shut` squares: a line piece may
/// pass over squares on which it could not have stopped.
pub(crate) fn approaches(role: Role, square: Square, shut: Bitboard) -> Bitboard {
    attacks::attacks(square, role.of(Color::White), shut) & !shut
}

/// Kings and rooks that stand as after castling: king, rook, and their homes.
fn castled(board: &Board) -> impl Iterator<Item = (Square, Square, Square, Square)> + '_ {
    Right::ALL.into_iter().filter_map(|right| {
        let color = right.color();
        let (king, rook) = (right.side().king_to(color), right.side().rook_to(color));
        let stands = board.piece_at(king) == Some(color.king())
            && board.piece_at(rook) == Some(color.rook());
        stands.then(|| (king, rook, right.king_home(), right.rook_home()))
    })
}
