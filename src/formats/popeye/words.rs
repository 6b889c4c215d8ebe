//! Popeye's words in its three languages, and how they may be shortened.
//!
//! A word stands for a keyword if it is that keyword or the beginning of no other of the same list, in any case.

use crate::notation::Letters;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::keyword::nearest;

/// A language of Popeye's input; the first word of a file decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tongue {
    English,
    German,
    French,
}

impl Tongue {
    pub const ALL: [Tongue; 3] = [Tongue::English, Tongue::German, Tongue::French];

    /// Its piece letters.
    pub const fn letters(self) -> Letters {
        match self {
            Tongue::English => Letters::EnglishProblem,
            Tongue::German => Letters::German,
            Tongue::French => Letters::French,
        }
    }

    /// The word a problem file begins with.
    pub const fn begin(self) -> &'static str {
        match self {
            Tongue::English => "BeginProblem",
            Tongue::German => "AnfangProblem",
            Tongue::French => "DebutProbleme",
        }
    }
}

/// A keyword and its words in English, German and French.
pub(super) type Words<T> = (T, [&'static str; 3]);

/// The diagnostic with the keyword of a list that `typed` may be a misspelling of, if there is one.
pub(super) fn suggesting<T>(
    diagnostic: Diagnostic,
    list: &[Words<T>],
    tongue: Tongue,
    typed: &str,
) -> Diagnostic {
    let words: Vec<String> = list
        .iter()
        .map(|(_, words)| words[tongue as usize].to_lowercase())
        .collect();
    match nearest(&typed.to_lowercase(), words.iter().map(String::as_str)) {
        Some(near) => diagnostic.with_suggestion(near),
        None => diagnostic,
    }
}

/// Of a list of keywords the one meant, if there is exactly one.
pub(super) fn meant<T: Copy>(list: &[Words<T>], tongue: Tongue, word: &str) -> Option<T> {
    let word = word.to_lowercase();
    if word.is_empty() {
        return None;
    }
    let mut begun = None;
    let mut several = false;
    for &(value, words) in list {
        let keyword = words[tongue as usize].to_lowercase();
        if keyword == word {
            return Some(value);
        }
        if keyword.starts_with(&word) {
            several |= begun.is_some();
            begun = Some(value);
        }
    }
    begun.filter(|_| !several)
}

/// What stands at the beginning of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Remark,
    Structured,
    Author,
    Origin,
    Pieces,
    Condition,
    Option,
    Stipulation,
    Protocol,
    Title,
    Latex,
    LatexPieces,
    Award,
    GameArray,
    Forsyth,
    Twin,
    Zero,
    End,
    Next,
}

#[rustfmt::skip]
pub(super) const COMMANDS: [Words<Command>; 19] = [
    (Command::Remark, ["remark", "Bemerkung", "remarque"]),
    (Command::Structured, ["sstipulation", "sForderung", "senonce"]),
    (Command::Author, ["author", "Autor", "auteur"]),
    (Command::Origin, ["origin", "Quelle", "source"]),
    (Command::Pieces, ["pieces", "Steine", "pieces"]),
    (Command::Condition, ["condition", "Bedingung", "condition"]),
    (Command::Option, ["option", "Option", "option"]),
    (Command::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (Command::Protocol, ["protocol", "Protokoll", "protocol"]),
    (Command::Title, ["title", "Titel", "titre"]),
    (Command::Latex, ["LaTeX", "LaTeX", "LaTeX"]),
    (Command::LatexPieces, ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"]),
    (Command::Award, ["award", "Auszeichnung", "prix"]),
    (Command::GameArray, ["InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"]),
    (Command::Forsyth, ["Forsyth", "Forsyth", "Forsyth"]),
    (Command::Twin, ["twin", "Zwilling", "jumeau"]),
    (Command::Zero, ["zeroposition", "NullStellung", "zeroposition"]),
    (Command::End, ["endproblem", "EndeProblem", "FinProbleme"]),
    (Command::Next, ["nextproblem", "WeiteresProblem", "asuivre"]),
];

/// A change a twin makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TwinWord {
    Move,
    Exchange,
    Stipulation,
    Structured,
    Add,
    Remove,
    Continued,
    Rotate,
    Condition,
    Polish,
    Mirror,
    Shift,
    Substitute,
}

#[rustfmt::skip]
pub(super) const CHANGES: [Words<TwinWord>; 13] = [
    (TwinWord::Move, ["move", "versetze", "deplacement"]),
    (TwinWord::Exchange, ["exchange", "tausche", "echange"]),
    (TwinWord::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (TwinWord::Structured, ["sstipulation", "SForderung", "senonce"]),
    (TwinWord::Add, ["add", "hinzufuegen", "ajoute"]),
    (TwinWord::Remove, ["remove", "entferne", "ote"]),
    (TwinWord::Continued, ["continued", "ferner", "enplus"]),
    (TwinWord::Rotate, ["rotate", "Drehung", "rotation"]),
    (TwinWord::Condition, ["condition", "Bedingung", "condition"]),
    (TwinWord::Polish, ["PolishType", "Farbwechsel", "CouleurEchange"]),
    (TwinWord::Mirror, ["mirror", "Spiegelung", "miroir"]),
    (TwinWord::Shift, ["shift", "Verschiebung", "translation"]),
    (TwinWord::Substitute, ["substitute", "ersetze", "remplace"]),
];

/// Whom men belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
    Neutral,
    Invisible,
}

#[rustfmt::skip]
pub(super) const SIDES: [Words<Side>; 4] = [
    (Side::White, ["White", "Weiss", "Blanc"]),
    (Side::Black, ["Black", "Schwarz", "Noir"]),
    (Side::Neutral, ["Neutral", "Neutral", "Neutre"]),
    (Side::Invisible, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
];

/// What a fairy man is said to be.
#[rustfmt::skip]
pub(super) const ATTRIBUTES: [Words<&str>; 20] = [
    ("Royal", ["Royal", "Koeniglich", "Royale"]),
    ("Kamikaze", ["Kamikaze", "Kamikaze", "Kamikaze"]),
    ("Paralysing", ["Paralysing", "Paralysierend", "Paralysante"]),
    ("Chameleon", ["Chameleon", "Chamaeleon", "Cameleon"]),
    ("Jigger", ["Jigger", "Jigger", "Jigger"]),
    ("Volage", ["Volage", "Volage", "Volage"]),
    ("Functionary", ["Functionary", "Beamtet", "Fonctionnaire"]),
    ("HalfNeutral", ["HalfNeutral", "HalbNeutral", "DemiNeutre"]),
    ("HurdleColourChanging", ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"]),
    ("Protean", ["Protean", "Proteisch", "Protee"]),
    ("Magic", ["Magic", "Magisch", "Magique"]),
    ("Uncapturable", ["Uncapturable", "Unschlagbar", "Imprenable"]),
    ("Patrol", ["Patrol", "Patrouille", "Patrouille"]),
    ("Frischauf", ["Frischauf", "Frischauf", "Frischauf"]),
    ("Bul", ["Bul", "Bul", "Bul"]),
    ("Dob", ["Dob", "Dob", "Dob"]),
    ("Anda", ["Anda", "Anda", "Anda"]),
    ("AndaInverse", ["AndaInverse", "AndaInvers", "AndaInverse"]),
    ("AliceA", ["AliceA", "AliceA", "AliceA"]),
    ("AliceB", ["AliceB", "AliceB", "AliceB"]),
];

/// What an option does to the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Concerns Popeye's output or its way of working; so many numbers follow.
    Output {
        numbers: usize,
    },
    /// The same, and a number may follow.
    OutputNumber,
    /// Makes Popeye pass over moves; so many numbers follow. The problem is the same without it.
    Pruning {
        numbers: usize,
    },
    SetPlay,
    WhiteToPlay,
    Duplex,
    HalfDuplex,
    EnPassant,
    NoCastling,
    Exclusive,
    /// Asks for something this program does not do.
    Foreign,
}

const PRINT: Choice = Choice::Output { numbers: 0 };
const PRINT_N: Choice = Choice::Output { numbers: 1 };
const PRUNE: Choice = Choice::Pruning { numbers: 1 };

#[rustfmt::skip]
pub(super) const CHOICES: [Words<Choice>; 39] = [
    (PRINT_N, ["Defence", "Widerlegung", "Defense"]),
    (Choice::SetPlay, ["SetPlay", "Satzspiel", "Apparent"]),
    (Choice::WhiteToPlay, ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"]),
    (PRINT, ["Variations", "Varianten", "Variantes"]),
    (PRINT, ["MoveNumbers", "Zugnummern", "Trace"]),
    (PRUNE, ["StartMoveNumber", "StartZugnummer", "Enroute"]),
    (Choice::Foreign, ["NoWk", "OhneWk", "SansRB"]),
    (Choice::Duplex, ["Duplex", "Duplex", "Duplex"]),
    (Choice::Foreign, ["NoBk", "OhneSk", "SansRN"]),
    (PRUNE, ["Threat", "Drohung", "Menace"]),
    (PRINT, ["NoThreat", "OhneDrohung", "SansMenace"]),
    (PRINT, ["Try", "Verfuehrung", "Essais"]),
    (PRINT_N, ["MaxSolutions", "MaxLoesungen", "MaxSolutions"]),
    (PRUNE, ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"]),
    (PRINT, ["Search", "Suchen", "Search"]),
    (PRINT, ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"]),
    (PRINT, ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"]),
    (Choice::Pruning { numbers: 2 }, ["NonTrivial", "NichtTrivial", "NonTrivial"]),
    (PRINT, ["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"]),
    (Choice::EnPassant, ["EnPassant", "EnPassant", "EnPassant"]),
    (PRINT, ["NoBoard", "OhneBrett", "SansEchiquier"]),
    (PRINT, ["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"]),
    (Choice::HalfDuplex, ["HalfDuplex", "HalbDuplex", "DemiDuplex"]),
    (Choice::Foreign, ["PostKeyPlay", "NachSchluessel", "ApresCle"]),
    (Choice::OutputNumber, ["Intelligent", "Intelligent", "Intelligent"]),
    (PRINT_N, ["MaxTime", "MaxZeit", "MaxTemps"]),
    (Choice::NoCastling, ["NoCastling", "KeineRochade", "SansRoquer"]),
    (Choice::Foreign, ["Quodlibet", "Quodlibet", "Quodlibet"]),
    (PRINT, ["StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"]),
    (Choice::OutputNumber, ["Beep", "Pieps", "Bip"]),
    (PRINT, ["SuppressGrid", "OhneGitter", "SansGrille"]),
    (PRINT, ["WriteGrid", "ZeichneGitter", "AjouteGrille"]),
    (Choice::Exclusive, ["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"]),
    (Choice::Foreign, ["GoalIsEnd", "ZielIstEnde", "ButEstFin"]),
    (Choice::Foreign, ["unpublishedoption", "nichtpublizierteoption", "optionnonpubliee"]),
    (Choice::Foreign, ["NullMoves", "NullZuege", "CoupsVides"]),
    (PRUNE, ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"]),
    (PRINT, ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"]),
    (PRINT, ["MatesIn1", "MattsIn1", "MatsEn1"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_shortened_while_they_mean_one_keyword() {
        let command = |tongue, word| meant(&COMMANDS, tongue, word);
        assert_eq!(command(Tongue::English, "STIP"), Some(Command::Stipulation));
        assert_eq!(command(Tongue::German, "zwill"), Some(Command::Twin));
        assert_eq!(command(Tongue::German, "weiter"), Some(Command::Next));
        assert_eq!(command(Tongue::French, "asui"), Some(Command::Next));
        assert_eq!(command(Tongue::English, "LaTeX"), Some(Command::Latex));
        assert_eq!(
            command(Tongue::English, "late"),
            None,
            "LaTeX or LaTeXPieces"
        );
        assert_eq!(command(Tongue::English, ""), None);
        assert_eq!(meant(&CHOICES, Tongue::German, "vari"), Some(PRINT));
        // `Apparent` is a whole keyword and the beginning of another.
        assert_eq!(
            meant(&CHOICES, Tongue::French, "apparent"),
            Some(Choice::SetPlay)
        );
    }
}
