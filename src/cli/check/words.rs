//! The words of a proof for a checker: each position's reason in words, and what checking it takes.

use beruehrt::report::argument_steps;
use beruehrt::report::json::DeductionRecord;
use beruehrt::report::text::{TextStyle, reason_text, story_text};
use beruehrt::retro::{Refutation, Witness};
use serde_json::Value;

/// Whether a record may lack a text that its evidence has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MayLack {
    /// It was written before there was one, or has none there.
    Yes,
    /// It was written since.
    No,
}

pub(super) const STYLE: TextStyle = TextStyle::ENGLISH;

/// Whether an argument that is stored is that of the proof, sentence by sentence; one that is not there, if it `may_lack` it or there
/// is none.
pub(super) fn is_argued_so(
    stored: Option<&Value>,
    may_lack: MayLack,
    refutation: &Refutation,
    plies: usize,
) -> bool {
    if stored.is_none() && may_lack == MayLack::Yes {
        return true;
    }
    let steps = argument_steps(refutation, plies, STYLE);
    let steps: Vec<DeductionRecord<'_>> = steps.iter().map(DeductionRecord::from).collect();
    match stored {
        None => steps.is_empty(),
        Some(stored) => serde_json::to_value(steps).is_ok_and(|steps| steps == *stored),
    }
}

/// Whether a story that is stored is that of the game.
pub(super) fn is_told_so(stored: Option<&str>, may_lack: MayLack, game: &Witness) -> bool {
    match stored {
        None => may_lack == MayLack::Yes,
        Some(stored) => stored == story_text(game, STYLE),
    }
}

/// The first field of a certificate that holds which does not say what was read: `positions.3.text`.
pub(super) fn changed(certificate: &Value, refutation: &Refutation) -> Option<String> {
    let stored = |place: usize, field: &str| certificate["positions"][place][field].as_str();
    for (place, refuted) in refutation.positions.iter().enumerate() {
        let name = |field: &str| Some(format!("positions.{place}.{field}"));
        if stored(place, "text") != reason_text(refuted, STYLE).as_deref() {
            return name("text");
        }
        if stored(place, "checked") != Some(refuted.method().keyword()) {
            return name("checked");
        }
    }
    None
}
