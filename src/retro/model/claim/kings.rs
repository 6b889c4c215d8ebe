//! Each side has exactly one king.

use shakmaty::Color;

use super::words::side;
use crate::notation::Language;

/// A side with no king or with several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kings {
    /// The side.
    pub color: Color,
    /// How many kings it has.
    pub count: u32,
}

impl Kings {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        match language {
            Language::English => format!("{who} has {} kings instead of one", self.count),
            Language::German => format!("{who} hat {} Könige statt einem", self.count),
        }
    }
}
