//! The side that just moved did not leave its king in check (Laws, article 3.9).

use shakmaty::{Color, Square};

use super::words::side;
use crate::notation::Language;

/// The side not on move is in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleCheck {
    /// The side in check.
    pub color: Color,
    /// Its king.
    pub king: Square,
    /// A man that gives the check.
    pub checker: Square,
}

impl IdleCheck {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let IdleCheck { king, checker, .. } = self;
        match language {
            Language::English => {
                format!("{who} has just moved and left the king {king} in check from {checker}")
            }
            Language::German => {
                format!(
                    "{who} hat eben gezogen und den König {king} im Schach von {checker} gelassen"
                )
            }
        }
    }
}
