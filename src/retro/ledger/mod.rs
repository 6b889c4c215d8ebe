//! The ledger of the 32 initial men: who is on the board, who never moved, who may be missing.
//!
//! Everything a static argument starts from, computed once per position: the census of each side,
//! the *steady* men (those that provably never moved and so closed their squares for the whole
//! game) and the [`Mobility`] of officers between the squares left open. Invariant: every statement
//! holds for every history of the position; what is not certain is left open.

pub mod many;
mod mobility;
mod region;
mod release;
mod steady;
mod walls;

use shakmaty::{Bitboard, Board, Color, Square};

use crate::retro::model::{Class, EpState, RetroPosition, RightState};
use crate::world::Right;
pub use mobility::Mobility;
pub use region::{Region, closed_regions};
pub(crate) use release::{approaches, entrances};
pub use steady::steady_men;

/// The men of one side on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// Where its king stands.
    pub king: Square,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Its officers, by index of [`Class`].
    pub officers: [Bitboard; 5],
    /// How many of its sixteen men are missing: each was captured by the other side.
    pub missing: u32,
}

impl Census {
    fn new(board: &Board, color: Color) -> Option<Census> {
        let own = board.by_color(color);
        let king = board.king_of(color)?;
        let officers = Class::ALL.map(|class| class.men(board, color));
        Some(Census {
            king,
            pawns: own & board.pawns(),
            officers,
            missing: 16u32.checked_sub(own.count() as u32)?,
        })
    }
}

/// The ledger of a position.
#[derive(Debug, Clone)]
pub struct Ledger {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// White's and Black's men.
    pub white: Census,
    /// Black's men.
    pub black: Census,
    /// Squares whose men have never moved: closed for everybody for the whole game.
    pub steady: Bitboard,
    /// Men not steady that no chain of retractions frees; if they all stood at home they would be steady.
    pub unreleased: Bitboard,
    /// The pawn that made a double step with the last move, if that is known.
    pub double_stepped: Option<Square>,
    /// Squares whose first men never moved although they are gone: they were captured there.
    pub died_at_home: Bitboard,
    /// How officers can move around the steady men.
    pub mobility: Mobility,
}

impl Ledger {
    /// The ledger of a position with one king and at most sixteen men a side; else `None`
    /// (those positions have simpler refutations).
    pub fn new(position: &RetroPosition) -> Option<Ledger> {
        let board = position.board.clone();
        let white = Census::new(&board, Color::White)?;
        let black = Census::new(&board, Color::Black)?;
        let mut steady = steady_men(position);
        let mut mobility = Mobility::new(&board, steady);
        let mut unreleased = release::unreleased(&board, &mobility);
        let array = Board::new();
        let home = many::same(&board, &array);
        while unreleased.any() && unreleased.is_subset(home) {
            steady |= unreleased;
            mobility = Mobility::new(&board, steady);
            unreleased = release::unreleased(&board, &mobility);
        }
        mobility.walls = walls::walls(&board);
        Some(Ledger {
            died_at_home: position.frozen & (board.occupied() | array.occupied()) & !home,
            board,
            turn: position.turn,
            white,
            black,
            steady,
            unreleased,
            double_stepped: pushed(position),
            mobility,
        })
    }

    /// One side's men.
    pub fn census(&self, color: Color) -> &Census {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// How many captures a side made: the other side's missing men.
    pub fn captures(&self, color: Color) -> u32 {
        self.census(color.other()).missing
    }
}

/// Where the pawn stands whose double step left the known target.
fn pushed(position: &RetroPosition) -> Option<Square> {
    let EpState::Target(target) = position.ep else {
        return None;
    };
    target.offset(match position.turn {
        Color::White => -8,
        Color::Black => 8,
    })
}

/// Whether king and rook of a right that is lost are both steady, which contradicts the loss.
pub(crate) fn contradicted_loss(position: &RetroPosition, steady: Bitboard) -> Option<Right> {
    Right::ALL.into_iter().find(|&right| {
        position.rights[right as usize] == RightState::Lost
            && steady.contains(right.king_home())
            && steady.contains(right.rook_home())
    })
}
