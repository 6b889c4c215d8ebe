//! A verification for an editor: findings in order, the verdict last.

use crate::notation::Language;
use crate::verify::{Severity, Soundness, Verification};

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
        lines.extend(wrap(sign, "      ", &finding_text(finding, style), columns));
    }
    lines.push(String::new());
    lines.push(verdict(verification, style.language));
    lines
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
