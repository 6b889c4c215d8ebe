//! What checking stored evidence found, claim by claim.

use crate::notation::Language;
use crate::report::ClaimFinding;
use crate::report::sanitize::one_line;
use crate::retro::Unconfirmed;
use crate::say;

use super::evidence::limit_name;
use super::histories::first_columns;
use super::layout::{COLUMNS, wrap};
use super::words::Words;

/// A finding in the reader's words.
fn describe(finding: &ClaimFinding, language: Language) -> String {
    match finding {
        ClaimFinding::Proof(positions) => say!(
            language,
            "the proof holds (positions: {positions}, from the rules alone)",
            "der Beweis stimmt (Stellungen: {positions}, allein nach den Regeln)",
        ),
        ClaimFinding::NotShown(Unconfirmed { positions, shared }) => say!(
            language,
            "not shown: in {shared} of the {positions} positions only the search that found the proof could confirm it",
            "nicht gezeigt: in {shared} von {positions} Stellungen könnte nur die Suche den Beweis bestätigen, die ihn fand",
        ),
        ClaimFinding::Game(plies) => say!(
            language,
            "the game was replayed ({plies} plies)",
            "die Partie wurde nachgespielt ({plies} Halbzüge)",
        ),
        ClaimFinding::Refused(flaw) => say!(language, "REFUSED: {flaw}", "ABGELEHNT: {flaw}"),
        ClaimFinding::Unfinished(limit) => {
            let limit = limit_name(*limit, language);
            say!(language, NotCheckedToTheEnd, limit)
        }
        ClaimFinding::NoEvidence => say!(
            language,
            "not shown: no evidence is stored (`histories --proof --format json` does)",
            "nicht gezeigt: kein Beleg gespeichert (das tut `histories --proof --format json`)",
        ),
        ClaimFinding::NoClaim => String::new(),
    }
}

/// That some of what is stored was not checked; nothing if all was.
pub fn unchecked_lines(names: &[String], language: Language) -> Vec<String> {
    if names.is_empty() {
        return Vec::new();
    }
    let first = language.choose("not checked: ", "nicht geprüft: ");
    let names: Vec<_> = names.iter().map(|name| one_line(name)).collect();
    wrap(first, "  ", &names.join(", "), COLUMNS)
}

/// A table of claims: what each is about, its verdict as it is stored, what was found.
pub fn checking_lines(
    claims: &[(String, String, ClaimFinding)],
    language: Language,
) -> Vec<String> {
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
            wrap(&first, &rest, &describe(finding, language), COLUMNS)
        })
        .collect()
}
