//! Solutions as people and programs print them: what they mean is read, and what cannot be read says nothing against
//! the problem.
//!
//! Collections that were published are no part of this project. A folder with files of any format that is read:
//!
//! ```text
//! PRINTED=/path/to/collections cargo test --release --test verify printed -- --ignored --nocapture
//! ```
//!
//! A file `INDEX.tsv` among them may say what Popeye thinks: file, problem id (in `.olv` the number of the document,
//! `/b` behind it for a twin), then in the sixth column `sound`. Of those none may be unsound here, and of all lines 95 % are
//! to be read. `PRINTED_NODES=` bounds a problem.

// The test is asked for its table.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::Path;

use beruehrt::formats::{self, Format};
use beruehrt::notation::Letters;
use beruehrt::problem::{Problem, Stipulation, Twin};
use beruehrt::study::{Options, Study};
use beruehrt::syntax::{self, read_solution};
use beruehrt::verify::{Economy, Finding, Severity, Soundness, Verification};

use super::files;

fn verified(problem: &Problem, twin: &Twin, nodes: u64) -> Verification {
    let mut options = Options::default();
    options.economy = Economy::Skip;
    options.limits.nodes = Some(nodes);
    options.histories.nodes = Some(1000);
    Study::new(&options)
        .verify(problem, twin)
        .unwrap()
        .verification
}

/// The first twin of a file without mistakes.
fn of_file(file: &str, nodes: u64) -> Verification {
    let parsed = syntax::parse(file);
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    let problem = parsed.problems().next().unwrap();
    verified(problem, &problem.twins[0], nodes)
}

/// The kinds of warnings and errors about the text, and the verdict.
fn judged(file: &str) -> (Soundness, Vec<&'static str>) {
    let verification = of_file(file, 200_000);
    let findings = verification.findings.iter();
    let about_text = findings.filter(|finding| {
        let about = matches!(
            finding,
            Finding::Dual { .. } | Finding::SolutionIncomplete(_) | Finding::EconomyCut { .. }
        );
        finding.severity() > Severity::Note && !about
    });
    let kinds = about_text.map(|f| f.kind().keyword()).collect();
    (verification.soundness, kinds)
}

/// The king steps aside and takes b7, and the pawn promotes whatever Black's pawn does.
fn aside(solution: &str) -> (Soundness, Vec<&'static str>) {
    let lines: Vec<String> = solution.lines().map(|line| format!("  {line}\n")).collect();
    judged(&format!(
        "fen: k2K4/P5pP/8/8/8/8/8/6B1 w\nstipulation: #2\nhistories: given\n  - -\nsolution:\n{}",
        lines.concat()
    ))
}

#[test]
fn one_solution_in_the_ways_of_the_journals() {
    for solution in [
        "1.Kc7! g6/g5 2.h8=Q#",
        "1.Kc7! (2.h8=Q,R#)\n1...g6/g5 2.h8=Q,R#",
        "1. Kc7! [2.h8=Q#] 1... g6, g5 2. h8=Q#",
        "1.Kd8-c7 ! threat:\n        2.h7-h8=Q #\n        2.h7-h8=R #\n    1...g7-g6\n        2.h7-h8=Q/R #",
        "1.Kc7![A] g6[a] 2.h8Q#[B] (h8B?) 1...g5(b) 2.h8=Q(R)# C",
        "1.Kc7! dr. 2.h8=D# 1.- g6 2.h8D#, 1.- g5 2.h8T#",
        "1.Kc7! (droht 2.h8D,T#) g6 oder g5 2.h8=T#",
        "1.Rc7! menace 2.h8=D# 1…g6 2.h8=D# 1…g5 2.h8=T‡",
        "1.♔c7! 1...g6 2.h8♕# 1...g5 2.h8♖#",
        "1.Kc7!! 1...~ 2.h8=Q##",
        "1.Kc7 any 2.h8=Q#",
        "1.Kc7! ad lib 2.h8=Q#",
        "1.Kc7! P else 2.h8=Q#",
        "1.Kc7! g6 2.h8=Q#; else 2.h8=R",
        "1.Kc7! 2.h8=Q#",
        "1 Kc7! g6 2 h8=Q#",
        "I) 1.Kc7! {the pawn is next} 1. ... g5 2.h8=Q+# (Grimshaw)",
        "• Key\n  • 1.Kc7!\n    • threat\n      • 2.h8=Q#\n    • 1...g6\n      • 2.h8=R#",
        "1.h8=Q? but 1...Kb7!\n1.Kd7? Kb7!, aber 1.Kc7! g6 2.h8=Q#",
        "Solution : 1.Rç7! si 1...g6 2.h8=D‡",
        "• SOUND\n• Keys\n  • 1.Kc7!\n    • 1...g6\n      • 2.h8=Q#",
    ] {
        let (verdict, told) = aside(solution);
        let told: Vec<&str> = told
            .into_iter()
            .filter(|&kind| kind != "missing-refutation")
            .collect();
        assert_eq!(
            (verdict, &told[..]),
            (Soundness::Sound, &[][..]),
            "{solution}"
        );
    }
}

/// Solutions of others, in ways that were met in collections (`PyChess`, learn/puzzles).
fn of_a_collection(fen: &str, stipulation: &str, solution: &str) -> (Soundness, Vec<&'static str>) {
    let lines: Vec<String> = solution.lines().map(|line| format!("  {line}\n")).collect();
    let lines = lines.concat();
    judged(&format!(
        "fen: {fen}\nstipulation: {stipulation}\nhistories: given\n  - -\nsolution:\n{lines}"
    ))
}

/// T. R. Dawson, The Pittsburgh Sun 1914.
const DAWSON_1914: &str = "8/8/8/7p/2N3nK/1pR1p3/1R4N1/3k4 w";
/// T. R. Dawson, Pittsburgh Sun 1921.
const DAWSON_1921: &str = "8/1N6/8/8/1nk1K3/2b5/P7/1N6 b";

#[test]
fn a_square_behind_a_slash_is_one_more_of_the_same_man() {
    let solution = "1... S~ 2. Sc:e3#\n1... e2 2. Rd2/b1#\n1. Sf4! [2. Rb1#]\n1... Ke1 2. Rc1#";
    assert_eq!(
        of_a_collection(DAWSON_1914, "#2", solution),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn commas_between_the_mates_that_end_a_line() {
    // V. Bron, FIDE 1957.
    let fen = "1B6/3p2pK/3p4/N6R/pk4rp/p5br/P1RPN3/8 w";
    let solution = "\
1. Rd5! [2. Sf4 [3. B:d6, Sd3, Rc4#]
  2... R:f4 3. B:d6#
  2... B:f4 3. Rc4#]
1... Bf2 2. Sd4 [3. B:d6, Rb5, Rc4#]
  2... R:d4 3. B:d6#
  2... Rg5 3. B:d6, Rc4#
  2... Rc3 3. Rb5, d:c3#";
    assert_eq!(
        of_a_collection(fen, "#3", solution),
        (Soundness::Sound, vec![])
    );
    // In help play a comma stands between a move and its answer.
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", "1. Bd4, a4 2. Bc5, Sa5#"),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn a_comma_that_may_join_two_moves_blames_nothing() {
    // Two mates without the sign of mate: behind the second move of `#2` nothing is played.
    assert_eq!(aside("1.Kc7! g6 2.h8=Q,h8=R"), (Soundness::Sound, vec![]));
    // Where they do, the answer is one.
    let solution = "1. Bd4, a3 2. Bc5, Sa5#";
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", solution).0,
        Soundness::Unsound
    );
}

#[test]
fn set_play_of_half_a_move_numbered_from_the_beginning() {
    // V. Sizonenko, Phénix 194, 2010, as printed there: h#3 0.1.1.1.1.1.*
    let fen = "8/8/7K/4pk2/8/6P1/2N3q1/1B6 w";
    let (set, actual) = ("1.Qc6+ Kh5 2.Qf6 Sd4#", "1...Kg7 2.Qd2 Kf7 3.Qg5 Se3#");
    for solution in [format!("{set}\n{actual}"), format!("{actual}\n{set}")] {
        assert_eq!(
            of_a_collection(fen, "h#2.5*", &solution),
            (Soundness::Sound, vec![]),
            "{solution}"
        );
    }
    // The set play is read, and what does not hold is told.
    let wrong = format!("1.Qc6+ Kh5 2.Qe6 Sd4#\n{actual}");
    assert_eq!(
        of_a_collection(fen, "h#2.5", &wrong),
        (Soundness::Sound, vec!["line"])
    );
    // What is numbered `1...` is the solution still.
    let wrong = format!("{set}\n1...Kg7 2.Qd2 Kf7 3.Qh6 Se3#");
    assert_eq!(of_a_collection(fen, "h#2.5*", &wrong).0, Soundness::Unsound);
}

#[test]
fn set_play_behind_the_solution_is_set_play() {
    let solution = "1. Bd4 a4 2. Bc5 Sa5#";
    for behind in [
        "\n1...Sa3#",
        " (set 1...Sa3#)",
        "\nSet play: 1...Sa3#",
        " [1...Sa3#]",
    ] {
        assert_eq!(
            of_a_collection(DAWSON_1921, "h#2*", &format!("{solution}{behind}")),
            (Soundness::Sound, vec![]),
            "{behind}"
        );
    }
    // A line that leaves the solution after the first move stays one.
    let (fen, solution) = ("8/8/7R/N7/8/p5K1/pk6/8 b", "1.Kb1 Nc4 2.Ka1 Rh1#");
    assert_eq!(
        of_a_collection(fen, "h#2", &format!("{solution}\n1...Nb3 2.Ka1 Rh1#")).0,
        Soundness::Unsound
    );
}

#[test]
fn a_square_in_brackets_may_be_a_pawns() {
    // G. Maleika, Phénix 277, 2017: `1...f3(d5) 2.Bxf3(Bxd5)=` as printed there.
    let solution = "1.Bg2! blocus 1...f3(d5) 2.Bxf3(Bxd5)= 1...fxe3(dxc5) 2.Qe2(Qc4)=";
    let fen = "1k6/1P2p3/QP1pP3/2P3p1/5pPp/4P2K/7B/5B2 w";
    let (verdict, told) = of_a_collection(fen, "=2", solution);
    assert_eq!(verdict, Soundness::Sound, "{told:?}");
    // Phénix 290, 2018: the king goes to h8 or the pawn to h4.
    let solution = "1.Bd7! Kg8 2.Kg6 Kf8 3.Bf6! h5 4.Bh4! Kg8 5.Be7! Kh8(h4) 6.Be6 Kh8(h4) 7.Bf6#";
    let (verdict, told) = of_a_collection("8/7k/4B2p/7K/8/8/8/B7 w", "#7", solution);
    assert_ne!(verdict, Soundness::Unsound, "{told:?}");
}

#[test]
fn a_defence_without_number_behind_a_mate_or_stalemate_is_another() {
    let fen = "4b2k/3Q4/8/p7/P7/3K4/8/4R3 w";
    for rest in [
        // As in Phénix 306, 2023, no. 8739.
        "Kf6 3.Ke4= Kh6 3.Qf7= Kh7 3.Rg6=",
        "Kf6(Kh6,Kh7) 3.Ke4(Qf7,Rg6)=",
        "Kf6 3.Ke4= Kh6(Kh7) 3.Qf7=(Rg6=)",
    ] {
        let solution = format!("1.Qxe8+! Kg7 2.Rg1+ {rest} 1...Kh7 2.Rg1 Kh6 3.Qf7=");
        let expected = (Soundness::Sound, Vec::new());
        assert_eq!(of_a_collection(fen, "=3", &solution), expected, "{rest}");
    }
    // A wrong one is still told.
    let wrong = "1.Qxe8+! Kg7 2.Rg1+ Kf6 3.Ke4= Kh6 3.Rg6=";
    let (soundness, kinds) = of_a_collection(fen, "=3", wrong);
    assert_eq!(soundness, Soundness::Unsound, "{kinds:?}");
}
/// Problems of Phénix (8127, 8815, 8129), Problemesis (D58, H195) and of Russian collections in *Selivanov's*, with their solutions as printed: what
/// their ways of writing mean was misread.
#[test]
fn ways_of_writing_met_in_columns_blame_nothing() {
    for (fen, stipulation, solution) in [
        // Why another move is no threat; two refutations behind one "mais".
        (
            "1r6/3Q4/3b2b1/1ppk2p1/2RpR1P1/2P5/1N1P1N2/4K3 w",
            "#2",
            "1.ç×d4? [2.T×ç5,Té5#]\n1…ç×d4 2.Dç6,Dé6#\nmais 1…F×é4!, b×ç4!\n1.Cbd3? [2.T×ç5# (2.Té5?)]\n\
             1…R×ç4(b×ç4) 2.Dé6(Té5)# mais 1…Tç8!\n1.Cfd3! [2.Té5# (2.T×ç5?)]\n1…F×é4(R×é4,Té8) 2.T×ç5(Dç6,Db7)#",
        ),
        // A move behind one of two promotions only.
        (
            "8/8/p3p3/K1N1b3/P2k4/1P2r1p1/3p2P1/3B4 b",
            "h#3*",
            "1…Ff3 2.d1=D,T Rb4 3.Dd3 C×é6#\n1.Td3 Ff3 2.d1=C Rb4 3.Cé3 C×é6#\n1.Tç3 b4 2.Rç4 Fg4 3.Fd4 F×é6#",
        ),
        // Two pawns, one in brackets.
        (
            "2n3B1/5N2/3pp1P1/K6R/3pk1P1/Q3P3/p3N1P1/4R2n w",
            "#2",
            "1.g7! [2.Fh7#]\n1…d3(é5) 2.Cç3(Cg5)#\n1…Cg3(Cé7) 2.C×g3(C×d6)#",
        ),
        // A correction in a try, marked with `!` and answered.
        (
            "4N2q/3rQp2/3b2pp/1N2n3/2P1k1P1/1p2pnP1/2r1P3/1B5K w",
            "#2",
            "1.D×d6? [2.Cc3‡]\n1...Ce~ 2.Df4‡\n1...Cd3! 2.e×d3‡\nmais 1...C×c4!\n1.Df6! [2.Df4‡]\n1...Ce~ 2.Cc3‡\n\
             1...Cd3! 2.e×f3‡\n1...D×f6 2.C×f6‡\n1...g5 2.Df5‡",
        ),
        // A dash before the threat.
        (
            "8/3Q4/8/8/7p/4N2K/3p4/4kB2 w",
            "#3",
            "1.Qd4! - 2.Q:h4#, 1...Kf2 2.Qf4+ Ke1 3.Q:h4#, 2...Kg1 3.Qh2#, 1...d1Q/S 2.S:d1 K:f1 3.Qf2#.",
        ),
        // Whatever the knight does.
        (
            "RKN1k2r/3p2p1/R4pP1/8/8/1p1r3B/8/8 w",
            "#3",
            "1.Kb7! - 1... ~ 2.Sd6+ Ke7 3.Sf5#, 1...Rf3 (Rd5) 2.Sb6+ Ke7 3.Sd5# , 1...d5 2.Re6+ Kd7 3.Sb6#, 2...Kf8 3.S-#, \
             1...d6 2.Sa7+ Ke7 3.Sc6#, 1...0-0 2.Se7+ Kh8 3.R:f8#.",
        ),
    ] {
        let solution: Vec<String> = solution.lines().map(|line| format!("  {line}\n")).collect();
        let file = format!(
            "fen: {fen}\nstipulation: {stipulation}\nsolution:\n{}",
            solution.concat()
        );
        assert_eq!(judged(&file), (Soundness::Sound, Vec::new()), "{file}");
    }
}

/// Phénix 8512: seven half-moves are left where the author threatens mate at once.
#[test]
fn a_threat_in_a_long_mate_is_searched_as_far_as_it_is_written() {
    let file = |threat: &str| {
        format!(
            "fen: qb1B4/6p1/3p2R1/2p1p2p/3rNp2/p2n1p1k/7N/1n1B3K w\nstipulation: #6\nsolution:\n  1.Fb3! [2.Fé6#]\n  \
             1…ç4 2.Fa4! [3.{threat}] D×a4 3.Tg3+! f×g3\n  4.Cg5+ Rh4 5.Cg×f3+ Rh3 6.Cg1#\n"
        )
    };
    let soundness = |threat| of_file(&file(threat), 3_000_000).soundness;
    assert_eq!(soundness("Fd7#"), Soundness::Sound);
    // Popeye finds eight keys in what is left, Bb5 among them and Bc2 not.
    assert_eq!(soundness("Fb5"), Soundness::Sound);
    assert_eq!(soundness("Fç2"), Soundness::Unsound);
}

/// A move that no branch allows is still told, also behind joined moves, and a threat that is none.
#[test]
fn what_is_wrong_in_such_ways_is_told() {
    let helped = |third: &str| {
        judged(&format!(
            "fen: 8/8/p3p3/K1N1b3/P2k4/1P2r1p1/3p2P1/3B4 b\nstipulation: h#3*\nsolution:\n  1…Ff3 2.d1=D,T Rb4 3.{third} C×é6#\n  \
             1.Td3 Ff3 2.d1=C Rb4 3.Cé3 C×é6#\n  1.Tç3 b4 2.Rç4 Fg4 3.Fd4 F×é6#\n"
        ))
    };
    assert_eq!(helped("Dd3"), (Soundness::Sound, vec![]));
    assert_ne!(helped("Dh8"), (Soundness::Sound, vec![]));
    let threatened = |threat: &str| {
        judged(&format!(
            "fen: 8/3Q4/8/8/7p/4N2K/3p4/4kB2 w\nstipulation: #3\nsolution:\n  1.Qd4! - {threat}\n"
        ))
    };
    assert_eq!(threatened("2.Q:h4#"), (Soundness::Sound, vec![]));
    assert_eq!(threatened("2.Qd5").0, Soundness::Unsound);
}

/// Stepochkin in a Russian column: twins described behind their labels, on one line with the solution of the diagram. H195 of Problemesis:
/// the letters of one twin are those of all, `R` is the king.
#[test]
fn twins_on_one_line_and_the_letters_of_all() {
    let russian = "fen: 3b2n1/2np4/2pk4/R4P2/3P4/8/K7/4R2b b\nstipulation: h#2\ntwins:\n  b) move d8 b2\nsolution:\n  \
        1.Bf6 Re8 2.Be5 d:e5#; b) Bd8→b2: 1.Ba3 Rae5 2.Bc5 d:c5#\n";
    let french = "fen: 6Rr/2p4n/3B1p1K/3PPk2/1r5p/3Pn1b1/5Ppq/1b6 b\nstipulation: h#2\ntwins:\n  b) move g8 f1; move f5 f7\n\
        solution:\n  a) 1.F×e5 f×e3 2.Fd4 e4‡\n  b) 1.f×e5 f4 2.Rf6 f×e5‡\n";
    let arrow = russian.replace('→', ">");
    for file in [russian, &arrow, french] {
        let parsed = syntax::parse(file);
        let problem = parsed.problems().next().unwrap();
        assert_eq!(problem.twins.len(), 2, "{file}");
        for twin in &problem.twins {
            let verification = verified(problem, twin, 200_000);
            assert!(twin.solution.is_some(), "{file}");
            assert_eq!(
                verification.soundness,
                Soundness::Sound,
                "{file} {}",
                twin.label
            );
            let mut findings = verification.findings.iter();
            let line = findings.find(|finding| finding.kind().keyword() == "line");
            assert!(line.is_none(), "{file} {}: {line:?}", twin.label);
        }
    }
}

#[test]
fn a_line_of_help_play_is_played_where_the_search_came_to_no_end() {
    // From Phénix; the other solution is left out, and nothing is said of that.
    let problem = |solution: &str| {
        let file = format!(
            "fen: 5bkn/6nr/5p1r/2p5/2q5/1b1pp3/2P5/1B1K4 b\nstipulation: h#5\nsolution:\n  {solution}\n"
        );
        let verification = of_file(&file, 100);
        let findings = verification.findings.into_iter();
        let kinds: Vec<&str> = (findings.filter(|finding| finding.severity() == Severity::Error))
            .map(|finding| finding.kind().keyword())
            .collect();
        (verification.soundness, kinds)
    };
    let holds = problem("1.Ba2 cxd3 2.Qe4 dxe4 3.f5 exf5 4.Rg6 fxg6 5.Bf7 gxh7#");
    assert_eq!(holds, (Soundness::Undecided, Vec::new()));
    for fails in [
        "1.Ba2 cxd3 2.Qe4 dxe4 3.f5 exf5 4.Rg6 fxg6 5.Kf7 gxh7#",
        "1.Ba2 cxd3 2.Qe4 dxe4 3.f5 exf5 4.Rg6 fxg6 5.Bf7 gxf7+",
        "1.Ba2 cxd3 2.Qe4 dxe4 3.f5 exf5 4.Rg6 fxg6 5.Re7 gxh7#",
    ] {
        let (soundness, kinds) = problem(fails);
        assert_eq!(soundness, Soundness::Unsound, "{fails}: {kinds:?}");
    }
}

#[test]
fn a_line_of_help_play_is_played_where_castling_is_in_doubt() {
    let kinds = |solution: &str| {
        let file = format!(
            "fen: k7/pp5p/8/8/8/8/8/4K2R b\nstipulation: h#2\nhistories: given\n  - -\n  K -\nsolution: {solution}\n"
        );
        let verification = of_file(&file, 1);
        let findings = verification.findings.iter();
        let kinds: Vec<&str> = findings.map(|finding| finding.kind().keyword()).collect();
        assert!(
            kinds.contains(&"incomplete") && !kinds.contains(&"line"),
            "{kinds:?}"
        );
        (
            kinds.contains(&"unchecked"),
            verification.findings.contains(&Finding::Replayed(4)),
        )
    };
    assert_eq!(kinds("1.h5 Rg1 2.h4 Rg8#"), (false, true));
    // Whether White can castle is not known.
    assert_eq!(kinds("1.h5 O-O 2.h4 Rf8#"), (true, false));
}

#[test]
fn the_authors_key_is_searched_alone_where_the_search_for_all_came_to_no_end() {
    let about_keys = |fen: &str, length: u32, key: &str, nodes: u64| {
        let file = format!(
            "fen: {fen} w\nstipulation: #{length}\nhistories: given\n  - -\nsolution: 1.{key}!\n"
        );
        let verification = of_file(&file, nodes);
        let findings = verification.findings.iter();
        let kinds: Vec<&str> = (findings.map(|finding| finding.kind().keyword()))
            .filter(|kind| ["key", "wrong-key", "incomplete"].contains(kind))
            .collect();
        (verification.soundness, kinds)
    };
    // I. Mariz, The Problemist 2000.
    let mariz = "8/2p4N/2P1k3/8/4P3/5PB1/4K3/2R5";
    let open = Soundness::Undecided;
    let found = about_keys(mariz, 5, "Rd1", 50_000);
    assert_eq!(found, (open, vec!["key", "incomplete"]));
    let found = about_keys(mariz, 5, "Rd1", 1_000);
    assert_eq!(found, (open, vec!["incomplete"]));
    // Stalemate at once.
    let (soundness, kinds) = about_keys("8/8/8/8/8/2K5/7Q/k7", 3, "Qc2", 4);
    assert_eq!(soundness, Soundness::Unsound);
    assert!(
        kinds.contains(&"wrong-key") && kinds.contains(&"incomplete"),
        "{kinds:?}"
    );
}

#[test]
fn as_many_solutions_are_found_as_are_announced() {
    let (fen, solution) = (
        "6N1/p1pK4/8/k7/8/8/8/5R2 b",
        "1.c6 Kxc6 2.Ka6 Ra1#\n1.c5 Kc6 2.Ka6 Ra1#",
    );
    for asked in [
        "h#2 2.1.1.1",
        "h#2, 2.1...",
        "h#2 (2 solutions)",
        "h#2* 2 Lösungen",
    ] {
        let (verdict, told) = of_a_collection(fen, asked, solution);
        assert_eq!(verdict, Soundness::Sound, "{asked} {told:?}");
    }
    for asked in ["h#2 1.1.1.1", "h#2 3 solutions", "h#2 2.2.1.1"] {
        let told = of_a_collection(fen, asked, solution);
        assert_eq!(
            told,
            (Soundness::Unsound, vec!["solution-count"]),
            "{asked}"
        );
    }
    // French columns count the half-move that is missing: V. Sizonenko, Phénix 194, 2010.
    let (fen, solution) = (
        "8/8/7K/4pk2/8/6P1/2N3q1/1B6 w",
        "1...Kg7 2.Qd2 Kf7 3.Qg5 Se3#",
    );
    for asked in [
        "h#3 0.1.1.1.1.1",
        "h#3 0.1...",
        "h#2.5 0.1.1.1.1.1",
        "h#2,5 1.1.1.1.1",
    ] {
        assert_eq!(
            of_a_collection(fen, asked, solution),
            (Soundness::Sound, vec![]),
            "{asked}"
        );
    }
}

#[test]
fn a_twin_the_problem_does_not_have_says_nothing_of_the_diagram() {
    // R. Aliovsadzade, Problemesis H689: the twin stands in the solution alone.
    let fen = "8/8/4R3/4K3/7b/8/5Prk/8 b";
    let (first, other) = ("a) 1.Bxf2 Kf4 2.Bg1 Rh6#", "b) [wSe6] 1.Kh3 Kf5 2.Rh2 Sf4#");
    assert_eq!(
        of_a_collection(fen, "h#2", first),
        (Soundness::Sound, vec![])
    );
    let (verdict, told) = of_a_collection(fen, "h#2", &format!("{first}\n{other}"));
    assert_eq!(verdict, Soundness::Undecided, "{told:?}");
    assert!(told.contains(&"unchecked"), "{told:?}");
    // It is said once, however often the part begins anew.
    let (_, told) = of_a_collection(fen, "h#2", &format!("{first}\n{other}\n{other}"));
    let about_twins = told.iter().filter(|&&kind| kind == "unchecked");
    assert_eq!(about_twins.count(), 1, "{told:?}");
    // What is wrong with the diagram's own part is wrong.
    let wrong = format!("a) 1.Bxf2 Kf4 2.Be1 Rh6#\n{other}");
    assert_eq!(of_a_collection(fen, "h#2", &wrong).0, Soundness::Unsound);
    // Two solutions may be told apart by letters.
    let fen = "8/8/7K/4pk2/8/6P1/2N3q1/1B6 w";
    assert_eq!(
        of_a_collection(fen, "h#2.5", "a) 1...Kg7 2.Qd2 Kf7 3.Qg5 Se3#"),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn a_wrong_letter_is_told_and_blames_nothing() {
    // P. Benkő, a letter problem as a collection prints it: the rook mates on b3, not the queen.
    let solution = "\
1.Qf5!
  1....Sc~ 2.Qb5#
  1....c2 2.Qxc2 Sa~ 3.Q(x)c3#
          2....Sc~ 3.Q(x)b3#
  1....Sa~ 2.Qe5 ~ 3.Qxc3# or Qd4#
  1....Kc4 2.Qd5+ Kb4 3.Qd4#";
    let fen = "8/8/P1B5/p1n5/nk6/R1p5/K1Q5/8 w";
    let (verdict, told) = of_a_collection(fen, "#3", solution);
    assert_eq!(verdict, Soundness::Sound, "{told:?}");
    assert!(told.iter().all(|&kind| kind == "line"), "{told:?}");
    // In help play the letter makes another solution, and a key is what is written.
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", "1. Sd4 a4 2. Bc5 Sa5#").0,
        Soundness::Unsound
    );
    assert_eq!(aside("1.Rd7! g6/g5 2.h8=Q#").0, Soundness::Unsound);
}

#[test]
fn a_sign_of_capture_for_joined_moves_is_right_for_one_of_them() {
    // E. Baird, Morning Post 1888: `Qxd3` takes the knight of the first defence alone.
    let solution = "\
1...Nd3+[a]/Ne2/Nb3/Na2 2.Qxd3#[A]
1...Be4[b]/Be6/Bf7/Bg8/Bxc4[c] 2.Qxe4#[B]
1.Nd4! zz
   1...Nd3+[a]/Ne2/Nb3/Na2 2.Qxd3#[A]
   1...Be4[b]/Bxf3/Be6/Bf7/Bg8/Bc6/Bb7/Ba8 2.Nf1#
   1...Bxc4[c] 2.Nxc4#
   1...Kxd2 2.Qxc1#";
    let fen = "8/3R3B/8/1N1b4/1PP2p1B/4kP2/1K1N2nR/1Qn5 w";
    assert_eq!(
        of_a_collection(fen, "#2", solution),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn set_play_that_fails_is_no_fault_of_the_problem() {
    // A set mate, as printed: it takes one move of the two, and is set play all the same.
    let solution = "1. ... Sa3!\n1. Bd4  a4    2. Bc5  Sa5#";
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", solution),
        (Soundness::Sound, vec![])
    );
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2*", solution),
        (Soundness::Sound, vec![])
    );
    let solution = "1. ... Sd2+\n1. Bd4  a4    2. Bc5  Sa5#";
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", solution),
        (Soundness::Sound, vec!["line"])
    );
    // The same words about the solution are one.
    let solution = "1. Bd4  a3    2. Bc5  Sa5#";
    assert_eq!(
        of_a_collection(DAWSON_1921, "h#2", solution).0,
        Soundness::Unsound
    );
}

#[test]
fn a_slip_in_the_square_of_departure_is_told_and_blames_nothing() {
    // A. Chéron, after Seeberger, as printed in a collection: the bishop comes from c3.
    let solution =
        "1. Sh6-f5! Bb2xh8 2. Sf5-g7 Bh8xg7 3. Bf8xg7#\n1... Bc3-e1 2. Bf8-g7+ Be1-c3 3. Bg7xc3#";
    assert_eq!(
        of_a_collection("5B1R/8/7N/8/8/2b5/p1K5/k7 w", "#3", solution),
        (Soundness::Sound, vec!["line"])
    );
}

#[test]
fn the_square_of_the_pawn_captured_in_passing_is_understood() {
    // R. Paslack, Die Schwalbe 2023, as a data base prints it.
    let solution = "1. Se6! (2. Sg7#)\n1... dxe6 2. Bxe6#\n1... Se4 2. Qxe4#\n1... Sh5 2. Qe4#\n1... d5 2. exd5 ep#";
    let fen = "1nB4B/3p3p/1R4br/R1N1Pkp1/Q5p1/3Kp1n1/8/8 w";
    assert_eq!(
        of_a_collection(fen, "#2", solution),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn moves_the_tree_does_not_hold_are_searched() {
    // T. R. Dawson: the threat mates sooner than the variations, and the last move has an alternative.
    let solution = "\
1.Ba1-b2 ! threat:
        2.Bb2-a1
            2...a3-a2 #
    1...a3-a2 +
        2.Kb1-a1 zugzwang.
            2...a4-a3
                3.Qc1-c6
                    3...a3*b2 #
    1...a3*b2
        2.Qc1-c5 zugzwang.
            2...a4-a3
                3.Qc5-d4
                    3...a3-a2 #
                3.Qc5-c6
                    3...a3-a2 #";
    let fen = "8/8/N7/8/p7/pk6/8/BKQ5 w";
    assert_eq!(
        of_a_collection(fen, "s#3", solution),
        (Soundness::Sound, vec![])
    );
    // The alternative is looked at, too. Beside an answer that holds a wrong one is a fault of the text.
    let wrong = solution.replace(
        "3.Qc5-c6\n                    3...a3-a2 #",
        "3.Qc5-e3\n                    3...a3-a2 #",
    );
    assert_eq!(
        of_a_collection(fen, "s#3", &wrong),
        (Soundness::Sound, vec!["line"])
    );
    // T. R. Dawson, a reflex mate: what is threatened is known there as in a selfmate.
    let reflex = "8/4pp2/2B4P/1q3RpR/k2KP1pp/8/2Pp1P2/1n1N4 w";
    let threat = "1.Rf5-f4 ! threat:\n        2.Sd1-e3\n            2...e7-e5 #";
    assert_eq!(
        of_a_collection(reflex, "r#2", threat),
        (Soundness::Sound, vec![])
    );
    assert_eq!(
        of_a_collection(reflex, "r#2", &threat.replace("Sd1-e3", "Sd1-c3")),
        (Soundness::Unsound, vec!["line"])
    );
}

#[test]
fn columns_and_headings_of_twins() {
    // T. R. Dawson, The British Chess Magazine 1955, no. 82, its zero position without the pawn d3.
    let begin = "fen: 1q6/8/1p4Np/3p1p1K/4k3/r3npb1/nr2p3/2N5 b\nstipulation: h#2\nhistories: given\n  - -\n\
                 twins:\n  b) move d5 d3\n  c) move f3 d3\n  d) move f5 d3\n";
    let beside = "\
solution:
  a) 1.Be5 Nd3    b) 1.Ra4 Nxa2    c) 1.Rb4 Nb3    d) 1.Qh8 Nxe2
     2.Bd4 Nf2#      2.Rd4 Nc3#       2.Rd4 Nd2#      2.Qd4 Nxg3#
";
    let headed = "\
solution:
  a) -bPd3
     1.Be5 Nd3 2.Bd4 Nf2#
  b) -sPd5: 1.Ra4 Nxa2 2.Rd4 Nc3#
  c) 1.Rb4 Nb3 2.Rd4 Nd2#
  d) 1.Qh8 Nxe2 2.Qd4 Nxg3#
";
    for solution in [beside, headed] {
        let parsed = syntax::parse(&format!("{begin}{solution}"));
        assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
        let problem = parsed.problems().next().unwrap();
        assert_eq!(problem.twins.len(), 4);
        for twin in &problem.twins {
            let verification = verified(problem, twin, 200_000);
            let told = verification.findings.iter();
            let told: Vec<_> = told.filter(|f| f.severity() > Severity::Note).collect();
            assert_eq!(verification.soundness, Soundness::Sound, "{told:#?}");
            assert!(told.is_empty(), "{}: {told:#?}", twin.label);
        }
    }
}

#[test]
fn twins_of_latex_that_are_not_understood_keep_their_solutions() {
    // M. Caillaud, MAT 1982, and M. Klasinc, Gavrilović-GT 1974-76, as Popeye writes them: one twin has a condition, others
    // have other men.
    let document = |pieces: &str, stipulation: &str, solution: &str, twins: &str| {
        format!(
            "\\begin{{diagram}}\n \\pieces{{{pieces}}}%\n \\stipulation{{{stipulation}}}%\n \
             \\solution{{{solution}}}%\n \\twins{{{twins}}}%\n\\end{{diagram}}\n"
        )
    };
    let klasinc = document(
        "sTd1, sKe1, sTc3, wTc5, wTf5, wKg5",
        "h\\#2",
        "a)  1.Tc3-f3 Tc5-c2   2.Tf3-f1 Tf5-e5 \\#\nb)  1.Lc3-d4 Lf5-d3   2.Ld4-f2 Lc5-b4 \\#",
        "b) {\\wT} $\\Rightarrow$ \\wL",
    );
    for (text, twins, unread) in [
        (klasinc.replace("$\\Rightarrow$", "nach"), 1, 2),
        (klasinc, 2, 0),
    ] {
        let read = formats::read(&text, Format::Latex);
        let entry = &read.entries[0];
        let problem = entry.problem.as_ref().unwrap();
        assert_eq!(problem.twins.len(), twins);
        assert_eq!(read.diagnostics.len(), unread, "{:#?}", read.diagnostics);
        let first = &problem.twins[0];
        assert_eq!(
            first.solution.as_deref(),
            Some("1.Tc3-f3 Tc5-c2 2.Tf3-f1 Tf5-e5 #")
        );
        for twin in &problem.twins {
            let verification = verified(problem, twin, 200_000);
            assert_eq!(verification.soundness, Soundness::Sound, "{}", twin.label);
        }
    }
}

#[test]
fn halves_of_a_duplex_in_one_text() {
    // E. Bartel, FL 1973, as Popeye prints it; the halves in either order, and one of them wrong.
    let file = |solution: &str| {
        format!("fen: b7/8/8/8/3r4/7K/8/1N5k b\nstipulation: h=2 duplex\nsolution:\n{solution}\n")
    };
    let first = "  1.Td4-d2 Sb1*d2   2.La8-f3 Sd2*f3 =\n";
    let second = "  1.Sb1-d2 Td4-g4   2.Sd2-f3 La8*f3 =\n";
    let judged = |text: String| -> Vec<Soundness> {
        let parsed = syntax::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
        let problem = parsed.problems().next().unwrap();
        let twins = problem.twins.iter();
        twins
            .map(|twin| verified(problem, twin, 200_000).soundness)
            .collect()
    };
    let sound = vec![Soundness::Sound; 2];
    assert_eq!(judged(file(&[first, "\n", second].concat())), sound);
    assert_eq!(judged(file(&[second, first].concat())), sound);
    let wrong = second.replace("Td4-g4", "Td4-h4");
    assert_eq!(
        judged(file(&[first, &wrong].concat())),
        [Soundness::Sound, Soundness::Unsound]
    );
    // Of the other half nothing is published.
    assert_eq!(judged(file(first)), sound);
}

#[test]
fn threats_that_fail_share_their_mark() {
    // Fragment 2015: what is no threat stands in brackets, marked once.
    let fen = "1K4BB/2RN3n/1p3n2/2p5/p2k2N1/2p1RP2/3r4/4b3 w";
    let solution =
        "1.Sd7-e5! – 2.Sc6# (2.Rd7, Re4??), 1...S:g8 2.Rd7#, 1...S:g4 2.Re4#, 1...c4 2.R:c4#.";
    assert_eq!(
        of_a_collection(fen, "#2", solution),
        (Soundness::Sound, vec![])
    );
    let claimed = solution.replace("??", "");
    assert_eq!(
        of_a_collection(fen, "#2", &claimed),
        (Soundness::Unsound, vec!["line", "line"])
    );
}

#[test]
fn a_misprint_in_help_play_is_told_and_leaves_no_cook() {
    // N. Kolesnik and V. Vinokurov, Lazarev-85: 2.Bd3 for 2.cd3.
    let (fen, stipulation) = (
        "7b/2pB4/b2P4/3kr3/1rpp1B2/8/5N2/2R2K2 b",
        "h#2, 2 solutions",
    );
    let printed = "1.c5 Be3 2.de Rd1#, 1.Re6 Sd3 2.Bd3 Bc6#.";
    assert_eq!(
        of_a_collection(fen, stipulation, printed),
        (Soundness::Sound, vec!["line"])
    );
    // Two moves that are none, one to another square, or one that is possible and fails, are no misprints.
    for wrong in [
        "1.c5 Be3 2.de Rd1#, 1.Re6 Sd3 2.Bd3 Bc8#.",
        "1.c5 Be3 2.de Rd1#, 1.Re6 Sd3 2.Bf3 Ba4#.",
        "1.c5 Be3 2.de Rd1#, 1.Re6 Sd3 2.Kxd6 Bc6#.",
    ] {
        let (verdict, told) = of_a_collection(fen, stipulation, wrong);
        assert_eq!(verdict, Soundness::Unsound, "{wrong}: {told:?}");
    }
}

#[test]
fn solutions_that_are_announced_and_not_printed_are_no_cooks() {
    // S. Hudák, Pravda 2008: a column prints one solution of three, in Slovak letters.
    let fen = "8/8/2b1N1Bn/3k4/2N5/8/P1K5/8 b";
    let one = "1.Jf5 Se8 2.Ke4 S:c6 mat.";
    assert_eq!(
        of_a_collection(fen, "h#2, 3 solutions", one),
        (Soundness::Sound, vec![])
    );
    // Where fewer are announced, or a line fails, that is an error.
    for (stipulation, solution) in [
        ("h#2", one),
        ("h#2, 2 solutions", one),
        (
            "h#2, 3 solutions",
            "1.Jf5 Se8 2.Ke4 S:c6 mat. 1.Sd7 Je5 2.Kc6 Se4 mat.",
        ),
    ] {
        let (verdict, _) = of_a_collection(fen, stipulation, solution);
        assert_eq!(verdict, Soundness::Unsound, "{stipulation} {solution}");
    }
}

#[test]
fn keys_can_be_announced() {
    let fen = "k7/6RR/1K6/8/8/8/8/8 w";
    for (stipulation, solution, verdict) in [
        ("#1, 2 solutions", "1.Rg8# 1.Rh8#", Soundness::Sound),
        ("#1, 2 solutions", "1.Rg8#", Soundness::Sound),
        ("#1", "1.Rg8#", Soundness::Unsound),
        ("#1, 3 solutions", "1.Rg8# 1.Rh8#", Soundness::Unsound),
        ("#1, 2 solutions", "1.Rg8# 1.Ra7#", Soundness::Unsound),
    ] {
        let (found, told) = of_a_collection(fen, stipulation, solution);
        assert_eq!(found, verdict, "{stipulation} {solution}: {told:?}");
    }
}

#[test]
fn letters_of_other_languages() {
    // A. Babiarz in Polish letters, J. García Llamas (SEPA 1970) in Spanish ones.
    assert_eq!(
        of_a_collection(
            "3K4/1P6/k7/2Q5/8/8/1B6/8 w",
            "#2",
            "1. Gd4! K:b7 2. Hc8 mat"
        ),
        (Soundness::Sound, vec![])
    );
    assert_eq!(
        of_a_collection(
            "3Rn3/qp6/1N4pn/2pB1kN1/r3Rp1K/6Pp/b1P3r1/B7 w",
            "#2",
            "1.Cc4! 2.Txf4++ o 2.Ae6++\n1...Txc4 2.Ae6++\n1...Axc4 2.Txf4++"
        ),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn pawns_by_their_files_and_men_with_a_dash() {
    // I. Agapov: captures with promotion by their files alone. Any move of the knight: `Sc-`; mate: `≠`.
    let solution = "1.Qd5! – zz, 1...abB 2.Rd4+ Ka3 3.Rd3+ B:d3≠, 1...abS 2.Rc2+ Ka3 3.Qd3+ Sc3≠, \
                    1...a3 2.Qd2 – zz, 2...abB 3.Qc2+ B:c2≠, 2...abS 3.Rc3+ S:c3≠";
    let fen = "8/8/1NQ5/B1P5/p1R2p2/1k2pR2/p7/rNK5 w";
    assert_eq!(
        of_a_collection(fen, "s#3", solution),
        (Soundness::Sound, vec![])
    );
    assert_eq!(
        of_a_collection(fen, "s#3", &solution.replace("S:c3≠", "S:d2≠")),
        (Soundness::Unsound, vec!["line"])
    );
    let fen = "bR5K/4p2p/4r3/P1n1p3/PBkN2N1/r3Q3/2P1P1B1/1n1R3q w";
    let solution = "1.Sc6! – 2.Q:c5#, 1...Sc- 2.Qe4#, 1...Sb3! 2.Qd3#, 1...Qg1 2.Bd5#, 1...R:e3 2.S:e3#, 1...R:c6 2.S:e5#.";
    assert_eq!(
        of_a_collection(fen, "#2", solution),
        (Soundness::Sound, vec![])
    );
}

#[test]
fn what_hangs_on_an_undecided_history_is_not_unsound() {
    // P. Kahl and J. Mortensen, Die Welt 1967: en passant is proved, with enough nodes.
    let file = "fen: 2b1r1nr/3p1K1k/4pp1b/6pP/3qn2p/4pp2/6p1/8 w\nstipulation: #1\nsolution:\n  1.h5*g6 ep. # !\n";
    let parsed = syntax::parse(file);
    let problem = parsed.problems().next().unwrap();
    let judged = |nodes| {
        let mut options = Options::default();
        options.histories.nodes = Some(nodes);
        let verified = Study::new(&options).verify(problem, &problem.twins[0]);
        verified.unwrap().verification.soundness
    };
    assert_eq!(judged(1), Soundness::Undecided);
    assert_eq!(judged(1_000_000), Soundness::Sound);
}

#[test]
fn halves_of_a_duplex_without_labels() {
    // A document of YACPDB, its halves parted by a blank line.
    let document = "---\nalgebraic:\n  white: [Ka8, Qb7]\n  black: [Kf8, Rd7, Bb4]\nstipulation: \"h#2\"\noptions:\n  - Duplex\n\
                    solution: |\n  1.Rf7 Qh1 2.Be7 Qh8#\n\n  1.Kb8 Ba5 2.Kc8 Rd8#\n";
    let read = formats::read(document, Format::Olv);
    let problem = read.entries[0].problem.as_ref().unwrap();
    assert_eq!(problem.twins.len(), 2);
    for twin in &problem.twins {
        let verification = verified(problem, twin, 200_000);
        let told = verification.findings.iter();
        let told: Vec<_> = told.filter(|f| f.severity() > Severity::Note).collect();
        assert!(told.is_empty(), "{}: {told:#?}", twin.label);
        assert_eq!(verification.soundness, Soundness::Sound);
    }
}

#[test]
fn what_is_read_and_wrong_still_counts() {
    for (solution, kind) in [
        ("1.Kc7! g6/g5 2.h8=N#", "line"),
        ("1.Kc7! g6 2.h8=Q# 1...g5 2.h8=B#", "line"),
        ("1.Kc7! c5 2.h8=Q#", "line"),
        ("1.Kd7! g6 2.h8=Q#", "wrong-key"),
        ("1.Kc7! (2.h8=B#)", "line"),
    ] {
        let (verdict, told) = aside(solution);
        assert_eq!(verdict, Soundness::Unsound, "{solution}");
        assert!(told.contains(&kind), "{solution}: {told:?}");
    }
}

#[test]
fn what_cannot_be_read_costs_its_own_line() {
    // Told with its place, and nothing else is hidden or blamed.
    for solution in [
        "1.Kc7! g6 2.Xh8# 1...g5 2.h8=Q#",
        "1.Kc7! 1...Zz9 2.h8=N# 1...g5 2.h8=Q#",
        "1.Kc7! 1...B 2.h8=N# 1...g5 2.h8=Q#",
        "1.Kc7! g6 2.h8=Q# which is plain",
        "1.Kc7! {not closed\n1...g5 2.h8=Q#",
        "1.Kc7! g6 5.h8=N#\n1...g5 2.h8=Q#",
    ] {
        assert_eq!(
            aside(solution),
            (Soundness::Sound, vec!["unreadable"]),
            "{solution}"
        );
    }
    let (verdict, told) = aside("1.Kc7! 1...Zz9 2.h8=Q# 1...g5 2.h8=N#");
    assert_eq!(
        (verdict, told),
        (Soundness::Unsound, vec!["unreadable", "line"])
    );
}

#[test]
fn prose_is_told_once_and_leaves_the_verdict_to_the_position() {
    let prose = "The king steps aside, and whatever the other pawn does now, White promotes and mates at h8.";
    // Nothing of it could be compared.
    assert_eq!(
        aside(prose),
        (Soundness::Undecided, vec!["unreadable", "unchecked"])
    );
    let (verdict, told) = aside(&format!(
        "{prose} After 1.Kc7 comes 2.h8=N mate, as some say, and after 1.h8=Q nothing."
    ));
    // What of it seems not to hold may not have been meant so.
    assert_eq!(verdict, Soundness::Undecided, "{told:?}");
    assert_eq!(told.iter().filter(|&&kind| kind == "unreadable").count(), 1);
}

#[test]
fn the_place_of_what_cannot_be_read_is_told() {
    let text = "1.Kc7! g6 2.h8=Q#\n1...Zz9 2.h8=Q#";
    let unread = read_solution(text, Letters::English).unread;
    let places: Vec<_> = (unread.iter())
        .map(|diagnostic| syntax::line_and_column(text, diagnostic.range().start))
        .collect();
    assert_eq!(places, [(2, 5)]);
}

/// What of a text was read: its lines, and those of them that were not.
fn lines_of(solution: &str, letters: Letters) -> (usize, usize) {
    let unread = read_solution(solution, letters).unread;
    let mut lost = std::collections::BTreeSet::new();
    for diagnostic in &unread {
        let range = diagnostic.range();
        let first = syntax::line_and_column(solution, range.start).0;
        let last = syntax::line_and_column(solution, range.end).0;
        lost.extend(first..=last);
    }
    let written = solution
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let (mut all, mut missing) = (0, 0);
    for (number, _) in written {
        all += 1;
        missing += usize::from(lost.contains(&(number + 1)));
    }
    (all, missing)
}

/// What Popeye thinks, by file and problem.
fn verdicts(folder: &Path) -> BTreeMap<(String, String), String> {
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    let rows = index
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row.len() > 5)
        .map(|row| ((row[0].to_owned(), row[1].to_owned()), row[5].to_owned()))
        .collect()
}

#[test]
#[ignore = "asks for collections in PRINTED"]
fn published_collections_are_read_and_none_is_blamed() {
    let folder = std::env::var("PRINTED").expect("PRINTED names a folder");
    let folder = Path::new(&folder);
    let nodes = std::env::var("PRINTED_NODES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(2_000_000);
    let popeye = verdicts(folder);
    let (mut all, mut missing, mut blamed) = (0, 0, Vec::new());
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    let endings = ["bg", "olv", "tex", "html", "txt", "inp"];
    let paths = endings
        .iter()
        .flat_map(|ending| files::below(folder, ending));
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let Some(format) = formats::recognise(&source).filter(|_| name != "README.txt") else {
            continue;
        };
        for entry in formats::read(&source, format).entries {
            let Ok(problem) = &entry.problem else {
                continue;
            };
            for twin in &problem.twins {
                let Some(solution) = twin.solution.as_deref() else {
                    continue;
                };
                if !matches!(twin.stipulation, Stipulation::Goal(_)) {
                    continue;
                }
                let (lines, lost) = lines_of(solution, problem.letters);
                (all, missing) = (all + lines, missing + lost);
                let number = (entry.index + 1).to_string();
                let id = match format {
                    Format::Olv if problem.twins.len() > 1 => format!("{number}/{}", twin.label),
                    Format::Olv => number,
                    _ => problem.id.clone().unwrap_or(number),
                };
                let verification = verified(problem, twin, nodes);
                let verdict = verification.soundness;
                *count.entry(verdict.keyword()).or_default() += 1;
                let theirs = popeye
                    .get(&(name.clone(), id.clone()))
                    .map_or("?", String::as_str);
                let errors: Vec<&str> = (verification.findings.iter())
                    .filter(|finding| finding.severity() == Severity::Error)
                    .map(|finding| finding.kind().keyword())
                    .collect();
                if verdict == Soundness::Unsound {
                    println!(
                        "{name} {id}: unsound ({}), Popeye: {theirs}",
                        errors.join(", ")
                    );
                    // Popeye asks neither for solutions in fewer moves nor whether a game leads to the diagram.
                    let unasked = |kind: &&str| matches!(*kind, "short-solution" | "illegal");
                    if theirs == "sound" && !errors.iter().all(unasked) {
                        blamed.push(format!("{name} {id}: {errors:?}"));
                    }
                }
                if lost > 0 {
                    println!("{name} {id}: {lost} of {lines} lines not read");
                }
            }
        }
    }
    println!("{count:?}; {missing} of {all} lines not read");
    assert!(all > 0, "no solution in {}", folder.display());
    assert!(blamed.is_empty(), "{blamed:#?}");
    assert!(missing * 20 <= all, "{missing} of {all} lines are not read");
}

/// A first move among words that are not understood may be another than it seems: that it does not solve leaves the verdict open, and
/// so does a solution that may stand among the words.
#[test]
fn what_stands_among_words_gives_no_verdict() {
    let mate = "fen: 8/8/8/8/5KB1/8/5kp1/3Q4\nstipulation: #2\nsolution: ";
    let help = "fen: 8/8/q7/8/1R4K1/k2N4/8/8\nstipulation: h#2\nsolution: ";
    let words = "which the author found after many hours of work";
    for (file, soundness) in [
        (format!("{mate}1.Bh3! g1=N 2.Qf1#"), Soundness::Sound),
        (format!("{mate}1.Bh5! g1=N 2.Qf1#"), Soundness::Unsound),
        (
            format!("{mate}The key is 1.Bh3! Then g1=N 2.Qf1#"),
            Soundness::Sound,
        ),
        (
            format!("{mate}The key is 1.Bh5! Then g1=N 2.Qf1#"),
            Soundness::Undecided,
        ),
        (
            format!("{mate}1.Bh5! A fine waiting move, {words}."),
            Soundness::Undecided,
        ),
        (format!("{help}1.Qf6 Nc5 2.Qa1 Ra4#"), Soundness::Unsound),
        (
            format!("{help}The queen goes to the corner, {words}: 1.Qa8 Nc5 2.Qa7 Ra4#"),
            Soundness::Undecided,
        ),
    ] {
        assert_eq!(of_file(&file, 200_000).soundness, soundness, "{file}");
    }
}

/// `2.De8#, T:c4 2.D:d5#`: behind the comma stands the next defence, and its answer is as certain as with `1...` before it.
#[test]
fn defences_are_separated_by_commas() {
    let sound = |solution: &str| {
        let board = "8/RRp5/1bNP2B1/nkrn3Q/b1Np4/1p6/1p2P3/4B2K";
        let file = format!(
            "fen: {board}\nstipulation: #2\nletters: de\nsolution: 1.Ld3! (2.S:d4#) {solution}\n"
        );
        of_file(&file, 200_000).soundness == Soundness::Sound
    };
    assert!(sound("K:c6 2.De8#, T:c4 2.D:d5#, T:c6 2.T:a5#"));
    assert!(sound("1...K:c6 2.De8/S:a3#, 1...T:c4 2.D:Sd5#"));
    assert!(!sound("K:c6 2.De8#, T:c4 2.T:a5#, T:c6 2.D:d5#"));
    assert!(!sound("1...K:c6 2.De8#, 1...T:c4 2.T:a5#"));
}

/// Forsberg 1935. Labels are written `b)`, `(b)` or `b:`.
#[test]
fn twins_are_labelled_in_several_ways() {
    let unsound = |label: fn(char) -> String, last: &str| {
        let lines = [
            ('a', "1.Qf6 Nc5 2.Qb2 Ra4#"),
            ('b', "1.Rb6 Rb1 2.Rb3 Ra1#"),
            ('c', last),
        ];
        let lines = lines
            .map(|(name, line)| format!("  {} {line}\n", label(name)))
            .concat();
        let twins = "  b) remove a6; add black Ra6\n  c) remove a6; add black Ba6\n";
        let file = format!(
            "fen: 8/8/q7/8/1R4K1/k2N4/8/8\nstipulation: h#2\ntwins:\n{twins}solution:\n{lines}"
        );
        let parsed = syntax::parse(&file);
        assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
        let problem = parsed.problems().next().unwrap();
        let verdicts = problem
            .twins
            .iter()
            .map(|twin| verified(problem, twin, 200_000).soundness);
        verdicts
            .filter(|&soundness| soundness == Soundness::Unsound)
            .count()
    };
    for label in [
        |c| format!("{c})"),
        |c| format!("({c})"),
        |c| format!("{c}:"),
    ] {
        assert_eq!(unsound(label, "1.Bc4 Ne1 2.Ba2 Nc2#"), 0);
        assert_eq!(unsound(label, "1.Bc4 Ne1 2.Bb3 Nc2#"), 1);
    }
}

/// How the diagram came about is no part of the play.
#[test]
fn a_line_of_moves_taken_back_is_passed_over() {
    let file = "fen: 8/8/8/8/5KB1/8/5kp1/3Q4\nstipulation: #2\nsolution:\n  1.Bh3! g1=N 2.Qf1#\n  R: 1. h3xg2 Kf3-f2\n";
    assert_eq!(judged(file), (Soundness::Sound, vec![]));
}

/// A game is read like other solutions; what cannot be read of it says nothing against it.
#[test]
fn a_game_is_written_in_many_ways() {
    let judged = |game: &str| {
        let board = "rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R";
        let file = format!("fen: {board}\nstipulation: pg 4.0\nsolution: {game}\n");
        of_file(&file, 5_000_000).soundness
    };
    for game in [
        "1.Nf3 e5 2.Nxe5 Ne7 3.Nxd7 Nec6 4.Nxb8 Nxb8.",
        "1.Nf3 e5, 2.Nxe5 Ne7, 3.Nxd7 Nec6, 4.Nxb8 Nxb8",
        "1.Nf3,e5 2.N:e5,Ne7 3.N:d7,Nec6 4.N:b8,N:b8",
        "1.Nf3 e5 2.NxPe5 **Ne7** 3.Nxd7 (3.Nc6?) Nec6 4.NxNb8 Nxb8 (the knight on b8 is from g8)",
        "1.Nf3 e5 2.Nxe5 Ne7!! 3.Nxd7 Nec6 4.Nxb8 Nxb8. The knight on b8 is from g8.",
    ] {
        assert_eq!(judged(game), Soundness::Sound, "{game}");
    }
    let unread = "1.Nf3 e5 2.N%e5 Ne7 3.Nxd7 Nec6 4.Nxb8 Nxb8";
    assert_eq!(judged(unread), Soundness::Undecided);
    let illegal = "1.Nf3 e5 2.Nxe4 Ne7 3.Nxd7 Nec6 4.Nxb8 Nxb8";
    assert_eq!(judged(illegal), Soundness::Unsound);
}

const ASIDE: &str =
    "fen: 8/B7/1R3p2/2k2N2/5K2/8/3N4/8 w\nstipulation: #2\nhistories: given\n  - -\n";

/// What of the position above comes of this solution: only 1.Ne3 solves, and only 1...Kd4 has another answer than the threat.
fn beside(solution: &str) -> Soundness {
    of_file(&format!("{ASIDE}solution:\n  {solution}\n"), 100_000).soundness
}

#[test]
fn what_is_read_with_doubt_and_seems_not_to_hold_is_never_sound() {
    for solution in [
        "Nonsense's solution: 1.Ne3! (2.Nb3#) 1...Kd4 2.Rh1#",
        "1.Ne3! (2.Nb3#) 1...Kd4 qwertyish 2.Rh1#",
        "Nonsense's solution: 1.Ne3! (2.Nb3#) 1...Kd4 2.Rb3# and 1.Kg3! 1...Kd4 2.Rb3#",
        "1.Kf3? Kd5! <q>1.Kg3!</q> (2.Nb3#) 1...Kd4 2.Rb3#",
    ] {
        assert_ne!(beside(solution), Soundness::Sound, "{solution}");
    }
}

/// The number of moves asked for ends a line as well as the sign of mate does.
#[test]
fn behind_the_last_move_another_line_begins() {
    for solution in [
        "1.Se3! droht 2.Sb3; Kd4 2.Tb3",
        "1.Ne3! threat 2.Nb3. Kd4 2.Rb3",
        "1.Ne3! (2.Nb3) 1...f5 2.Nb3; Kd4 2.Rb3",
    ] {
        assert_eq!(beside(solution), Soundness::Sound, "{solution}");
        let wrong = solution.replace("b3", "h3");
        assert_eq!(beside(&wrong), Soundness::Unsound, "{wrong}");
    }
    let fen = "fen: 6R1/2K5/8/8/5p2/6p1/1Q3Nk1/8 w\nstipulation: #3\nhistories: given\n  - -\nsolution:\n  ";
    let line = "1.Sg4+! Kf1 2.Ra8 ~ 3.Ra1; Kh3 2.Sh2 gxh2 3.Qh8; Kh1 2.Qh2+ gxh2 3.Sf2; Kf3 2.Qc2 g2 3.Qd3";
    assert_eq!(
        of_file(&format!("{fen}{line}\n"), 100_000).soundness,
        Soundness::Sound
    );
}

#[test]
fn a_first_move_with_a_refutation_is_a_try_beside_another() {
    assert_eq!(
        beside("1.Kg3 (2.Nb3) Kd5!; 1.Ne3 (2.Nb3) Kd4 2.Rb3"),
        Soundness::Sound
    );
    assert_eq!(
        beside("1.Ne3 (2.Nb3) Kd4!; 1.Kg3 (2.Nb3) Kd4 2.Rb3"),
        Soundness::Unsound
    );
}

#[test]
fn a_line_of_help_play_that_breaks_off_is_no_solution() {
    let file = "fen: 8/8/1N5p/6kp/1R2B3/8/8/5K2 b\nstipulation: h#2\nsolution:\n  ";
    let judged = |line: &str| of_file(&format!("{file}{line}\n"), 100_000).soundness;
    assert_eq!(judged("1.Kf4 Ke1 2.Ke3 Nd5#"), Soundness::Sound);
    for line in [
        "1.Kf4",
        "1.Kf4 Ke1#",
        "1.Kf4 Ke1 2.Ke3#",
        "1.Kf4 Ke1 2.Ke3 Xd5#",
    ] {
        assert_ne!(judged(line), Soundness::Sound, "{line}");
    }
}

/// What is numbered anew behind `R:` is played.
#[test]
fn play_behind_what_is_taken_back_is_compared() {
    let file = "fen: 7R/7p/5P1k/4PKpP/8/8/8/8 w\nstipulation: #2\nsolution:\n  ";
    let judged = |line: &str| of_file(&format!("{file}{line}\n"), 100_000).soundness;
    for line in [
        "R: 1.g7-g5. 1.hxg6 e.p.! Kh5 2.Rxh7#",
        "R: 1.g7-g5 Kf4xf5 & v: 1.hxg6 e.p.! Kh5 2.Rxh7#",
    ] {
        assert_eq!(judged(line), Soundness::Sound, "{line}");
    }
    for line in [
        "R: 1.g7-g5. 1.Rxh7+! Kxh7 2.f7#",
        "R: K/T oder g7-g5. 1.Rxh7+!",
    ] {
        assert_ne!(judged(line), Soundness::Sound, "{line}");
    }
}

/// W. Langstaff, Chess Amateur 1922: the codex asks for parts.
#[test]
fn letters_are_those_of_parts_where_there_are_parts() {
    let file = "fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w\nstipulation: #2\nhistories: given\n  - -\n  - g6\n  k g6\nsolution:\n  ";
    let judged = |line: &str| of_file(&format!("{file}{line}\n"), 100_000).soundness;
    assert_eq!(judged("a) 1.Ke6! b) 1.hxg6 e.p.!"), Soundness::Sound);
    assert_eq!(judged("1.Ke6!"), Soundness::Undecided);
    let histories = "fen: r1b1k3/1p1p1p2/8/8/8/8/8/R3K2R w\nstipulation: histories\nsolution: Black can castle.\n";
    assert_eq!(of_file(histories, 100_000).soundness, Soundness::Undecided);
}

/// A solution of all twins that nothing divides blames none of them.
#[test]
fn what_may_be_of_another_twin_blames_nothing() {
    let file = "fen: 3b4/8/4p1p1/R5B1/1p2k1n1/8/4NP2/4K3 b\nstipulation: h#2\ntwins:\n  b) remove b4\nsolution:\n  ";
    let judged = |text: &str| {
        let parsed = syntax::parse(&format!("{file}{text}\n"));
        let problem = parsed.problems().next().unwrap();
        let twins = problem.twins.iter();
        let verdicts: Vec<Soundness> = twins
            .map(|twin| verified(problem, twin, 200_000).soundness)
            .collect();
        verdicts
    };
    for text in [
        "I: 1.Bxa5 f4 2.Kf5 Ng3#\n  II: 1.Bxa5 f4 2.Kf5 Ng3#",
        "Diagram: 1.Bxa5 f4 2.Kf5 Ng3#\n  Twin: 1.Kd3 Kd1 2.Bb6 Ra1#",
        "a. 1.Bxa5 f4 2.Kf5 Ng3#\n  b. 1.Bxg5 f3+ 2.Ke3 Ra3#",
    ] {
        let verdicts = judged(text);
        assert!(
            !verdicts.contains(&Soundness::Unsound),
            "{text}: {verdicts:?}"
        );
        assert_ne!(verdicts[1], Soundness::Sound, "{text}");
    }
    let divided = "a) 1.Bxa5 f4 2.Kf5 Ng3#\n  b) 1.Bxg5 f3+ 2.Ke3 Ra3#";
    assert_eq!(judged(divided), [Soundness::Sound; 2]);
    let swapped = "a) 1.Bxg5 f3+ 2.Ke3 Ra3#\n  b) 1.Bxa5 f4 2.Kf5 Ng3#";
    assert_eq!(judged(swapped), [Soundness::Unsound; 2]);
}

#[test]
fn every_printed_proof_game_is_played() {
    let file = "fen: rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R w\nstipulation: pg 4.0\nsolution:\n  1.Nf3 e5 2.Nxe5 Ne7 3.Nxd7 Nec6 4.Nxb8 Nxb8\n";
    let judged = |second: &str| of_file(&format!("{file}{second}"), 5_000_000).soundness;
    assert_eq!(judged(""), Soundness::Sound);
    assert_eq!(
        judged("  1.Nf3 d5 2.Ne5 Nd7 3.Nxd7 e5 4.Nxf8 Nf6\n"),
        Soundness::Unsound
    );
}

/// Mrs. W. J. Baird, Morning Post (P1187856): the capture of the key has no sign.
#[test]
fn the_key_of_a_retractor_needs_no_sign_of_capture() {
    let file =
        "fen: 1R6/1bNB2n1/pk2P3/pN2p2p/3pP2K/3P3p/5B1P/6n1 b\nstipulation: -1 & #2\nsolution:\n  ";
    let judged = |line: &str| of_file(&format!("{file}{line}\n"), 5_000_000).soundness;
    assert_eq!(judged("-1.Ne8-c7 & 1.Nxd4"), judged("-1.Ne8-c7 & 1.Nd4"));
    assert_eq!(judged("-1.Nd5-c7 & 1.Nd4"), Soundness::Unsound);
}
