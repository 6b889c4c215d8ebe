//! What a judge would sign: sound submissions without a false alarm, seeded defects each reported as what it
//! is and nothing else, and the findings on shipped problems.

// Reports of a failed test, written once.
#![allow(clippy::format_push_string, clippy::format_collect)]

use beruehrt::problem::{Histories, Problem};
use beruehrt::report::text::{TextStyle, finding_text};
use beruehrt::solve::{SolveOptions, Threads, WorldStatus};
use beruehrt::study::{Options, Study};
use beruehrt::verify::{Economy, Kind, Severity, Soundness, Verification, VerifyOptions, verify};

use super::defects::{self, Asked, REMARKS, SHIPPED, Shipped};

/// Nodes for the histories: enough for those that are small, the same on every machine.
const HISTORY_NODES: u64 = 3_000;

/// Nodes for histories that take longer: some seconds each.
const LONG_HISTORIES: u64 = 100_000;

fn problem(text: &str) -> Problem {
    let parsed = beruehrt::syntax::parse(text);
    parsed
        .problems()
        .next()
        .unwrap_or_else(|| panic!("not a problem: {text}"))
        .clone()
}

fn verified(text: &str, asked: Asked) -> Vec<Verification> {
    let problem = problem(text);
    if let Asked::TreesOf(tree_nodes) = asked {
        return in_small_trees(&problem, tree_nodes);
    }
    let mut options = Options::default();
    options.threads = Threads::Own(1);
    options.table_mib = 4;
    options.economy = Economy::Skip;
    options.histories.nodes = Some(HISTORY_NODES);
    match asked {
        Asked::Plainly | Asked::TreesOf(_) => {}
        Asked::Economy(economy) => options.economy = economy,
        Asked::EconomyWithin(nodes) => {
            options.economy = Economy::Look;
            options.limits.nodes = Some(nodes);
        }
        Asked::Within(nodes) => options.limits.nodes = Some(nodes),
        Asked::HistoriesWithin(nodes) => options.histories.nodes = Some(nodes),
        Asked::AtLength => {
            options.economy = Economy::Look;
            options.histories.nodes = Some(LONG_HISTORIES);
            options.table_mib = 64;
        }
    }
    let study = Study::new(&options);
    (problem.twins.iter())
        .map(|twin| study.verify(&problem, twin).unwrap().verification)
        .collect()
}

/// In the histories given, with solution trees of so many nodes.
fn in_small_trees(problem: &Problem, tree_nodes: usize) -> Vec<Verification> {
    let options = VerifyOptions {
        solve: SolveOptions {
            threads: Threads::Own(1),
            table_mib: 4,
            tree_nodes,
            ..SolveOptions::default()
        },
        economy: Economy::Skip,
        ..VerifyOptions::default()
    };
    (problem.twins.iter())
        .map(|twin| {
            let Histories::Given(worlds) = &twin.histories else {
                panic!("not given");
            };
            verify(problem, twin, &WorldStatus::given(worlds), &options)
        })
        .collect()
}

/// Kinds of the errors and warnings.
fn kinds(verification: &Verification) -> Vec<&'static str> {
    (verification.findings.iter())
        .filter(|finding| finding.severity() >= Severity::Warning)
        .map(|finding| finding.kind().keyword())
        .collect()
}

fn notes(verification: &Verification) -> Vec<&'static str> {
    (verification.findings.iter())
        .filter(|finding| finding.severity() == Severity::Note)
        .map(|finding| finding.kind().keyword())
        .collect()
}

/// Remarks, each kind once.
fn remarks(verification: &Verification) -> Vec<&'static str> {
    (REMARKS.iter().copied())
        .filter(|remark| {
            (verification.findings.iter()).any(|finding| finding.kind().keyword() == *remark)
        })
        .collect()
}

const ENGLISH: TextStyle = TextStyle::ENGLISH;

fn texts(verification: &Verification) -> String {
    verification
        .findings
        .iter()
        .map(|finding| {
            let text = finding_text(finding, verification, ENGLISH);
            let kind = finding.kind().keyword();
            format!("  {:?} {kind}: {text}\n", finding.severity())
        })
        .collect()
}

fn is_remark(kind: &&str) -> bool {
    REMARKS.contains(kind)
}

#[test]
fn sound_problems_raise_no_alarm() {
    assert!(defects::SOUND.len() >= 9);
    let mut alarms = String::new();
    for sound in defects::SOUND {
        for verification in verified(sound.text, Asked::Economy(Economy::Look)) {
            let mut alarming = kinds(&verification);
            // What was not looked at for want of nodes is no alarm.
            alarming.retain(|kind| !is_remark(kind) && *kind != "economy-cut");
            let found = remarks(&verification);
            if verification.soundness != Soundness::Sound
                || !alarming.is_empty()
                || found != sound.remarks
            {
                alarms += &format!(
                    "{} ({}): {:?}, {found:?}\n{}",
                    sound.name,
                    sound.why,
                    verification.soundness,
                    texts(&verification)
                );
            }
        }
    }
    assert!(alarms.is_empty(), "{alarms}");
}

#[test]
fn drawn_problems_raise_no_alarm() {
    assert!(defects::DRAWN.len() >= 20);
    let mut alarms = String::new();
    for sound in defects::DRAWN {
        let verifications = verified(sound.text, Asked::Plainly);
        for verification in &verifications {
            let mut alarming = kinds(verification);
            alarming.retain(|kind| !is_remark(kind));
            let sound_for_us = verification.soundness == Soundness::Sound;
            if !sound_for_us || !alarming.is_empty() || remarks(verification) != sound.remarks {
                let found = texts(verification);
                alarms += &format!("{} ({}):\n{found}", sound.name, sound.why);
            }
        }
    }
    assert!(alarms.is_empty(), "{alarms}");
}

#[test]
fn each_seeded_defect_is_reported_as_what_it_is() {
    assert!(defects::all().count() >= 120);
    let mut wrong = String::new();
    for defect in defects::all() {
        let original = defects::base(defect.base);
        let mut text = original.text.to_owned();
        for (from, to) in defect.changes {
            assert!(
                text.contains(from),
                "{}: `{from}` is not there",
                defect.name
            );
            text = text.replacen(from, to, 1);
        }
        // Of all twins.
        let verifications = verified(&text, defect.asked);
        let is_known = |kind: &&str| original.remarks.contains(kind);
        let mut found: Vec<&str> = verifications.iter().flat_map(kinds).collect();
        found.retain(|kind| !is_known(kind));
        let noted: Vec<&str> = verifications.iter().flat_map(notes).collect();
        let as_said = defect.notes.iter().all(|note| noted.contains(note));
        let nothing_else = (noted.iter().filter(|kind| is_remark(kind)))
            .all(|note| defect.notes.contains(note) || is_known(note));
        if found != defect.kinds || !as_said || !nothing_else {
            wrong += &format!(
                "{} ({}): expected {:?} and {:?}, found {found:?}\n{}",
                defect.name,
                defect.why,
                defect.kinds,
                defect.notes,
                verifications.iter().map(texts).collect::<String>()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_kind_of_finding_has_a_defect_or_a_note() {
    let shown = |kind: &Kind| {
        defects::all().any(|defect| {
            defect.kinds.contains(&kind.keyword()) || defect.notes.contains(&kind.keyword())
        })
    };
    let missing: Vec<&Kind> = Kind::ALL.iter().filter(|kind| !shown(kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.keyword()).collect();
    for defect in defects::all() {
        for kind in defect.kinds.iter().chain(defect.notes) {
            assert!(known.contains(kind), "{}: {kind}", defect.name);
        }
    }
}

/// What hangs on histories that the test has no time for, and what the economy says of men.
const OPEN: [&str; 4] = ["claim", "conditional", "incomplete", "economy-cut"];
const ECONOMY: [&str; 2] = ["superfluous-man", "weaker-man"];

/// What is said amiss of a shipped problem.
fn amiss(shipped: &Shipped, verifications: &[Verification]) -> String {
    let mut amiss = String::new();
    if verifications.len() != shipped.alarms.len() || verifications.len() != shipped.remarks.len() {
        return format!("{} twins", verifications.len());
    }
    for (at, verification) in verifications.iter().enumerate() {
        let decided = verification.soundness != Soundness::Undecided;
        let mut alarms = kinds(verification);
        alarms.retain(|kind| !is_remark(kind) && !OPEN.contains(kind) && !ECONOMY.contains(kind));
        let remarks = remarks(verification);
        let known = |said: &[&str], all: &[&str]| said.iter().all(|kind| all.contains(kind));
        let right = if decided {
            alarms == shipped.alarms[at] && remarks == shipped.remarks[at]
        } else {
            known(&alarms, shipped.alarms[at]) && known(&remarks, shipped.remarks[at])
        };
        if !right {
            amiss += &format!("{alarms:?} {remarks:?}; ");
        }
        for finding in &verification.findings {
            let text = finding_text(finding, verification, ENGLISH);
            let is_economy = ECONOMY.contains(&finding.kind().keyword());
            if is_economy && !shipped.needless.contains(&text.as_str()) {
                amiss += &format!("{text}; ");
            }
        }
    }
    amiss
}

fn shipped_text(file: &str) -> String {
    let path = format!("{}/problems/{file}.bg", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {path}"))
}

/// The names of the shipped problems in a folder, without the ending.
fn shipped_in(folder: &str) -> Vec<String> {
    let path = format!("{}/problems/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(&path)
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            Some(format!("{folder}/{}", name.strip_suffix(".bg")?))
        })
        .collect();
    names.sort();
    names
}

#[test]
fn every_published_problem_is_in_the_table() {
    for file in ["published", "tour"].into_iter().flat_map(shipped_in) {
        let known = SHIPPED.iter().any(|shipped| shipped.file == file);
        // Retractors are not verified.
        let retracts = || shipped_text(&file).contains("stipulation: -");
        assert!(known || retracts(), "{file}");
    }
}

/// `cargo test --release --test verify judge:: -- --ignored shipped`
#[test]
#[ignore = "minutes"]
fn the_findings_on_the_shipped_problems_are_true() {
    let mut wrong = String::new();
    for shipped in SHIPPED {
        let verifications = verified(&shipped_text(shipped.file), Asked::AtLength);
        let amiss = amiss(shipped, &verifications);
        if !amiss.is_empty() {
            let said: String = verifications.iter().map(texts).collect();
            wrong += &format!("{} ({}): {amiss}\n{said}", shipped.file, shipped.why);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The first version of an original had a black pawn on b4 that nothing needs.
/// `cargo test --release --test verify judge:: -- --ignored pawn`
#[test]
#[ignore = "minutes"]
fn the_pawn_that_nothing_needs_is_found() {
    let text = shipped_text("originals/castling-waits-for-the-denial")
        .replace("/B7/1P6/1P6/R3K3", "/Bp6/1P6/1P6/R3K3")
        .replace("11+5", "11+6");
    let verification = verified(&text, Asked::AtLength).remove(0);
    assert_eq!(
        kinds(&verification),
        ["dual", "touch-law-not-needed", "superfluous-man"]
    );
    assert!(texts(&verification).contains("black Pb4 is superfluous"));
}

/// Every original, in the table or not, is `C+`, or nothing worse than undecided within these limits.
/// `cargo test --release --test verify judge:: -- --ignored originals`
#[test]
#[ignore = "minutes"]
fn no_original_is_unsound() {
    for file in shipped_in("originals") {
        for verification in verified(&shipped_text(&file), Asked::AtLength) {
            assert!(
                verification.soundness != Soundness::Unsound,
                "{file}:\n{}",
                texts(&verification)
            );
        }
    }
}
