//! Conventions: `codex`, `bg`, `pra`, `rs`, `ap`, `illegal-move`.

use super::diagnostic::Diagnostic;
use super::keyword::choose;
use super::span::{Span, trimmed};
use crate::problem::Convention;
use crate::text;

/// The words for the conventions: keywords, then names in full, in the form of [`super::keyword::folded`]. The keyword comes last, so
/// that messages show it.
const CONVENTIONS: [(&str, Convention); 22] = [
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
    ("pra", Convention::Pra),
    ("rs", Convention::RetroStrategy),
    ("retro-strategy", Convention::RetroStrategy),
    ("retro-strategie", Convention::RetroStrategy),
    ("rs", Convention::RetroStrategy),
    ("ap", Convention::APosteriori),
    ("a-posteriori", Convention::APosteriori),
    ("ap", Convention::APosteriori),
    ("illegal-move", Convention::IllegalMove),
];

/// A convention by its keyword or its name in full.
pub(crate) fn convention(text: Span<'_>) -> Result<Convention, Diagnostic> {
    let unknown = text!(UnknownConvention);
    choose(trimmed(text), "unknown-convention", &unknown, &CONVENTIONS)
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
