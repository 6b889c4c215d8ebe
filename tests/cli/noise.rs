//! Files that are no problem files: a clear message or the right result, never a crash.

use beruehrt::random::Random;

use crate::support::{Folder, SOLVABLE, objects};

/// Bytes of a fixed seed, so that a failure can be repeated.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..length).map(|_| random.next() as u8).collect()
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
            "error: empty.bg: holds no problem up to its end in line 1",
            "Fehler: empty.bg: enthält bis zum Ende in Zeile 1 keine Aufgabe",
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

/// The program's own refusals, in both languages, with the same exit.
#[test]
fn refusals_are_told_in_both_languages() {
    let folder = Folder::new();
    folder.write("one.bg", "fen: k7/8/1K6/8/8/8/8/7R w\nstipulation: #1\n");
    folder.write("no.json", "{\"fen\": 1}\n");
    folder.write("no.txt", "x\n");
    folder.write("two.bg", format!("{SOLVABLE}---\nfen: 9 w\n"));
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (args, english, german) in [
        (
            &["solve", "one.bg", "--threads", "2000"][..],
            "--threads 2000 is more than 1024",
            "--threads 2000 ist mehr als 1024",
        ),
        (
            &["solve", "one.bg", "--table-mib", "0"],
            "--table-mib 0 is not between",
            "--table-mib 0 liegt nicht zwischen",
        ),
        (
            &["convert", "one.bg", "--to", "pdf"],
            "`pdf` is no format; there are bg,",
            "`pdf` ist kein Format; es gibt bg,",
        ),
        (
            &["touch", "--fen", fen, "--touch", "e1", "--laws", "mine"],
            "`mine` is no rule set; there are fide-2018,",
            "`mine` ist kein Regelwerk; es gibt fide-2018,",
        ),
        (
            &["touch", "--fen", fen, "--touch", "e1,,h1"],
            "item 2 of the touch list is empty",
            "die 2. Angabe der berührten Steine ist leer",
        ),
        (
            &["touch", "--fen", fen, "--touch", "e5"],
            "there is no man on e5 to touch",
            "auf e5 steht kein Stein",
        ),
        (
            &["touch", "--fen", "4k3/8 w", "--touch", "e1"],
            "`4k3/8 w` is not a FEN: the board is faulty",
            "`4k3/8 w` ist keine FEN: das Brett ist fehlerhaft",
        ),
        (
            &["touch", "--fen", "8/8/8/8/8/8/8/4K3 w", "--touch", "e1"],
            "the FEN is no position of play: a king is missing",
            "die FEN ist keine Partiestellung: ein König fehlt",
        ),
        (
            &["histories", "--check", "no.txt"],
            "no.txt is not JSON: expected value at line 1 column 1",
            "no.txt ist kein JSON: Zeile 1, Spalte 1: kein gültiges JSON",
        ),
        (
            &["histories", "--check", "no.json"],
            "no.json: result 1 cannot be checked: ",
            "no.json: das Ergebnis Nr. 1 lässt sich nicht prüfen: der Inhalt hat nicht die erwartete Form",
        ),
        (
            &["merge", "no.txt"],
            "no.txt: line 1 is no result of `batch`: ",
            "no.txt: die Zeile 1 ist kein Ergebnis von `batch`: ",
        ),
        (
            &["batch", "one.bg", "--shard", "auto"],
            "`--shard auto` needs SLURM_ARRAY_TASK_ID",
            "`--shard auto` braucht SLURM_ARRAY_TASK_ID",
        ),
        (
            &["batch", "one.bg", "--out", "no.txt", "--resume"],
            "cannot resume from no.txt: line 1 is no result of `batch`: ",
            "no.txt lässt sich nicht fortsetzen: die Zeile 1 ist kein Ergebnis von `batch`: ",
        ),
    ] {
        for (language, label, told) in [("en", "error", english), ("de", "Fehler", german)] {
            let run = folder
                .run(&[args, &["--lang", language]].concat())
                .expect(2);
            let start = format!("{label}: {told}");
            assert!(
                run.stderr().starts_with(&start),
                "{args:?}: {}",
                run.stderr()
            );
        }
    }

    // The lines of `batch` and what `merge` finds are for readers too, the results for machines.
    let lines = folder
        .run(&["batch", "two.bg", "--lang", "de"])
        .expect(2)
        .stdout();
    assert!(lines.contains(": gelöst: Th8#"), "{lines}");
    assert!(
        lines.contains("two.bg: fehlerhaft: `9` ist kein Stein einer FEN"),
        "{lines}"
    );
    for (out, language) in [("en.jsonl", "en"), ("de.jsonl", "de")] {
        let batch = ["batch", "two.bg", "--out", out, "--threads", "1"];
        folder
            .run(&[&batch[..], &["--lang", language]].concat())
            .expect(2);
    }
    assert_eq!(
        errors_of(&folder.read("en.jsonl")),
        errors_of(&folder.read("de.jsonl"))
    );
    let merged = folder
        .run(&["merge", "de.jsonl", "en.jsonl", "--lang", "de"])
        .expect(1);
    assert!(
        merged
            .stderr()
            .contains("doppelt: 2 Aufgaben: 1, 2 (das jeweils erste bleibt)"),
        "{}",
        merged.stderr()
    );
    assert!(merged.stderr().ends_with("2 Ergebnisse\n"));
}

fn errors_of(lines: &str) -> Vec<String> {
    let objects = objects(lines);
    objects
        .iter()
        .map(|object| object["error"].to_string())
        .collect()
}
