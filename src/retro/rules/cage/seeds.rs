//! Men a cage may be built around: those that look shut in or stuck.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use crate::retro::ledger::Mobility;
use crate::retro::model::Class;

/// A man that can have come from more squares than this is not shut in.
const SHUT_IN: usize = 20;

/// A man with more ways back than this is not stuck.
const STUCK: usize = 2;

/// Pawns on their own second rank: they stand there from the beginning.
pub(super) fn unmoved_pawns(board: &Board) -> Bitboard {
    Color::ALL
        .into_iter()
        .fold(Bitboard::EMPTY, |walls, color| {
            let home = Bitboard::from(color.relative_rank(Rank::Second));
            walls | (board.pawns() & board.by_color(color) & home)
        })
}

/// Men that would have no way from home if the pawns had always stood where they stand.
pub(super) fn shut_in(board: &Board, walls: Bitboard) -> Vec<Square> {
    let pawns = board.pawns();
    let mobility = Mobility::new(board, pawns);
    let mut found: Vec<(usize, Square)> = (board.occupied() & !pawns)
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            let origins = mobility.origins(piece.color, piece.role, square, Bitboard::EMPTY);
            let homes = match Class::of(piece.role, square) {
                Some(class) => class.homes(piece.color),
                None => match piece.color {
                    Color::White => Square::E1.into(),
                    Color::Black => Square::E8.into(),
                },
            };
            (origins.count() <= SHUT_IN && !homes.intersects(origins))
                .then_some((origins.count(), square))
        })
        .collect();
    // Last, pawns whose every origin is taken.
    found.extend((pawns & !walls).into_iter().filter_map(|square| {
        let color = board.color_at(square)?;
        let back = match color {
            Color::White => Bitboard::from(square).shift(-8),
            Color::Black => Bitboard::from(square).shift(8),
        };
        let origins = attacks::pawn_attacks(color.other(), square) | back;
        origins
            .is_subset(board.occupied() | Bitboard::BACKRANKS)
            .then_some((SHUT_IN + 1, square))
    }));
    found.sort_unstable();
    found.into_iter().map(|(_, square)| square).collect()
}

/// Kings and officers away from home that have next to no way back as the men stand, most stuck first.
pub(super) fn stuck(board: &Board, walls: Bitboard) -> Vec<Square> {
    let mut found: Vec<(usize, Square)> = (board.occupied() & !walls & !board.pawns())
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            let ways = attacks::attacks(square, piece, board.occupied()) & !board.occupied();
            let ways = ways
                .into_iter()
                .filter(|&way| {
                    piece.role != Role::King || guards(board, piece.color, way).is_empty()
                })
                .count();
            let at_home = Board::new().piece_at(square) == Some(piece);
            (ways <= STUCK && !at_home).then_some((ways, square))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, square)| square).collect()
}

/// The men that guard a square against the king of `color`.
pub(super) fn guards(board: &Board, color: Color, square: Square) -> Bitboard {
    let king = board.king_of(color).map_or(Bitboard::EMPTY, Bitboard::from);
    board.attacks_to(square, color.other(), board.occupied() & !king)
}
