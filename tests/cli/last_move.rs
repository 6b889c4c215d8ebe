//! "What was the last move?", facts that tell it, and what verification makes of the author's answer.

use serde_json::Value;

use crate::support::{Folder, LONG_OPEN};

/// Amelung 1897: g7-g5 is the only last move.
const AMELUNG: &str = "fen: 7R/7p/5P1k/4PKpP/8/8/8/8 w\nstipulation: last-move\n";

fn verified(file: &str) -> (String, Vec<Value>) {
    verified_within(file, "200")
}

fn verified_within(file: &str, nodes: &str) -> (String, Vec<Value>) {
    let folder = Folder::new();
    folder.write("l.bg", file);
    let objects = folder
        .run(&[
            "verify",
            "l.bg",
            "--retro-nodes",
            nodes,
            "--format",
            "jsonl",
        ])
        .objects();
    let verdict = objects[0]["verdict"].as_str().unwrap().to_owned();
    (verdict, objects[0]["findings"].as_array().unwrap().clone())
}

fn finding<'f>(findings: &'f [Value], kind: &str) -> Option<&'f Value> {
    findings.iter().find(|finding| finding["kind"] == kind)
}

#[test]
fn the_authors_last_move_is_compared() {
    for answer in ["g7-g5", "1... g7-g5!", "R: 1.g7-g5 {nothing else}", "g5"] {
        let (verdict, findings) = verified(&format!("{AMELUNG}solution: {answer}\n"));
        assert_eq!(verdict, "sound", "{answer}: {findings:?}");
        let found = finding(&findings, "last-move").unwrap();
        assert_eq!(found["moves"], serde_json::json!(["g7g5"]));
    }
    for answer in ["Kg7-h6", "Kg7xRh6", "g6-g5", "K"] {
        let (verdict, findings) = verified(&format!("{AMELUNG}solution: {answer}\n"));
        assert_eq!(verdict, "unsound", "{answer}: {findings:?}");
        assert!(
            finding(&findings, "wrong-last-move").is_some(),
            "{findings:?}"
        );
    }
    // What cannot be read says nothing: it is as if no answer had been given.
    let (verdict, findings) = verified(&format!("{AMELUNG}solution: what else\n"));
    assert_eq!(verdict, "undecided");
    assert!(finding(&findings, "unreadable").is_some(), "{findings:?}");
    let (verdict, findings) = verified(AMELUNG);
    assert_eq!(verdict, "undecided");
    assert!(finding(&findings, "not-compared").is_some(), "{findings:?}");
}

#[test]
fn several_last_moves_leave_the_answer_open() {
    let file = "fen: 4k3/8/8/8/8/8/4P3/4K2R b\nstipulation: last-move\nsolution: Rg1-h1\n";
    let (verdict, findings) = verified_within(file, "50");
    assert_eq!(verdict, "undecided");
    let several = finding(&findings, "several-last-moves").unwrap();
    assert_eq!(several["moves"][0], "g1h1");
}

#[test]
fn games_show_that_a_last_move_is_not_the_only_one() {
    // The pawn came from e7, or from e6 while a white knight went out and back.
    let file = "fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w\nstipulation: last-move\n";
    let (verdict, findings) = verified_within(&format!("{file}solution: e7-e5\n"), "20000");
    assert_eq!(verdict, "unsound");
    let cooked = finding(&findings, "cooked-last-move").unwrap();
    let moves: Vec<&str> = cooked["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|played| played.as_str().unwrap())
        .collect();
    assert!(
        moves.contains(&"e7e5") && moves.contains(&"e6e5"),
        "{moves:?}"
    );

    let folder = Folder::new();
    folder.write("l.bg", file);
    let run = |more: &[&str]| {
        let arguments = [&["histories", "l.bg", "--retro-nodes", "20000"], more].concat();
        folder.run(&arguments)
    };
    let objects = run(&["--format", "jsonl"]).objects();
    let rows = objects[0]["last_moves"].as_array().unwrap();
    let row = rows.iter().find(|row| row["move"] == "e6-e5").unwrap();
    assert_eq!(row["verdict"], "possible");
    assert!(row["witness"].as_str().unwrap().ends_with("e5"), "{row}");
    let text = run(&["--pgn"]).stdout();
    assert!(text.contains(", e6-e5\"]"), "{text}");
}

#[test]
fn the_limit_is_named_in_the_readers_language() {
    let folder = Folder::new();
    folder.write(
        "k.bg",
        "fen: 8/8/8/8/8/1k6/8/K7 b\nstipulation: last-move\n",
    );
    let limits = ["--retro-nodes", "300", "--retro-time", "30s"];
    let said = |language| {
        let arguments = [&["solve", "k.bg", "--lang", language], &limits[..]].concat();
        folder.run(&arguments).expect(3).stdout()
    };
    let has = |text: &str, words: &str| text.lines().any(|line| line.ends_with(words));
    assert!(has(&said("en"), " nodes"), "{}", said("en"));
    assert!(has(&said("de"), " Knoten"), "{}", said("de"));
}

/// The last moves that are left.
fn left(facts: &str) -> Vec<String> {
    let folder = Folder::new();
    // Black can have moved king, rook or pawn, captured, castled or promoted.
    folder.write(
        "f.bg",
        format!("fen: 5rk1/p7/8/8/8/8/8/K6n w\nstipulation: last-move\n{facts}"),
    );
    let objects = folder
        .run(&[
            "histories",
            "f.bg",
            "--retro-nodes",
            "50",
            "--format",
            "jsonl",
        ])
        .objects();
    objects[0]["last_moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["move"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn facts_leave_the_last_moves_they_describe() {
    let all = left("");
    let told = |fact: &str| left(&format!("facts: {fact}\n"));
    let only = |holds: &dyn Fn(&str) -> bool| -> Vec<String> {
        all.iter().filter(|text| holds(text)).cloned().collect()
    };
    assert!(all.iter().any(|text| text == "O-O") && all.iter().any(|text| text.contains("=N")));
    assert_eq!(told("last move O-O"), ["O-O"]);
    // A piece: whatever it did there, a pawn also by becoming something.
    let king = only(&|text| text.starts_with(['K', 'O']));
    assert!(!king.is_empty());
    assert_eq!(told("last move K"), king);
    let pawn = only(&|text| text.starts_with(|c: char| c.is_ascii_lowercase()));
    assert!(pawn.iter().all(|text| text.contains("=N")), "{pawn:?}");
    assert_eq!(told("last move P"), pawn);
    // A square of arrival: without a capture sign nothing was captured.
    let quiet = only(&|text| text.starts_with('K') && text.contains('-'));
    assert_eq!(told("last move Kg8"), quiet);
    let captures = only(&|text| text.starts_with('K') && text.contains('x'));
    assert_eq!(told("last move Kxg8"), captures);
    // With the square of departure, and with a promotion.
    assert_eq!(told("last move Kh8-g8"), ["Kh8-g8"]);
    assert_eq!(told("last move h1=N"), ["h2-h1=N"]);
    // What nobody can have played leaves nothing.
    assert!(told("last move Q").is_empty());
    assert!(told("last move O-O-O").is_empty());
}

#[test]
fn last_moves_are_told_in_a_line_with_what_dies_in_brackets() {
    let folder = Folder::new();
    folder.write("a.bg", AMELUNG);
    let said = |more: &[&str]| {
        let mut args = vec!["histories", "a.bg", "--nodes", "100000"];
        args.extend(more);
        folder.run(&args)
    };
    // Before the king's move White has no move: f6 alone gives check, and came from nowhere.
    let line = "R: 1. g7-g5 (Kg7-h6, Kg7xN/B/R/Qh6: before it White had no move; Kg7xPh6: no move gives check to the king on g7 from \
                f6, h6 at once)";
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line(&said(&[]).stdout()).contains(line));
    let record = &said(&["--format", "jsonl"]).objects()[0];
    assert_eq!(record["line"], line);
    let german = one_line(&said(&["--lang", "de"]).stdout());
    let line =
        "R: 1. g7-g5 (Kg7-h6, Kg7xS/L/T/Dh6: davor hatte Weiß keinen Zug; Kg7xBh6: kein Zug bietet";
    assert!(german.contains(line), "{german}");
}

#[test]
fn how_the_retractions_of_a_last_move_fail_is_shown_as_a_tree() {
    let folder = Folder::new();
    folder.write(
        "t.bg",
        "fen: 6bN/1P3p1k/BrPPPP2/1ppppppK/7p/8/1PP5/8 b\nstipulation: last-move\n",
    );
    let said = |more: &[&str]| {
        let mut args = vec!["solve", "t.bg", "--retro-nodes", "2000"];
        args.extend(more);
        folder.run(&args).stdout()
    };
    let row = |text: &str, last_move: &str, lead: &str| {
        let is_row = |line: &str| line.trim().starts_with(last_move) && line.ends_with(lead);
        let lines = text.lines().skip_while(|line| !is_row(line)).skip(1);
        let tree = lines.take_while(|line| line.starts_with("      "));
        tree.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    let english = said(&[]);
    let tree = row(&english, "Kg4-h5", "every move before it fails:");
    // Moves that fail alike share a line: a pawn more for White, or one other man fewer.
    assert_eq!(tree.len(), 3, "{english}");
    assert!(
        tree[0].starts_with("R: 1...g6xPf5: White's pawns captured")
            && tree[1].starts_with("R: 1...g6xN/B/R/Qf5: Black's pawns captured"),
        "{english}"
    );
    let german = said(&["--lang", "de"]);
    let tree = row(&german, "Kg4-h5", "jeder Zug davor scheitert:");
    let knight = |line: &String| line.starts_with("R: 1...g6xS/L/T/Df5: die Bauern von Schwarz");
    assert!(tree.iter().any(knight), "{german}");
    // The whole tree is there for who asks for it.
    let args = ["histories", "t.bg", "--retro-nodes", "2000", "--proof"];
    let whole = folder.run(&args).stdout();
    let tree = row(&whole, "Kg4-h5", "every move before it fails:");
    assert!(
        tree.len() >= 3 && !tree.iter().any(|line| line.contains("more")),
        "{whole}"
    );
}

#[test]
fn worlds_and_last_moves_share_the_time() {
    let folder = Folder::new();
    for stipulation in ["histories", "last-move"] {
        let file = format!("{LONG_OPEN}stipulation: {stipulation}\n");
        folder.write(&format!("{stipulation}.bg"), file);
    }
    let time = |file: &str| {
        let start = std::time::Instant::now();
        let args = ["histories", file, "--retro-time", "1s", "--format", "jsonl"];
        let object = folder.run(&args).expect(3).objects().remove(0);
        let mut answers = object["worlds"].as_array().into_iter().flatten();
        assert!(answers.any(|world| world["verdict"] == "undecided"));
        start.elapsed()
    };
    // Where the worlds alone would use all the time, they and the last moves do not take it twice. Other work on the
    // machine lengthens one run or the other, not each time the same.
    let shares = || time("last-move.bg") * 10 < time("histories.bg") * 16;
    assert!((0..4).any(|_| shares()));
}
