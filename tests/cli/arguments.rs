//! Why famous positions are impossible, as readers get it in each language. Each text was read beside the author's or a columnist's
//! explanation before it became golden: what changes here is to be read again.

use std::fmt::Write as _;

use crate::support::Folder;

/// The diagrams, and where their explanations stand.
const POSITIONS: &[(&str, &str)] = &[
    (
        "Loyd, Missouri Democrat 1859",
        "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R w",
    ),
    (
        "Langstaff, Chess Amateur 1922",
        "4k2r/8/5B1P/5KpP/8/8/8/3R4 w",
    ),
    ("Amelung, Düna-Zeitung 1897", "7R/7p/5P1k/4PKpP/8/8/8/8 w"),
    (
        "Smullyan, Sherlock Holmes 1979, no. 10",
        "r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b",
    ),
    (
        "Smullyan, Sherlock Holmes 1979, no. 11 (nothing was captured in the last two plies)",
        "4k2r/8/8/8/2p5/5P2/2P2PP1/3b1RK1 b\nfacts:\n  no capture in the last 2 plies",
    ),
    (
        "Smullyan, Sherlock Holmes 1979, p. 30, with a black pawn on h4",
        "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4p/2PP2P1/4P2P/n7 b",
    ),
    (
        "Smullyan, Sherlock Holmes 1979, p. 56",
        "r3kr2/1pp2p2/1pn2npP/1Q1pp3/1b6/2N2NPP/1PPP1P2/R3K1R1 b",
    ),
    (
        "Smullyan, Sherlock Holmes 1979, p. 78",
        "r3k3/8/8/8/8/8/5PP1/6bK b",
    ),
];

#[test]
fn why_they_are_impossible() {
    let mut all = String::new();
    for (language, heads) in [
        ("en", ["Why", "Histories"]),
        ("de", ["Warum", "Vorgeschichten"]),
        ("fr", ["Pourquoi", "Histoires"]),
    ] {
        for (name, fen) in POSITIONS {
            let folder = Folder::new();
            folder.write("p.bg", format!("stipulation: histories\nfen: {fen}\n"));
            let run = folder.run(&["histories", "p.bg", "--nodes", "100000", "--lang", language]);
            let text = run.stdout();
            let lines = text.lines().skip_while(|line| *line != heads[0]).skip(1);
            let lines: Vec<&str> = lines
                .take_while(|line| !line.starts_with(heads[1]))
                .collect();
            assert!(!lines.is_empty(), "{name}: {text}");
            let _ = writeln!(all, "=== {language}: {name}\n{}", lines.join("\n"));
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_summary_does_not_go_through_the_moves() {
    let folder = Folder::new();
    let fen = "rNkN1b2/p2Rp1pp/P2pP1p1/PPpK4/p7/6P1/1QP3P1/1R4B1 w";
    let text = folder
        .run(&["histories", "--fen", fen, "--nodes", "5000"])
        .stdout();
    assert!(
        text.contains("The last move was c7-c5, so that en passant on c6 is legal.\n"),
        "{text}"
    );
}

#[test]
fn captured_men_are_named_in_one_order() {
    let folder = Folder::new();
    let run = folder.run(&[
        "solve",
        "--stipulation",
        "last-move",
        "--fen",
        "8/8/8/8/P7/kP6/prP5/K7 w",
        "--nodes",
        "3000",
    ]);
    let text = run.stdout();
    assert!(text.contains("R: 1. Kb4xNa3"), "{text}");
    assert!(!text.contains("after Kb4xa3"), "{text}");
}
