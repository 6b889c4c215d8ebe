//! For whom a text is written.

use shakmaty::Move;
use shakmaty::san::SanPlus;

use crate::notation::{CastlingSign, Language, Letters, MoveStyle};

/// Letters and language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextStyle {
    /// Piece letters.
    pub letters: Letters,
    /// Language.
    pub language: Language,
}

impl TextStyle {
    /// As records have it.
    pub const ENGLISH: TextStyle = TextStyle::of(Language::English);

    /// A language with the letters its readers are used to.
    pub const fn of(language: Language) -> TextStyle {
        TextStyle {
            letters: language.letters(),
            language,
        }
    }

    /// How moves are written: German and French texts castle with zeros.
    pub const fn moves(self) -> MoveStyle {
        MoveStyle {
            letters: self.letters,
            extent: crate::notation::Extent::Short,
            castling: match self.language {
                Language::English => CastlingSign::Letters,
                Language::German | Language::French => CastlingSign::Zeros,
            },
        }
    }

    /// A move whose short notation is known.
    pub fn write(self, san: SanPlus, mv: Move) -> String {
        self.moves().write_san(mv, &san)
    }
}
