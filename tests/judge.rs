//! What a judge would sign: sound submissions without a false alarm, seeded defects each reported as what it
//! is and nothing else, and the findings on shipped problems.

// Reports of a failed test, written once.
#![allow(clippy::format_push_string, clippy::format_collect)]

use beruehrt::notation::{Language, Letters};
use beruehrt::problem::Problem;
use beruehrt::report::text::{TextStyle, finding_text};
use beruehrt::solve::Threads;
use beruehrt::study::{Options, Study};
use beruehrt::verify::{Economy, Severity, Soundness, Verification};

mod defects;

/// Nodes for the histories: enough for those that are small, the same on every machine.
const HISTORY_NODES: u64 = 3_000;

fn problem(text: &str) -> Problem {
    let parsed = beruehrt::syntax::parse(text);
    parsed
        .problems()
        .next()
        .unwrap_or_else(|| panic!("not a problem: {text}"))
        .clone()
}

fn verified(text: &str, economy: Economy) -> Vec<Verification> {
    let problem = problem(text);
    let mut options = Options::default();
    options.threads = Threads::Own(1);
    options.table_mib = 4;
    options.economy = economy;
    options.histories.nodes = Some(HISTORY_NODES);
    let study = Study::new(&options);
    problem
        .twins
        .iter()
        .map(|twin| study.verify(&problem, twin).unwrap().verification)
        .collect()
}

/// Kinds of the errors and warnings, without what is said of the genre as such.
fn kinds(verification: &Verification) -> Vec<&'static str> {
    verification
        .findings
        .iter()
        .filter(|finding| finding.severity() >= Severity::Warning)
        .map(beruehrt::verify::Finding::kind)
        // What was not looked at for want of nodes is no alarm.
        .filter(|kind| !kind.ends_with("-not-needed") && *kind != "economy-cut")
        .collect()
}

fn notes(verification: &Verification) -> Vec<&'static str> {
    verification
        .findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Note)
        .map(beruehrt::verify::Finding::kind)
        .collect()
}

fn texts(verification: &Verification) -> String {
    let style = TextStyle {
        letters: Letters::English,
        language: Language::English,
    };
    verification
        .findings
        .iter()
        .map(|finding| {
            let text = finding_text(finding, &verification.diagram, style);
            format!("  {:?} {}: {text}\n", finding.severity(), finding.kind())
        })
        .collect()
}

#[test]
fn nine_sound_problems_raise_no_alarm() {
    let mut alarms = String::new();
    for (name, text) in defects::SOUND {
        for verification in verified(text, Economy::Look) {
            if verification.soundness != Soundness::Sound || !kinds(&verification).is_empty() {
                alarms += &format!(
                    "{name}: {:?}\n{}",
                    verification.soundness,
                    texts(&verification)
                );
            }
        }
    }
    assert!(alarms.is_empty(), "{alarms}");
}

#[test]
fn each_seeded_defect_is_reported_as_what_it_is() {
    let mut wrong = String::new();
    for defect in defects::DEFECTS {
        let original = defects::base(defect.base);
        let mut text = original.to_owned();
        for (from, to) in defect.changes {
            assert!(
                text.contains(from),
                "{}: `{from}` is not there",
                defect.name
            );
            text = text.replacen(from, to, 1);
        }
        let verification = verified(&text, Economy::Skip).remove(0);
        let found = kinds(&verification);
        let noted = notes(&verification);
        let as_said = defect.notes.iter().all(|note| noted.contains(note));
        if found != defect.kinds || !as_said {
            wrong += &format!(
                "{} ({}): expected {:?} and {:?}, found {found:?}\n{}",
                defect.name,
                defect.why,
                defect.kinds,
                defect.notes,
                texts(&verification)
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `cargo test --release --test judge shipped -- --ignored`
#[test]
#[ignore = "minutes"]
fn the_findings_on_the_shipped_problems_are_true() {
    let mut wrong = String::new();
    for (file, expected, why) in defects::SHIPPED {
        let path = format!("{}/problems/{file}.bg", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {path}"));
        let verifications = verified(&text, Economy::Skip);
        let settled = |verification: &Verification| -> Vec<&'static str> {
            let open = ["claim", "conditional", "incomplete", "illegal"];
            let mut kinds = kinds(verification);
            kinds.retain(|kind| !open.contains(kind));
            kinds
        };
        let found: Vec<Vec<&str>> = verifications.iter().map(settled).collect();
        let expected: Vec<Vec<&str>> = expected.iter().map(|kinds| kinds.to_vec()).collect();
        if found != expected {
            let said: String = verifications.iter().map(texts).collect();
            wrong += &format!("{file} ({why}): expected {expected:?}, found {found:?}\n{said}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
