//! What checking stored evidence found, claim by claim.

use crate::budget::Limit;
use crate::notation::Language;
use crate::report::sanitize::one_line;
use crate::retro::checker::Checked;

use super::evidence::limit_name;
use super::histories::first_columns;
use super::layout::{COLUMNS, wrap};
use super::words::Words;

/// What checking the evidence for one claim found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The proof holds.
    Proof(Checked),
    /// The game of so many plies was replayed.
    Game(usize),
    /// The evidence does not show what is claimed, for this reason.
    Refused(String),
    /// The limit was hit before the evidence was checked.
    Unfinished(Limit),
    /// Nothing was stored to be checked.
    NoEvidence,
    /// Nothing is claimed: undecided.
    NoClaim,
}

impl Finding {
    /// In the reader's words.
    fn describe(&self, language: Language) -> String {
        match (self, language) {
            (
                Finding::Proof(Checked {
                    positions,
                    shared: 0,
                }),
                Language::English,
            ) => {
                format!("the proof holds (positions: {positions}, from the rules alone)")
            }
            (
                Finding::Proof(Checked {
                    positions,
                    shared: 0,
                }),
                Language::German,
            ) => {
                format!("der Beweis stimmt (Stellungen: {positions}, allein nach den Regeln)")
            }
            (Finding::Proof(Checked { positions, shared }), Language::English) => format!(
                "the proof holds (positions: {positions}, confirmed in {shared} only by the search that found them)"
            ),
            (Finding::Proof(Checked { positions, shared }), Language::German) => format!(
                "der Beweis stimmt (Stellungen: {positions}, in {shared} nur von der Suche bestätigt, die sie fand)"
            ),
            (Finding::Game(plies), Language::English) => {
                format!("the game was replayed ({plies} plies)")
            }
            (Finding::Game(plies), Language::German) => {
                format!("die Partie wurde nachgespielt ({plies} Halbzüge)")
            }
            (Finding::Refused(flaw), Language::English) => format!("REFUSED: {flaw}"),
            (Finding::Refused(flaw), Language::German) => format!("ABGELEHNT: {flaw}"),
            (Finding::Unfinished(limit), Language::English) => {
                format!("not checked to the end (limit: {limit})")
            }
            (Finding::Unfinished(limit), Language::German) => {
                format!(
                    "nicht zu Ende geprüft (Grenze: {})",
                    limit_name(*limit, language)
                )
            }
            (Finding::NoEvidence, Language::English) => {
                "not shown: no evidence is stored (`histories --proof --format json` does)"
                    .to_owned()
            }
            (Finding::NoEvidence, Language::German) => {
                "nicht gezeigt: kein Beleg gespeichert (das tut `histories --proof --format json`)"
                    .to_owned()
            }
            (Finding::NoClaim, _) => String::new(),
        }
    }
}

/// That some of what is stored was not checked; nothing if all was.
pub fn unchecked_lines(names: &[String], language: Language) -> Vec<String> {
    if names.is_empty() {
        return Vec::new();
    }
    let first = match language {
        Language::English => "not checked: ",
        Language::German => "nicht geprüft: ",
    };
    let names: Vec<_> = names.iter().map(|name| one_line(name)).collect();
    wrap(first, "  ", &names.join(", "), COLUMNS)
}

/// A table of claims: what each is about, its verdict as it is stored, what was found.
pub fn checking_lines(claims: &[(String, String, Finding)], language: Language) -> Vec<String> {
    let words = Words::of(language);
    let firsts = claims.iter().map(|(about, verdict, _)| {
        let verdict = match verdict.as_str() {
            "possible" => words.possible,
            "impossible" => words.impossible,
            "undecided" => words.undecided,
            _ => "?",
        };
        [about.clone(), verdict.to_owned()]
    });
    claims
        .iter()
        .zip(first_columns(firsts))
        .flat_map(|((_, _, finding), (first, rest))| {
            wrap(&first, &rest, &finding.describe(language), COLUMNS)
        })
        .collect()
}
