//! Every command, its exit codes and the shape of its JSON.

use serde_json::Value;

use crate::support::{Folder, HARD, ILLEGAL, LANGSTAFF, SOLVABLE, UNSOLVABLE, objects};

fn fields(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[track_caller]
fn has_fields(object: &Value, wanted: &[&str]) {
    let found = fields(object);
    for field in wanted {
        assert!(found.contains(field), "no `{field}` in {object}");
    }
}

/// The Problemist, May 2014: 1.Qa3! threatens 2.Qf8+ Sf5 mate.
#[test]
fn a_threat_of_a_selfmate_is_shown_with_the_mate() {
    let folder = Folder::new();
    folder.write(
        "s.bg",
        "fen: 8/6p1/1p2p1R1/b3K3/3P4/3Qnk1B/2pprp2/2q1r3 w\nstipulation: s#2\nhistories: given\n  - -\n",
    );
    let run = folder.run(&["solve", "s.bg"]).expect(0);
    let shown = "1. Qa3! threat 2. Qf8+ Nf5#";
    assert!(run.stdout().contains(shown), "{}", run.stdout());
}

#[test]
fn an_abbreviation_ends_the_sentence_too() {
    let folder = Folder::new();
    folder.write(
        "l.bg",
        LANGSTAFF.replace("convention: bg", "convention: codex"),
    );
    let text = folder.run(&["solve", "l.bg"]).expect(0).stdout();
    assert!(text.contains("Key: 1. hxg6 e.p. 1. Ke6?"), "{text}");
}

#[test]
fn a_trial_is_solved_and_told() {
    let folder = Folder::new();
    folder.write("l.bg", LANGSTAFF);
    let text = folder.run(&["solve", "l.bg"]).expect(0).stdout();
    for phrase in [
        "hxg6 e.p.! on trial",
        "stands",
        "taken back",
        "h5 touched",
        "(4.5)",
        "Key: 1. hxg6 e.p.",
    ] {
        assert!(text.contains(phrase), "`{phrase}` is missing:\n{text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 98),
        "{text}"
    );
    let german = folder
        .run(&["solve", "l.bg", "--lang", "de"])
        .expect(0)
        .stdout();
    for phrase in ["auf Probe", "zurückgenommen", "Schlüssel", "Td8#"] {
        assert!(german.contains(phrase), "`{phrase}` is missing:\n{german}");
    }
    let french = folder
        .run(&["solve", "l.bg", "--lang", "fr"])
        .expect(0)
        .stdout();
    for phrase in [
        "comme tentative",
        "repris",
        "Clef",
        "Td8#",
        "Trait aux Blancs",
        "Blancs sont libres",
    ] {
        assert!(french.contains(phrase), "`{phrase}` is missing:\n{french}");
    }
    let figurines = folder
        .run(&["solve", "l.bg", "--letters", "figurine"])
        .expect(0)
        .stdout();
    assert!(
        figurines.contains("♖d8#") && figurines.contains('♚'),
        "{figurines}"
    );
}

#[test]
fn the_object_of_solve_has_the_documented_fields() {
    let folder = Folder::new();
    folder.write("l.bg", LANGSTAFF);
    let run = folder
        .run(&["solve", "l.bg", "--format", "jsonl"])
        .expect(0);
    let object = &run.objects()[0];
    has_fields(
        object,
        &[
            "id",
            "twin",
            "fen",
            "stipulation",
            "convention",
            "applied",
            "worlds",
            "verdict",
            "final",
            "keys",
            "tree",
            "parts",
            "stats",
        ],
    );
    assert_eq!(object["id"], "LANG");
    assert_eq!(object["twin"], "a");
    assert_eq!(object["fen"], "4k2r/8/5B1P/5KpP/8/8/8/3R4 w");
    assert_eq!(object["keys"][0]["move"], "h5g6");
    assert_eq!(object["keys"][0]["san"], "hxg6");
    assert_eq!(object["keys"][0]["trial"], true);
    has_fields(&object["stats"], &["nodes", "millis"]);
    has_fields(&object["worlds"][0], &["rights", "ep", "verdict"]);
    let rulings = object["tree"]["branches"][0]["rulings"].as_array().unwrap();
    assert_eq!(rulings.len(), 3);
}

#[test]
fn json_is_one_array_and_jsonl_one_object_per_line() {
    let folder = Folder::new();
    folder.write("two.bg", format!("{SOLVABLE}---\n{UNSOLVABLE}"));
    let array = folder
        .run(&["solve", "two.bg", "--format", "json"])
        .expect(1)
        .stdout();
    let array: Value = serde_json::from_str(&array).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 2);
    let lines = folder
        .run(&["solve", "two.bg", "--format", "jsonl"])
        .expect(1);
    assert_eq!(lines.objects().len(), 2);
    folder.write("bad.bg", "fen: nonsense\n");
    let none = folder
        .run(&["solve", "bad.bg", "--format", "json"])
        .expect(2)
        .stdout();
    let none: Value = serde_json::from_str(&none).unwrap();
    has_fields(&none[0], &["file", "line", "column", "error"]);
}

/// A collection has many problems without a number: who reads the results has to find them.
#[test]
fn results_name_file_and_line_of_their_problem() {
    let folder = Folder::new();
    folder.write(
        "two.bg",
        format!("# a comment\n\n{SOLVABLE}---\n\n{UNSOLVABLE}"),
    );
    folder.write(
        "two.epd",
        "; a list\n4k3/8/8/8/8/8/8/4K2R w K - dm 1;\n4k3/8/8/8/8/8/8/4K2R w - - dm 1;\n",
    );
    let second = 5 + SOLVABLE.lines().count();
    for (file, lines) in [("two.bg", [3, second]), ("two.epd", [2, 3])] {
        for command in ["solve", "verify", "histories"] {
            let run = folder.run(&[command, file, "--format", "jsonl", "--nodes", "1000"]);
            let objects = run.objects();
            for (object, line) in objects.iter().zip(lines) {
                assert_eq!(object["file"], file, "{command}");
                assert_eq!(object["file_line"], line, "{command} {file}");
            }
            assert_eq!(objects.len(), 2);
        }
    }
    folder.run(&["batch", "two.bg", "--out", "r.jsonl", "--nodes", "1000"]);
    assert!(folder.read("r.jsonl").contains("\"file_line\":3"));
}

#[test]
fn exit_codes_of_solve() {
    let folder = Folder::new();
    folder.write("solvable.bg", SOLVABLE);
    folder.write("unsolvable.bg", UNSOLVABLE);
    folder.write("illegal.bg", ILLEGAL);
    folder.write("hard.bg", HARD);
    folder.write("broken.bg", "stipulation: #2\n");
    folder.run(&["solve", "solvable.bg"]).expect(0);
    folder.run(&["solve", "unsolvable.bg"]).expect(1);
    let illegal = folder.run(&["solve", "illegal.bg", "--format", "jsonl"]);
    assert_eq!(illegal.expect(1).objects()[0]["verdict"], "illegal");
    folder
        .run(&["solve", "solvable.bg", "unsolvable.bg"])
        .expect(1);
    folder
        .run(&["solve", "hard.bg", "--nodes", "1000"])
        .expect(3);
    folder
        .run(&["solve", "unsolvable.bg", "hard.bg", "--nodes", "1000"])
        .expect(3);
    folder
        .run(&["solve", "hard.bg", "broken.bg", "--nodes", "1000"])
        .expect(2);
    folder.run(&["solve", "missing.bg"]).expect(2);
    folder.run(&["solve"]).expect(2);
    folder
        .run(&["solve", "solvable.bg", "--threads", "x"])
        .expect(2);
    folder.run(&["frobnicate"]).expect(2);
    folder.run(&["--version"]).expect(0);
    folder.run(&["--help"]).expect(0);
}

#[test]
fn a_time_limit_is_kept() {
    let folder = Folder::new();
    folder.write("hard.bg", HARD);
    let run = folder.run(&["solve", "hard.bg", "--time", "300ms", "--format", "jsonl"]);
    let object = &run.expect(3).objects()[0];
    assert_eq!(object["verdict"], "undecided");
    assert_eq!(object["limit"], "time");
}

#[test]
fn options_come_from_the_environment_too() {
    let folder = Folder::new();
    folder.write("l.bg", LANGSTAFF);
    let mut command = folder.command(&["solve", "l.bg"]);
    let output = command.env("BERUEHRT_FORMAT", "jsonl").output().unwrap();
    assert_eq!(objects(&String::from_utf8(output.stdout).unwrap()).len(), 1);
}

#[test]
fn one_bad_problem_does_not_hide_the_others() {
    let folder = Folder::new();
    folder.write(
        "mixed.bg",
        format!("{SOLVABLE}---\nfen: 9/8 w\nstipulation: #2\n---\n{SOLVABLE}"),
    );
    let run = folder
        .run(&["solve", "mixed.bg", "--format", "jsonl"])
        .expect(2);
    let objects = run.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["verdict"], "solved");
    assert_eq!(objects[1]["line"], 6);
    assert_eq!(objects[2]["verdict"], "solved");
    let shown = run.stderr();
    assert!(
        shown.contains("mixed.bg:6:") && shown.contains('^'),
        "{shown}"
    );
}

#[test]
fn standard_input_is_a_file_named_dash() {
    let folder = Folder::new();
    let run = folder.run_with_input(&["solve", "-", "--format", "jsonl"], SOLVABLE);
    assert_eq!(run.expect(0).objects()[0]["keys"][0]["move"], "h1h8");
}

#[test]
fn touch_cites_the_article() {
    let folder = Folder::new();
    let fen = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let run = folder.run(&[
        "touch", "--fen", fen, "--touch", "e1,h1", "--format", "jsonl",
    ]);
    let object = &run.expect(0).objects()[0];
    has_fields(object, &["fen", "laws", "owed", "moves", "free"]);
    assert_eq!(object["owed"]["article"], "4.4.1");
    assert_eq!(object["owed"]["square"], "e1");
    assert_eq!(object["moves"], serde_json::json!(["e1g1"]));
    assert_eq!(object["free"], false);
    let text = folder
        .run(&["touch", "--fen", fen, "--touch", "h1,e1"])
        .expect(0)
        .stdout();
    assert!(text.contains("4.4.2"), "{text}");
    folder
        .run(&["touch", "--fen", fen, "--touch", "e5"])
        .expect(2);
    folder
        .run(&["touch", "--fen", fen, "--touch", "e1", "--laws", "mine"])
        .expect(2);
    folder
        .run(&["touch", "--fen", "x", "--touch", "e1"])
        .expect(2);
}

#[test]
fn histories_lists_every_candidate() {
    let folder = Folder::new();
    let fen = "4k2r/8/5B1P/5KpP/8/8/8/3R4 w";
    let run = folder.run(&[
        "histories",
        "--fen",
        fen,
        "--format",
        "jsonl",
        "--retro-time",
        "1",
    ]);
    let object = &run.objects()[0];
    has_fields(object, &["id", "twin", "fen", "worlds"]);
    let worlds = object["worlds"].as_array().unwrap();
    assert_eq!(worlds.len(), 4);
    for world in worlds {
        has_fields(world, &["rights", "ep", "verdict", "reason", "witness"]);
    }
    folder.run(&["histories", "--fen", "zzz"]).expect(2);
    folder.run(&["histories"]).expect(2);
}

#[test]
fn hostile_names_do_no_harm() {
    let folder = Folder::new();
    folder.write(
        "evil.bg",
        format!("author: A\u{1b}[31mB\u{202e}C\n{SOLVABLE}"),
    );
    for format in ["text", "json", "jsonl"] {
        let out = folder
            .run(&["solve", "evil.bg", "--format", format])
            .stdout();
        assert!(
            !out.contains('\u{1b}') && !out.contains('\u{202e}'),
            "{out:?}"
        );
    }
}

#[test]
fn completions_and_manual_pages() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.run(&["completions", shell]).expect(0).stdout();
        assert!(script.contains("beruehrt"));
    }
    assert!(folder.run(&["man"]).expect(0).stdout().contains(".TH"));
    folder.run(&["man", "--out", "pages"]).expect(0);
    assert!(folder.path().join("pages/beruehrt-solve.1").exists());
}

#[test]
fn the_signature_of_bench_depends_on_nothing() {
    let folder = Folder::new();
    let one = folder
        .run(&["bench", "--signature", "--threads", "1"])
        .expect(0)
        .stdout();
    let two = folder
        .run(&["bench", "--signature", "--threads", "2"])
        .expect(0)
        .stdout();
    assert_eq!(one, two);
    assert_eq!(one.trim().len(), 16);
}

#[test]
fn a_reader_that_goes_away_interrupts_and_is_no_fault() {
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    let many = vec![SOLVABLE; 200].join("---\n");
    folder.write("many.bg", many);
    let mut child = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .current_dir(folder.path())
        .args(["solve", "many.bg", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    // Not 0: not everything was solved for somebody to see.
    assert_eq!(output.status.code(), Some(130));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn convert_writes_every_format_and_keeps_the_good_problems() {
    let folder = Folder::new();
    folder.write("l.bg", LANGSTAFF);
    for (format, phrase) in [
        ("bg", "convention:"),
        ("fen", "4k2r/8/5B1P/5KpP/8/8/8/3R4 w - -"),
        ("epd", "dm 2"),
        ("popeye", "BeginProblem"),
        ("olv", "algebraic:"),
        ("latex", "\\begin{diagram}"),
        ("svg", "<svg"),
    ] {
        // A FEN asks for nothing.
        let lost = if format == "fen" { 3 } else { 0 };
        let run = folder
            .run(&["convert", "l.bg", "--to", format])
            .expect(lost);
        assert!(run.stdout().contains(phrase), "{format}: {}", run.stdout());
    }
    // What is printed as a problem file is read as the same problem.
    let printed = folder.run(&["convert", "l.bg", "--to", "bg"]).stdout();
    let again = folder.run_with_input(&["convert", "-", "--to", "bg"], printed.clone());
    assert_eq!(again.expect(0).stdout(), printed);

    folder.run(&["convert", "l.bg", "--to", "docx"]).expect(2);
    folder.write("mixed.bg", format!("fen: x\n---\n{LANGSTAFF}"));
    let run = folder
        .run(&["convert", "mixed.bg", "--to", "fen"])
        .expect(2);
    assert_eq!(run.stdout().lines().count(), 1);
}

#[test]
fn verify_tells_sound_from_unsound() {
    let folder = Folder::new();
    let with = |solution: &str| format!("{LANGSTAFF}solution:\n  {solution}\n");
    folder.write("sound.bg", with("1. hxg6 e.p.!"));
    folder.write("wrong.bg", with("1. Ke6!"));
    let sound = folder
        .run(&["verify", "sound.bg", "--format", "jsonl"])
        .expect(0);
    let object = &sound.objects()[0];
    has_fields(object, &["id", "twin", "verdict", "findings"]);
    assert_eq!(object["verdict"], "sound");
    has_fields(
        &object["findings"][0],
        &["kind", "severity", "text", "moves"],
    );
    let wrong = folder
        .run(&["verify", "wrong.bg", "--format", "jsonl"])
        .expect(1);
    assert_eq!(wrong.objects()[0]["verdict"], "unsound");
    folder.run(&["verify", "missing.bg"]).expect(2);
}

/// A verdict that was not reached is not called conditional besides, and never sound.
#[test]
fn an_undecided_verdict_says_so_once() {
    let folder = Folder::new();
    folder.write("h.bg", HARD);
    let run = folder.run(&["solve", "h.bg", "--nodes", "1000"]).expect(3);
    let text = run.stdout();
    assert!(text.contains("limit"), "{text}");
    assert!(!text.to_lowercase().contains("not final"), "{text}");
    assert!(!text.contains("C+"), "{text}");
    let objects = folder
        .run(&["solve", "h.bg", "--nodes", "1000", "--format", "jsonl"])
        .expect(3)
        .objects();
    assert_eq!(objects[0]["verdict"], "undecided");
    assert_eq!(objects[0]["final"], false);
}

/// With the diagram taken back there is nothing to begin set play with; if it stands, there is.
#[test]
fn set_play_before_an_illegal_move_is_refused() {
    let folder = Folder::new();
    let file = |options: &str| {
        format!(
            "fen: 7k/5K2/6Q1/8/8/8/8/8 w\nstipulation: #1*\nconvention: illegal-move\n{options}\
             histories: given\n  - -\n"
        )
    };
    folder.write("plain.bg", file(""));
    let run = folder.run(&["solve", "plain.bg"]).expect(2);
    assert!(run.stderr().contains("set play"), "{}", run.stderr());
    folder.write("strict.bg", file("options: strict=yes\n"));
    let text = folder.run(&["solve", "strict.bg"]).expect(0).stdout();
    assert!(text.contains("Qg7#") || text.contains("Qh"), "{text}");
}

/// What a file says itself is not said on the command line: ignoring it would be worse than refusing it.
#[test]
fn what_belongs_to_a_typed_position_is_refused_with_a_file() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    for option in ["--stipulation", "--convention", "--options"] {
        for command in ["solve", "verify", "histories", "convert"] {
            let run = folder.run(&[command, "a.bg", option, "xyz"]).expect(2);
            assert!(run.stderr().contains(option), "{}", run.stderr());
        }
        let run = folder
            .run(&["histories", "--check", "a.bg", option, "xyz"])
            .expect(2);
        assert!(run.stderr().contains(option), "{}", run.stderr());
    }
}

/// `compose` prints problem files and nothing else: a format is not ignored.
#[test]
fn finds_have_no_other_format() {
    let folder = Folder::new();
    for format in ["json", "jsonl", "html"] {
        let run = folder.run(&[
            "compose",
            "two-captures",
            "--draws",
            "1",
            "--format",
            format,
        ]);
        let run = run.expect(2);
        assert!(run.stderr().contains("--format"), "{}", run.stderr());
        assert_eq!(run.stdout(), "");
    }
}

#[test]
fn an_empty_variable_says_nothing() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    for name in ["BERUEHRT_LANG", "BERUEHRT_NODES", "BERUEHRT_FORMAT"] {
        let mut command = folder.command(&["solve", "a.bg"]);
        command.env(name, "").assert().code(0);
        command.env(name, "x").assert().code(2);
    }
}

/// `--fen "... w"` of a helpmate is asked about: Black begins unless somebody says otherwise.
#[test]
fn help_play_that_begins_with_the_other_side_is_doubted() {
    let folder = Folder::new();
    let board = "kbK5/pp6/1P6/8/8/8/8/R7";
    let warned = |fen: &str, asked: &str| {
        let run = folder.run(&["solve", "--fen", fen, "--stipulation", asked]);
        run.stderr().matches("unusual-turn").count()
    };
    assert_eq!(warned(&format!("{board} w"), "h#2"), 1);
    assert_eq!(warned(&format!("{board} b"), "h#1.5"), 1);
    for (side, asked) in [
        (" b", "h#2"),
        ("", "h#2"),
        (" w", "h#1.5"),
        (" w", "#2"),
        (" w", "h#2 duplex"),
    ] {
        assert_eq!(
            warned(&format!("{board}{side}"), asked),
            0,
            "{side} {asked}"
        );
    }
    let problem = format!("fen: {board} w\nstipulation: h#2\ntwins:\n  b) remove a7\n");
    folder.write("a.bg", &problem);
    let run = folder.run(&["solve", "a.bg"]);
    assert_eq!(run.stderr().matches("unusual-turn").count(), 1);
    // What is meant can be said, and `convert` says it.
    let run = folder.run(&["convert", "a.bg", "--to", "bg"]).expect(0);
    assert!(
        run.stdout().contains("turn:        white"),
        "{}",
        run.stdout()
    );
    folder.write("b.bg", run.stdout());
    assert_eq!(folder.run(&["solve", "b.bg"]).stderr(), "");
}

/// Files of old Macs, and marks as they are typed.
#[test]
fn lines_may_end_as_on_old_macs_and_marks_have_blanks() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE.replace('\n', "\r"));
    assert!(
        folder
            .run(&["solve", "a.bg"])
            .expect(0)
            .stdout()
            .contains("1. Rh8#")
    );
    folder.write(
        "b.inp",
        "BeginProblem\rpieces white kb6 rh1 black ka8\rstipulation #1\rEndProblem\r",
    );
    let run = folder.run(&["convert", "b.inp", "--to", "bg"]).expect(0);
    assert!(
        run.stdout().contains("k7/8/1K6/8/8/8/8/7R"),
        "{}",
        run.stdout()
    );
    folder
        .run(&["convert", "a.bg", "--to", "svg", "--mark", "e4, g8"])
        .expect(0);
}
