//! Worlds: what two histories of a diagram can differ in.
//!
//! A *history* is a sequence of legal moves from the initial array to the diagram. For play from
//! the diagram on, two histories differ only in the castling rights kept and in the en-passant
//! target: together a [`World`]. A [`WorldSet`] holds the worlds that are still open; it is the `F`
//! of a Berührt-Geführt problem. Invariant: worlds are exact, a right that is not in the world is lost.
//!
//! This module knows neither the touch law nor how a world is proved possible.
//!
//! ```
//! use beruehrt::world::{World, WorldSet};
//! use shakmaty::{Chess, Color};
//!
//! let array = World::of(&Chess::default());
//! assert_eq!(array.to_string(), "KQkq -");
//! let after_the_double_step: World = "k g6".parse()?;
//! let worlds = WorldSet::new(Color::White, ["k -".parse()?, after_the_double_step]);
//! assert!(after_the_double_step.is_dominated_by("k -".parse()?));
//! assert_eq!(worlds.castling_maximal().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod rights;
mod set;
mod statement;

use std::fmt;
use std::str::FromStr;

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, PositionError, Setup, Square};

pub use candidates::{candidates, capturable_targets, geometric_targets};
pub use rights::{ParseRightsError, Right, Rights};
pub use set::WorldSet;
pub use statement::{Statement, Term, statements};

/// One class of histories: the castling rights kept and the en-passant target.
///
/// `target` is set only if the last move was that double step and an enemy pawn can take it
/// legally. Ordered by target (none first), then by the bits of the rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct World {
    /// The square passed over by the last move, if it can be captured on legally.
    pub target: Option<Square>,
    /// The castling rights not lost, whether or not castling is possible at once.
    pub rights: Rights,
}

impl World {
    /// The world with these rights and this target.
    pub const fn new(rights: Rights, target: Option<Square>) -> World {
        World { target, rights }
    }

    /// Keym's order of the parts of a PRA problem: `other` keeps every castling right of `self`,
    /// its target is none or the same, and it is not `self`.
    pub fn is_dominated_by(self, other: World) -> bool {
        self != other
            && self.rights.is_subset(other.rights)
            && (other.target.is_none() || other.target == self.target)
    }

    /// The position of play in this world. Impossible checks and surplus material are no obstacle.
    ///
    /// # Errors
    ///
    /// A position shakmaty cannot play from: a king missing, the side not on move in check, a pawn
    /// on the first or eighth rank, or rights and target that do not fit the board.
    pub fn position(
        self,
        board: &shakmaty::Board,
        turn: Color,
    ) -> Result<Chess, PositionError<Chess>> {
        let mut setup = Setup::empty();
        setup.board = board.clone();
        setup.turn = turn;
        setup.castling_rights = self.rights.rook_squares();
        setup.ep_square = self.target;
        setup
            .position::<Chess>(CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
    }

    /// The world a position of play is in.
    pub fn of(position: &Chess) -> World {
        let rights = Right::ALL
            .into_iter()
            .filter(|right| position.castles().has(right.color(), right.side()))
            .collect();
        World {
            rights,
            target: position.ep_square(EnPassantMode::Legal),
        }
    }
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.target {
            Some(square) => write!(f, "{} {square}", self.rights),
            None => write!(f, "{} -", self.rights),
        }
    }
}

/// The text is not a world such as `Kq -` or `- d6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a world is written as castling rights and target square, such as `Kq -` or `- d6`")]
pub struct ParseWorldError;

impl FromStr for World {
    type Err = ParseWorldError;

    fn from_str(text: &str) -> Result<World, ParseWorldError> {
        let mut words = text.split_whitespace();
        let (Some(rights), Some(target), None) = (words.next(), words.next(), words.next()) else {
            return Err(ParseWorldError);
        };
        let target = match target {
            "-" => None,
            square => Some(square.parse().map_err(|_| ParseWorldError)?),
        };
        Ok(World {
            rights: rights.parse().map_err(|_| ParseWorldError)?,
            target,
        })
    }
}
