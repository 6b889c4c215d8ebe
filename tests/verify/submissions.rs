//! Seeded defects: each made from a sound submission, each reported as what it is; the sound
//! submissions as sound. Positions are small enough to be checked by eye; the reasons stand beside
//! them.

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

use super::defects::positions;

const ROOK: &str = positions::rook!();
const ROOK_SOLUTION: &str = "\
solution:
  1. Kg6! zugzwang
    1... Kg8 2. Ra8#
  1. Kf7? Kh7!
";

const LANGSTAFF: &str = positions::langstaff!();
const LANGSTAFF_WORLDS: &str = positions::langstaff_worlds!();
const LANGSTAFF_PARTS: &str = "\
solution:
  [k g6] 1. hxg6 e.p.! threat 2. Rd8#
    1... O-O 2. h7#
  [- -] 1. Ke6! threat 2. Rd8#
";
/// With the own pawn alone touched: h5 cannot move, so that White is free after a denial.
const LANGSTAFF_TRIAL: &str = "\
convention: bg
options: ep-touch=own-only
";
const LANGSTAFF_BRANCHES: &str = "\
solution:
  1. hxg6 e.p.!
    [stands: k g6] threat 2. Rd8#
      1... O-O 2. h7#
    [taken back: - -] 1. Ke6 threat 2. Rd8#
  1. Ke6? O-O!
";

const HENKE: &str = positions::henke!();

#[derive(Debug)]
struct Report {
    exit: i32,
    verdict: String,
    findings: Vec<(String, String, String, Vec<String>)>,
}

impl Report {
    fn of(output: &Output) -> Vec<Report> {
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{stderr}");
        assert!(!stdout.is_empty(), "{stderr}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        stdout
            .lines()
            .map(|line| {
                let record: Value = serde_json::from_str(line).unwrap();
                let findings = record["findings"].as_array().unwrap_or_else(|| {
                    panic!("{line}\n{stderr}");
                });
                Report {
                    exit: output.status.code().unwrap(),
                    verdict: text(&record["verdict"]),
                    findings: findings
                        .iter()
                        .map(|finding| {
                            let moves = finding["moves"].as_array().unwrap();
                            (
                                text(&finding["kind"]),
                                text(&finding["severity"]),
                                text(&finding["text"]),
                                moves.iter().map(text).collect(),
                            )
                        })
                        .collect(),
                }
            })
            .collect()
    }

    fn kinds(&self, severity: &str) -> Vec<&str> {
        let of = |f: &&(String, String, String, Vec<String>)| f.1 == severity;
        self.findings
            .iter()
            .filter(of)
            .map(|f| f.0.as_str())
            .collect()
    }

    fn has(&self, kind: &str) -> bool {
        self.findings.iter().any(|f| f.0 == kind)
    }

    #[track_caller]
    fn moves(&self, kind: &str) -> Vec<&str> {
        let found = self.findings.iter().find(|f| f.0 == kind);
        let found = found.unwrap_or_else(|| panic!("no {kind} in {self:#?}"));
        found.3.iter().map(String::as_str).collect()
    }

    #[track_caller]
    fn text(&self, kind: &str) -> &str {
        let found = self.findings.iter().find(|f| f.0 == kind);
        &found.unwrap_or_else(|| panic!("no {kind} in {self:#?}")).2
    }
}

fn run(problem: &str, flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.bg"), problem).unwrap();
    Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .current_dir(folder.path())
        .args(["verify", "p.bg", "--table-mib", "16"])
        .args(flags)
        .output()
        .unwrap()
}

fn all(problem: &str, flags: &[&str]) -> Vec<Report> {
    let flags: Vec<&str> = flags.iter().copied().chain(["--format", "jsonl"]).collect();
    Report::of(&run(problem, &flags))
}

fn report(problem: &str) -> Report {
    all(problem, &["--no-economy"]).remove(0)
}

#[track_caller]
fn sound(problem: &str) -> Report {
    let report = report(problem);
    assert_eq!(
        (report.verdict.as_str(), report.exit),
        ("sound", 0),
        "{report:#?}"
    );
    assert!(report.kinds("error").is_empty(), "{report:#?}");
    report
}

/// The kinds of the errors, and nothing but them.
#[track_caller]
fn unsound(problem: &str, errors: &[&str]) -> Report {
    let report = report(problem);
    assert_eq!(
        (report.verdict.as_str(), report.exit),
        ("unsound", 1),
        "{report:#?}"
    );
    assert_eq!(report.kinds("error"), errors, "{report:#?}");
    report
}

fn rook(solution: &str) -> String {
    format!("{ROOK}solution:\n  {solution}\n")
}

#[test]
fn the_sound_originals_are_sound() {
    let report = sound(&format!("{ROOK}{ROOK_SOLUTION}"));
    // Kg6, Kg8, Ra8, Kf7, Kh7.
    assert!(report.text("replayed").starts_with("5 "), "{report:#?}");
    assert_eq!(report.moves("key"), ["f6g6"]);
    // Black answers Kf7 with his only move.
    assert!(
        report
            .findings
            .iter()
            .any(|f| f.0 == "try" && f.3 == ["f6f7", "h8h7"])
    );
    assert!(report.kinds("warning").is_empty(), "{report:#?}");
    sound(&format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{LANGSTAFF_PARTS}"));
    sound(&format!(
        "{LANGSTAFF}{LANGSTAFF_TRIAL}{LANGSTAFF_WORLDS}{LANGSTAFF_BRANCHES}"
    ));
    sound(&format!(
        "{HENKE}solution:\n  1... O-O-O+ 2. Ke2 Rd2#\n  1. Kc2 Ra2+ 2. Kc1 O-O#\n"
    ));
}

/// U. Degener and T. Linß, The Problemist 1988: a full move was taken out of each line, both of which mate so.
#[test]
fn a_help_line_that_ends_too_soon_fails_though_others_may_solve() {
    let problem = "fen: 8/3pp2r/3b3r/1bknp3/1q1p3R/pp1p4/7B/7K w\nstipulation: h#4.5\nletters: de\nhistories: given\n  - -\nsolution:\n  \
        1...Th4*d4 2.Db4-c4 Td4-h4 3.Kc5-b4 Lh2-f4 4.Dc4-c5 Lf4-d2#\n";
    let report = all(problem, &["--nodes", "1000", "--no-economy"]).remove(0);
    assert_eq!(report.verdict, "unsound", "{report:#?}");
    assert!(report.has("line"), "{report:#?}");
    // A line that breaks off says nothing against the problem.
    let broken_off = problem.replace(" 4.Dc4-c5 Lf4-d2#", "");
    let report = all(&broken_off, &["--nodes", "1000", "--no-economy"]).remove(0);
    assert_eq!(report.verdict, "undecided", "{report:#?}");
    assert!(report.has("unchecked"), "{report:#?}");
}

/// In direct play too the author's moves are played where the search comes to no end.
#[test]
fn lines_of_a_long_direct_problem_have_to_be_legal() {
    let hard = "fen: r3k2r/pp1n1ppp/2p1bn2/q3p3/2B1P3/2N1BN2/PPPQ1PPP/R3K2R w\nstipulation: #6\nhistories: given\n  KQkq -\n";
    let asked = ["--nodes", "1000", "--no-economy"];
    let with = |line: &str| all(&format!("{hard}solution:\n  {line}\n"), &asked).remove(0);
    let legal = with("1.O-O! O-O 2.Bxe6 fxe6 3.Ng5 h6");
    assert_eq!(legal.verdict, "undecided", "{legal:#?}");
    assert!(legal.text("replayed").starts_with("6 "), "{legal:#?}");
    let illegal = with("1.O-O! O-O 2.Bxe6 fxe6 3.Rb7 h6");
    assert_eq!(illegal.verdict, "unsound", "{illegal:#?}");
    assert_eq!(illegal.kinds("error"), ["line"], "{illegal:#?}");
}

/// The parts of a problem without twins may have letters too.
#[test]
fn parts_are_labelled_with_letters() {
    let parts =
        "fen: r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R w\nstipulation: #2\nconvention: pra\n";
    for (first, second) in [("I", "II"), ("a", "b")] {
        sound(&format!(
            "{parts}solution:\n  {first}) 1.Qxg7\n  {second}) 1.Qb7\n"
        ));
    }
}

#[test]
fn solutions_of_help_play_are_shown_where_none_is_given() {
    let report =
        report("fen: 7n/6k1/8/3Kp3/2p5/6R1/8/5B2 b\nstipulation: h#2\nhistories: given\n  - -\n");
    assert_eq!(
        report.moves("no-published-key"),
        ["g7f8", "d5e6", "f8e8", "g3g8"]
    );
    assert!(
        report.text("no-published-key").contains("2. Ke8 Rg8#"),
        "{report:#?}"
    );
    let stalemate =
        self::report("fen: 8/3K2Q1/q7/1k6/8/8/8/8 b\nstipulation: h=2\nhistories: given\n  - -\n");
    let shown = stalemate.text("no-published-key");
    assert!(shown.ends_with("1. Ka4 Qc3 2. Qc6+ Kxc6="), "{shown}");
}

#[test]
fn german_letters_are_read() {
    let german = |solution: &str| format!("letters: de\n{ROOK}solution:\n  {solution}\n");
    sound(&german("1.Kg6! Kg8 2.Ta8#"));
    // R is no German letter, and all of it is English.
    sound(&german("1.Kg6! Kg8 2.Ra8#"));
}

#[test]
fn each_twin_has_its_own_verdict() {
    // In b) the same with the rook on b7.
    let twins = |b: &str| {
        format!(
            "{ROOK}twins:\n  b) move a7 b7\nsolution:\n  a) 1. Kg6! Kg8 2. Ra8#\n  b) 1. Kg6! Kg8 {b}\n"
        )
    };
    let verdicts = |problem: &str| -> Vec<String> {
        let reports = all(problem, &["--no-economy"]);
        reports.into_iter().map(|report| report.verdict).collect()
    };
    assert_eq!(verdicts(&twins("2. Rb8#")), ["sound", "sound"]);
    // The solution of a) does not fit b).
    assert_eq!(verdicts(&twins("2. Ra8#")), ["sound", "unsound"]);
}

#[test]
fn a_cook() {
    // A second rook that blocks nothing: 1.Rb8 mates at once, and mates in one are mates in two.
    let added = ROOK
        .replace("5K2/8/8/8/8/8 w", "5K2/8/8/8/8/1R6 w")
        .replace("2+1", "3+1");
    let report = report(&format!("{added}solution:\n  1. Kg6! Kg8 2. Ra8#\n"));
    assert_eq!((report.verdict.as_str(), report.exit), ("unsound", 1));
    let cooks: Vec<&str> = (report.findings.iter())
        .filter(|f| f.0 == "cook")
        .map(|f| f.3[0].as_str())
        .collect();
    assert!(cooks.contains(&"b1b8"), "{report:#?}");
    assert_eq!(report.moves("short-solution"), ["b1b8"]);
}

#[test]
fn a_wrong_key() {
    // 1.Kf7 Kh7: no mate follows.
    let report = unsound(&rook("1. Kf7!"), &["wrong-key", "cook"]);
    assert_eq!(report.moves("wrong-key"), ["f6f7", "h8h7"]);
    assert_eq!(report.moves("cook"), ["f6g6"]);
}

#[test]
fn a_wrong_key_of_a_problem_in_parts() {
    // Given outside the parts, 1.Rd8+ solves in neither: 1...Kf7.
    let report = report(&format!(
        "{LANGSTAFF}{LANGSTAFF_WORLDS}solution:\n  1. Rd8+!\n"
    ));
    assert_eq!(report.verdict, "unsound");
    assert_eq!(
        report.kinds("error"),
        ["wrong-key", "wrong-key", "cook", "cook"],
        "{report:#?}"
    );
}

#[test]
fn no_solution() {
    // A black rook guards the eighth rank.
    let stopped = "fen: 1r5k/R7/5K2/8/8/8/8/8 w\nstipulation: #2\nhistories: given\n  - -\n";
    let report = report(&format!("{stopped}solution:\n  1. Kg6! Kg8 2. Ra8#\n"));
    assert_eq!((report.verdict.as_str(), report.exit), ("unsound", 1));
    assert!(
        report.kinds("error").contains(&"no-solution"),
        "{report:#?}"
    );
    assert!(report.kinds("error").contains(&"wrong-key"), "{report:#?}");
}

#[test]
fn a_short_solution() {
    // The same diagram as a mate in three: 1.Kg6 mates in two.
    let long = ROOK.replace("#2", "#3");
    let report = report(&format!("{long}solution:\n  1. Kg6!\n"));
    assert_eq!((report.verdict.as_str(), report.exit), ("unsound", 1));
    assert_eq!(report.moves("short-solution"), ["f6g6"]);
    assert!(report.text("short-solution").contains("in 2"));
}

#[test]
fn a_wrong_count_of_men() {
    let problem = format!("{ROOK}{ROOK_SOLUTION}").replace("2+1", "3+1");
    unsound(&problem, &["count"]);
}

#[test]
fn an_illegal_position() {
    // White is on move and the black king in check: nothing can have happened before.
    let illegal = "fen: R6k/8/5K2/8/8/8/8/8 w\nstipulation: #2\nsolution:\n  1. Kg6!\n";
    unsound(illegal, &["illegal"]);
}

#[test]
fn false_claims_on_the_histories() {
    let claim = |worlds: &[&str]| {
        let worlds = worlds.join("\n  ");
        format!("{LANGSTAFF}histories: claim\n  {worlds}\n{LANGSTAFF_PARTS}")
    };
    // The published claim; K or R has moved, or g7-g5 was the last move.
    sound(&claim(&["k g6", "- g6", "- -"]));
    // With the right to castle g5 was the last to move, for g6-g5 would have left Kf5's check.
    let report = unsound(&claim(&["k g6", "- g6", "- -", "k -"]), &["claim"]);
    assert!(report.text("claim").contains("impossible"));
    let report = unsound(&claim(&["k g6", "- g6"]), &["claim"]);
    assert!(report.text("claim").contains("not claimed"));
}

#[test]
fn a_missing_refutation() {
    // After 1.Ra1 both king moves save Black: 1...Kg8 2.Ra8+ Kh7, 1...Kh7 2.Rh1+ Kg8.
    let problem = rook("1. Kg6! Kg8 2. Ra8#\n  1. Ra1? Kg8!");
    // A weakness of the try; the problem is sound.
    let report = sound(&problem);
    assert_eq!(report.kinds("warning"), ["missing-refutation"]);
    assert_eq!(report.moves("missing-refutation"), ["h8h7"]);
    sound(&rook("1. Kg6! Kg8 2. Ra8#\n  1. Ra1? Kg8! 1... Kh7!"));
}

#[test]
fn tries_that_are_none() {
    // The key called a try.
    unsound(&rook("1. Kg6! Kg8 2. Ra8#\n  1. Kg6? Kg8!"), &["line"]);
    // A move called a refutation that is impossible: g7 is guarded. Faults in a try say nothing against the problem.
    let report = sound(&rook("1. Kg6! Kg8 2. Ra8#\n  1. Kf7? Kg7!"));
    assert_eq!(report.kinds("warning"), ["line"]);
    // A remark on a mate that cannot be: it is called a mistake.
    let report = sound(&rook("1. Kg6! Kg8 2. Ra8# (2. 0-0#?)"));
    assert_eq!(report.kinds("warning"), ["line"]);
    // Below a try nothing but the refutation is known: what follows it is not judged.
    sound(&rook("1. Kg6! Kg8 2. Ra8#\n  1. Kf7? Kh7! 2. Ra1"));
    // Stalemate refutes without a move.
    sound(&rook("1. Kg6! Kg8 2. Ra8#\n  1. Rg7? {stalemate}"));
}

#[test]
fn published_lines_that_fail() {
    // g7 is guarded by the king.
    let report = unsound(&rook("1. Kg6! Kg7 2. Ra8#"), &["line"]);
    assert!(
        report.text("line").starts_with("1. Kg6! Kg7: "),
        "{report:#?}"
    );
    // Legal, but no mate.
    let report = unsound(&rook("1. Kg6! Kg8 2. Ra1"), &["line"]);
    assert!(
        report.text("line").starts_with("1... Kg8 2. Ra1: "),
        "{report:#?}"
    );
    // After 1.Kg6 a pass would leave 2.Ra8 mate: that is a threat. 2.Rh7 is none.
    sound(&rook("1. Kg6! threat 2. Ra8#"));
    unsound(&rook("1. Kg6! threat 2. Rh7"), &["line"]);
    // No move at all: nothing is said against the problem, and nothing was compared.
    let open = self::report(&rook("1. Zg6!"));
    assert_eq!((open.verdict.as_str(), open.exit), ("undecided", 3));
    assert_eq!(open.kinds("warning"), ["unreadable", "unchecked"]);
}

#[test]
fn duals() {
    // 1.a7 threatens a8=Q and a8=R: both mate along the rank, which is minor, and Kg8 parries neither.
    let promotion = "fen: 7k/8/P5K1/8/8/8/8/8 w\nstipulation: #2\nhistories: given\n  - -\n";
    let report = sound(&format!("{promotion}solution:\n  1. a7! Kg8 2. a8=R#\n"));
    assert_eq!(report.moves("promotion-dual"), ["a6a7", "a7a8q", "a7a8r"]);
    assert!(report.kinds("warning").is_empty(), "{report:#?}");
    // After 1.Qb7 Ra1 three queen moves mate: on e7 guarded by d6, f6 and the king, on b8 and c8 along
    // the rank. Qe7 was threatened all along, so that this is no dual, and any of them may be published.
    // Against Ra7 the threats fail; then b8 and c8 are a dual.
    let rooks = "\
fen: r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8 w
stipulation: #2
convention: bg
histories: given
  k -
  q -
  - -
";
    for mate in ["Qe7#", "Qb8#", "Qc8#"] {
        let report = sound(&format!("{rooks}solution:\n  1. Qb7! Ra1 2. {mate}\n"));
        let after = |square: &str| {
            let dual = |f: &&(String, String, String, Vec<String>)| {
                f.0 == "dual" && f.3.contains(&square.to_owned())
            };
            report.findings.iter().find(dual)
        };
        assert!(after("a8a1").is_none(), "{report:#?}");
        let dual = after("a8a7").unwrap_or_else(|| panic!("{report:#?}"));
        assert_eq!(dual.1, "warning");
        assert_eq!(dual.3, ["b2b7", "a8a7", "b7b8", "b7c8"]);
    }
}

#[test]
fn parts_that_do_not_exist_or_are_missing() {
    // `- g6` is no part of its own: `k g6` dominates it.
    let wrong = LANGSTAFF_PARTS.replace("[k g6]", "[- g6]");
    let report = unsound(&format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{wrong}"), &["line"]);
    assert!(report.has("solution-incomplete"), "{report:#?}");
    // The key of the other part: 1.Ke6 fails to 1...O-O where Black may castle.
    let swapped = "solution:\n  [k g6] 1. Ke6!\n  [- -] 1. Ke6!\n";
    let report = unsound(
        &format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{swapped}"),
        &["wrong-key", "cook"],
    );
    assert_eq!(report.moves("wrong-key"), ["f5e6", "e8g8"]);
    // One part forgotten: nothing false is said, but it is not the solution.
    let half = "solution:\n  [- -] 1. Ke6! threat 2. Rd8#\n";
    let report = self::report(&format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{half}"));
    assert_eq!(report.verdict, "undecided", "{report:#?}");
    assert_eq!(
        report.kinds("warning"),
        ["solution-incomplete"],
        "{report:#?}"
    );
}

#[test]
fn rulings_that_do_not_exist() {
    let problem =
        |solution: &str| format!("{LANGSTAFF}{LANGSTAFF_TRIAL}{LANGSTAFF_WORLDS}{solution}");
    // In `- g6` the capture is legal: it is not taken back there.
    let wrong = LANGSTAFF_BRANCHES.replace("[taken back: - -]", "[taken back: - g6]");
    unsound(&problem(&wrong), &["line"]);
    // Black cannot castle any more when he has denied the capture: K or R has moved.
    let castling = LANGSTAFF_BRANCHES.replace("1. Ke6 threat 2. Rd8#", "1. Ke6 O-O 2. Rd8#");
    unsound(&problem(&castling), &["line"]);
    // Nothing is doubtful about Ke6: there is no ruling.
    let settled = LANGSTAFF_BRANCHES.replace("1. Ke6? O-O!", "1. Ke6? [stands: k g6] 1... O-O!");
    // It is said of a try.
    let report = sound(&problem(&settled));
    assert!(report.kinds("warning").contains(&"line"), "{report:#?}");
}

#[test]
fn a_genre_that_is_not_needed() {
    // h5 cannot move, so White is free after the denial: as free as without a touch law.
    let report = sound(&format!(
        "{LANGSTAFF}{LANGSTAFF_TRIAL}{LANGSTAFF_WORLDS}{LANGSTAFF_BRANCHES}"
    ));
    assert!(report.has("touch-law-not-needed"), "{report:#?}");
    assert!(!report.has("trial-not-needed"), "{report:#?}");
    // Keym's O-O-O solves by the codex too: castling is allowed unless disproved.
    let keym = "\
fen: qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1 w
stipulation: #1
convention: bg
histories: given
  Q -
  - c6
solution:
  1. O-O-O#!
";
    assert!(sound(keym).text("trial-not-needed").contains("codex"));
    // Two doubtful captures: were nothing owed after a denial, 1.dxe6 e.p. would solve as well.
    let two = "\
fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w
stipulation: #2
convention: bg
histories: given
  - e6
  - g6
solution:
  1. hxg6 e.p.!
";
    let report = sound(two);
    assert!(!report.has("touch-law-not-needed"), "{report:#?}");
}

#[test]
fn help_play_is_compared_line_by_line() {
    // The set play is no solution: without the actual play published it is a cook.
    let report = unsound(
        &format!("{HENKE}solution:\n  1... O-O-O+ 2. Ke2 Rd2#\n"),
        &["cook"],
    );
    assert_eq!(report.moves("cook"), ["d3c2", "a1a2", "c2c1", "e1g1"]);
    // Re1 is taken by the king.
    unsound(
        &format!("{HENKE}solution:\n  1... O-O-O+ 2. Ke2 Re1#\n  1. Kc2 Ra2+ 2. Kc1 O-O#\n"),
        &["line"],
    );
}

#[test]
fn the_economy() {
    // The pawn on h3 has no part in 1.Kg6 Kg8 2.Ra8#; the rook has.
    let pawn = ROOK
        .replace("5K2/8/8/8/8/8 w", "5K2/8/8/7P/8/8 w")
        .replace("2+1", "3+1");
    let report = all(&format!("{pawn}{ROOK_SOLUTION}"), &[]).remove(0);
    assert_eq!(report.verdict, "sound", "{report:#?}");
    let superfluous: Vec<&str> = (report.findings.iter())
        .filter(|f| f.0 == "superfluous-man")
        .map(|f| f.2.as_str())
        .collect();
    assert_eq!(superfluous, ["white Ph3 is superfluous"]);
    let report = all(&format!("{ROOK}{ROOK_SOLUTION}"), &[]).remove(0);
    assert!(!report.has("superfluous-man"), "{report:#?}");
}

#[test]
fn what_was_not_searched_is_not_judged() {
    // One position is not enough for a mate in two.
    let report = all(&rook("1. Kg6!"), &["--no-economy", "--nodes", "1"]).remove(0);
    assert_eq!(
        (report.verdict.as_str(), report.exit),
        ("undecided", 3),
        "{report:#?}"
    );
    assert!(report.has("incomplete"), "{report:#?}");
    // It is enough to see that the only answer to a move leaves no mate.
    let report = all(&rook("1. Kf7!"), &["--no-economy", "--nodes", "1"]).remove(0);
    assert_eq!(report.verdict, "unsound", "{report:#?}");
    assert!(
        report.has("incomplete") && report.has("wrong-key"),
        "{report:#?}"
    );
}

#[test]
fn tries_that_were_not_looked_at_are_told() {
    // White tries out hxg6 e.p. (SEMANTICS, section 7); a hundred and sixty positions are enough for the key, its solution and
    // the proof that there is no other, and not for every try.
    let wall = "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\n\
        histories: given\n  - e6\n  - g6\nsolution:\n  1. hxg6 e.p.!\n";
    let cut = all(wall, &["--no-economy", "--nodes", "160"]).remove(0);
    assert_eq!(cut.verdict, "sound", "{cut:#?}");
    assert!(cut.has("tries-cut"), "{cut:#?}");
    let whole = all(wall, &["--no-economy"]).remove(0);
    assert_eq!(whole.verdict, "sound", "{whole:#?}");
    assert!(!whole.has("tries-cut"), "{whole:#?}");
    // In four moves tries are not looked for; in two they are.
    let rook = |moves: u32, solution: &str| {
        report(&format!(
            "fen: 7k/8/8/6K1/8/8/8/R7 w\nstipulation: #{moves}\nhistories: given\n  - -\nsolution:\n{solution}"
        ))
    };
    let four = rook(4, "  1. Kh6! zugzwang\n  1. Rh1+? Kg8!\n");
    assert!(four.has("tries-unexamined"), "{four:#?}");
    assert!(four.text("tries-unexamined").starts_with("1 published try"));
    let two = rook(2, "  1. Kg6! zugzwang\n  1. Rh1+? Kg8!\n");
    assert!(!two.has("tries-unexamined"), "{two:#?}");
}

#[test]
fn errors_that_hang_on_undecided_histories_condemn_nothing() {
    // Ke6 solves where Black may not castle; with hardly a look at the past nobody knows.
    let problem = format!("{LANGSTAFF}solution:\n  1. Ke6!\n");
    let flags = ["--no-economy", "--retro-nodes", "1"];
    let report = all(&problem, &flags).remove(0);
    assert_eq!(
        (report.verdict.as_str(), report.exit),
        ("undecided", 3),
        "{report:#?}"
    );
    assert!(report.has("conditional"), "{report:#?}");
    // A move that is none is wrong in every history.
    let problem = format!("{LANGSTAFF}solution:\n  1. Ke6! Kg6\n");
    let report = all(&problem, &flags).remove(0);
    assert_eq!(
        (report.verdict.as_str(), report.exit),
        ("unsound", 1),
        "{report:#?}"
    );
}

#[test]
fn both_languages_are_read_aloud() {
    let problem = format!("{ROOK}{ROOK_SOLUTION}");
    let text = |flags: &[&str]| {
        let output = run(&problem, flags);
        String::from_utf8(output.stdout).unwrap()
    };
    let english = text(&["--no-economy"]);
    for words in [
        "men: 2+1",
        "key 1. Kg6 solves",
        "5 published moves replayed",
        "C+ (beruehrt ",
    ] {
        assert!(english.contains(words), "{words}: {english}");
    }
    let german = text(&["--no-economy", "--lang", "de"]);
    for words in [
        "Steine: 2+1",
        "Schlüssel 1. Kg6 löst",
        "5 veröffentlichte Züge nachgespielt",
    ] {
        assert!(german.contains(words), "{words}: {german}");
    }
}

/// What `verify` prints.
fn printed(problem: &str, flags: &[&str]) -> String {
    String::from_utf8_lossy(&run(problem, flags).stdout).into_owned()
}

#[test]
fn many_cooks_are_folded_by_their_first_moves() {
    // Thirteen solutions: two begin with 1.b3, five with 1.a5, six with 1.Ka8.
    let file = "\
fen: 8/k1K5/p7/8/1p6/8/N7/7R b
stipulation: h#2
histories: given
  - -
solution:
  1. b3 Rh5 2. a5 Rxa5#
";
    let folded = printed(file, &[]);
    assert!(
        folded
            .contains("12 cooks, by 3 first moves: 1. b3 (1), 1. a5 (5), 1. Ka8 (6); for instance"),
        "{folded}"
    );
    assert_eq!(folded.matches("cook: ").count(), 0, "{folded}");
    let whole = printed(file, &["--detail", "full"]);
    assert_eq!(whole.matches("cook: ").count(), 12, "{whole}");
    let json = printed(file, &["--format", "jsonl"]);
    assert_eq!(json.matches("\"kind\":\"cook\"").count(), 12, "{json}");
}

#[test]
fn nothing_is_called_undecided_or_limited_that_is_not() {
    // One candidate history, no limit, and no set play.
    let file = "fen: 8/4p1N1/8/4p2R/8/3K4/6k1/8 b\nstipulation: h#2*\n";
    let solved = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .args(["solve", "-"])
        .write_stdin(file)
        .output()
        .unwrap();
    let solved = String::from_utf8_lossy(&solved.stdout).into_owned();
    assert!(
        solved.contains("Histories: nothing in the play depends on them."),
        "{solved}"
    );
    assert!(solved.contains("No set play."), "{solved}");
    assert!(
        !solved.contains("ndecided") && !solved.contains("limit"),
        "{solved}"
    );
}

/// 1.Qb6 is zugzwang: 1...a5xb4 2.Qa6#, 1...Ka3 2.Qxa5#.
fn pawn_takes(letters: &str, solution: &str) -> Report {
    let diagram = "fen: 8/8/8/p7/kN6/2p1Q3/2K5/8 w\nstipulation: #2\nhistories: given\n  - -\n";
    report(&format!(
        "letters: {letters}\n{diagram}solution:\n  {solution}\n"
    ))
}

#[test]
fn captures_by_the_files_alone() {
    for (letters, solution) in [
        ("en", "1.Qb6! zugzwang 1...ab 2.Qa6# 1...Ka3 2.Qxa5#"),
        ("en", "1.Qb6! zugzwang 1...a:b 2.Qa6# 1...Ka3 2.Qxa5#"),
        ("en", "1.Qb6! 1...Ka3 2.Qxa5# 1...axb 2.Qa6#"),
        ("de", "1.Db6! Zugzwang 1...ab 2.Da6# 1...Ka3 2.D:a5#"),
        ("fr", "1.Db6! blocus 1...ab 2.Da6# 1...Ra3 2.Dxa5#"),
    ] {
        let report = pawn_takes(letters, solution);
        assert_eq!(report.verdict, "sound", "{solution}: {report:#?}");
        assert!(
            report.kinds("warning").is_empty(),
            "{solution}: {report:#?}"
        );
    }
    let whole = sound(&format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{LANGSTAFF_PARTS}"));
    for key in ["hg e.p.", "h:g e.p.", "hxg ep"] {
        let parts = LANGSTAFF_PARTS.replace("hxg6 e.p.", key);
        assert_ne!(parts, LANGSTAFF_PARTS);
        let report = sound(&format!("{LANGSTAFF}{LANGSTAFF_WORLDS}{parts}"));
        assert_eq!(report.kinds("warning"), whole.kinds("warning"), "{key}");
    }
    // No pawn of the b-file can take: perhaps no move was meant, and perhaps one was.
    let report = pawn_takes("en", "1.Qb6! 1...bc 2.Qa6# 1...Ka3 2.Qxa5# 1...axb4 2.Qa6#");
    assert_eq!(report.verdict, "undecided", "{report:#?}");
    assert_eq!(report.kinds("warning"), ["line"], "{report:#?}");
    // With its sign it is a move that does not exist.
    let report = pawn_takes(
        "en",
        "1.Qb6! 1...b:c 2.Qa6# 1...Ka3 2.Qxa5# 1...axb4 2.Qa6#",
    );
    assert_eq!(report.kinds("error"), ["line"], "{report:#?}");
}

#[test]
fn a_capture_by_the_files_that_can_be_read_in_two_ways() {
    // The e-pawns take on d5 and on d7, where it is mate.
    let diagram =
        "fen: 4k3/3n4/3KP3/3n2B1/4P3/8/8/5R2 w\nstipulation: #1\nhistories: given\n  - -\n";
    let told = |solution: &str| {
        let report = report(&format!("{diagram}solution:\n  {solution}\n"));
        assert_eq!(report.verdict, "sound", "{report:#?}");
        let warnings: Vec<String> = report
            .kinds("warning")
            .iter()
            .map(|&k| k.to_owned())
            .collect();
        warnings
    };
    assert_eq!(told("1.exd7#"), [""; 0]);
    assert_eq!(told("1.ed#"), ["line"]);
}

#[test]
fn a_set_mate_in_fewer_moves_is_set_play() {
    // 1...Nb3# at once; no set line goes on for the full length, since the knight cannot lose a move.
    let short = "fen: 8/7p/8/6p1/3N2P1/2p5/p1P5/k1K5 b\nstipulation: h#2*\nhistories: given\n  - -\nsolution:\n  1...Nb3#\n  1.h5 gxh5 2.g4 Nb3#\n";
    let report = sound(short);
    assert!(report.kinds("warning").is_empty(), "{report:#?}");
    // Here White mates neither at once nor in the full length.
    let none = "fen: 8/4p1N1/8/4p2R/8/3K4/6k1/8 b\nstipulation: h#2*\nhistories: given\n  - -\n";
    assert!(self::report(none).has("no-set-play"));
}

/// T. R. Dawson, Magyar Sakkujság 3/594, 1913: the key is en passant, and with so few nodes it is not known whether it is possible. What
/// was not looked at to the end condemns nothing.
#[test]
fn a_search_cut_short_while_histories_are_open_condemns_nothing() {
    let file = "fen: 1brk1KRQ/2p3PR/p1p3pB/4pP2/4pp2/5P1n/P1P2pbP/5nrB w\nstipulation: #2\nsolution: 1.fxe6 e.p.\n";
    for nodes in ["1", "20", "300"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beruehrt"));
        command.args(["verify", "-", "--format", "jsonl", "--no-economy"]);
        let output = command.args(["--nodes", nodes]).write_stdin(file).output();
        let reports = Report::of(&output.unwrap());
        assert_eq!(
            reports[0].verdict, "undecided",
            "{nodes}: {:#?}",
            reports[0]
        );
        assert_eq!(reports[0].exit, 3, "{nodes}");
    }
}

/// `B` is a pawn in German, and the squares would say enough for a bishop too.
#[test]
fn the_long_notation_of_another_language_is_read_in_it() {
    let rook = "fen: 1B6/7R/8/6p1/4B1k1/4K3/8/8 w\nstipulation: #3\nletters: de\nhistories: given\n  - -\nsolution:\n  ";
    for (line, verdict) in [
        ("1.Bb8-a7 Kg4-g3 2.Be4-f3 threat 3.Ba7-b8#", "sound"),
        ("1.Ba7 Kg3 2.Bf3 threat 3.Bb8#", "sound"),
        ("1.Lb8-a7 Kg4-g3 2.Le4-f3 droht 3.La7-b8#", "sound"),
        ("1.Bb8-a7 Kg4-g3 2.Be4-f3 threat 3.Ba7-d4#", "unsound"),
    ] {
        let reported = report(&format!("{rook}{line}\n"));
        assert_eq!(reported.verdict, verdict, "{line}: {reported:#?}");
    }
}

#[test]
fn a_first_move_of_help_play_is_called_no_key() {
    let file = |stipulation: &str, turn: &str, line: &str| {
        format!(
            "fen: 8/8/8/8/8/1K6/7R/k7 {turn}\nstipulation: {stipulation}\nhistories: given\n  - -\nsolution:\n  {line}\n"
        )
    };
    let help = report(&file("h#1", "b", "1.Kb1 Rh1#"));
    assert_eq!(help.text("key"), "1. Kb1 solves");
    let direct = report(&file("#1", "w", "1.Rh1#"));
    assert_eq!(direct.text("key"), "key 1. Rh1# solves");
}
