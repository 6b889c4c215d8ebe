//! Too many men, in words.

use super::Told;
use super::words::side;
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
        say!(
            language,
            "{who} has {men} men, {pawns} of them pawns and at least {promoted} promoted: \
                 there were only sixteen men and eight pawns",
            "{who} hat {men} Steine, davon {pawns} Bauern und mindestens {promoted} \
                 Umwandlungsfiguren: es gab nur sechzehn Steine und acht Bauern"
        )
    }
}
