//! Words and letters in each language: piece letters and move text. Knows no rules.

mod language;

pub use language::Language;
