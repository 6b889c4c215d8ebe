//! A pawn on the edge, in words.

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::retro::model::claim::EdgePawn;

impl Told for EdgePawn {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        match language {
            Language::English => format!("no pawn can stand on {}", self.square),
            Language::German => format!("auf {} kann kein Bauer stehen", self.square),
        }
    }
}
