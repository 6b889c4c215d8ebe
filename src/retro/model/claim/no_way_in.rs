//! A man whose square cannot be reached from any home or promotion square.

use shakmaty::{Color, Role, Square};

use super::words::{letter, side};
use crate::notation::Language;

/// A man that had no way to its square around the men that never moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoWayIn {
    /// Whose man it is.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

impl NoWayIn {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let piece = letter(self.role, language);
        let square = self.square;
        match language {
            Language::English => format!(
                "{who}'s {piece}{square} had no way to its square: men that never moved close it off"
            ),
            Language::German => format!(
                "{piece}{square} ({who}) hatte keinen Weg auf sein Feld: Steine, die nie gezogen haben, \
                 sperren es ab"
            ),
        }
    }
}
