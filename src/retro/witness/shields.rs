//! Shields: men who stand alone between a king that never moves and one who would attack him.
//!
//! On the way back a shield cannot leave before another stands on the same line, or before the attacker is off it: the king would have
//! been in check while the other side moved, or no move would have given the check. Invariant: a pure function of the board and
//! its walls; it guides, it proves nothing.

use shakmaty::{Bitboard, Board, Role, Square, attacks};

use super::distance::FAR;
use crate::retro::ledger::many;

/// A man who stands alone between a king that never moves and an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shield {
    /// Where he stands.
    pub man: Square,
    /// Where the man stands who would attack the king.
    pub attacker: Square,
    /// The squares between him and the king.
    pub line: Bitboard,
}

/// All shields of kings that are `walls`.
pub fn shields(board: &Board, walls: Bitboard) -> Vec<Shield> {
    let mut shields = Vec::new();
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
                shields.push(Shield {
                    man,
                    attacker,
                    line,
                });
            }
        }
    }
    shields
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
    moves: [Option<Box<[u8; 64]>>; 6],
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

    /// Moves of an officer from `square`. Kings do not go there, and pawns are not looked at.
    pub fn from(&mut self, role: Role, square: Square) -> u8 {
        if matches!(role, Role::King | Role::Pawn) {
            return FAR;
        }
        let (goals, walls) = (self.goals, self.walls);
        let moves = self.moves[role as usize - 1]
            .get_or_insert_with(|| Box::new(field(role, goals, walls)));
        moves[usize::from(square)]
    }

    /// Moves of the man who needs the fewest, of those on `squares`.
    pub fn nearest(&mut self, board: &Board, squares: Bitboard) -> u8 {
        let steps = |square| Some(self.from(board.role_at(square)?, square));
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

    #[test]
    fn a_shield_stands_alone_before_a_king_that_never_moves() {
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/R3K1nr").unwrap();
        let king = Bitboard::from(Square::E1);
        let shield = Shield {
            man: Square::G1,
            attacker: Square::H1,
            line: Bitboard::from(Square::F1).with(Square::G1),
        };
        assert_eq!(shields(&board, king), [shield]);
        assert!(
            shields(&board, Bitboard::EMPTY).is_empty(),
            "he may have moved"
        );
        let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/R3KBnr").unwrap();
        assert!(shields(&board, king).is_empty(), "there are two");
    }

    #[test]
    fn who_needs_the_fewest_moves_is_nearest() {
        let board = Board::from_ascii_board_fen(b"3n4/8/8/8/8/8/8/4K3").unwrap();
        let mut approach = Approach::new(Square::F1.into(), Square::E1.into());
        assert_eq!(approach.from(Role::Knight, Square::G3), 1);
        assert_eq!(approach.from(Role::Bishop, Square::G1), FAR);
        assert_eq!(approach.nearest(&board, board.black()), 5);
        assert_eq!(approach.nearest(&board, board.kings()), FAR);
    }
}
