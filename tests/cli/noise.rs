//! Files that are no problem files: a clear message or the right result, never a crash.

use crate::support::{Folder, SOLVABLE};

/// Bytes from a fixed generator (xorshift), so that a failure can be repeated.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect()
}

#[test]
fn a_megabyte_of_noise() {
    let folder = Folder::new();
    folder.write("bytes.bg", noise(1 << 20, 7));
    let printable: Vec<u8> = noise(1 << 20, 11)
        .into_iter()
        .map(|byte| {
            if byte % 61 == 0 {
                b'\n'
            } else {
                b' ' + byte % 95
            }
        })
        .collect();
    folder.write("ascii.bg", printable);
    for file in ["bytes.bg", "ascii.bg"] {
        for command in ["solve", "histories", "batch"] {
            let run = folder
                .run(&[command, file, "--threads", "1", "--format", "jsonl"])
                .expect(2);
            assert!(run.stderr().contains(file), "{}", run.stderr());
        }
    }
}

#[test]
fn a_file_too_long_for_memory_is_passed_over() {
    let folder = Folder::new();
    let mut text = "comment: ".to_owned() + &"x".repeat(3 << 20) + "\n---\n";
    text += SOLVABLE;
    folder.write("long.bg", text);
    let run = folder
        .run(&["solve", "long.bg", "--format", "jsonl"])
        .expect(2);
    let objects = run.objects();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["line"], 1);
    assert_eq!(objects[1]["verdict"], "solved");
}

#[test]
fn other_encodings_are_named_or_read() {
    let folder = Folder::new();
    let latin: Vec<u8> = b"author: M\xFCller\n"
        .iter()
        .copied()
        .chain(SOLVABLE.bytes())
        .collect();
    folder.write("latin.bg", latin);
    let run = folder.run(&["solve", "latin.bg"]).expect(2);
    assert!(run.stderr().contains("UTF-8"), "{}", run.stderr());
    assert!(run.stderr().contains("latin.bg:1:10"), "{}", run.stderr());

    folder.write("bom.bg", format!("\u{feff}{SOLVABLE}"));
    folder.run(&["solve", "bom.bg"]).expect(0);

    let dos = format!("{SOLVABLE}---\n{SOLVABLE}").replace('\n', "\r\n");
    folder.write("dos.bg", dos);
    let run = folder
        .run(&["solve", "dos.bg", "--format", "jsonl"])
        .expect(0);
    assert_eq!(run.objects().len(), 2);
}

#[test]
fn empty_files_hold_no_problem() {
    let folder = Folder::new();
    for (name, content) in [("empty.bg", ""), ("blank.bg", "\n\n---\n# nothing\n---\n")] {
        folder.write(name, content);
        let run = folder.run(&["solve", name]).expect(2);
        assert!(run.stderr().contains("no problem"), "{}", run.stderr());
    }
    let run = folder.run_with_input(&["solve", "-"], "");
    run.expect(2);
}

#[test]
fn deep_nesting_and_endless_lists() {
    let folder = Folder::new();
    let nested = format!("{SOLVABLE}solution: {}", "{[(".repeat(100_000));
    folder.write("nested.bg", nested);
    folder.run(&["solve", "nested.bg"]).code();
    let mut twins = SOLVABLE.to_owned() + "twins:\n";
    for _ in 0..5000 {
        twins += "  b) from a); from a); move h1 h2\n";
    }
    folder.write("twins.bg", twins);
    folder.run(&["solve", "twins.bg"]).expect(2);
    folder.write(
        "spec.bg",
        "fen: k7/8/1K6/8/8/8/8/7R w\nstipulation: #99999999999999999999\n",
    );
    folder.run(&["solve", "spec.bg"]).expect(2);
}

#[test]
fn a_folder_is_no_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let run = folder.run(&["solve", "sub"]).expect(2);
    assert!(run.stderr().contains("folder"), "{}", run.stderr());
}

/// What is wrong with a file is said in the reader's language; records say it in English.
#[test]
fn trouble_with_files_is_told_in_both_languages() {
    let folder = Folder::new();
    folder.write("empty.bg", "\n");
    folder.write("done.jsonl", "{}\n");
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let said = |args: &[&str]| {
        let run = folder.run(args);
        assert_eq!(run.code(), 2, "{args:?}");
        run.stderr()
    };
    for (args, english, german) in [
        (
            &["solve", "none.bg"][..],
            "error: none.bg: cannot be read: ",
            "Fehler: none.bg: lässt sich nicht lesen: nicht gefunden",
        ),
        (
            &["solve", "empty.bg"],
            "error: empty.bg: holds no problem",
            "Fehler: empty.bg: enthält keine Aufgabe",
        ),
        (
            &["solve", "folder"],
            "error: folder: cannot be read: ",
            "Fehler: folder: lässt sich nicht lesen: ist ein Ordner",
        ),
        (
            &["merge", "none.jsonl"],
            "error: cannot read none.jsonl: ",
            "Fehler: none.jsonl lässt sich nicht lesen: nicht gefunden",
        ),
        (
            &["batch", "empty.bg", "--out", "done.jsonl"],
            "error: done.jsonl already holds results",
            "Fehler: done.jsonl enthält schon Ergebnisse",
        ),
        (
            &["histories", "--check", "none.json"],
            "error: cannot read none.json: ",
            "Fehler: none.json lässt sich nicht lesen: nicht gefunden",
        ),
    ] {
        assert!(said(args).starts_with(english), "{}", said(args));
        let german_args = [args, &["--lang", "de"]].concat();
        assert!(
            said(&german_args).starts_with(german),
            "{}",
            said(&german_args)
        );
    }
    let run = folder.run(&["solve", "none.bg", "--lang", "de", "--format", "jsonl"]);
    let error = run.objects()[0]["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("cannot be read: "), "{error}");
}

/// What is wrong in a file is said in the reader's language; codes, places, records and exits are the same.
#[test]
fn errors_in_problem_files_are_told_in_both_languages() {
    let folder = Folder::new();
    folder.write("broken.bg", "fen: 4k2r/8/8/8/8/8/8/4K2R w\nforderung: #0\n");
    let said = |args: &[&str]| folder.run(args).expect(2);
    let english = said(&["solve", "broken.bg", "--lang", "en"]).stderr();
    let german = said(&["solve", "broken.bg", "--lang", "de"]).stderr();
    assert!(
        english.starts_with("error[stipulation]: a stipulation of no moves"),
        "{english}"
    );
    assert!(
        german.starts_with("Fehler[stipulation]: eine Forderung ohne Züge"),
        "{german}"
    );
    for text in [&english, &german] {
        assert!(text.contains("broken.bg:2:13"), "{text}");
    }
    let records = |language| {
        let run = said(&[
            "solve",
            "broken.bg",
            "--lang",
            language,
            "--format",
            "jsonl",
        ]);
        run.stdout()
    };
    assert_eq!(records("de"), records("en"));
    assert!(records("de").contains("a stipulation of no moves"));

    let fen = ["histories", "--fen", "4k3/8 w", "--lang", "de"];
    let diagram = said(&fen).stderr();
    assert!(
        diagram.contains("Fehler[fen-ranks]: das Brett einer FEN hat acht Reihen"),
        "{diagram}"
    );

    // A published solution that cannot be read is a finding, told in the language as well.
    folder.write(
        "unread.bg",
        "fen: k7/8/1K6/8/8/8/8/7R w\nstipulation: #1\nhistories: given\n  - -\nsolution: 1. Xh8\n",
    );
    let finding = folder
        .run(&["verify", "unread.bg", "--lang", "de"])
        .stdout();
    assert!(finding.contains("`Xh8` ist kein Zug"), "{finding}");
}
