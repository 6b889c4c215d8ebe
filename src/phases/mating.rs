//! Mates on the board: who takes part, which squares are guarded how often. Knows boards alone; castling
//! never parries a check, and en passant was played out before.

use shakmaty::attacks::{attacks, between, king_attacks};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// How economical a mate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Economy {
    /// Neither of the two, or not for certain.
    Plain,
    /// Pure, and every man of the mating side takes part but, at most, its king and pawns.
    Model,
    /// Pure, and every man on the board takes part.
    Ideal,
}

/// How economical it is that the king of `color` is mated on `board`. A mate by double check counts as plain,
/// for whether both checks are needed is not looked at.
pub(super) fn economy(board: &Board, color: Color) -> Economy {
    let Some(king) = board.king_of(color) else {
        return Economy::Plain;
    };
    if !is_pure(board, color, king) {
        return Economy::Plain;
    }
    let mating = color.other();
    let needed = |square: Square| {
        let mut without = board.clone();
        without.discard_piece_at(square);
        !is_mated(&without, color)
    };
    let men = board.by_color(mating);
    let pieces = men & !board.pawns() & !board.kings();
    if !pieces.into_iter().all(needed) {
        return Economy::Plain;
    }
    let blocks = (board.by_color(color) & !Bitboard::from(king))
        .into_iter()
        .all(|square| king_attacks(king).contains(square));
    let ideal = blocks && (men & !pieces).into_iter().all(needed);
    if ideal {
        Economy::Ideal
    } else {
        Economy::Model
    }
}

/// Whether one man gives check, and every square of the king's field is denied once: guarded by one man, or
/// held by a man of his own and not guarded.
fn is_pure(board: &Board, color: Color, king: Square) -> bool {
    let mating = color.other();
    if board.attacks_to(king, mating, board.occupied()).count() != 1 {
        return false;
    }
    // The king shields no square behind himself.
    let lifted = board.occupied() & !Bitboard::from(king);
    king_attacks(king).into_iter().all(|square| {
        let guards = board.attacks_to(square, mating, lifted).count();
        match board.color_at(square) {
            Some(own) if own == color => guards == 0,
            _ => guards == 1,
        }
    })
}

/// Whether `color` is in check and has no way out.
pub(super) fn is_mated(board: &Board, color: Color) -> bool {
    let Some(king) = board.king_of(color) else {
        return false;
    };
    let checkers = board.attacks_to(king, color.other(), board.occupied());
    if checkers.is_empty() {
        return false;
    }
    let own = board.by_color(color);
    let flees = (king_attacks(king) & !own)
        .into_iter()
        .any(|square| is_safe_after(board, color, king, square));
    if flees {
        return false;
    }
    let Some(checker) = checkers.single_square() else {
        return true;
    };
    let parries = between(king, checker) | Bitboard::from(checker);
    !(own & !Bitboard::from(king)).into_iter().any(|from| {
        (moves_of(board, from) & parries)
            .into_iter()
            .any(|to| is_safe_after(board, color, from, to))
    })
}

/// Whether `color` is not in check after the man on `from` has gone to `to`.
pub(super) fn is_safe_after(board: &Board, color: Color, from: Square, to: Square) -> bool {
    let mut after = board.clone();
    let Some(man) = after.remove_piece_at(from) else {
        return false;
    };
    after.set_piece_at(to, man);
    after.king_of(color).is_some_and(|king| {
        after
            .attacks_to(king, color.other(), after.occupied())
            .is_empty()
    })
}

/// Where the man on `from` can go, checks left aside.
fn moves_of(board: &Board, from: Square) -> Bitboard {
    let Some(man) = board.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let occupied = board.occupied();
    if man.role != Role::Pawn {
        return attacks(from, man, occupied) & !board.by_color(man.color);
    }
    let mut moves = attacks(from, man, occupied) & board.by_color(man.color.other());
    let forward = |square: Square| square.offset(man.color.fold_wb(8, -8));
    let first = man
        .color
        .fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
    if let Some(step) = forward(from).filter(|&step| !occupied.contains(step)) {
        moves.add(step);
        let double = forward(step).filter(|&double| !occupied.contains(double));
        if let (true, Some(double)) = (from.rank() == first, double) {
            moves.add(double);
        }
    }
    moves
}

/// Whether the man on `shut` is kept from parrying this mate by the man of its own colour on `on`: lifted
/// from there, it would let the other pass, and one of the moves over that square would end the check.
pub(super) fn shuts_out(board: &Board, on: Square, shut: Square) -> bool {
    let (Some(Piece { color, .. }), Some(line_man)) = (board.piece_at(on), board.piece_at(shut))
    else {
        return false;
    };
    if line_man.color != color {
        return false;
    }
    let mut lifted = board.clone();
    lifted.discard_piece_at(on);
    let reach = attacks(shut, line_man, lifted.occupied()) & !lifted.by_color(color);
    reach
        .into_iter()
        .any(|to| between(shut, to).contains(on) && is_safe_after(&lifted, color, shut, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(placement: &str) -> Board {
        Board::from_ascii_board_fen(placement.as_bytes()).unwrap()
    }

    #[test]
    fn a_mate_is_as_economical_as_it_is() {
        for (placement, expected) in [
            // King and rook share the field without an overlap.
            ("8/8/8/8/8/1K6/8/k6R", Economy::Ideal),
            // A pawn that has nothing to do with it; an officer that has not.
            ("8/8/8/7P/8/1K6/8/k6R", Economy::Model),
            ("8/8/8/7N/8/1K6/8/k6R", Economy::Plain),
            // a2 is guarded by king and queen.
            ("8/8/8/8/8/1K6/1Q6/k7", Economy::Plain),
            // Smothered: three blocks, one knight, the king elsewhere.
            ("6rk/5Npp/8/8/8/8/8/K7", Economy::Model),
            // The same with a block that is guarded.
            ("6rk/5Npp/8/8/8/8/7R/K7", Economy::Plain),
        ] {
            let board = board(placement);
            assert!(is_mated(&board, Color::Black), "{placement}");
            assert_eq!(economy(&board, Color::Black), expected, "{placement}");
        }
        // Not mated: the knight is taken, the check is parried.
        for placement in ["6rk/5Npp/8/2q5/8/8/8/K4q2", "k6R/8/1K6/8/6b1/8/8/8"] {
            assert!(!is_mated(&board(placement), Color::Black), "{placement}");
        }
    }

    #[test]
    fn a_man_shuts_out_another() {
        // The rook on e4 keeps the bishop on b1 from parrying on h7; on e2 it does not.
        let mate = "7k/5ppR/7p/8/4r3/8/8/KbB4R";
        let shut = board(mate);
        assert!(shuts_out(&shut, Square::E4, Square::B1));
        let open = board("7k/5ppR/7p/8/8/8/4r3/KbB4R");
        assert!(!shuts_out(&open, Square::E2, Square::B1));
    }
}
