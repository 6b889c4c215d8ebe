//! Batches: order, resumption after a kill, shares, merging, broken problems, broken outputs.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Folder, LANGSTAFF, SOLVABLE, UNSOLVABLE, objects};

/// Longest wait for something that takes a moment.
const PATIENCE: Duration = Duration::from_mins(2);

/// A collection of `count` small problems in a few files and folders.
fn collection(folder: &Folder, count: usize) {
    let boards = [SOLVABLE, UNSOLVABLE, LANGSTAFF];
    for (number, chunk) in (0..count).collect::<Vec<_>>().chunks(7).enumerate() {
        let text: Vec<String> = chunk
            .iter()
            .map(|n| format!("source: number {n}\n{}", boards[n % 3]))
            .collect();
        let name = format!("set/{}/{number:03}.bg", number % 3);
        folder.write(&name, text.join("---\n"));
    }
}

/// The lines without what may differ between runs: times, and the order of lines.
fn comparable(text: &str) -> BTreeSet<String> {
    objects(text)
        .into_iter()
        .map(|mut object| {
            object["stats"]["millis"] = Value::Null;
            object["shard"] = Value::Null;
            object.to_string()
        })
        .collect()
}

#[test]
fn a_folder_is_solved_problem_by_problem() {
    let folder = Folder::new();
    collection(&folder, 30);
    folder.write("set/note.txt", "no problem file");
    let run = folder
        .run(&["batch", "set", "--out", "r.jsonl", "--heartbeat", "0"])
        .expect(1);
    let lines = objects(&folder.read("r.jsonl"));
    assert_eq!(lines.len(), 30);
    let indices: BTreeSet<u64> = lines.iter().map(|l| l["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, (1..=30).collect());
    for line in &lines {
        for field in [
            "key", "program", "file", "verdict", "keys", "worlds", "stats",
        ] {
            assert!(!line[field].is_null(), "no `{field}` in {line}");
        }
    }
    assert!(
        run.stderr().contains("solved") && run.stderr().contains("20"),
        "{}",
        run.stderr()
    );
}

#[test]
fn results_are_never_mixed_or_doubled_by_mistake() {
    let folder = Folder::new();
    collection(&folder, 5);
    folder.run(&["batch", "set", "--out", "r.jsonl"]).expect(1);
    let before = folder.read("r.jsonl");
    folder.run(&["batch", "set", "--out", "r.jsonl"]).expect(2);
    // Everything is done, and as badly as the first time.
    folder
        .run(&["batch", "set", "--out", "r.jsonl", "--resume"])
        .expect(1);
    assert_eq!(folder.read("r.jsonl"), before);
    // Other options may give other results, another collection has others.
    let refused = |set: &str, options: &[&str]| {
        let fixed = ["batch", set, "--out", "r.jsonl", "--resume"];
        let run = folder.run(&[&fixed, options].concat()).expect(2);
        assert!(run.stderr().contains("--force"), "{}", run.stderr());
        assert_eq!(folder.read("r.jsonl"), before);
        run.stderr()
    };
    let options = refused("set", &["--nodes", "1M"]);
    assert!(options.contains("--nodes 1000000"), "{options}");
    folder.write("other/1.bg", LANGSTAFF);
    refused("other", &[]);
    let older = before.replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    folder.write("older.jsonl", &older);
    let fixed = ["batch", "set", "--out", "older.jsonl", "--resume"];
    assert!(folder.run(&fixed).expect(2).stderr().contains("0.0.1"));
    // More problems at the end hide none of the old ones.
    folder.write("set/9/9.bg", UNSOLVABLE);
    folder
        .run(&["batch", "set", "--out", "r.jsonl", "--resume"])
        .expect(1);
    assert_eq!(objects(&folder.read("r.jsonl")).len(), 6);
    // Whoever insists has everything done again.
    let insist = ["--resume", "--nodes", "1M", "--force"];
    folder
        .run(&[&["batch", "set", "--out", "r.jsonl"], &insist[..]].concat())
        .expect(1);
    assert_eq!(objects(&folder.read("r.jsonl")).len(), 12);
    folder.run(&["batch", "set", "--resume"]).expect(2);
}

#[test]
fn killed_and_resumed_gives_the_same_as_undisturbed() {
    killed_and_resumed(300, 3);
}

/// `cargo test --release --test cli twenty -- --ignored`
#[test]
#[ignore = "minutes"]
fn twenty_thousand_problems_survive_ten_kills() {
    killed_and_resumed(20_000, 10);
}

/// Kills at moments that are different in every run, and a second writer each time: in the end every problem is there
/// once, as if nobody had disturbed.
fn killed_and_resumed(problems: usize, times: usize) {
    let folder = Folder::new();
    collection(&folder, problems);
    folder
        .run(&["batch", "set", "--out", "whole.jsonl"])
        .expect(1);
    let whole = folder.read("whole.jsonl");
    let killed = ["batch", "set", "--out", "killed.jsonl", "--resume"];
    let written =
        || std::fs::read_to_string(folder.path().join("killed.jsonl")).unwrap_or_default();

    let mut kills = 0;
    for kill in 0..times {
        let mut child = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
            .current_dir(folder.path())
            .args(killed)
            .args(["--threads", "2"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until some more lines are there, or it has ended by itself.
        let wanted = (kill + 1) * problems / (times + 2);
        let start = Instant::now();
        while start.elapsed() < PATIENCE && child.try_wait().unwrap().is_none() {
            if written().matches('\n').count() >= wanted {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            // Nobody else may write meanwhile.
            let run = folder.run(&killed);
            if child.try_wait().unwrap().is_none() {
                assert_eq!(run.code(), 2, "{}", run.stderr());
                assert!(run.stderr().contains("another process"), "{}", run.stderr());
                kills += 1;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it was always too fast to be killed");
    // What a crash in the middle of a line leaves.
    let mut torn = std::fs::read(folder.path().join("killed.jsonl")).unwrap();
    torn.extend_from_slice(b"{\"key\":\"0123");
    std::fs::write(folder.path().join("killed.jsonl"), torn).unwrap();
    folder.run(&killed).expect(1);
    let killed = folder.read("killed.jsonl");
    assert_eq!(objects(&killed).len(), problems);
    assert_eq!(comparable(&killed), comparable(&whole));
    folder.run(&["merge", "killed.jsonl"]).expect(0);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_batch_and_keeps_its_results() {
    let folder = Folder::new();
    collection(&folder, 3000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .current_dir(folder.path())
        .args(["batch", "set", "--out", "r.jsonl", "--threads", "1"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while start.elapsed() < PATIENCE
        && !folder
            .path()
            .join("r.jsonl")
            .metadata()
            .is_ok_and(|m| m.len() > 0)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let done = objects(&folder.read("r.jsonl")).len();
    assert!(done >= 1);
}

#[test]
fn shares_make_up_the_whole() {
    let folder = Folder::new();
    collection(&folder, 40);
    folder
        .run(&["batch", "set", "--out", "whole.jsonl"])
        .expect(1);
    for share in ["1/3", "2/3"] {
        let out = format!("{}.jsonl", &share[..1]);
        folder
            .run(&["batch", "set", "--shard", share, "--out", &out])
            .code();
    }
    let mut third = folder.command(&["batch", "set", "--shard", "auto", "--out", "3.jsonl"]);
    third
        .env("SLURM_ARRAY_TASK_ID", "2")
        .env("SLURM_ARRAY_TASK_MIN", "0")
        .env("SLURM_ARRAY_TASK_MAX", "2")
        .env("SLURM_ARRAY_TASK_COUNT", "3")
        .output()
        .unwrap();
    folder.run(&["batch", "set", "--shard", "auto"]).expect(2);

    let gap = folder.run(&["merge", "1.jsonl", "2.jsonl"]).expect(1);
    assert!(gap.stderr().contains("gaps"), "{}", gap.stderr());
    let twice = folder
        .run(&[
            "merge", "3.jsonl", "1.jsonl", "2.jsonl", "3.jsonl", "1.jsonl",
        ])
        .expect(1);
    assert!(twice.stderr().contains("duplicates"), "{}", twice.stderr());
    let named = twice.stderr();
    let numbers: Vec<u64> = named
        .split_once("problems: ")
        .and_then(|(_, rest)| rest.split_once(" ("))
        .map(|(list, _)| list.split(", ").filter_map(|n| n.parse().ok()).collect())
        .unwrap_or_default();
    assert!(numbers.len() > 5 && numbers.is_sorted(), "{named}");

    folder
        .run(&[
            "merge",
            "3.jsonl",
            "1.jsonl",
            "2.jsonl",
            "--out",
            "merged.jsonl",
        ])
        .expect(0);
    let merged = folder.read("merged.jsonl");
    assert_eq!(comparable(&merged), comparable(&folder.read("whole.jsonl")));
    let again = [
        "merge",
        "1.jsonl",
        "2.jsonl",
        "3.jsonl",
        "--out",
        "merged.jsonl",
    ];
    let refused = folder.run(&again).expect(2);
    assert!(refused.stderr().contains("--force"), "{}", refused.stderr());
    folder.run(&[&again[..], &["--force"]].concat()).expect(0);
    assert_eq!(folder.read("merged.jsonl"), merged);
    let eaten = ["merge", "1.jsonl", "--out", "1.jsonl", "--force"];
    folder.run(&eaten).expect(2);
    assert!(!folder.read("1.jsonl").is_empty());
    let order: Vec<u64> = objects(&merged)
        .iter()
        .map(|l| l["index"].as_u64().unwrap())
        .collect();
    assert_eq!(order, (1..=40).collect::<Vec<_>>());
}

#[test]
fn mixed_versions_and_lost_ends_are_found() {
    let folder = Folder::new();
    collection(&folder, 6);
    folder.run(&["batch", "set", "--out", "a.jsonl"]).expect(1);
    let text = folder.read("a.jsonl");
    let version = env!("CARGO_PKG_VERSION");
    let old = text.replacen(
        &format!("\"program\":\"{version}\""),
        "\"program\":\"0.0.1\"",
        1,
    );
    folder.write("old.jsonl", old);
    let run = folder.run(&["merge", "old.jsonl"]).expect(1);
    assert!(run.stderr().contains("mixed versions"), "{}", run.stderr());
    let mut endless = String::new();
    for line in text.lines().filter(|line| !line.contains("\"last\":true")) {
        endless += line;
        endless += "
";
    }
    folder.write("endless.jsonl", endless);
    let run = folder.run(&["merge", "endless.jsonl"]).expect(1);
    assert!(run.stderr().contains("last problem"), "{}", run.stderr());
    folder.write("no.jsonl", "{}\n");
    folder.run(&["merge", "no.jsonl"]).expect(2);
    folder.run(&["merge", "missing.jsonl"]).expect(2);
}

#[test]
fn broken_problems_are_reported_and_passed_over() {
    let folder = Folder::new();
    folder.write(
        "set/1.bg",
        format!("{SOLVABLE}---\nfen: 9/9 w\nstipulation: #2\n---\n{SOLVABLE}"),
    );
    folder.write("set/2.bg", b"\xff\xfe\x00");
    folder.write("set/3.bg", "");
    folder.write("set/4.bg", SOLVABLE);
    let run = folder.run(&["batch", "set", "--out", "r.jsonl"]).expect(2);
    assert!(run.stderr().contains("1.bg:6"), "{}", run.stderr());
    let lines = objects(&folder.read("r.jsonl"));
    assert_eq!(lines.len(), 6);
    let broken = lines.iter().filter(|line| !line["error"].is_null()).count();
    assert_eq!(broken, 3);
    folder
        .run(&["batch", "set", "--out", "r.jsonl", "--resume"])
        .code();
    assert_eq!(objects(&folder.read("r.jsonl")).len(), 6);
    folder
        .run(&["batch", "nowhere", "--out", "n.jsonl"])
        .expect(2);
}

#[test]
fn the_same_problem_twice_has_two_results() {
    let folder = Folder::new();
    folder.write("a.bg", format!("{SOLVABLE}---\n{SOLVABLE}"));
    folder.run(&["batch", "a.bg", "--out", "r.jsonl"]).expect(0);
    let lines = objects(&folder.read("r.jsonl"));
    assert_eq!(lines.len(), 2);
    assert_ne!(lines[0]["key"], lines[1]["key"]);
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    collection(&folder, 3);
    let run = folder
        .run(&["batch", "set", "--out", "no/such/folder.jsonl"])
        .expect(2);
    assert!(
        run.stderr().contains("no/such/folder.jsonl"),
        "{}",
        run.stderr()
    );
    if std::path::Path::new("/dev/full").exists() {
        let run = folder
            .run(&["batch", "set", "--out", "/dev/full"])
            .expect(2);
        assert!(run.stderr().contains("/dev/full"), "{}", run.stderr());
    }
}

#[test]
fn text_goes_line_by_line_to_standard_output() {
    let folder = Folder::new();
    collection(&folder, 4);
    let text = folder
        .run(&["batch", "set", "--threads", "1"])
        .expect(1)
        .stdout();
    assert_eq!(text.lines().count(), 4);
    assert!(text.contains("solved: hxg6"), "{text}");
    let json = folder.run(&["batch", "set", "--format", "jsonl"]).expect(1);
    assert_eq!(json.objects().len(), 4);
}

#[test]
fn json_is_one_array() {
    let folder = Folder::new();
    collection(&folder, 4);
    let run = folder.run(&["batch", "set", "--format", "json"]).expect(1);
    let array: Value = serde_json::from_str(&run.stdout()).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 4);
    // A share may hold nothing.
    folder.write("one.bg", SOLVABLE);
    let lengths = ["1/3", "2/3", "3/3"].map(|shard| {
        let run = folder.run(&["batch", "one.bg", "--shard", shard, "--format", "json"]);
        let array: Value = serde_json::from_str(&run.expect(0).stdout()).unwrap();
        array.as_array().unwrap().len()
    });
    assert!(lengths.contains(&0) && lengths.iter().sum::<usize>() == 1);
}

#[test]
fn progress_counts_problems_and_never_more_than_there_are() {
    let folder = Folder::new();
    let twins = "twins:\n  b) exchange b6 a8\n  c) remove b6\n";
    folder.write(
        "set/1.bg",
        format!(
            "{SOLVABLE}---\n{}",
            SOLVABLE.replace("histories: given\n  - -\n", twins)
        ),
    );
    let args = [
        "batch",
        "set",
        "--out",
        "r.jsonl",
        "--heartbeat",
        "1ms",
        "--threads",
        "1",
    ];
    let counts = |said: &str| -> Vec<String> {
        said.lines()
            .filter_map(|line| line.split_once("s: ")?.1.split_once(" problems"))
            .map(|(count, _)| count.to_owned())
            .collect()
    };
    let run = folder.run(&args);
    run.code();
    let told = counts(&run.stderr());
    assert!(!told.is_empty(), "{}", run.stderr());
    assert!(told.iter().all(|count| count.ends_with("/4")), "{told:?}");
    // A share counts its own.
    let mut all = 0;
    for share in ["1/2", "2/2"] {
        let out = format!("{}.jsonl", &share[..1]);
        let fixed = ["batch", "set", "--out", &out, "--heartbeat", "1ms"];
        let run = folder.run(&[&fixed[..], &["--shard", share]].concat());
        let ours = objects(&folder.read(&out)).len();
        all += ours;
        let told = counts(&run.stderr());
        let end = format!("/{ours}");
        assert!(told.iter().all(|count| count.ends_with(&end)), "{told:?}");
    }
    assert_eq!(all, 4);
}

#[test]
fn what_a_reader_did_not_take_is_lost_and_said_to_be() {
    let folder = Folder::new();
    collection(&folder, 60);
    let mut child = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
        .current_dir(folder.path())
        .args(["batch", "set", "--threads", "1", "--heartbeat", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("1 results are lost"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_to_its_end_and_passed_over_in_a_folder() {
    let folder = Folder::new();
    folder.write("set/1.bg", SOLVABLE);
    let pipe = folder.path().join("set/pipe.bg");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let run = folder.run(&["batch", "set", "--format", "jsonl"]).expect(0);
    assert_eq!(run.objects().len(), 1);
    assert!(run.stderr().contains("pipe.bg"), "{}", run.stderr());
    for command in ["batch", "solve"] {
        let writer = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::write(pipe, [SOLVABLE; 3].join("---\n")))
        };
        let run = folder.run(&[command, "set/pipe.bg", "--format", "jsonl"]);
        assert_eq!(run.expect(0).objects().len(), 3);
        writer.join().unwrap().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn the_first_signal_works_even_while_nothing_comes() {
    let folder = Folder::new();
    let pipe = folder.path().join("silent.bg");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    let asked = [("batch", "-TERM"), ("solve", "-INT"), ("verify", "-TERM")];
    let asked = asked
        .iter()
        .flat_map(|asked| [(asked, "silent.bg"), (asked, "-")]);
    let begun: Vec<_> = asked
        .map(|(&(command, signal), file)| {
            let child = Command::new(env!("CARGO_BIN_EXE_beruehrt"))
                .current_dir(folder.path())
                .args([command, file])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            (child, command, signal, file)
        })
        .collect();
    // Long enough for all of them to begin to wait.
    std::thread::sleep(Duration::from_millis(600));
    for (mut child, command, signal, file) in begun {
        let pid = child.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "{command} {file} goes on");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(130), "{command} {file}");
    }
}

/// The names of the objects in a text of JSON that occur twice in one of them.
struct Twice(Vec<String>);

impl<'de> serde::Deserialize<'de> for Twice {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Twice, D::Error> {
        struct Names;
        impl<'de> serde::de::Visitor<'de> for Names {
            type Value = Twice;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Twice, A::Error> {
                let mut seen = BTreeSet::new();
                let mut twice = Vec::new();
                while let Some((name, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
                    if !seen.insert(name.clone()) {
                        twice.push(name);
                    }
                }
                Ok(Twice(twice))
            }
        }
        deserializer.deserialize_map(Names)
    }
}

/// All problems that come with the program, of every stipulation, and one that cannot be read.
#[test]
fn results_of_every_kind_are_resumed_and_merged() {
    let folder = Folder::new();
    folder.write("broken.bg", "fen: 9/9 w\nstipulation: #2\n");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/problems");
    let args = [
        "batch",
        shipped,
        "broken.bg",
        "--nodes",
        "200",
        "--out",
        "r.jsonl",
        "-q",
    ];
    folder.run(&args).expect(2);
    let lines = folder.read("r.jsonl");
    assert!(lines.contains("\"asked\":\"last-move\""));
    for line in lines.lines() {
        let Twice(twice) = serde_json::from_str(line).unwrap();
        assert!(twice.is_empty(), "{twice:?} twice in {line}");
    }
    folder.run(&[&args[..], &["--resume"]].concat()).expect(2);
    assert_eq!(folder.read("r.jsonl"), lines);
    folder
        .run(&["merge", "r.jsonl", "--out", "m.jsonl"])
        .expect(0);
    // Earlier versions named the program `version`, which stood twice in lines about histories.
    let old = lines.replace("\"program\":", "\"version\":");
    folder.write("r.jsonl", &old);
    folder.run(&[&args[..], &["--resume"]].concat()).expect(2);
    assert_eq!(folder.read("r.jsonl"), old);
    folder.run(&["merge", "r.jsonl", "m.jsonl"]).expect(1);
    folder.run(&["merge", "r.jsonl"]).expect(0);
}

/// A folder is read for all that `convert` writes; what is hidden or no collection is left out, and said.
#[test]
fn a_folder_holds_files_of_every_ending_that_is_read() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    std::fs::create_dir(folder.path().join("set")).unwrap();
    let endings = [
        "bg", "inp", "olv", "yaml", "YML", "pdb", "epd", "fen", "pgn", "tex",
    ];
    for ending in endings {
        let out = format!("set/a.{ending}");
        folder.run(&["convert", "a.bg", "--out", &out]).code();
    }
    folder.write("set/.b.bg", SOLVABLE);
    folder.write("set/.git/b.bg", SOLVABLE);
    folder.write("set/ci.yml", "on: push\n");
    folder.write("set/paper.tex", "\\documentclass{article}\n");
    folder.write("set/note.txt", "no problem file");
    let run = folder.run(&["batch", "set", "--format", "jsonl"]);
    let files: Vec<String> = run
        .objects()
        .iter()
        .map(|line| line["file"].to_string())
        .collect();
    for ending in endings {
        let name = format!("\"set/a.{ending}\"");
        assert!(files.contains(&name), "{name} not in {files:?}");
    }
    assert_eq!(files.len(), endings.len(), "{files:?}");
    for name in ["set/ci.yml", "set/paper.tex"] {
        assert!(run.stderr().contains(name), "{}", run.stderr());
    }
    assert!(!run.stderr().contains("note.txt"));
    folder.write("empty/note.txt", "no problem file");
    let run = folder.run(&["batch", "empty"]).expect(2);
    assert!(run.stderr().contains(".bg, "), "{}", run.stderr());
    folder
        .run(&["batch", "a.bg", "empty", "--out", "e.jsonl"])
        .expect(2);
    assert!(!folder.path().join("e.jsonl").exists());
}

/// Pages go where they are told: through links and pipes, which stay what they are.
#[cfg(unix)]
#[test]
fn a_page_replaces_no_link_and_no_pipe() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    folder.run(&["batch", "a.bg", "--out", "r.jsonl"]).expect(0);
    let at = |name: &str| folder.path().join(name);
    let pipe = at("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    folder.write("other/page.html", "old");
    std::os::unix::fs::symlink("other/page.html", at("link")).unwrap();
    for args in [
        &["solve", "a.bg"][..],
        &["histories", "a.bg"],
        &["verify", "a.bg"],
        &["batch", "a.bg"],
        &["merge", "r.jsonl"],
    ] {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read_to_string(pipe).unwrap()
        });
        folder.run(&[args, &["--html", "pipe"]].concat()).code();
        assert!(reader.join().unwrap().contains("</html>"), "{args:?}");
        folder.write("other/page.html", "old");
        folder.run(&[args, &["--html", "link"]].concat()).code();
        assert!(
            folder.read("other/page.html").contains("</html>"),
            "{args:?}"
        );
    }
    assert!(at("link").is_symlink());
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
    let left = std::fs::read_dir(folder.path()).unwrap();
    assert!(left.flatten().all(|file| !file.path().ends_with(".part")));
}

#[test]
fn a_line_for_people_has_their_letters() {
    let folder = Folder::new();
    folder.write("a.bg", SOLVABLE);
    for (args, key) in [
        (&[][..], "Rh8#"),
        (&["--lang", "de"], "Th8#"),
        (&["--letters", "fr"], "Th8#"),
        (&["--letters", "figurine"], "♖h8#"),
    ] {
        let run = folder
            .run(&[&["batch", "a.bg", "-q"], args].concat())
            .expect(0);
        assert!(run.stdout().contains(key), "{args:?}: {}", run.stdout());
    }
}
