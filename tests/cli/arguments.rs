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
            let run = folder.run(&["histories", "p.bg", "--nodes", "1000", "--lang", language]);
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

/// Positions, the language, what is to be said of them, and what must not be, as it is untrue or does not follow.
const TRUE: &[(&str, &str, &[&str], &[&str])] = &[
    // Black captured four men, the bishop of f1 at home; of the four at most three pawns: two of White's five missing ones are promoted.
    (
        "3rRQ2/1P2q1q1/NK2brn1/1q3b2/B3k3/1BB4N/RbrrP1Pq/n2br3 w",
        "en",
        &[
            "White captured nothing and promoted at least twice",
            "Black captured 4 men (no pawn captured the man from f1, which was shut in) and promoted at least 8 times",
            "4 captures, of which at most 3 of pawns, move at most 7",
            "(one order was examined)",
        ],
        &["captured 0 times", "captured 3 times"],
    ),
    // The double step over d6 is the pawn's own.
    (
        "8/p1p1p1p1/p1kPK1p1/8/P1N3N1/1P1bP1PP/1Q1Pq2P/r3n2B b",
        "en",
        &[
            "did not make the double step over d6, for it would already have been giving check",
            "for the last move can only have been the double step over d6",
        ],
        &["giving check or the last move"],
    ),
    // What stood on d8 is a rook or a queen.
    (
        "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4N/2PP2P1/4P2P/n7 b",
        "en",
        &[
            "the black rook on d8 gave a check",
            "the black queen on d8 gave a check",
        ],
        &["c7xRd8=R or c7xQd8=R"],
    ),
    // The captured knight or rook on a8 can only have been promoted there.
    (
        "r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b",
        "en",
        &["if there was one, even as a pawn promoted there, for it would already"],
        &[],
    ),
    // Nine men were captured: it is not for want of captures that g3 and b6 came straight.
    (
        "4k2r/p1p1p1p1/1p1P4/8/3R4/6P1/5P1P/R3K3 w",
        "en",
        &[
            "g3 and the black pawn on b6 came straight along their files, as the pawns of their side on the neighbouring files",
            "not all its rooks can have come from home or by promotion",
            "But from no square where a pawn could have been promoted does a way lead there",
        ],
        &["no capture was left"],
    ),
    // Nor was the bishop promoted; it is its home that is shut in, not its square.
    (
        "8/1p1p2p1/1Pp3p1/3Pp1p1/pP1k3P/1n2n1P1/PN2PNP1/K2b1q2 w",
        "en",
        &[
            "the black bishop on d1 had no way there from home, and all black pawns are still pawns",
            "leave it no way there, from home or from where a pawn is promoted",
        ],
        &["close the square off"],
    ),
    // Five pawns stand on three files.
    (
        "4k3/4p2p/5p1p/6p1/8/8/8/4K3 w",
        "de",
        &["können nicht alle von verschiedenen Linien stammen"],
        &["können nicht von verschiedenen"],
    ),
    // On d7 and f7 one pawn or knight gives check, elsewhere two men do.
    (
        "4k3/1p2P2p/2N1P1N1/2PpKpP1/3PpP2/4P3/4P3/8 w",
        "en",
        &[
            "no move can have given the check that there would have been",
            "no move can have given at once all the checks",
            "no move gives check to the king on d8 from c6, e7 at once",
        ],
        &[],
    ),
    // A noun keeps its capital, and two colons are not told one from the other.
    (
        "8/p1p1p1p1/p1kP2p1/8/P1N3N1/1PKbP1PP/1Q1Pq2P/r3n2B b",
        "de",
        &[
            "war: keine Rücknahme befreit die Steine",
            "auf dem ein Bauer ihn hätte schlagen können",
        ],
        &["käfig", "das kostete"],
    ),
];

#[test]
fn reasons_say_what_is_true() {
    for (fen, language, said, not_said) in TRUE {
        let folder = Folder::new();
        let run = folder.run(&[
            "histories",
            "--fen",
            fen,
            "--nodes",
            "5000",
            "--lang",
            language,
        ]);
        let text = run.stdout();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        for part in *said {
            assert!(text.contains(part), "{fen}: {part}: {text}");
        }
        for part in *not_said {
            assert!(!text.contains(part), "{fen}: {part}: {text}");
        }
    }
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
