//! A man without a way in, told.

use super::Told;
use super::words::side;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::NoWayIn;

impl Told for NoWayIn {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let piece = style.letters.letter(self.role);
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
