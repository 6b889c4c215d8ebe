//! Reasons for impossibility: one file each, listed here.

use crate::notation::Language;

/// A named reason why a position cannot have arisen.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A king is missing or doubled.
    Kings,
}

impl Reason {
    /// The reason in a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        match (self, language) {
            (Reason::Kings, Language::English) => "each side has exactly one king".to_owned(),
            (Reason::Kings, Language::German) => "jede Seite hat genau einen König".to_owned(),
        }
    }
}
