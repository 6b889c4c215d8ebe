//! Words and letters in each language: piece letters and move text. Knows no rules.

mod language;
mod letters;
mod move_text;

pub use language::Language;
pub use letters::Letters;
pub use move_text::{EnPassantMark, MoveText, ParseMoveTextError, Sign};
