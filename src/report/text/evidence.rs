//! Evidence of the retro-analysis in words: why a world is impossible, how its game ended, what
//! stopped the analysis.

use shakmaty::san::{San, SanPlus};

use crate::budget::Limit;
use crate::notation::{Extent, Language, Letters, MoveStyle};
use crate::retro::{Refutation, Undecided, Why, Witness};

/// Retractions named at one branching; the others are counted.
const MOST_RETRACTIONS: usize = 4;
/// Retractions followed one behind the other; the whole proof has the rest.
const DEEPEST: usize = 2;

/// Why a world is impossible, in a few lines; [`Refutation::tree`] has the whole proof.
pub fn refutation_text(refutation: &Refutation, letters: Letters, language: Language) -> String {
    let style = MoveStyle {
        letters,
        ..MoveStyle::default()
    };
    Proof {
        refutation,
        style,
        language,
    }
    .text(0, DEEPEST)
}

#[derive(Debug, Clone, Copy)]
struct Proof<'a> {
    refutation: &'a Refutation,
    style: MoveStyle,
    language: Language,
}

impl Proof<'_> {
    fn text(self, id: usize, depth: usize) -> String {
        let list = match &self.refutation.positions[id].why {
            Why::Reason(reason) => return reason.describe(self.language),
            Why::Cage(cage) => return cage.describe(self.language),
            Why::Retractions(list) => list,
        };
        if list.is_empty() {
            return match self.language {
                Language::English => "no last move".to_owned(),
                Language::German => "kein letzter Zug".to_owned(),
            };
        }
        if depth == 0 {
            return match self.language {
                Language::English => "refuted further back".to_owned(),
                Language::German => "weiter zurück widerlegt".to_owned(),
            };
        }
        let branches: Vec<String> = list
            .iter()
            .take(MOST_RETRACTIONS)
            .map(|(unmove, before)| {
                let unmove = self.style.retraction(unmove);
                format!("{unmove}: {}", self.text(*before, depth - 1))
            })
            .collect();
        let more = match (list.len().saturating_sub(MOST_RETRACTIONS), self.language) {
            (0, _) => String::new(),
            (more, Language::English) => format!("; and {more} more"),
            (more, Language::German) => format!("; und {more} weitere"),
        };
        let lead = match (list.len(), self.language) {
            (1, Language::English) => "the last move was ",
            (1, Language::German) => "der letzte Zug war ",
            (_, Language::English) => "every last move fails: ",
            (_, Language::German) => "jeder letzte Zug scheitert: ",
        };
        let list = branches.join("; ");
        if depth == DEEPEST {
            format!("{lead}{list}{more}")
        } else {
            format!("({lead}{list}{more})")
        }
    }
}

/// The last move of a game that was found: `last move g7-g5`.
pub fn last_move_text(witness: &Witness, letters: Letters, language: Language) -> String {
    let Some(&last) = witness.moves.last() else {
        return match language {
            Language::English => "the initial array".to_owned(),
            Language::German => "die Anfangsstellung".to_owned(),
        };
    };
    let style = MoveStyle {
        letters,
        extent: Extent::Long,
        ..MoveStyle::default()
    };
    let no_check = SanPlus {
        san: San::Null,
        suffix: None,
    };
    let text = style.write_san(last, &no_check);
    match language {
        Language::English => format!("for instance after {text}"),
        Language::German => format!("zum Beispiel nach {text}"),
    }
}

/// How far both attempts on an undecided world got, and which limits ended them.
pub fn undecided_text(undecided: &Undecided, language: Language) -> String {
    let Undecided {
        refutation,
        witness,
        levels,
        retracted_plies,
        reach,
    } = undecided;
    let of = Undecided::LEVELS;
    let (refutation, witness) = (
        limit_name(*refutation, language),
        limit_name(*witness, language),
    );
    let proof = match language {
        Language::English => {
            format!(
                "no proof ({levels} of {of} levels of effort, plies retracted: {retracted_plies}, limit: {refutation})"
            )
        }
        Language::German => {
            format!(
                "kein Beweis ({levels} von {of} Stufen, Halbzüge zurück: {retracted_plies}, Grenze: {refutation})"
            )
        }
    };
    let game = match (reach, language) {
        (None, Language::English) => "no game begun".to_owned(),
        (None, Language::German) => "keine Partie begonnen".to_owned(),
        (Some(reach), Language::English) => format!(
            "no game ({} attempts, {} plans; nearest to the initial array after {} plies taken back: about \
             {} moves missing; limit: {witness})",
            reach.attempts, reach.plans, reach.plies, reach.missing
        ),
        (Some(reach), Language::German) => format!(
            "keine Partie ({} Versuche, {} Pläne; der Grundstellung am nächsten nach {} zurückgenommenen \
             Halbzügen: noch etwa {} Züge; Grenze: {witness})",
            reach.attempts, reach.plans, reach.plies, reach.missing
        ),
    };
    format!("{proof}; {game}")
}

/// A limit in the reader's language.
pub(super) fn limit_name(limit: Limit, language: Language) -> String {
    match (language, limit) {
        (Language::English, limit) => limit.to_string(),
        (Language::German, Limit::Nodes) => "Knoten".to_owned(),
        (Language::German, Limit::Time) => "Zeit".to_owned(),
        (Language::German, Limit::Depth) => "Tiefe".to_owned(),
        (Language::German, Limit::Interrupted) => "abgebrochen".to_owned(),
    }
}
