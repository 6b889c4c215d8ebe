//! Too many men, in words.

use super::Told;
use super::side;
use crate::report::text::TextStyle;
use crate::retro::model::claim::Material;
use crate::say;

impl Told for Material {
    fn told(&self, style: TextStyle) -> String {
        let language = style.language;
        let who = side(self.color, language);
        let Material {
            men,
            pawns,
            promoted,
            ..
        } = self;
        say!(language, TooMuchMaterial, who, men, pawns, promoted)
    }
}
