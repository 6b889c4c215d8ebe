//! For whom a text is written.

use crate::notation::{Language, Letters};

/// Letters and language.
#[derive(Debug, Clone, Copy)]
pub struct TextStyle {
    /// Piece letters.
    pub letters: Letters,
    /// Language.
    pub language: Language,
}
