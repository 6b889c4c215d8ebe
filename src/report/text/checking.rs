//! What checking stored evidence found, claim by claim.

use crate::notation::Language;
use crate::report::ClaimFinding;
use crate::report::sanitize::one_line;
use crate::retro::Unconfirmed;
use crate::say;

use super::evidence::limit_name;
use super::histories::first_columns;
use super::layout::{COLUMNS, wrap};
use super::words::joined;

/// A finding in the reader's words.
fn describe(finding: &ClaimFinding, language: Language) -> String {
    match finding {
        ClaimFinding::Proof(positions) => say!(language, ProofHolds, positions),
        ClaimFinding::NotShown(Unconfirmed { positions, shared }) => {
            say!(language, ProofUnshown, shared, positions)
        }
        ClaimFinding::Game(plies) => say!(language, GameReplayed, plies),
        ClaimFinding::Refused(flaw) => say!(language, Refused, flaw),
        ClaimFinding::Unfinished(limit) => {
            let limit = limit_name(*limit, language);
            say!(language, NotCheckedToTheEnd, limit)
        }
        ClaimFinding::NoEvidence => say!(language, NoEvidenceStored).to_owned(),
        ClaimFinding::NoClaim => String::new(),
    }
}

/// That some of what is stored was not checked; nothing if all was.
pub fn unchecked_lines(names: &[String], language: Language) -> Vec<String> {
    if names.is_empty() {
        return Vec::new();
    }
    let first = say!(language, NotChecked);
    let names = joined(names.iter().map(|name| one_line(name)), ", ");
    wrap(first, "  ", &names, COLUMNS)
}

/// A table of claims: what each is about, its verdict as it is stored, what was found.
pub fn checking_lines(
    claims: &[(String, String, ClaimFinding)],
    language: Language,
) -> Vec<String> {
    let firsts = claims.iter().map(|(about, verdict, _)| {
        let verdict = match verdict.as_str() {
            "possible" => say!(language, Possible),
            "impossible" => say!(language, Impossible),
            "undecided" => say!(language, Undecided),
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
