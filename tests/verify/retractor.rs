//! The author's solution of a retractor against what is found.

use beruehrt::budget::Limits;
use beruehrt::report::html::Entry;
use beruehrt::study::{self, Study};
use beruehrt::verify::{Soundness, Verification};
use serde_json::Value;

fn verified(fen: &str, asked: &str, solution: &str) -> Verification {
    with_entry(fen, asked, solution).0
}

/// With what the page gets of it.
fn with_entry(fen: &str, asked: &str, solution: &str) -> (Verification, Value) {
    let solution = solution.replace('\n', "\n  ");
    let solution = match solution.as_str() {
        "" => String::new(),
        given => format!("solution:\n  {given}\n"),
    };
    let file = format!("fen: {fen}\nstipulation: {asked}\n{solution}");
    let parsed = beruehrt::syntax::parse(&file);
    let problem = parsed.problems().next().expect("the file is right");
    let mut options = study::Options::default();
    options.limits = Limits {
        nodes: Some(20_000_000),
        ..Limits::unlimited()
    };
    let twin = &problem.twins[0];
    let verified = Study::new(&options).verify(problem, twin).unwrap();
    let entry = Entry::verified(problem, twin, &verified);
    (verified.verification, serde_json::to_value(entry).unwrap())
}

fn kinds(verification: &Verification) -> Vec<&'static str> {
    let kinds = verification
        .findings
        .iter()
        .map(|finding| finding.kind().keyword());
    kinds.filter(|kind| *kind != "men").collect()
}

/// Sunyer 1923: published with this solution alone.
#[test]
fn the_author_may_write_his_solution_in_many_ways() {
    let fen = "4k3/8/8/7K/8/8/8/8 b";
    for solution in [
        "-1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#",
        "R: 1.Kg6xTh5 Th8xDh5, dann 1.0-0 Dh7#",
        "-1. Kg6xRh5 Rh8xQh5 {both come back} & 1. 0-0 Qh7#",
        // A line for each side; the sign is three dots, or one of three bytes.
        "-1.Kg6xRh5\n-1...Rh8xQh5 & 1.O-O Qh7#",
        "-1.Kg6xRh5\n-1…Rh8xQh5 & 1.O-O Qh7#",
        // What is no claim.
        "R: 1.Kg6xTh5 Th8xDh5 (unless R: Kg6xSh5 Th~xh5), dann 1.0-0 Dh7#",
        "R: 1.Kg6xTh5? Th8xLh5\nR: 1.Kg6xTh5! Th8xDh5, dann 1.0-0 Dh7#",
    ] {
        let one = verified(fen, "-1(w,b) & h#1", solution);
        assert_eq!(
            one.soundness,
            Soundness::Sound,
            "{solution} {:?}",
            one.findings
        );
        assert_eq!(kinds(&one), ["key", "replayed"], "{solution}");
    }
}

#[test]
fn the_page_shows_what_is_taken_back_and_no_histories() {
    let (fen, solution) = ("4k3/8/8/7K/8/8/8/8 b", "-1.Kg6xRh5 Rh8xQh5 & 1.O-O Qh7#");
    let (_, entry) = with_entry(fen, "-1(w,b) & h#1", solution);
    assert_eq!(entry["solve"]["retracted"].as_array().unwrap().len(), 1);
    assert_eq!(entry.get("histories"), None, "nothing is asked about them");
    let closing = &entry["closing"][0];
    assert!(closing.as_str().unwrap().starts_with("C+ "), "{closing}");
}

#[test]
fn what_does_not_solve_and_what_cannot_be_taken_back_are_told_apart() {
    let fen = "4k3/8/8/7K/8/8/8/8 b";
    for (solution, kinds_told) in [
        // The king is mated in two more moves, not in one.
        ("-1.Kg6xRh5 Rh8xPh5 & 1.O-O h6", &["wrong-key", "cook"][..]),
        // No king comes from so far.
        ("-1.Ka1xRh5 Rh8xQh5 & 1.O-O Qh7#", &["line"]),
    ] {
        let one = verified(fen, "-1(w,b) & h#1", solution);
        assert_eq!(one.soundness, Soundness::Unsound, "{solution}");
        assert_eq!(kinds(&one), kinds_told, "{solution}");
    }
}

/// Mrs. W. J. Baird, British Chess Magazine 1903, no. 2: two solutions, as the PDB says (P1183694). With one of them given the other is a cook.
#[test]
fn a_solution_that_the_author_does_not_give_is_a_cook() {
    let (fen, asked) = ("6n1/5pb1/7p/rp1k4/1P1N1p2/4q3/8/3K4 b", "-1(w,b) & h#1");
    let none = verified(fen, asked, "");
    assert_eq!(none.soundness, Soundness::Undecided, "{:?}", none.findings);
    let found = none.retracted.expect("it was solved").solutions;
    let asked_for = |one: &beruehrt::solve::retractor::Retracted| {
        let (lines, _) = beruehrt::report::text::solution_in_english(one, retractor());
        lines[0].clone()
    };
    let both: Vec<String> = found.iter().map(asked_for).collect();
    assert_eq!(both.len(), 2);
    let alone = verified(fen, asked, &both[0]);
    assert_eq!(alone.soundness, Soundness::Unsound, "{:?}", alone.findings);
    assert_eq!(kinds(&alone), ["key", "cook", "replayed"]);
    let whole = verified(fen, asked, &both.join("\n"));
    assert_eq!(whole.soundness, Soundness::Sound, "{:?}", whole.findings);
    // As many as are announced: what is not printed is no cook.
    let announced = verified(fen, "-1(w,b) & h#1, 2 solutions", &both[0]);
    assert_eq!(announced.soundness, Soundness::Sound);
    assert_eq!(kinds(&announced), ["key", "key", "replayed"]);
    let other = verified(fen, "-1(w,b) & h#1, 3 Lösungen", &both.join("\n"));
    assert_eq!(other.soundness, Soundness::Unsound);
    assert_eq!(kinds(&other), ["solution-count", "key", "key", "replayed"]);
}

fn retractor() -> beruehrt::problem::Retractor {
    let file = "fen: 8/8/8/8/8/8/8/K1k5 b\nstipulation: -1(w,b) & h#1\n";
    let parsed = beruehrt::syntax::parse(file);
    let problem = parsed.problems().next().expect("the file is right");
    match problem.twins[0].stipulation {
        beruehrt::problem::Stipulation::Retractor(asked) => asked,
        _ => panic!("a retractor"),
    }
}

/// Høeg's type, by enumeration (tests/solving): the rook may come from c1, d1, e1, f1 and g1, and from nowhere else.
#[test]
fn against_a_defender_other_first_moves_are_cooks() {
    let (fen, asked) = ("k7/8/1K6/8/8/8/8/7R b", "-1 & #1 Høeg");
    let one = verified(fen, asked, "-1.Rc1-h1 & 1.Rc8#");
    assert_eq!(one.soundness, Soundness::Unsound, "{:?}", one.findings);
    assert_eq!(kinds(&one), ["key", "cook", "cook", "cook", "cook"]);
    let wrong = verified(fen, asked, "-1.Rh8-h1 & 1.Rh8#");
    assert_eq!(wrong.soundness, Soundness::Unsound, "{:?}", wrong.findings);
}

/// Krystufek, diagrammes 1996: as printed there, in German, and on a page that names the pawns.
#[test]
fn words_and_signs_around_moves_taken_back_say_nothing() {
    let fen = "4b1Q1/3kp3/B2bN2K/8/1N6/8/8/8";
    let judged = |solution: &str| verified(fen, "-1 & #1", solution).soundness;
    for solution in [
        "-1.f7xBg8=Q & 1.f8=N#.",
        "R: 1.f7xLg8=D, v: 1.f8=S#",
        "Zurück: Bf7:Lg8=D\nVorwärts: Bf7-f8=S#",
        "-1.f7xLg8=D!\n1.f8=S#",
    ] {
        assert_eq!(judged(solution), Soundness::Sound, "{solution}");
    }
    assert_eq!(judged("-1.f7xBg8=Q & 1.f8=B#"), Soundness::Unsound);
    assert_eq!(judged("-1.f7xRg8=R & 1.f8=N#"), Soundness::Unsound);
    assert_eq!(judged("-1.f7%g8=Q & 1.f8=N#"), Soundness::Undecided);
}

/// S. Vokal, Die Schwalbe 9381: whether Black's last move was the double step is not known within so few nodes. Nor is it then that the
/// author's solution fails.
#[test]
fn what_hangs_on_an_undecided_position_is_no_fault_of_the_author() {
    let file = "fen: 2bn2R1/np1p1p1p/1PP1N2k/pp2pKpP/P2P3R/4P3/1P4P1/3B4\nstipulation: -1 & #1\nsolution: -1.d2-d4 & 1.hxg6 e.p.#\n";
    let parsed = beruehrt::syntax::parse(file);
    let problem = parsed.problems().next().expect("the file is right");
    let mut options = study::Options::default();
    options.histories.nodes = Some(100);
    let verified = Study::new(&options)
        .verify(problem, &problem.twins[0])
        .unwrap();
    let kinds = kinds(&verified.verification);
    assert_eq!(
        verified.verification.soundness,
        Soundness::Undecided,
        "{kinds:?}"
    );
}

/// K. Wenda, Die Schwalbe 1419 (version): `B` is a pawn to him and a bishop in English. Two solutions may stand in one line.
#[test]
fn a_pawn_that_was_captured_has_the_letter_of_its_language() {
    let fen = "r3k1bR/pr1p3p/2P5/4p3/2B1K3/8/7b/8 b";
    let one = verified(fen, "-1w & #2", "R: 1. Kd5xBe4, dann 1. Kd6");
    assert_eq!(one.soundness, Soundness::Sound, "{:?}", one.findings);
    let wrong = verified(fen, "-1w & #2", "R: 1. Kd5xBe4, dann 1. Kc5");
    assert_eq!(wrong.soundness, Soundness::Unsound, "{:?}", wrong.findings);
    let two = "r3k1bR/pr1p3p/2P5/8/2B1K3/8/8/8 b";
    for solution in [
        "-1.Kd5-e4 & 1.Kd6; -1.Kd5xBe4 & 1.Kd6",
        "R: 1.Kd5-e4, dann 1.Kd6 oder R: 1.Kd5xBe4, dann 1.Kd6",
    ] {
        let both = verified(two, "-1w & #2", solution);
        assert_eq!(both.soundness, Soundness::Sound, "{:?}", both.findings);
    }
}

/// K. Wenda, Die Schwalbe 1419 (version): what follows the key is compared as in any other problem.
#[test]
fn the_play_that_follows_is_compared() {
    let fen = "r3k1bR/pr1p3p/2P5/4p3/2B1K3/8/7b/8 b";
    for (play, soundness) in [
        (" ~ 2.Rxg8#", Soundness::Sound),
        ("\n 1...Kf8 2.Rxg8#\n 1...Kd8 2.Rxg8#", Soundness::Sound),
        (" Ka1 2.Qa8#", Soundness::Unsound),
        (" Kf8 2.Rxg8# Ke7 3.Rg7#", Soundness::Unsound),
        ("\n 1...Kf8 2.Rxg8#\n 1...Kd8 2.Kd5#", Soundness::Unsound),
    ] {
        let verified = verified(fen, "-1w & #2", &format!("-1.Kd5xPe4 & 1.Kd6{play}"));
        let findings = &verified.findings;
        assert_eq!(verified.soundness, soundness, "{play}: {findings:?}");
    }
}
