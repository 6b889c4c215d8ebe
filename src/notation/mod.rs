//! Words and letters in each language: piece letters, moves and retractions as text. Knows no rules.
//!
//! Invariant: what [`MoveStyle`] writes, [`MoveText`] reads back to the same move.
//!
//! ```
//! use beruehrt::notation::{Letters, MoveStyle};
//! use shakmaty::{Chess, Position};
//!
//! let style = MoveStyle { letters: Letters::German, ..MoveStyle::default() };
//! let array = Chess::default();
//! let moves = array.legal_moves();
//! let knights: Vec<String> = moves.iter().map(|&mv| style.write(&array, mv)).collect();
//! assert!(knights.contains(&"Sf3".to_owned()));
//! ```

mod hostile;
mod language;
mod letters;
mod messages;
mod move_style;
mod move_text;
mod resolve;
mod retraction;

pub use hostile::is_hostile;
pub(crate) use hostile::stand_in;
pub use language::{Language, Text, Value};
pub use letters::Letters;
pub use messages::Message;
pub use move_style::{CastlingSign, Extent, MoveStyle};
pub use move_text::{EnPassantMark, MoveText, ParseMoveTextError, Sign};
pub use resolve::ResolveError;
pub use retraction::{ComesBack, TakenBack};
