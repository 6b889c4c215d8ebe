//! Men that no retraction sets free, shown by a set of patterns that no retraction leaves.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square};

/// What may stand on a square: nothing, or a man. Index into [`Pattern::may`].
pub(crate) const EMPTY: usize = 0;

/// The index of a man.
pub(crate) fn index(color: Color, role: Role) -> usize {
    role as usize + if color == Color::White { 0 } else { 6 }
}

/// The sets of possibilities with the side to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// For nothing and for each of the twelve men: where it may stand.
    pub(crate) may: [Bitboard; 13],
    /// The side to move; the other side retracts.
    pub(crate) turn: Color,
    /// The last move was the double step over this square.
    pub(crate) target: Option<Square>,
    /// Men that never moved before.
    pub(crate) frozen: Bitboard,
}

impl Pattern {
    /// Exactly this board.
    pub(crate) fn of_board(board: &Board, turn: Color, frozen: Bitboard) -> Pattern {
        let mut may = [Bitboard::EMPTY; 13];
        may[EMPTY] = !board.occupied();
        for (square, piece) in board {
            may[index(piece.color, piece.role)].add(square);
        }
        Pattern {
            may,
            turn,
            target: None,
            frozen,
        }
    }

    /// Pawns known to stand on their own second rank.
    pub(crate) fn unmoved_pawns(&self) -> Bitboard {
        let known = !self.doubtful();
        Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
            let home = Bitboard::from(color.relative_rank(Rank::Second));
            all | (self.may[index(color, Role::Pawn)] & home & known)
        })
    }

    /// Whether the position with these men is one of its positions.
    pub(crate) fn admits(&self, board: &Board) -> bool {
        (!board.occupied()).is_subset(self.may[EMPTY])
            && Color::ALL.into_iter().all(|color| {
                Role::ALL.into_iter().all(|role| {
                    board
                        .by_piece(shakmaty::Piece { color, role })
                        .is_subset(self.may[index(color, role)])
                })
            })
    }

    /// Squares with more than one possibility.
    pub(crate) fn doubtful(&self) -> Bitboard {
        let mut once = Bitboard::EMPTY;
        let mut twice = Bitboard::EMPTY;
        for squares in self.may {
            twice |= once & squares;
            once |= squares;
        }
        twice
    }
}

/// A proof that the men in a cage cannot have come there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cage {
    /// Where men were followed.
    pub zone: Bitboard,
    /// The men followed: they cannot all have come from home.
    pub men: Bitboard,
    /// The closed set; the position refuted is one of the first pattern's.
    pub patterns: Vec<Pattern>,
    /// For every pattern, those that between them cover all that can be taken back in it.
    pub before: Vec<Vec<usize>>,
}
