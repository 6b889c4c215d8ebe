//! A cage, in words.

use shakmaty::Bitboard;

use super::Told;
use crate::notation::Language;
use crate::report::text::TextStyle;
use crate::report::text::words::joined;
use crate::retro::model::claim::Cage;
use crate::say;

impl Told for Cage {
    fn told(&self, style: TextStyle) -> String {
        let freed = frees_nobody(self, style.language);
        say!(style.language, CageOf, freed)
    }
}

/// That no retraction frees its men, as a clause.
pub(in crate::report) fn frees_nobody(cage: &Cage, language: Language) -> String {
    let walls = cage
        .patterns
        .first()
        .map_or(Bitboard::EMPTY, |first| cage.men & first.unmoved_pawns());
    let shut_in = joined(cage.men & !walls, " ");
    if walls.is_empty() {
        return say!(language, FreesNobody, shut_in);
    }
    let walls = joined(walls, " ");
    say!(language, FreesNobodyBehind, shut_in, walls)
}
