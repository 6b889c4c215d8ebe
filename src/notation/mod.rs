//! Words and letters in each language: piece letters, moves and retractions as text. Knows no rules.
//!
//! Invariant: what [`MoveStyle`] writes, [`MoveText`] reads back to the same move.

mod language;
mod letters;
mod move_style;
mod move_text;
mod resolve;
mod retraction;

pub use language::{Language, Text};
pub use letters::Letters;
pub use move_style::{CastlingSign, Extent, MoveStyle};
pub use move_text::{EnPassantMark, MoveText, ParseMoveTextError, Sign};
pub use resolve::ResolveError;
pub use retraction::{ComesBack, TakenBack};
