//! Solutions in ways of printing that a column editor met: what they say is read, and what they say wrong is told.

use beruehrt::notation::Letters;
use beruehrt::problem::Problem;
use beruehrt::study::{Options, Study};
use beruehrt::syntax;
use beruehrt::verify::{Economy, Finding, LineFault, Severity, Soundness, Verification};

use Soundness::{Sound, Undecided, Unsound};

/// 1.Qd1! Black is in zugzwang; every mate of the set play is changed.
const MUTATE: &str = "8/8/2K5/1N6/2kpn3/P4Q2/8/8 w";
/// Its solution.
const ACTUAL: &str = "1.Qd1! zz 1...d3 2.Qa4# 1...S~ 2.Qc2# 1...Sc3 2.Sd6#";

/// What is found of each twin of the file.
fn verified(file: &str) -> Vec<Verification> {
    let parsed = syntax::parse(file);
    let errors = parsed.diagnostics.iter();
    let errors: Vec<_> = errors.filter(|told| told.is_error()).collect();
    assert!(errors.is_empty(), "{file}\n{errors:#?}");
    let problem: &Problem = parsed.problems().next().unwrap();
    let mut options = Options::default();
    options.economy = Economy::Skip;
    options.limits.nodes = Some(200_000);
    options.histories.nodes = Some(1000);
    let twins = problem.twins.iter();
    let verify = |twin| Study::new(&options).verify(problem, twin).unwrap();
    twins.map(|twin| verify(twin).verification).collect()
}

/// The kinds of warnings and errors.
fn kinds(verification: &Verification) -> Vec<&'static str> {
    let findings = verification.findings.iter();
    let told = findings.filter(|finding| finding.severity() > Severity::Note);
    told.map(|finding| finding.kind().keyword()).collect()
}

fn problem(fen: &str, stipulation: &str, solution: &str) -> String {
    let lines = solution.lines().map(|line| format!("  {line}\n"));
    let lines: String = lines.collect();
    format!("fen: {fen}\nstipulation: {stipulation}\nsolution:\n{lines}")
}

/// The verdict on the mutate with this solution, and the kinds of warnings and errors.
fn mutate(solution: &str) -> (Soundness, Vec<&'static str>) {
    judged(MUTATE, "#2", solution)
}

fn judged(fen: &str, stipulation: &str, solution: &str) -> (Soundness, Vec<&'static str>) {
    let found = verified(&problem(fen, stipulation, solution)).remove(0);
    (found.soundness, kinds(&found))
}

fn faults(solution: &str) -> Vec<LineFault> {
    let found = verified(&problem(MUTATE, "#2", solution)).remove(0);
    let faults = found
        .findings
        .into_iter()
        .filter_map(|finding| match finding {
            Finding::Line { fault, .. } => Some(fault),
            _ => None,
        });
    faults.collect()
}

#[test]
fn set_play_behind_the_solution_answers_no_key() {
    let set = "1...d3 2.Qf7# 1...S~ 2.Sd6#";
    for heading in [
        "Set play:",
        "Set:",
        "Satzspiel:",
        "Jeu apparent :",
        "J.A. :",
        "*)",
    ] {
        assert_eq!(
            mutate(&format!("{ACTUAL}\n{heading} {set}")),
            (Sound, vec![]),
            "{heading}"
        );
    }
    for solution in [
        format!("{ACTUAL}. Set play {set}"),
        format!("{ACTUAL} (set {set})"),
        format!("1.Qd1! Set play: {set} Actual play: 1...d3 2.Qa4# 1...S~ 2.Qc2# 1...Sc3 2.Sd6#"),
    ] {
        assert_eq!(mutate(&solution), (Sound, vec![]), "{solution}");
    }
    // What is wrong behind the key stays wrong, and so, as set play, is what is wrong there.
    let wrong = ACTUAL.replace("Qa4", "Qb3");
    assert_eq!(mutate(&format!("{wrong}\nSet: {set}")).0, Unsound);
    let wrong = set.replace("Qf7", "Qb3");
    let told = mutate(&format!("{ACTUAL}\nSet: {wrong}"));
    assert_eq!(told, (Sound, vec!["line"]));
}

#[test]
fn a_closing_sentence_softens_nothing_before_it() {
    let sentence = "Good changed mates with fine economy by the master.";
    let wrong = ACTUAL.replace("Qa4", "Qb3");
    for behind in [format!("\n{sentence}"), format!(". {sentence}")] {
        assert_eq!(
            mutate(&format!("{ACTUAL}{behind}")),
            (Sound, vec!["unreadable"])
        );
        let told = mutate(&format!("{wrong}{behind}"));
        assert_eq!(told, (Unsound, vec!["unreadable", "line"]), "{behind}");
        let told = mutate(&format!("1.Qe2! zz 1...d3 2.Qa4#{behind}"));
        assert_eq!(told.0, Unsound, "{behind}");
    }
    // A line of help play that is missing does not stand in it.
    let fen = "8/8/q7/8/1R4K1/k2N4/8/8 b";
    let line = format!("1.Qf6 Nc5 2.Qa1 Rb3#\n{sentence}");
    assert_eq!(judged(fen, "h#2", &line).0, Unsound);
}

#[test]
fn moves_are_numbered_with_brackets() {
    let fen = "K7/5p2/2B5/N2b1p2/r3n3/2b1p3/1pknp3/8 b";
    let lines = "1) Ba2 Bb5 2) Rb4 Nb3 3) Kb1 Bd3#\n1) Rd4 Nc4 2) Be6 Ba4+ 3) Kd3 Ne5#";
    assert_eq!(judged(fen, "h#3", lines), (Sound, vec![]));
    let wrong = lines.replace("Be6", "Be4");
    assert_eq!(judged(fen, "h#3", &wrong).0, Unsound);
    // The number of a solution.
    let labelled = "1) 1.Ba2 Bb5 2.Rb4 Nb3 3.Kb1 Bd3#\n2) 1.Rd4 Nc4 2.Be6 Ba4+ 3.Kd3 Ne5#";
    assert_eq!(judged(fen, "h#3", labelled), (Sound, vec![]));
    for solution in [
        "1) Qd1! d3 2) Qa4#\n1) ... Sf2 2) Qc2#\n1) ... Sc3 2) Sd6#",
        "1 Qd1 d3 2 Qa4#\n1 - Sc3 2 Sd6#\n1 - Sf2 2 Qc2#",
        "1 Qd1 d3 2 Qa4#\n1 … Sc3 2 Sd6#\n1 ... Sf2 2 Qc2#",
    ] {
        assert_eq!(mutate(solution), (Sound, vec![]), "{solution}");
        let wrong = solution.replace("Qc2", "Qe2");
        assert_eq!(mutate(&wrong).0, Unsound, "{wrong}");
    }
}

#[test]
fn whatever_a_man_does_is_answered_or_named_elsewhere() {
    let told = |solution: &str| {
        let faults = faults(solution).into_iter();
        let left = faults.filter_map(|fault| match fault {
            LineFault::LeavesOut(moves) => Some(moves.len()),
            _ => None,
        });
        left.sum::<usize>()
    };
    // After Sc3 the queen does not mate on c2.
    assert_eq!(told("1.Qd1! zz 1...S~ 2.Qc2# 1...d3 2.Qa4#"), 1);
    assert_eq!(
        mutate("1.Qd1! zz 1...S~ 2.Qc2# 1...d3 2.Qa4#"),
        (Sound, vec!["line"])
    );
    assert_eq!(told(ACTUAL), 0);
    assert_eq!(
        told("1.Qd1! zz 1...Sc3 2.Sd6# 1...S~ 2.Qc2# 1...d3 2.Qa4#"),
        0
    );
}

#[test]
fn what_is_said_to_refute_the_key_does_not() {
    let told = faults("1.Qd1! but 1...d3!");
    assert_eq!(told, [LineFault::DoesNotRefuteKey]);
    // A defence that is answered is not said to refute.
    let told = faults("1.Qd1! zz 1...d3 2.Qa4# 1...S~ 2.Qc2# but 1...Sc3 2.Sd6#");
    assert_eq!(told, []);
}

#[test]
fn a_solution_of_which_nothing_is_read_is_not_compared() {
    for solution in [
        "1. Q-Q2! P-Q6 2. Q-R4 mate; 1...Kt-B6 2. Kt-Q6 mate",
        "1.%d2! zz",
        "The queen goes to the first rank.",
    ] {
        let (soundness, told) = mutate(solution);
        assert_eq!(soundness, Undecided, "{solution}");
        assert!(told.contains(&"unchecked"), "{solution}: {told:?}");
    }
    let help = "8/7B/4br2/4kpp1/8/3P3K/8/8 b";
    assert_eq!(judged(help, "h#4", "1. B-R7 B-Kt8").0, Undecided);
    // A comment is no solution.
    assert_eq!(mutate("{see next month}").0, Sound);
}

#[test]
fn letters_in_which_a_solution_cannot_be_played_are_not_its_own() {
    // In Czech the bishop is S.
    let fen = "8/7B/4br2/4kpp1/8/3P3K/8/8 b";
    let czech = "1.Sa2 Sg8 2.f4 Sb3 3.Kf5 Sc2 4.Se6 d4 mat";
    let found = verified(&problem(fen, "h#4", czech)).remove(0);
    assert_eq!((found.soundness, kinds(&found)), (Sound, vec![]));
    let czech = Finding::OtherLetters(Letters::Czech);
    assert!(found.findings.contains(&czech));
    // T. Linß, Das Schwalbetreffen in Lüneburg 1990: P is the Dutch knight.
    let dutch = "1.Pc2 Ld8 2.Kd4 Pb6 3.Pe3 Lf6#\n1.Kf4 Kg2 2.e3 Lc7+ 3.Ke4 Pf6#";
    let fen = "8/3N4/8/B1p2p2/3np3/3pk3/8/7K b";
    assert_eq!(judged(fen, "h#3", dutch), (Sound, vec![]));
    // Letters of no set that is known.
    let foreign = dutch.replace('P', "Z").replace('L', "W");
    let (soundness, told) = judged(fen, "h#3", &foreign);
    assert_eq!(soundness, Undecided, "{told:?}");
    // What is wrong in its own letters is read in no others.
    let wrong = ACTUAL.replace("Sd6", "Sd5");
    let found = verified(&problem(MUTATE, "#2", &wrong)).remove(0);
    assert_eq!(found.soundness, Unsound);
    let others = found.findings.iter();
    assert_eq!(
        others
            .filter(|one| one.kind().keyword() == "other-letters")
            .count(),
        0
    );
}

#[test]
fn russian_letters_and_signs() {
    let russian = "1.Фd1! цугцванг 1...d3 2.Фa4× 1...К~ 2.Фc2 мат 1...Кc3 2.Кd6 мат";
    assert_eq!(mutate(russian), (Sound, vec![]));
    assert_eq!(mutate(&russian.replace("Фa4", "Фb3")).0, Unsound);
    let fen = "8/8/8/8/8/p1K5/k7/1R6 w";
    assert_eq!(judged(fen, "#1", "1.Лb2#").0, Unsound);
    assert_eq!(
        judged("k7/8/1K6/8/8/8/8/7R w", "#1", "1.Лh8×"),
        (Sound, vec![])
    );
    for solution in [
        "1.Dd1! ⊙ 1...d3 2.Da4 matto 1...C joue 2.Dc2# 1...Cc3 2.Cd6 mat",
        "1.Qd1! zz 1...d3 2.Qa4# 1...N moves 2.Qc2# 1...Nc3 2.Nd6#",
    ] {
        assert_eq!(mutate(solution), (Sound, vec![]), "{solution}");
    }
    // Nothing is threatened.
    assert_eq!(
        mutate("1.Qd1! with the threat of 2.Qa4#"),
        (Unsound, vec!["line"])
    );
}

#[test]
fn squares_tell_which_man_moves() {
    for solution in [
        "1.f3-d1! 1...d4-d3 2.d1-a4# 1...e4-f2 2.d1-c2# 1...e4-c3 2.b5-d6#",
        "1.f3d1! d4d3 2.d1a4# 1...e4f2 2.d1c2# 1...e4c3 2.b5d6#",
        "1) D f3–d1, d4–d3; 2) D d1–a4††.\n1) ..., S e4 beliebig; 2) D d1–c2††.\n1) ..., S e4–c3; 2) S b5–d6††.",
        "1. D f3–d1 d4–d3 2. D d1–a4 †\n1. .... S e4–c3 2. S b5–d6 †\n1. .... S e4–f2 2. D d1–c2 †",
    ] {
        assert_eq!(mutate(solution), (Sound, vec![]), "{solution}");
        assert_eq!(
            mutate(&solution.replace("a4", "b3")).0,
            Unsound,
            "{solution}"
        );
    }
}

/// P. G. Martoudis, The Problemist 1993.
#[test]
fn a_twin_that_goes_on_has_its_part() {
    let file = "fen: n2B4/8/8/3p4/pp1Pk2b/2p2prp/6Pq/R3KnN1 b\nstipulation: h#3\nletters: de\ntwins:\n  b) remove f1\n  \
        c) remove f1 h2\nsolution:\n  a)\n    1.Sf1-e3 Ld8-g5   2.Se3-f5 0-0-0   3.Tg3-g4 g2*f3 #\n  b) -sSf1\n    \
        1.Ke4-d3 g2*f3   2.Dh2-a2 Ld8-g5   3.Da2-c4 0-0-0 #\n  +c) -sDh2\n    1.Ke4-e3 0-0-0   2.Tg3-g5 g2*f3   3.Lh4-f2 Ld8*g5 #\n";
    let parsed = syntax::parse(file);
    let problem = parsed.problems().next().unwrap();
    let solutions = problem.twins.iter().map(|twin| twin.solution.as_deref());
    let begins: Vec<_> = solutions.map(|solution| solution.unwrap_or("")).collect();
    assert!(begins[1].ends_with("0-0-0 #"), "{begins:?}");
    assert!(begins[2].contains("1.Ke4-e3"), "{begins:?}");
    for found in verified(file) {
        let unread = kinds(&found).into_iter().filter(|&kind| kind != "dual");
        assert_eq!(unread.count(), 0, "{:?}", found.findings);
    }
}

#[test]
fn how_a_twin_is_described_is_compared_with_it() {
    let told = |label: &str| {
        let file = format!(
            "fen: 7n/6k1/8/3Kp3/2p5/6R1/8/5B2 b\nstipulation: h#2\ntwins:\n  b) move g3 b4\nhistories: given\n  - -\n\
             solution:\n  a) 1. Kf8 Ke6 2. Ke8 Rg8#\n  b) {label} 1. Kf8 Ke6 2. Ke8 Rb8#\n"
        );
        let found = verified(&file);
        assert!(found.iter().all(|one| one.soundness == Sound), "{label}");
        found.iter().flat_map(kinds).collect::<Vec<_>>()
    };
    for right in [
        "",
        "wRg3>b4",
        "wRg3→b4:",
        "Rg3→b4:",
        "h#2",
        "h#2:",
        "h‡2\n    ",
    ] {
        assert_eq!(told(right), [""; 0], "{right}");
    }
    for wrong in [
        "wRg3>c5",
        "wRg3-->c5:",
        "h#3",
        "s#2:",
        "h=2\n    ",
        "+wPe3",
        "-wBf1",
    ] {
        assert_eq!(told(wrong), ["twin-description"], "{wrong}");
    }
}

/// Small problems of touch-move chess, in which en passant is tried out.
#[test]
fn what_was_played_before_and_what_became_of_a_trial_in_words() {
    let judged = |solution: &str| {
        let file = format!(
            "fen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\nsolution:\n  {solution}\n"
        );
        verified(&file).remove(0)
    };
    // The histories are not searched to their end here.
    let about_text = |found: &Verification| {
        let told = kinds(found).into_iter();
        told.filter(|kind| *kind != "conditional")
            .collect::<Vec<_>>()
    };
    let found = judged("1.h5xg6 e.p.! matt. Falls e7-e5 geschah: 1.d5xe6 e.p. g5-g4 2.h3xg4 matt");
    assert_ne!(found.soundness, Unsound, "{:?}", found.findings);
    assert_eq!(about_text(&found), ["solution-incomplete"]);
    let key = "1.h:g6 e.p.! stands: mate. Taken back: 1.d:e6 e.p. g4 2.h:g4#";
    for behind in ["", ". 1.d:e6 e.p.? taken back: 1.K:e5? g4!"] {
        let found = judged(&format!("{key}{behind}"));
        assert_ne!(found.soundness, Unsound, "{:?}", found.findings);
        assert_eq!(about_text(&found), [""; 0]);
    }
}

/// 1.Se3! threatens 2.Sb3#.
const THREAT: &str = "8/B7/1R3p2/2k2N2/5K2/8/3N4/8 w";

#[test]
fn dashes_of_long_notation() {
    let whole = "1.Sf5-e3! (2.Sd2-b3#) 1...Kc5-d4 2.Tb6-b3#";
    let dashes = [
        "-",
        "\u{2013}",
        "\u{2014}",
        "\u{2015}",
        "--",
        "---",
        "\u{ad}",
        "\u{ff0d}",
        "\u{fe63}",
        "\u{2011}",
        "\u{2212}",
        " - ",
        " \u{2013} ",
        "\u{a0}\u{2014}\u{a0}",
        " -- ",
    ];
    for dash in dashes {
        let text = whole.replace('-', dash);
        assert_eq!(judged(THREAT, "#2", &text), (Sound, vec![]), "{text}");
        let wrong = text.replace("b3#", "b4#");
        assert_eq!(judged(THREAT, "#2", &wrong).0, Unsound, "{wrong}");
    }
    for text in [
        "1.Sf5 - e3! (2.Sb3#) 1...Kd4 2.Tb3#",
        "1. S e3! (2. S b3#) 1... K d4 2. T b3#",
    ] {
        assert_eq!(judged(THREAT, "#2", text), (Sound, vec![]), "{text}");
    }
    // A dash before another move joins nothing.
    let text = "1.Se3! - 2.Sb3# 1...Kd4 2.Tb3#";
    assert_eq!(judged(THREAT, "#2", text), (Sound, vec![]));
}

#[test]
fn castling_as_the_kings_move() {
    let fen = "4b2R/2P1kp1r/6P1/1N1p2P1/7p/p6B/ppPP4/B1QNK2R w";
    let told = |castling: &str| judged(fen, "#2", &format!("1.{castling}! (2.Rf1-e1#)"));
    let castles = told("0-0");
    assert!(!castles.1.contains(&"line"), "{castles:?}");
    for castling in ["Ke1-g1", "Ke1\u{2013}g1", "0 - 0", "0 \u{2013} 0"] {
        assert_eq!(told(castling), castles, "{castling}");
    }
}
