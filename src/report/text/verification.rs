//! A verification for an editor: findings in order, the verdict last.

use shakmaty::Move;

use crate::notation::{Language, Text};
use crate::say;
use crate::text;
use crate::verify::{Finding, Kind, MoveInPart, Severity, Soundness, Verification};

use super::finding::{cooks_text, finding_text, tries_text};
use super::layout::wrap;
use super::style::TextStyle;

/// How long lists of findings of one kind are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lists {
    /// Many cooks in one sentence, by first moves, and so many tries that one defence refutes.
    #[default]
    Folded,
    /// Each finding by itself.
    Whole,
}

/// The findings and the verdict in lines of so many columns. `C+` comes with program version and node count.
pub fn verification_lines(
    verification: &Verification,
    style: TextStyle,
    lists: Lists,
    columns: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told: Vec<Move> = Vec::new();
    let cooks: Vec<&Finding> = match lists {
        Lists::Folded => (verification.findings.iter())
            .filter(|finding| is_cook(finding))
            .collect(),
        Lists::Whole => Vec::new(),
    };
    let mut cooks = Some(cooks).filter(|cooks| cooks.len() > MOST_COOKS);
    let folds_cooks = cooks.is_some();
    for finding in &verification.findings {
        if folds_cooks && is_cook(finding) {
            if let Some(cooks) = cooks.take() {
                let text = cooks_text(&cooks, verification, style);
                let sign = sign(finding.severity(), verification.soundness);
                lines.extend(wrap(sign, "      ", &text, columns));
            }
            continue;
        }
        if let Finding::Try {
            refutation: Some(refutation),
            ..
        } = finding
            && lists == Lists::Folded
        {
            let alike = refuted_by(*refutation, verification);
            if alike.len() > MOST_TRIES {
                if !told.contains(refutation) {
                    told.push(*refutation);
                    let text = tries_text(&alike, *refutation, verification, style);
                    lines.extend(wrap("    ", "      ", &text, columns));
                }
                continue;
            }
        }
        lines.extend(wrap(
            sign(finding.severity(), verification.soundness),
            "      ",
            &finding_text(finding, verification, style),
            columns,
        ));
    }
    lines.push(String::new());
    let closing = closing_sentences(verification, style);
    lines.extend((closing.iter()).flat_map(|sentence| wrap("", "   ", sentence, columns)));
    lines
}

/// What stands below the findings: the verdict, with program version and node count where it is `C+`, and a summary if there is any.
pub fn closing_sentences(verification: &Verification, style: TextStyle) -> Vec<String> {
    let summary = summary(verification, style);
    let mut closing = vec![verdict(verification, style.language)];
    closing.extend(Some(summary).filter(|summary| !summary.is_empty()));
    closing
}

const fn is_cook(finding: &Finding) -> bool {
    matches!(
        finding,
        Finding::Cook(_) | Finding::HelpCook { .. } | Finding::RetractsToo(_)
    )
}

const fn sign(severity: Severity, soundness: Soundness) -> &'static str {
    match severity {
        // Found, but it hangs on what could not be decided.
        Severity::Error if matches!(soundness, Soundness::Undecided) => "  ? ",
        Severity::Error => "  ✗ ",
        Severity::Warning => "  ! ",
        Severity::Note => "    ",
    }
}

/// Cooks get a line each; more share one sentence.
const MOST_COOKS: usize = 10;

/// Tries that one defence refutes get a line each; more share one.
const MOST_TRIES: usize = 3;

/// The tries that only `refutation` refutes, in whatever part.
fn refuted_by(refutation: Move, verification: &Verification) -> Vec<MoveInPart> {
    let tries = (verification.findings.iter()).filter_map(|finding| match finding {
        Finding::Try {
            first,
            refutation: Some(found),
        } if *found == refutation && first.part.is_none() => Some(*first),
        _ => None,
    });
    tries.collect()
}

/// What so many remarks of a kind are called.
type Counted = fn(usize) -> Text;

/// Remarks that are counted: their kinds, and what so many of them are called.
const COUNTED: [(&[Kind], Counted); 7] = [
    (&[Kind::Cook], |count| text!(CooksCounted, count)),
    (&[Kind::Dual], |count| text!(DualsFound, count)),
    (&[Kind::PromotionDual], |count| {
        text!(PromotionDualsCounted, count)
    }),
    (&[Kind::Try], |count| text!(TriesCounted, count)),
    (&[Kind::SolutionIncomplete], |count| {
        text!(OmissionsCounted, count)
    }),
    (&[Kind::SuperfluousMan], |count| text!(MenNotNeeded, count)),
    (&[Kind::WeakerMan], |count| text!(MenReplaceable, count)),
];

/// One line for an editor to paste: what the key is like, and how many remarks there are of which kind.
fn summary(verification: &Verification, style: TextStyle) -> String {
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
            Finding::KeyIsTrial(_) => say!(style.language, SummaryTrialKey),
            Finding::CheckingKey(_) => say!(style.language, SummaryCheckingKey),
            Finding::CapturingKey { .. } => say!(style.language, SummaryCapturingKey),
            Finding::FlightTaken { .. } => say!(style.language, SummaryTakesFlights),
            Finding::FlightGiven { .. } => say!(style.language, SummaryGivesFlights),
            Finding::UnprovidedCheck(_) => say!(style.language, SummaryUnprovidedCheck),
            Finding::UnprovidedFlight(_) => say!(style.language, SummaryUnprovidedFlight),
            Finding::PromotedMan(_) => say!(style.language, SummaryPromotedMan),
            Finding::ByConvention { .. } => {
                say!(style.language, SummaryByConvention)
            }
            Finding::SeveralKeys(_) => say!(style.language, SummarySeveralKeys),
            Finding::SeveralRetractions(_) => say!(style.language, SummarySeveralSolutions),
            Finding::TouchLawNotNeeded => say!(style.language, SummaryTouchLawUnneeded),
            _ => continue,
        };
        if !key.contains(&word) {
            key.push(word);
        }
    }
    parts.extend(key.into_iter().map(str::to_owned));
    for (kinds, counted) in COUNTED {
        let found = (verification.findings.iter())
            .filter(|finding| kinds.contains(&finding.kind()))
            .count();
        if found > 0 {
            let counted = counted(found);
            parts.push(counted.in_language(style.language).into_owned());
        }
    }
    if parts.len() < 2 {
        return String::new();
    }
    let language = style.language;
    let parts = parts.join(language.semicolon());
    format!("{}{}{parts}", say!(language, Summary), language.colon())
}

fn verdict(verification: &Verification, language: Language) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let nodes = verification.stats().nodes;
    match verification.soundness {
        Soundness::Sound => say!(language, VerdictSound, version, nodes),
        Soundness::Unsound => {
            let mut errors = (verification.findings.iter())
                .filter(|finding| finding.severity() == Severity::Error);
            // Nothing was found against the problem itself.
            if errors.all(|finding| matches!(finding, Finding::Line { .. })) {
                say!(language, VerdictTextUnsound).to_owned()
            } else {
                say!(language, VerdictUnsound).to_owned()
            }
        }
        Soundness::Undecided => say!(language, VerdictOpen).to_owned(),
    }
}
