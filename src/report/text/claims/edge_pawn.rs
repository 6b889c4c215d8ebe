//! A pawn on the edge, in words.

use super::Told;
use crate::report::text::TextStyle;
use crate::retro::model::claim::EdgePawn;
use crate::say;

impl Told for EdgePawn {
    fn told(&self, style: TextStyle) -> String {
        let square = self.square;
        say!(style.language, NoPawnCanStand, square)
    }
}
