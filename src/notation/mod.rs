//! Words and letters in each language: piece letters and move text. Knows no rules.

mod language;
mod letters;

pub use language::Language;
pub use letters::Letters;
