//! A verification for an editor: findings in order, the verdict last.

use crate::notation::Language;
use crate::verify::{Finding, Severity, Soundness, Verification};

use super::finding::finding_text;
use super::layout::wrap;
use super::style::TextStyle;

/// The findings and the verdict in lines of so many columns. `C+` comes with program version and node count.
pub fn verification_lines(
    verification: &Verification,
    style: TextStyle,
    columns: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in &verification.findings {
        let sign = match finding.severity() {
            // Found, but it hangs on what could not be decided.
            Severity::Error if verification.soundness == Soundness::Undecided => "  ? ",
            Severity::Error => "  ✗ ",
            Severity::Warning => "  ! ",
            Severity::Note => "    ",
        };
        lines.extend(wrap(
            sign,
            "      ",
            &finding_text(finding, &verification.diagram, style),
            columns,
        ));
    }
    lines.push(String::new());
    lines.push(verdict(verification, style.language));
    let summary = summary(verification, style);
    if !summary.is_empty() {
        lines.extend(wrap("", "   ", &summary, columns));
    }
    lines
}

/// One line for an editor to paste: what the key is like, and how many remarks there are of which kind.
fn summary(verification: &Verification, style: TextStyle) -> String {
    let german = style.language == Language::German;
    let say = |english: &'static str, german_text: &'static str| {
        if german { german_text } else { english }
    };
    let mut parts: Vec<String> = Vec::new();
    for finding in &verification.findings {
        if let Finding::Men { white, black } = finding {
            parts.push(format!("({white}+{black})"));
        }
    }
    // What is said of the key without naming it again.
    let mut key: Vec<&str> = Vec::new();
    for finding in &verification.findings {
        let word = match finding {
            Finding::KeyIsTrial(_) => say("trial as key", "Versuch als Schlüssel"),
            Finding::CheckingKey(_) => say("checking key", "Schlüssel mit Schach"),
            Finding::CapturingKey { .. } => say("capturing key", "Schlagschlüssel"),
            Finding::FlightTaken { .. } => say("key takes flights", "Schlüssel nimmt Fluchtfelder"),
            Finding::FlightGiven { .. } => say("key gives flights", "Schlüssel gibt Fluchtfelder"),
            Finding::UnprovidedCheck(_) => say("unprovided check", "unversorgtes Schach"),
            Finding::UnprovidedFlight(_) => say("unprovided flight", "unversorgte Flucht"),
            Finding::PromotedMan(_) => say("promoted man", "Umwandlungsfigur"),
            Finding::ByConvention { .. } => {
                say("castling by convention", "Rochade nach Konvention")
            }
            Finding::TouchLawNotNeeded => say("touch law not needed", "Berührt-Regel nicht nötig"),
            _ => continue,
        };
        if !key.contains(&word) {
            key.push(word);
        }
    }
    parts.extend(key.into_iter().map(str::to_owned));
    let mut count = |kinds: &[&str], english: &'static str, german: &'static str| {
        let found = verification
            .findings
            .iter()
            .filter(|f| kinds.contains(&f.kind()))
            .count();
        if found > 0 {
            parts.push(format!("{found} {}", say(english, german)));
        }
    };
    count(&["cook", "several-keys"], "cooked", "nebenlösig");
    count(
        &["dual", "promotion-dual", "threat-dual"],
        "dual(s)",
        "Dual(e)",
    );
    count(
        &["try"],
        "tries with one refutation",
        "Verführungen mit einer Widerlegung",
    );
    count(&["solution-incomplete"], "omission(s)", "Auslassung(en)");
    count(
        &["superfluous-man", "weaker-man"],
        "man not needed",
        "Stein entbehrlich",
    );
    if parts.len() < 2 {
        return String::new();
    }
    format!("{}: {}", say("Summary", "Kurz"), parts.join("; "))
}

fn verdict(verification: &Verification, language: Language) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let nodes = verification.stats.nodes;
    match (verification.soundness, language) {
        (Soundness::Sound, Language::English) => {
            format!("C+ (beruehrt {version}, {nodes} nodes)")
        }
        (Soundness::Sound, Language::German) => {
            format!("C+ (beruehrt {version}, {nodes} Knoten)")
        }
        (Soundness::Unsound, Language::English) => "Unsound: see ✗".to_owned(),
        (Soundness::Unsound, Language::German) => "Inkorrekt: siehe ✗".to_owned(),
        (Soundness::Undecided, Language::English) => {
            "C? not everything could be decided: see ! and ?".to_owned()
        }
        (Soundness::Undecided, Language::German) => {
            "C? nicht alles war zu entscheiden: siehe ! und ?".to_owned()
        }
    }
}
