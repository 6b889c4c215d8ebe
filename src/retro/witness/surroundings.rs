//! What stands in the way of men going home, and what that forbids at once.
//!
//! Invariant: a pure function of the board and of what its past demands; it guides, it proves nothing.

use std::sync::Arc;

use shakmaty::{Bitboard, Board, ByColor, Color, File, Square, attacks};

use super::distance::{Distances, Walled};
use super::node::{Node, home_rank, initial_piece, same_color};

/// What stands in the way, from what never moves again to what may have to make way.
pub struct Surroundings {
    /// Squares whose men will never leave them on the way back.
    pub walls: Bitboard,
    /// The walls, and pawns that need not leave their files.
    pub barrier: Bitboard,
    /// The barrier, and men at home.
    pub crowd: Bitboard,
    /// Homes that no man on the board belongs to.
    pub reserved: Bitboard,
    /// For each side the squares that walls of the other side always attack.
    pub guarded: ByColor<Bitboard>,
    /// Distances past the walls.
    pub past_walls: Arc<Walled>,
    /// Distances past the barrier.
    pub past_barrier: Arc<Walled>,
    /// Distances past the crowd.
    pub past_crowd: Arc<Walled>,
}

impl Surroundings {
    /// Those of a board with these walls; `barrier` holds them and the pawns that need not leave their files.
    pub fn new(
        board: &Board,
        walls: Bitboard,
        barrier: Bitboard,
        reserved: Bitboard,
        distances: &mut Distances,
    ) -> Surroundings {
        let mut crowd = barrier;
        for square in board.occupied() & Bitboard::BACKRANKS & !board.knights() & !board.pawns() {
            if board.piece_at(square) == initial_piece(square) {
                crowd.add(square);
            }
        }
        Surroundings {
            walls,
            barrier,
            crowd,
            reserved,
            guarded: ByColor::new_with(|color| guarded(board, walls, color)),
            past_walls: distances.walled(walls),
            past_barrier: distances.walled(barrier),
            past_crowd: distances.walled(crowd),
        }
    }
}

/// Squares whose men will never leave them on the way back.
pub fn walls(node: &Node) -> Bitboard {
    let board = &node.board;
    let mut walls = node.frozen;
    for color in Color::ALL {
        walls |= board.by_color(color) & board.pawns() & Bitboard::from(home_rank(color));
    }
    let mut candidates = Bitboard::EMPTY;
    for square in board.occupied() & Bitboard::BACKRANKS & !walls {
        if board.piece_at(square) == initial_piece(square) {
            candidates.add(square);
        }
    }
    // Men at home that cannot move before another of them does: a cage.
    let mut caged = candidates;
    loop {
        let mut kept = Bitboard::EMPTY;
        for square in caged {
            if let Some(piece) = board.piece_at(square) {
                let steps = attacks::attacks(square, piece, Bitboard::FULL);
                if steps.is_subset(walls | caged) {
                    kept.add(square);
                }
            }
        }
        if kept == caged {
            return walls | caged;
        }
        caged = kept;
    }
}

/// Squares on which `color`'s king can never have stood: pawns and kings of the other side that never move
/// again attack them.
fn guarded(board: &Board, walls: Bitboard, color: Color) -> Bitboard {
    let enemies = board.by_color(color.other()) & walls;
    let mut guarded = Bitboard::EMPTY;
    for square in enemies & board.pawns() {
        guarded |= attacks::pawn_attacks(color.other(), square);
    }
    for square in enemies & board.kings() {
        guarded |= attacks::king_attacks(square);
    }
    guarded
}

/// Whether king and queen, or a bishop, are shut in on their first rank in the wrong order: nothing on a
/// rank can pass.
pub fn out_of_order(board: &Board, color: Color, king: Square, walls: Bitboard) -> bool {
    let rank = Bitboard::from(relative(Square::E1, color).rank());
    if !rank.contains(king) {
        return false;
    }
    let mut cell = Bitboard::from(king);
    loop {
        let around = cell.into_iter().fold(cell, |around, square| {
            around | attacks::king_attacks(square)
        }) & !walls;
        if !around.is_subset(rank) {
            return false;
        }
        if around == cell {
            break;
        }
        cell = around;
    }
    let own = board.by_color(color) & cell;
    let king_side = same_color(relative(Square::F1, color));
    let homes = [
        (board.queens(), File::D),
        (board.bishops() & king_side, File::F),
        (board.bishops() & !king_side, File::C),
    ];
    homes.into_iter().any(|(men, home)| {
        let misplaced = |square: Square| (square.file() < king.file()) != (home < File::E);
        (own & men).into_iter().any(misplaced)
    })
}

/// The square as seen from White's side.
pub fn relative(square: Square, color: Color) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}
