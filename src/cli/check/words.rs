//! The words of a proof for a checker: each position's reason in words, and what checking it takes.

use beruehrt::notation::{Language, Letters};
use beruehrt::report::text::{TextStyle, reason_text};
use beruehrt::retro::Refutation;
use beruehrt::retro::checker::{Checked, takes};
use serde_json::Value;

/// The first field that does not say what was read and `checked`: `positions.3.text`.
pub(super) fn changed(
    certificate: &Value,
    refutation: &Refutation,
    checked: Checked,
) -> Option<String> {
    let style = TextStyle {
        letters: Letters::English,
        language: Language::English,
    };
    let stored = |place: usize, field: &str| certificate["positions"][place][field].as_str();
    let mut shared = 0;
    for (place, refuted) in refutation.positions.iter().enumerate() {
        let name = |field: &str| Some(format!("positions.{place}.{field}"));
        if stored(place, "text") != reason_text(refuted, style).as_deref() {
            return name("text");
        }
        match (stored(place, "checked"), takes(refuted)) {
            (Some("shared"), None) => shared += 1,
            (Some("cases"), None) => {}
            (Some(said), Some(takes)) if said == takes => {}
            _ => return name("checked"),
        }
    }
    (shared != checked.shared).then(|| "positions.checked".to_owned())
}
