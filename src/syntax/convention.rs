//! Conventions: `codex`, `bg`, `pra`, `rs`, `ap`, `illegal-move`.

use super::diagnostic::Diagnostic;
use super::keyword::{choose, folded};
use super::span::{Span, trimmed};
use crate::notation::Text;
use crate::problem::Convention;

/// The words for the conventions.
const CONVENTIONS: [(&str, Convention); 6] = [
    ("codex", Convention::Codex),
    ("bg", Convention::BeruehrtGefuehrt),
    ("pra", Convention::Pra),
    ("rs", Convention::RetroStrategy),
    ("ap", Convention::APosteriori),
    ("illegal-move", Convention::IllegalMove),
];

/// A convention's keyword; the names in full are recognised and the keyword suggested.
pub(crate) fn convention(text: Span<'_>) -> Result<Convention, Diagnostic> {
    let text = trimmed(text);
    let unknown = Text::new("unknown convention", "unbekannte Konvention");
    choose(text, "unknown-convention", unknown, &CONVENTIONS).map_err(|diagnostic| {
        let keyword = match folded(text.fragment()).as_str() {
            "beruehrt-gefuehrt" | "beruhrt-gefuhrt" | "touch-move" | "b-g" => "bg",
            "partial-retro-analysis" | "partial-retrograde-analysis" => "pra",
            "retro-strategy" | "retro-strategie" => "rs",
            "a-posteriori" => "ap",
            _ => return diagnostic,
        };
        diagnostic.with_suggestion(keyword)
    })
}
