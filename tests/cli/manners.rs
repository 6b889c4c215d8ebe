//! A tool that behaves: limits that mean what they say, short options, widths, completion, no control characters.

use crate::support::{Folder, HARD, LANGSTAFF, LONG_OPEN, SOLVABLE};

/// Berührt-Geführt with three candidate worlds, all decided soon.
const TWO_CAPTURES: &str =
    "id: TWO\nfen: 8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8 w\nstipulation: #2\nconvention: bg\n";
/// Amelung's diagram, asked for its last move.
const LAST_MOVE: &str = "fen: 7R/7p/5P1k/4PKpP/8/8/8/8 w\nstipulation: last-move\n";
/// Nothing is decided at a glance: castling rights on both sides of a crowded board.
const CROWDED: &str = "fen: r3k2r/pp1n1ppp/2p1bn2/q3p3/2B1P3/2N1BN2/PPPQ1PPP/R3K2R w\n";

#[test]
fn nodes_bound_the_histories_too() {
    let folder = Folder::new();
    folder.write("h.bg", format!("{CROWDED}stipulation: histories\n"));
    let args = ["histories", "h.bg", "--nodes", "20", "--format", "jsonl"];
    let run = folder.run(&args).expect(3);
    let worlds = run.objects()[0]["worlds"].clone();
    let open = |world: &&serde_json::Value| world["verdict"] == "undecided";
    let tried: Vec<_> = worlds
        .as_array()
        .unwrap()
        .iter()
        .filter(open)
        .cloned()
        .collect();
    assert!(!tried.is_empty());
    for world in tried {
        assert_eq!(world["tried"]["refutation_limit"], "nodes", "{world}");
    }
    // The same answer every time: nothing depends on the clock.
    assert_eq!(folder.run(&args).stdout(), run.stdout());
}

#[test]
fn all_the_time_is_for_the_histories_where_nothing_else_is_asked() {
    let folder = Folder::new();
    folder.write("h.bg", format!("{LONG_OPEN}stipulation: histories\n"));
    for args in [
        ["histories", "h.bg", "--time", "300ms"],
        ["solve", "h.bg", "--time", "300ms"],
        ["histories", "h.bg", "--retro-time", "300ms"],
    ] {
        let args = [&args[..], &["--format", "jsonl"]].concat();
        let worlds = folder.run(&args).expect(3).objects()[0]["worlds"].clone();
        let mut worlds = worlds.as_array().into_iter().flatten();
        assert!(
            worlds.any(|world| world["verdict"] == "undecided"),
            "{args:?}"
        );
    }
}

#[test]
fn what_is_undecided_exits_so() {
    let folder = Folder::new();
    folder.write("l.bg", LAST_MOVE);
    for command in ["histories", "solve"] {
        folder
            .run(&[command, "l.bg", "--retro-nodes", "1"])
            .expect(3);
    }
    let batch = folder.run(&["batch", "l.bg", "--retro-nodes", "1", "--format", "jsonl"]);
    batch.expect(3);
}

#[test]
fn more_plies_without_capture_than_a_game_has_are_an_error() {
    let folder = Folder::new();
    let facts = "facts: no capture in the last 99999999999999999999 plies\n";
    folder.write(
        "f.bg",
        format!("{SOLVABLE}{facts}").replace("histories: given\n  - -\n", ""),
    );
    let run = folder.run(&["solve", "f.bg"]).expect(2);
    assert!(run.stderr().contains("plies up to"), "{}", run.stderr());
}

#[test]
fn the_help_says_what_the_defaults_are() {
    let folder = Folder::new();
    let help = folder.run(&["solve", "--help"]).expect(0).stdout();
    let plain = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for phrase in ["half of --time", "20 s where nothing is limited"] {
        assert!(plain.contains(phrase), "{help}");
    }
}

#[test]
fn short_options_are_those_of_other_tools() {
    let folder = Folder::new();
    folder.write("set/1.bg", [SOLVABLE, LANGSTAFF].join("---\n"));
    let run = folder
        .run(&["batch", "set", "-q", "-j", "1", "-f", "jsonl"])
        .expect(0);
    assert_eq!(run.objects().len(), 2);
    assert_eq!(run.stderr(), "");
    folder
        .run(&["batch", "set", "-q", "-o", "r.jsonl"])
        .expect(0);
    folder.run(&["merge", "r.jsonl", "-o", "m.jsonl"]).expect(0);
    assert_eq!(folder.read("m.jsonl").lines().count(), 2);
}

#[test]
fn values_complete_in_five_shells_and_stand_in_the_manual() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.run(&["completions", shell]).expect(0).stdout();
        assert!(script.contains("BERUEHRT_COMPLETE"), "{shell}: {script}");
        // What the script then asks, as each shell does.
        let asked = |words: &[&str]| {
            let mut command = folder.command(&[&["--", "beruehrt"], words].concat());
            let index = words.len().to_string();
            let output = command
                .env("BERUEHRT_COMPLETE", shell)
                .env("_CLAP_COMPLETE_INDEX", index)
                .env("_CLAP_IFS", "\n")
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        for (words, value) in [
            (&["touch", "--laws", "st"][..], "staunton-1860"),
            (&["compose", "free"], "free-move"),
            (&["solve", "--letters", "fig"], "figurine"),
            (&["solve", "-f", "jsonl"], "jsonl"),
            (&["convert", "--to", "po"], "popeye"),
            (&["verify", "--from", "ol"], "olv"),
            (&["sol"], "solve"),
        ] {
            let answer = asked(words);
            assert!(answer.contains(value), "{shell} {words:?}: {answer}");
        }
    }
    folder.run(&["man", "-o", "man"]).expect(0);
    let pages: String = ["touch", "compose", "solve"]
        .map(|command| folder.read(&format!("man/beruehrt-{command}.1")))
        .concat();
    for value in ["staunton", "free", "figurine", "jsonl"] {
        assert!(pages.contains(value), "{value}");
    }
}

#[test]
fn a_value_that_is_nearly_right_gets_a_suggestion() {
    let folder = Folder::new();
    let run = folder.run(&["compose", "free-mov"]).expect(2);
    assert!(run.stderr().contains("'free-move'"), "{}", run.stderr());
    let touch = [
        "touch",
        "--fen",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "--touch",
        "a1",
    ];
    let run = folder.run(&[&touch[..], &["--laws", "clubs"]].concat());
    assert!(run.expect(2).stderr().contains("'club'"));
}

#[test]
fn lines_are_as_wide_as_the_window() {
    let folder = Folder::new();
    let source = "source: A very long name of a collection of problems, volume two, second edition, page 217\n";
    folder.write("two.bg", format!("{source}{TWO_CAPTURES}"));
    folder.write("l.bg", format!("{source}{LAST_MOVE}"));
    let touch = [
        "touch",
        "--fen",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "--touch",
        "e1",
    ];
    let commands: [&[&str]; 5] = [
        &["solve", "two.bg"],
        &["histories", "two.bg", "--proof"],
        &["verify", "two.bg", "--no-economy"],
        &["solve", "l.bg"],
        &touch,
    ];
    let mut widest = 0;
    for command in commands {
        for language in ["en", "de"] {
            for columns in [60, 120, 200] {
                let args = [command, &["--lang", language, "--retro-nodes", "100"]].concat();
                let output = folder
                    .command(&args)
                    .env("COLUMNS", columns.to_string())
                    .output()
                    .unwrap();
                let text = String::from_utf8(output.stdout).unwrap();
                for line in text.lines() {
                    let width = line.chars().count();
                    assert!(width <= columns, "{args:?} {columns}: {line}");
                    widest = widest.max(width);
                }
            }
        }
    }
    assert!(widest > 98, "a wide window is used: {widest}");
}

/// ESC sequences, a C1 control sequence introducer, a bell, and characters that turn the reading direction.
const EVIL: &str = "E\u{1b}[31mV\u{9b}2J\u{7}I\u{202e}L\u{2066}";

#[test]
fn no_control_character_of_a_file_gets_through() {
    let folder = Folder::new();
    let fields = ["id", "author", "source", "award", "comment", "keywords"]
        .map(|field| format!("{field}: {EVIL}\n"))
        .concat();
    let solution = format!("solution:\n  1. Rh8# {{{EVIL}}}\n  1. {EVIL}\n");
    folder.write("evil.bg", format!("{fields}{SOLVABLE}{solution}"));
    folder.write("worse.bg", format!("{EVIL}: {EVIL}\nfen: {EVIL}\n"));
    let mut runs = Vec::new();
    for command in ["solve", "histories", "verify", "batch"] {
        for format in ["text", "json", "jsonl"] {
            for language in ["en", "de"] {
                let fixed = [
                    "evil.bg", "worse.bg", "--format", format, "--lang", language,
                ];
                runs.push(folder.run(&[&[command], &fixed[..]].concat()));
            }
        }
    }
    for format in ["bg", "fen", "epd", "popeye", "olv", "latex", "svg"] {
        runs.push(folder.run(&["convert", "evil.bg", "--to", format]));
    }
    runs.push(folder.run(&["solve", EVIL]));
    runs.push(folder.run(&["histories", "--fen", EVIL]));
    runs.push(folder.run(&["touch", "--fen", EVIL, "--touch", EVIL]));
    for run in runs {
        run.code();
        for text in [run.stdout(), run.stderr()] {
            let hostile = |c: char| {
                (c.is_control() && !matches!(c, '\n' | '\t'))
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            let found = text.lines().find(|line| line.chars().any(hostile));
            assert_eq!(found.map(|line| line.escape_debug().to_string()), None);
        }
    }
}

#[test]
fn a_hard_problem_ends_within_its_nodes_and_keeps_the_rest_for_solving() {
    let folder = Folder::new();
    let analysed = HARD.replace("histories: given\n  KQkq -\n", "");
    folder.write("hard.bg", analysed);
    let args = ["solve", "hard.bg", "--nodes", "3000", "--format", "jsonl"];
    let run = folder.run(&args).expect(3);
    let nodes = run.objects()[0]["stats"]["nodes"].as_u64().unwrap();
    assert!(
        nodes <= 1500,
        "the other half is for the histories: {nodes}"
    );
}
