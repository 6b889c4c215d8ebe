//! The themes that are named, each with its definition, where that is found, and how it is proved.
//!
//! Invariant: a theme is named only of what was searched to the end. A try counts with exactly one refutation, an
//! answer where it is the only one and not the threat; tries that give check do not count, and one of the phases is the actual play.

mod help;
mod motif;
pub(super) mod pattern;
mod subject;

use crate::notation::Language;

pub use subject::{Instance, Subject};

/// A theme.
#[derive(Debug)]
pub struct Theme {
    /// Its word in JSON, in kebab case.
    pub keyword: &'static str,
    /// Its name: English, German.
    pub name: [&'static str; 2],
    /// What it is: English, German.
    pub definition: [&'static str; 2],
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
        language.choose(self.name[0], self.name[1])
    }
}

const ENCYCLOPEDIA: &str = "M. Velimirović, K. Valtonen, Encyclopedia of Chess Problems (2012)";
const GLOSSARY: &str = "Wikipedia, Glossary of chess problems";

/// Declares the themes.
macro_rules! themes {
    ($($keyword:literal, $numbers:ident, $find:path, $source:expr, [$english:literal, $german:literal],
       $definition:literal, $definition_german:literal;)*) => {
        /// Every theme, those of the table first.
        pub static THEMES: &[Theme] = &[$(Theme {
            keyword: $keyword,
            name: [$english, $german],
            definition: [$definition, $definition_german],
            source: $source,
            numbers: Numbers::$numbers,
            find: $find,
        },)*];
    };
}

themes! {
    "zagoruiko", Size, pattern::zagoruiko, ENCYCLOPEDIA, ["Zagoruiko", "Sagorujko"],
        "At least two defences are answered by different moves in at least three phases.",
        "Mindestens zwei Verteidigungen werden in mindestens drei Phasen verschieden beantwortet.";
    "lacny", None, pattern::lacny, ENCYCLOPEDIA, ["Lačný", "Lačný"],
        "Cyclic change: a, b, c are answered by A, B, C in one phase and by B, C, A in another.",
        "Zyklischer Wechsel: auf a, b, c folgen in einer Phase A, B, C, in einer anderen B, C, A.";
    "reciprocal-change", None, pattern::reciprocal, GLOSSARY, ["reciprocal change", "reziproker Mattwechsel"],
        "a and b are answered by A and B in one phase and by B and A in another.",
        "Auf a und b folgen in einer Phase A und B, in einer anderen B und A.";
    "le-grand", None, pattern::le_grand, "P. Wong, OzProblems, The le Grand theme (2017)", ["Le Grand", "Le Grand"],
        "One phase threatens A and answers a by B; another threatens B and answers the same a by A.",
        "Eine Phase droht A und beantwortet a mit B; eine andere droht B und beantwortet dasselbe a mit A.";
    "pseudo-le-grand", None, pattern::pseudo_le_grand, "K. Moen, By-Play, Le Grand theme (2019)", ["pseudo-Le Grand", "Pseudo-Le Grand"],
        "One phase threatens A and answers a by B; another threatens B and answers another defence b by A.",
        "Eine Phase droht A und beantwortet a mit B; eine andere droht B und beantwortet eine andere Verteidigung b mit A.";
    "dombrovskis", None, pattern::dombrovskis, ENCYCLOPEDIA, ["Dombrovskis", "Dombrovskis"],
        "Tries threaten A and B and fail to a and b; after the key a and b are answered by A and B.",
        "Verführungen drohen A und B und scheitern an a und b; nach dem Schlüssel folgen auf a und b A und B.";
    "hannelius", None, pattern::hannelius, ENCYCLOPEDIA, ["Hannelius", "Hannelius"],
        "Tries threaten A and B and fail to a and b; after the key a and b are answered by B and A.",
        "Verführungen drohen A und B und scheitern an a und b; nach dem Schlüssel folgen auf a und b B und A.";
    "vladimirov", None, pattern::vladimirov, ENCYCLOPEDIA, ["Vladimirov", "Wladimirow"],
        "The tries A and B fail to a and b; after the key a and b are answered by A and B.",
        "Die Verführungen A und B scheitern an a und b; nach dem Schlüssel folgen auf a und b A und B.";
    "banny", None, pattern::banny, ENCYCLOPEDIA, ["Banny", "Bannyj"],
        "The tries A and B fail to a and b; after the key a and b are answered by B and A.",
        "Die Verführungen A und B scheitern an a und b; nach dem Schlüssel folgen auf a und b B und A.";
    "salazar", None, pattern::salazar, ENCYCLOPEDIA, ["Salazar", "Salazar"],
        "First move and answer change places: 1. A? a 2. B, but 1. B! a 2. A.",
        "Erstzug und Antwort tauschen: 1. A? a 2. B, aber 1. B! a 2. A.";
    "mutate", Count, pattern::mutate, GLOSSARY, ["mutate", "Mutate"],
        "Every move of the set play is answered, the key keeps the zugzwang, and answers change.",
        "Im Satzspiel ist jeder Zug beantwortet, der Schlüssel erhält den Zugzwang, und Antworten wechseln.";
    "complete-block", None, pattern::complete_block, GLOSSARY, ["complete block", "vollständiger Block"],
        "Every move of the set play is answered, the key keeps the zugzwang, and no answer changes.",
        "Im Satzspiel ist jeder Zug beantwortet, der Schlüssel erhält den Zugzwang, und keine Antwort wechselt.";
    "changed-mates", Count, pattern::changed, GLOSSARY, ["changed mates", "Mattwechsel"],
        "The same defence is answered by another move in another phase.",
        "Dieselbe Verteidigung wird in einer anderen Phase mit einem anderen Zug beantwortet.";
    "transferred-mates", Count, pattern::transferred, ENCYCLOPEDIA, ["transferred mates", "übertragene Matts"],
        "The same move answers one defence in one phase and another defence in another.",
        "Derselbe Zug beantwortet in einer Phase eine Verteidigung, in einer anderen eine andere.";
    "novotny", None, motif::novotny, GLOSSARY, ["Novotny", "Nowotny"],
        "The key stands where the lines of a rook and a bishop (or queen) cross; captured by either it shuts the other out.",
        "Der Schlüsselstein steht im Schnittpunkt der Linien von Turm und Läufer (oder Dame); wer ihn schlägt, verstellt den anderen.";
    "grimshaw", None, motif::grimshaw, GLOSSARY, ["Grimshaw", "Grimshaw"],
        "Two men that move along different lines shut each other out on one square.",
        "Zwei Steine verschiedener Gangart verstellen einander auf demselben Feld.";
    "star-flights", None, motif::star_flights, ENCYCLOPEDIA, ["star flights", "Sternfluchten"],
        "The king flees to the four squares next to him on the diagonals, and each flight has its answer.",
        "Der König flieht auf die vier schräg benachbarten Felder, und jede Flucht hat ihre Antwort.";
    "cross-flights", None, motif::cross_flights, ENCYCLOPEDIA, ["cross flights", "Kreuzfluchten"],
        "The king flees to the four squares next to him on rank and file, and each flight has its answer.",
        "Der König flieht auf die vier gerade benachbarten Felder, und jede Flucht hat ihre Antwort.";
    "pickaninny", None, motif::pickaninny, GLOSSARY, ["Pickaninny", "Pickaninny"],
        "A black pawn on its first square makes its four moves; as defences each has another answer.",
        "Ein schwarzer Bauer auf seinem Ausgangsfeld macht seine vier Züge; als Verteidigungen hat jeder eine andere Antwort.";
    "albino", None, motif::albino, GLOSSARY, ["Albino", "Albino"],
        "A white pawn on its first square makes its four moves.",
        "Ein weißer Bauer auf seinem Ausgangsfeld macht seine vier Züge.";
    "allumwandlung", None, motif::allumwandlung, GLOSSARY, ["Allumwandlung", "Allumwandlung"],
        "Pawns promote to queen, rook, bishop and knight.",
        "Bauern wandeln sich in Dame, Turm, Läufer und Springer um.";
    "promotions", Count, motif::promotions, GLOSSARY, ["promotions", "Umwandlungen"],
        "Different promotions, none of which is a dual; named from three on.",
        "Verschiedene Umwandlungen, keine davon ein Dual; genannt ab drei.";
    "excelsior", None, motif::excelsior, GLOSSARY, ["Excelsior", "Excelsior"],
        "A pawn goes from its first square to promotion in one line.",
        "Ein Bauer geht in einer Variante von seinem Ausgangsfeld bis zur Umwandlung.";
    "valladao", None, motif::valladao, GLOSSARY, ["Valladão", "Valladão"],
        "Castling, a capture en passant and a promotion in one solution.",
        "Rochade, En-passant-Schlag und Umwandlung in einer Lösung.";
    "switchback", None, motif::switchback, GLOSSARY, ["switchback", "Rückkehr"],
        "A man goes back with its next move to where it came from.",
        "Ein Stein kehrt mit seinem nächsten Zug dorthin zurück, woher er kam.";
    "cyclic-zilahi", Count, help::cyclic_zilahi, ENCYCLOPEDIA, ["cyclic Zilahi", "zyklischer Zilahi"],
        "In each of three or more solutions one man mates that is captured in the next, in the last one that of the first.",
        "In jeder von drei oder mehr Lösungen setzt ein Stein matt, der in der nächsten geschlagen wird, in der letzten der aus der ersten.";
    "zilahi", None, help::zilahi, GLOSSARY, ["Zilahi", "Zilahi"],
        "In one solution a man is captured and another mates; in the other it is the other way round.",
        "In einer Lösung wird ein Stein geschlagen und ein anderer setzt matt; in der anderen ist es umgekehrt.";
    "ideal-mates", Share, motif::ideal_mates, GLOSSARY, ["ideal mates", "Idealmatts"],
        "Pure mates in which every man on the board takes part; in other than help play named from three on.",
        "Reine Matts, an denen jeder Stein auf dem Brett beteiligt ist; außer im Hilfsspiel genannt ab drei.";
    "model-mates", Share, motif::model_mates, GLOSSARY, ["model mates", "Mustermatts"],
        "Pure mates in which every man of the mating side but king and pawns takes part; in other than help play named from three on.",
        "Reine Matts, an denen jeder Stein der mattsetzenden Seite außer König und Bauern beteiligt ist; außer im Hilfsspiel genannt ab drei.";
}

/// Every theme that `subject` shows, in the order of [`THEMES`].
pub(super) fn all(subject: &Subject) -> Vec<(&'static Theme, Instance)> {
    let found = THEMES
        .iter()
        .filter_map(|theme| Some((theme, (theme.find)(subject)?)));
    found.collect()
}
