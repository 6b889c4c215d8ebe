//! The themes that are named, each with its definition, where that is found, and how it is proved.
//!
//! Invariant: a theme is named only of what was searched to the end. A try counts with exactly one refutation, an
//! answer where it is the only one and not the threat; tries that give check do not count, and one of the phases is the actual play.

mod help;
mod motif;
pub(super) mod pattern;
mod subject;

use crate::notation::{Language, Message};

pub use subject::{Instance, Subject};

/// A theme.
#[derive(Debug)]
pub struct Theme {
    /// Its word in JSON, in kebab case.
    pub keyword: &'static str,
    /// Its name.
    pub name: Message,
    /// What it is.
    pub definition: Message,
    /// Where the definition is found.
    pub source: &'static str,
    /// How the numbers of an instance are to be read.
    pub numbers: Numbers,
    /// Looks for it.
    pub(super) find: fn(&Subject) -> Option<Instance>,
}

/// How the numbers of an instance are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// There are none.
    None,
    /// So many.
    Count,
    /// So many of so many.
    Share,
    /// So many phases with so many defences.
    Size,
}

impl Theme {
    /// Its name in `language`.
    pub const fn name_in(&self, language: Language) -> &'static str {
        self.name.wording(language)
    }
}

const ENCYCLOPEDIA: &str = "M. Velimirović, K. Valtonen, Encyclopedia of Chess Problems (2012)";
const GLOSSARY: &str = "Wikipedia, Glossary of chess problems";

/// Declares the themes.
macro_rules! themes {
    ($($keyword:literal, $numbers:ident, $find:path, $source:expr, $name:ident, $definition:ident;)*) => {
        /// Every theme, those of the table first.
        pub static THEMES: &[Theme] = &[$(Theme {
            keyword: $keyword,
            name: Message::$name,
            definition: Message::$definition,
            source: $source,
            numbers: Numbers::$numbers,
            find: $find,
        },)*];
    };
}

themes! {
    "zagoruiko", Size, pattern::zagoruiko, "P. Wong, OzProblems, Problem World 13, Zagoruiko", ThemeZagoruiko, ThemeZagoruikoText;
    "lacny", None, pattern::lacny, "Wikipedia, Lacny", ThemeLacny, ThemeLacnyText;
    "reciprocal-change", None, pattern::reciprocal, GLOSSARY, ThemeReciprocalChange, ThemeReciprocalChangeText;
    "le-grand", None, pattern::le_grand, "P. Wong, OzProblems, The le Grand theme (2017)", ThemeLeGrand, ThemeLeGrandText;
    "pseudo-le-grand", None, pattern::pseudo_le_grand, "K. Moen, By-Play, Le Grand theme (2019)", ThemePseudoLeGrand, ThemePseudoLeGrandText;
    "dombrovskis", None, pattern::dombrovskis, ENCYCLOPEDIA, ThemeDombrovskis, ThemeDombrovskisText;
    "hannelius", None, pattern::hannelius, ENCYCLOPEDIA, ThemeHannelius, ThemeHanneliusText;
    "vladimirov", None, pattern::vladimirov, "M. Velimirović, 20 Years of Theme Vladimirov, Mat Plus 15 (1997)", ThemeVladimirov, ThemeVladimirovText;
    "banny", None, pattern::banny, "problemista.eu, Bannego temat (2021)", ThemeBanny, ThemeBannyText;
    "salazar", None, pattern::salazar, ENCYCLOPEDIA, ThemeSalazar, ThemeSalazarText;
    "mutate", Count, pattern::mutate, GLOSSARY, ThemeMutate, ThemeMutateText;
    "complete-block", None, pattern::complete_block, GLOSSARY, ThemeCompleteBlock, ThemeCompleteBlockText;
    "changed-mates", Count, pattern::changed, GLOSSARY, ThemeChangedMates, ThemeChangedMatesText;
    "transferred-mates", Count, pattern::transferred, ENCYCLOPEDIA, ThemeTransferredMates, ThemeTransferredMatesText;
    "novotny", None, motif::novotny, GLOSSARY, ThemeNovotny, ThemeNovotnyText;
    "grimshaw", None, motif::grimshaw, GLOSSARY, ThemeGrimshaw, ThemeGrimshawText;
    "star-flights", None, motif::star_flights, ENCYCLOPEDIA, ThemeStarFlights, ThemeStarFlightsText;
    "cross-flights", None, motif::cross_flights, ENCYCLOPEDIA, ThemeCrossFlights, ThemeCrossFlightsText;
    "pickaninny", None, motif::pickaninny, GLOSSARY, ThemePickaninny, ThemePickaninnyText;
    "albino", None, motif::albino, GLOSSARY, ThemeAlbino, ThemeAlbinoText;
    "allumwandlung", None, motif::allumwandlung, GLOSSARY, ThemeAllumwandlung, ThemeAllumwandlungText;
    "promotions", Count, motif::promotions, GLOSSARY, ThemePromotions, ThemePromotionsText;
    "excelsior", None, motif::excelsior, GLOSSARY, ThemeExcelsior, ThemeExcelsiorText;
    "valladao", None, motif::valladao, GLOSSARY, ThemeValladao, ThemeValladaoText;
    "switchback", None, motif::switchback, GLOSSARY, ThemeSwitchback, ThemeSwitchbackText;
    "cyclic-zilahi", Count, help::cyclic_zilahi, ENCYCLOPEDIA, ThemeCyclicZilahi, ThemeCyclicZilahiText;
    "zilahi", None, help::zilahi, GLOSSARY, ThemeZilahi, ThemeZilahiText;
    "ideal-mates", Share, motif::ideal_mates, GLOSSARY, ThemeIdealMates, ThemeIdealMatesText;
    "model-mates", Share, motif::model_mates, GLOSSARY, ThemeModelMates, ThemeModelMatesText;
}

/// Every theme that `subject` shows, in the order of [`THEMES`].
pub(super) fn all(subject: &Subject) -> Vec<(&'static Theme, Instance)> {
    let found = THEMES
        .iter()
        .filter_map(|theme| Some((theme, (theme.find)(subject)?)));
    found.collect()
}
