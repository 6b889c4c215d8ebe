//! Searches that leave something out: said everywhere, and never final.

use crate::support::Folder;

const CORNER: &str = "fen: 8/8/8/8/8/1K6/3R4/k7 w\nstipulation: #3\nhistories: given\n  - -\n";

#[test]
fn what_is_not_exhaustive_says_so() {
    let folder = Folder::new();
    let file = folder.write("corner.bg", CORNER);
    let file = file.to_str().unwrap();
    for part in [
        &["--max-flights", "0"][..],
        &["--threat", "1"],
        &["--non-trivial", "0,1"],
        &["--first"],
    ] {
        let run = |more: &[&str]| {
            folder
                .run(&[&["solve", file], part, more].concat())
                .expect(3)
        };
        assert!(run(&[]).stdout().contains("not exhaustive"), "{part:?}");
        let german = run(&["--lang", "de"]).stdout();
        assert!(german.contains("nicht erschöpfend"), "{german}");
        let keys = run(&["--detail", "keys"]).stdout();
        assert!(keys.contains("not exhaustive"), "{keys}");
        let record = &run(&["--format", "jsonl"]).objects()[0];
        assert_eq!(record["verdict"], "solved");
        assert_eq!(record["final"], false);
        assert_eq!(record["condition"], "not-exhaustive");
    }
    let one = folder
        .run(&["solve", file, "--first", "--format", "jsonl"])
        .objects();
    assert_eq!(one[0]["keys"].as_array().unwrap().len(), 1);
}

#[test]
fn finding_nothing_is_no_verdict() {
    let folder = Folder::new();
    // The only way is 1. Kc2 Ka2 2. Ra8: not a check, and the king can go to and fro.
    let file = folder.write(
        "problem.bg",
        "fen: 8/8/8/8/8/2K5/3R4/k7 w\nstipulation: #3\nhistories: given\n  - -\n",
    );
    let file = file.to_str().unwrap();
    let run = folder.run(&["solve", file, "--threat", "0"]).expect(3);
    assert!(run.stdout().contains("nothing found"), "{}", run.stdout());
    let run = folder
        .run(&["solve", file, "--threat", "0", "--lang", "de"])
        .expect(3);
    assert!(run.stdout().contains("nichts gefunden"), "{}", run.stdout());
    let run = folder
        .run(&["solve", file, "--threat", "0", "--format", "jsonl"])
        .expect(3);
    let record = &run.objects()[0];
    assert_eq!(record["verdict"], "undecided");
    assert_eq!(record["limit"], "not-exhaustive");
    assert_eq!(record["final"], false);
}

#[test]
fn half_moves_of_help_play_and_a_king_that_can_be_taken() {
    let folder = Folder::new();
    for (fen, stipulation, solutions) in [
        // Qg8; all other checks let the king go to b8.
        ("k7/8/1K6/8/8/6Q1/8/8 w", "h#0.5", 1),
        // The queen takes a7, b7 and b8 away and gives no check: from c7.
        ("k7/8/8/8/8/8/2Q5/7K w", "h=0.5", 1),
    ] {
        let text = format!("fen: {fen}\nstipulation: {stipulation}\nhistories: given\n  - -\n");
        let run = folder.run_with_input(&["solve", "-", "--format", "jsonl"], text);
        let record = &run.objects()[0];
        assert_eq!(record["solutions"], solutions, "{record}");
    }
    // White, on move, could take the king.
    let text = "fen: k6R/8/1K6/8/8/8/8/8 w\nstipulation: #1\nhistories: given\n  - -\n";
    let run = folder.run_with_input(&["solve", "-"], text).expect(1);
    assert!(
        run.stdout()
            .contains("No solution: the side not on move is in check.")
    );
    assert!(run.stderr().contains("the side not on move is in check"));
    let run = folder
        .run_with_input(&["solve", "-", "--lang", "de"], text)
        .expect(1);
    assert!(
        run.stdout()
            .contains("Keine Lösung: die Seite, die nicht am Zug ist, steht im Schach.")
    );
    // Without a king nothing can be asked, and the reason is told.
    let text = "fen: k7/8/8/8/8/8/8/7R w\nstipulation: h#2\nhistories: given\n  - -\n";
    let run = folder.run_with_input(&["solve", "-"], text).expect(2);
    assert!(
        run.stderr().contains("White has no king"),
        "{}",
        run.stderr()
    );
}
