//! The words of a proof for a checker: each position's reason in words, and what checking it takes.

use beruehrt::notation::{Language, Letters};
use beruehrt::report::text::{TextStyle, reason_text};
use beruehrt::retro::Refutation;
use serde_json::Value;

/// The first field of a certificate that holds which does not say what was read: `positions.3.text`.
pub(super) fn changed(certificate: &Value, refutation: &Refutation) -> Option<String> {
    let style = TextStyle {
        letters: Letters::English,
        language: Language::English,
    };
    let stored = |place: usize, field: &str| certificate["positions"][place][field].as_str();
    for (place, refuted) in refutation.positions.iter().enumerate() {
        let name = |field: &str| Some(format!("positions.{place}.{field}"));
        if stored(place, "text") != reason_text(refuted, style).as_deref() {
            return name("text");
        }
        if stored(place, "checked") != Some(refuted.method().keyword()) {
            return name("checked");
        }
    }
    None
}
