//! A side never has more than sixteen men, eight pawns, or more promoted men than pawns gone.

use shakmaty::Color;

use super::words::side;
use crate::notation::Language;

/// Too many men of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material {
    /// The side.
    pub color: Color,
    /// All its men.
    pub men: u32,
    /// Its pawns.
    pub pawns: u32,
    /// Its officers beyond the originals (bishops of each square colour apart).
    pub promoted: u32,
}

impl Material {
    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let who = side(self.color, language);
        let Material {
            men,
            pawns,
            promoted,
            ..
        } = self;
        match language {
            Language::English => format!(
                "{who} has {men} men, {pawns} of them pawns and at least {promoted} promoted: \
                 there were only sixteen men and eight pawns"
            ),
            Language::German => format!(
                "{who} hat {men} Steine, davon {pawns} Bauern und mindestens {promoted} \
                 Umwandlungsfiguren: es gab nur sechzehn Steine und acht Bauern"
            ),
        }
    }
}
