//! Conventions: `codex`, `bg`, `pra`, `rs`, `ap`, `illegal-move`.

use std::ops::Range;

use super::diagnostic::{Diagnostic, Report};
use super::keyword::{choose, folded};
use super::span::{Span, trimmed};
use crate::problem::Convention;
use crate::text;

/// The words for the conventions: keywords, then names in full, in the form of [`super::keyword::folded`]. The keyword comes last, so
/// that messages show it.
const CONVENTIONS: [(&str, Convention); 28] = [
    ("codex", Convention::Codex),
    ("kodex", Convention::Codex),
    ("codex", Convention::Codex),
    ("bg", Convention::BeruehrtGefuehrt),
    ("beruehrt-gefuehrt", Convention::BeruehrtGefuehrt),
    ("beruhrt-gefuhrt", Convention::BeruehrtGefuehrt),
    ("touch-move", Convention::BeruehrtGefuehrt),
    ("beruehrt---gefuehrt", Convention::BeruehrtGefuehrt),
    ("bg", Convention::BeruehrtGefuehrt),
    ("pra", Convention::Pra),
    ("partial-retro-analysis", Convention::Pra),
    ("partial-retrograde-analysis", Convention::Pra),
    ("partielle-retroanalyse", Convention::Pra),
    // Each variant with a history of its own.
    ("rv", Convention::Pra),
    ("retrovarianten", Convention::Pra),
    ("retro-variants", Convention::Pra),
    ("pra", Convention::Pra),
    ("rs", Convention::RetroStrategy),
    ("retro-strategy", Convention::RetroStrategy),
    ("retrostrategy", Convention::RetroStrategy),
    ("retro-strategie", Convention::RetroStrategy),
    ("rs", Convention::RetroStrategy),
    ("ap", Convention::APosteriori),
    ("a-posteriori", Convention::APosteriori),
    ("ap", Convention::APosteriori),
    ("illegal-move", Convention::IllegalMove),
    ("retract-illegal-move", Convention::IllegalMove),
    ("illegal-move", Convention::IllegalMove),
];

/// A convention by its keyword or its name in full.
pub(crate) fn convention(text: Span<'_>) -> Result<Convention, Diagnostic> {
    let unknown = text!(UnknownConvention);
    choose(trimmed(text), "unknown-convention", &unknown, &CONVENTIONS)
}

/// The convention a keyword of a data base or an addition to a stipulation names: `Retro Strategy (RS)`, `AP`.
pub(crate) fn named(keyword: &str) -> Option<Convention> {
    let name = keyword.split('(').next().unwrap_or(keyword);
    let name = folded(name.trim().trim_end_matches('.'));
    let found = CONVENTIONS.iter().find(|(known, _)| *known == name);
    found.map(|&(_, convention)| convention)
}

/// What stands in parentheses behind a stipulation, `AP, RV`: the first convention, and what names none.
pub(crate) fn additions(text: &str) -> (Option<Convention>, Vec<&str>) {
    let mut first = None;
    let mut others = Vec::new();
    for part in text.split([',', ';', '/', '+']).map(str::trim) {
        match named(part) {
            Some(convention) => first = first.or(Some(convention)),
            // Says what the problem is, not how its histories are taken.
            None if part.is_empty() || part.eq_ignore_ascii_case("retro") => {}
            None => others.push(part),
        }
    }
    (first, others)
}

/// The convention that holds: the one with a place of its own, else the one behind the stipulation. That they differ is an error.
pub(crate) fn settled(
    named: Option<(Convention, Range<usize>)>,
    asked: Option<(Convention, Range<usize>)>,
    report: &mut Report,
) -> Convention {
    if let (Some((one, place)), Some((other, behind))) = (&named, &asked)
        && one != other
    {
        report.push(
            Diagnostic::error(
                "two-conventions",
                text!(TwoConventions, one, other),
                place.clone(),
                text!(OneConventionHere),
            )
            .with_label(behind.clone(), text!(OtherConventionHere)),
        );
    }
    let found = named.or(asked);
    found.map_or_else(Convention::default, |(convention, _)| convention)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_full_mean_their_keyword() {
        for (name, convention) in [
            ("Berührt-Geführt", Convention::BeruehrtGefuehrt),
            ("Beruehrt - Gefuehrt", Convention::BeruehrtGefuehrt),
            ("touch move", Convention::BeruehrtGefuehrt),
            ("Partial Retrograde Analysis", Convention::Pra),
            ("Retro-Strategie", Convention::RetroStrategy),
            ("a posteriori", Convention::APosteriori),
        ] {
            assert_eq!(
                super::convention(Span::new(name)).ok(),
                Some(convention),
                "{name}"
            );
        }
        let error = super::convention(Span::new("pro")).unwrap_err();
        assert!(error.labels[0].text.english().contains("`bg`"), "{error:?}");
        assert!(
            error.labels[0]
                .text
                .in_language(crate::notation::Language::German)
                .contains("`bg`"),
            "{error:?}"
        );
    }
}
