//! Men interposed: who stands alone between a king that never moves and one who would attack him.
//!
//! On the way back such a man cannot leave before another stands on the same line, or before the attacker is off it: the king would have
//! been in check while the other side moved, or no move would have given the check. Invariant: a pure function of the board and
//! its walls; it guides, it proves nothing.

use shakmaty::{Bitboard, Board, Piece, Role, Square, attacks};

use super::distance::FAR;
use super::surroundings::guarded;
use crate::retro::ledger::many;

/// A man who stands alone between a king that never moves and an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interposed {
    /// Where he stands.
    pub man: Square,
    /// Where the man stands who would attack the king.
    pub attacker: Square,
    /// The squares between him and the king.
    pub line: Bitboard,
}

impl Interposed {
    /// The attacker, and others of his side who attack along such lines.
    pub fn checkers(&self, board: &Board) -> Bitboard {
        let is_straight = attacks::rook_attacks(self.attacker, Bitboard::EMPTY).contains(self.man);
        let alike = if is_straight {
            board.rooks_and_queens()
        } else {
            board.bishops_and_queens()
        };
        let side = board.color_at(self.attacker);
        side.map_or(Bitboard::EMPTY, |side| alike & board.by_color(side))
    }
}

/// All men interposed before kings that are `walls`.
pub fn interposed(board: &Board, walls: Bitboard) -> Vec<Interposed> {
    let mut interposed = Vec::new();
    for king in board.kings() & walls {
        let Some(color) = board.color_at(king) else {
            continue;
        };
        let enemies = board.by_color(color.other());
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        for attacker in (straight | diagonal) & enemies & !walls {
            let line = attacks::between(king, attacker);
            if let Some(man) = (line & board.occupied()).single_square()
                && !walls.contains(man)
            {
                interposed.push(Interposed {
                    man,
                    attacker,
                    line,
                });
            }
        }
    }
    interposed
}

/// Whether a king of these `walls` is in check.
pub fn is_checked(board: &Board, walls: Bitboard) -> bool {
    let is_attacked = |king: Square| {
        let color = board.color_at(king)?;
        let attackers = board.attacks_to(king, color.other(), board.occupied());
        Some(attackers.any())
    };
    let kings = board.kings() & walls;
    kings
        .into_iter()
        .any(|king| is_attacked(king) == Some(true))
}

/// Moves of a man of each type from each square to the nearest of the `goals`, past `walls`; [`FAR`] if there is no way.
pub struct Approach {
    goals: Bitboard,
    walls: Bitboard,
    moves: [Option<Box<[u8; 64]>>; 7],
}

impl Approach {
    /// Nothing is worked out yet.
    pub fn new(goals: Bitboard, walls: Bitboard) -> Approach {
        Approach {
            goals: goals & !walls,
            walls,
            moves: Default::default(),
        }
    }

    /// Moves of an officer, or of a king past what the walls guard, from `square`. Pawns are not looked at.
    pub fn from(&mut self, piece: Piece, square: Square) -> u8 {
        let kind = match piece.role {
            Role::Pawn => return FAR,
            Role::King => 5 + piece.color as usize,
            role => role as usize - 1,
        };
        let (goals, walls) = (self.goals, self.walls);
        let moves = self.moves[kind].get_or_insert_with(|| {
            let closed = match piece.role {
                Role::King => walls | guarded(walls, piece.color),
                _ => walls,
            };
            Box::new(field(piece.role, goals & !closed, closed))
        });
        moves[usize::from(square)]
    }

    /// Moves of the man who needs the fewest, of those on `squares`.
    pub fn nearest(&mut self, board: &Board, squares: Bitboard) -> u8 {
        let steps = |square| Some(self.from(board.piece_at(square)?, square));
        squares.into_iter().filter_map(steps).min().unwrap_or(FAR)
    }
}

fn field(role: Role, goals: Bitboard, walls: Bitboard) -> [u8; 64] {
    let mut moves = [FAR; 64];
    let (mut reached, mut front) = (goals, goals);
    let mut steps = 0;
    while front.any() {
        for square in front {
            moves[usize::from(square)] = steps;
        }
        steps += 1;
        front = many::moves(role, front, walls) & !reached & !walls;
        reached |= front;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Color, File, Rank};

    #[test]
    fn an_interposed_man_stands_alone_before_a_king_that_never_moves() {
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/R3K1nr").unwrap();
        let king = Bitboard::from(Square::E1);
        let one = Interposed {
            man: Square::G1,
            attacker: Square::H1,
            line: Bitboard::from(Square::F1).with(Square::G1),
        };
        assert_eq!(interposed(&board, king), [one]);
        assert!(
            interposed(&board, Bitboard::EMPTY).is_empty(),
            "he may have moved"
        );
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/R3KBnr").unwrap();
        assert!(interposed(&board, king).is_empty(), "there are two");
    }

    #[test]
    fn who_would_check_the_king_himself_is_not_interposed_for_his_side() {
        let board = Board::from_ascii_board_fen(b"2bqk2r/8/8/8/8/8/7Q/rN2K3").unwrap();
        let found = interposed(&board, Square::E1.into());
        let [interposed] = found.as_slice() else {
            panic!("the knight alone: {found:?}");
        };
        let rooks_and_queen = [Square::A1, Square::H8, Square::D8];
        assert_eq!(
            interposed.checkers(&board),
            Bitboard::from_iter(rooks_and_queen)
        );
    }

    #[test]
    fn who_needs_the_fewest_moves_is_nearest() {
        let board = Board::from_ascii_board_fen(b"3n4/8/8/8/8/8/8/4K3").unwrap();
        let mut approach = Approach::new(Square::F1.into(), Square::E1.into());
        assert_eq!(approach.from(Color::White.knight(), Square::G3), 1);
        assert_eq!(approach.from(Color::White.bishop(), Square::G1), FAR);
        assert_eq!(approach.nearest(&board, board.black()), 5);
        assert_eq!(approach.nearest(&board, board.kings()), FAR);
    }

    #[test]
    fn kings_go_round_what_pawns_at_home_and_the_other_king_guard() {
        // To c1 by way of d3 and c2: a2 and b2 guard a3, b3 and c3, the king on e1 guards d2.
        let open = [File::C, File::D, File::E].map(Bitboard::from_file);
        let open = open.iter().fold(Bitboard::EMPTY, |open, &file| open | file);
        let walls = Bitboard::from(Rank::Second) & !open;
        let mut approach = Approach::new(Square::C1.into(), walls.with(Square::E1));
        assert_eq!(approach.from(Color::Black.king(), Square::D4), 3);
        assert_eq!(approach.from(Color::Black.king(), Square::A4), 5);
        assert_eq!(approach.from(Color::White.king(), Square::A4), 3);
    }
}
