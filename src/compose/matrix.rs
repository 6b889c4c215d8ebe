//! A composer's own position to start from.

use shakmaty::{Bitboard, Board, Color};
use thiserror::Error;

use crate::problem::{Fact, Goal, Histories, Length, Options, Play, Stipulation, Twin};
use crate::world::WorldSet;

/// A composer's own position to start from: what must stay, how much may change, and its histories.
#[derive(Debug, Clone)]
pub struct Matrix {
    pub(super) board: Board,
    pub(super) facts: Vec<Fact>,
    pub(super) histories: Histories,
    pub(super) worlds: WorldSet,
    pub(super) kept: Bitboard,
    pub(super) changes: usize,
    moves: u32,
    options: Options,
}

/// Why a problem is no matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum NoMatrix {
    /// The stipulation is not a direct mate.
    #[error("a matrix must be a direct mate, such as #2")]
    NotAMate,
    /// Black is on move.
    #[error("in a matrix White is on move")]
    BlackOnMove,
    /// No history leads to the position.
    #[error("no history leads to the matrix")]
    NoHistory,
}

impl Matrix {
    /// The position of `twin`, whose histories leave `worlds`. The men on `kept` stay where they are, and the kings do; up to
    /// `changes` men are added, or are moved, exchanged or taken off if they do not stand on `kept`.
    ///
    /// # Errors
    ///
    /// The twin is not a direct mate by White, or there is no world.
    pub fn new(
        twin: &Twin,
        worlds: WorldSet,
        kept: Bitboard,
        changes: usize,
    ) -> Result<Matrix, NoMatrix> {
        let Stipulation::Goal(forced) = twin.stipulation else {
            return Err(NoMatrix::NotAMate);
        };
        let (Play::Direct, Goal::Mate, Length::HalfMoves(plies)) =
            (forced.play, forced.goal, forced.length)
        else {
            return Err(NoMatrix::NotAMate);
        };
        if twin.diagram.turn != Color::White {
            return Err(NoMatrix::BlackOnMove);
        }
        if worlds.is_empty() {
            return Err(NoMatrix::NoHistory);
        }
        let board = twin.diagram.board.clone();
        Ok(Matrix {
            facts: twin.facts.clone(),
            histories: twin.histories.clone(),
            worlds,
            kept: (kept & board.occupied()) | board.kings(),
            changes,
            moves: plies.div_ceil(2),
            options: twin.options,
            board,
        })
    }

    /// In how many moves it is to be mate.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The options of the genre.
    pub fn options(&self) -> Options {
        self.options
    }

    /// How many men of `board` are new, elsewhere, others or gone.
    pub(super) fn changes_to(&self, board: &Board) -> usize {
        let differs = |from: &Board, to: &Board| {
            (from.occupied().into_iter())
                .filter(|&square| from.piece_at(square) != to.piece_at(square))
                .count()
        };
        differs(&self.board, board).max(differs(board, &self.board))
    }

    /// Whether `board` keeps what must stay and changes no more than it may.
    pub(super) fn allows(&self, board: &Board) -> bool {
        (self.kept.into_iter()).all(|square| board.piece_at(square) == self.board.piece_at(square))
            && self.changes_to(board) <= self.changes
    }
}
