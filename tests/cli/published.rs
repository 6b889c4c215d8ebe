//! The published problems through the command line: what the sources print, against what the
//! program finds. The tables are written from the sources alone.
//!
//! Play is solved in the histories of the published argument, so that these tests say nothing of
//! the retro-analysis but that it refutes none of them.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::Folder;

/// A published problem with a goal: its file, and its twins.
struct Row {
    file: &'static str,
    twins: &'static [Twin],
}

/// What the source says of a twin.
struct Twin {
    /// The histories of the published argument; empty: the file gives them itself.
    worlds: &'static [&'static str],
    /// The convention that decides.
    applied: &'static str,
    /// The keys (in help play the first moves; after an illegal move the retraction) in short notation
    /// without signs; parts as `world: keys`.
    keys: &'static [&'static str],
}

const fn twin(
    worlds: &'static [&'static str],
    applied: &'static str,
    keys: &'static [&'static str],
) -> Twin {
    Twin {
        worlds,
        applied,
        keys,
    }
}

const SOLVED: &[Row] = &[
    // The last move was d7-d5: Black has no other.
    Row {
        file: "behal-1897",
        twins: &[twin(&["- d6"], "codex", &["exd6"])],
    },
    // a) The last move was h6-h5, both castlings are possible. b) They exclude each other.
    Row {
        file: "christiaans-1990",
        twins: &[
            twin(&["Kq -", "K -", "q -", "- -"], "codex", &["Rhf1"]),
            twin(&["K -", "q -", "- -"], "rs", &["O-O"]),
        ],
    },
    // White has just moved king or rook.
    Row {
        file: "henke-1948",
        twins: &[twin(&["K -", "Q -", "- -"], "rs", &["Kc2"])],
    },
    // With or without Black's right.
    Row {
        file: "hume-1923",
        twins: &[twin(&["k -", "- -"], "codex", &["Qb2"])],
    },
    // c7-c5 forbids castling, c6-c5 the capture; see the conventions below.
    Row {
        file: "keym-1969",
        twins: &[twin(&["Q -", "- -", "- c6"], "codex", &["O-O-O"])],
    },
    Row {
        file: "kling-1849",
        twins: &[twin(&[], "codex", &["axb6"])],
    },
    Row {
        file: "langstaff-1922",
        twins: &[twin(
            &["k g6", "- g6", "- -"],
            "pra",
            &["- -: Ke6", "k g6: hxg6"],
        )],
    },
    Row {
        file: "langstaff-1922-bg",
        twins: &[twin(&["k g6", "- g6", "- -"], "bg", &["hxg6"])],
    },
    Row {
        file: "liskovets-2007",
        twins: &[twin(&["- -"], "codex", &["e4"])],
    },
    // Castling proves that b2-b4 was the last move.
    Row {
        file: "lobusov-1982",
        twins: &[twin(&["k b3", "- b3", "- -"], "ap", &["cxb3"])],
    },
    // Black has just moved king or rook.
    Row {
        file: "loyd-1859",
        twins: &[twin(
            &["KQk -", "KQq -", "KQ -"],
            "pra",
            &["KQk -: Qxg7", "KQq -: Qb7"],
        )],
    },
    // Without the double step White may not castle.
    Row {
        file: "plaksin-lobusov-1975",
        twins: &[twin(&["K d6", "- d6", "- -"], "ap", &["cxd6"])],
    },
    // The castlings exclude each other.
    Row {
        file: "vokal-1995",
        twins: &[twin(&["K -", "k -", "- -"], "rs", &["O-O"])],
    },
    Row {
        file: "vokal-1996",
        twins: &[twin(&["Q -", "k -", "- -"], "rs", &["O-O-O"])],
    },
    Row {
        file: "wheeler-1874",
        twins: &[twin(&["- -"], "illegal-move", &["O-O-O"])],
    },
    // With or without Black's right.
    Row {
        file: "white-1911",
        twins: &[twin(&["KQk -", "KQ -"], "codex", &["O-O"])],
    },
];

/// Files without a printed solution, or with one that does not fit the diagram.
const UNSOLVED: &[&str] = &["keym-2009", "keym-2010", "vokal-1997-diagrammes"];

/// Questions about the past: what the source says can be, and what cannot.
const HISTORIES: &[(&str, &str, &[&str], &[&str])] = &[
    ("amelung-1897", "a", &["- g6"], &["- -"]),
    // Black may castle: the book's proof overlooks b4xa3.
    ("smullyan-1979-9", "a", &["q -"], &[]),
    ("smullyan-1979-10", "a", &["q -"], &["k -", "kq -"]),
    ("smullyan-1979-11", "a", &["- -"], &["k -"]),
    ("vokal-1997-castling", "a", &["Q -"], &["k -", "Qk -"]),
    (
        "vokal-1997-castling",
        "b",
        &["- -"],
        &["Q -", "k -", "Qk -"],
    ),
    ("vokal-1997-last-castling", "a", &["- -"], &["q -"]),
];

fn published(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems/published")
        .join(file)
        .with_extension("bg")
}

fn text_of(file: &str) -> String {
    std::fs::read_to_string(published(file)).unwrap()
}

/// `text` without its field `name`.
fn without(text: &str, name: &str) -> String {
    let mut inside = false;
    text.lines()
        .filter(|line| {
            inside = line.starts_with(name) || (inside && line.starts_with(char::is_whitespace));
            !inside
        })
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// The problem in the histories of the published argument, each twin in its own.
fn in_histories(row: &Row) -> String {
    let text = text_of(row.file);
    let [first, others @ ..] = row.twins else {
        panic!("{}: no twin", row.file)
    };
    if first.worlds.is_empty() {
        return text;
    }
    let mut text = without(&text, "histories:");
    for (label, twin) in ('b'..).zip(others) {
        let head = format!("  {label}) ");
        let at = text.find(&head).expect("a twin");
        let end = at + text[at..].find('\n').expect("a line");
        text.insert_str(
            end,
            &format!("; histories given {}", twin.worlds.join(", ")),
        );
    }
    format!("{text}histories: given\n  {}\n", first.worlds.join("\n  "))
}

fn sans(keys: &Value) -> Vec<String> {
    let mut sans: Vec<String> = keys
        .as_array()
        .unwrap()
        .iter()
        .map(|key| {
            let san = key["san"].as_str().unwrap();
            san.trim_end_matches(['+', '#']).to_owned()
        })
        .collect();
    sans.sort();
    sans
}

/// The keys of a record of `solve`, those of parts as `world: keys`.
fn keys(record: &Value) -> Vec<String> {
    let parts = record["parts"].as_array().unwrap();
    if parts.is_empty() {
        return sans(&record["keys"]);
    }
    let mut keys: Vec<String> = parts
        .iter()
        .map(|part| {
            let of = |name: &str| part["world"][name].as_str().unwrap().to_owned();
            let world = format!("{} {}", of("rights"), of("ep"));
            format!("{world}: {}", sans(&part["keys"]).join(" "))
        })
        .collect();
    keys.sort();
    keys
}

#[test]
fn every_published_problem_has_its_printed_keys() {
    let folder = Folder::new();
    for row in SOLVED {
        folder.write(&format!("{}.bg", row.file), in_histories(row));
    }
    for row in SOLVED {
        let file = format!("{}.bg", row.file);
        let records = folder
            .run(&["solve", &file, "--format", "jsonl"])
            .expect(0)
            .objects();
        assert_eq!(records.len(), row.twins.len(), "{file}");
        for (record, twin) in records.iter().zip(row.twins) {
            assert_eq!(record["verdict"], "solved", "{file}");
            assert_eq!(record["applied"], twin.applied, "{file}");
            assert_eq!(record["final"], true, "{file}");
            assert_eq!(keys(record), twin.keys, "{file}");
        }
    }
}

/// The printed lines too: nothing the source prints is refuted, nothing else solves.
#[test]
fn every_published_solution_is_sound_in_its_histories() {
    let folder = Folder::new();
    for row in SOLVED {
        let file = format!("{}.bg", row.file);
        folder.write(&file, in_histories(row));
        for record in folder
            .run(&[
                "verify",
                &file,
                "--format",
                "jsonl",
                "--retro-nodes",
                "3000",
            ])
            .objects()
        {
            let errors: Vec<&str> = record["findings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|finding| finding["severity"] == "error")
                .map(|finding| finding["text"].as_str().unwrap())
                .collect();
            assert_eq!(errors, [""; 0], "{file}");
        }
    }
}

/// The published argument is nowhere contradicted, and what a source excludes is excluded.
#[test]
fn the_analysis_agrees_with_the_published_arguments() {
    let folder = Folder::new();
    let worlds = |file: &str| -> Vec<(String, Vec<(String, String)>)> {
        let path = published(file);
        folder
            .run(&[
                "histories",
                path.to_str().unwrap(),
                "--format",
                "jsonl",
                "--retro-nodes",
                "3000",
            ])
            .objects()
            .iter()
            .map(|record| {
                let worlds = record["worlds"].as_array().unwrap().iter().map(|world| {
                    let of = |name: &str| world[name].as_str().unwrap().to_owned();
                    (format!("{} {}", of("rights"), of("ep")), of("verdict"))
                });
                (
                    record["twin"].as_str().unwrap().to_owned(),
                    worlds.collect(),
                )
            })
            .collect()
    };
    let verdict = |worlds: &[(String, String)], wanted: &str| {
        let found = worlds.iter().find(|(world, _)| world == wanted);
        found.map(|(_, verdict)| verdict.clone())
    };
    for row in SOLVED {
        for (twin, (_, found)) in row.twins.iter().zip(worlds(row.file)) {
            for world in twin.worlds {
                let verdict = verdict(&found, world).expect("a candidate");
                assert_ne!(verdict, "impossible", "{}: {world}", row.file);
            }
        }
    }
    for &(file, label, can_be, cannot_be) in HISTORIES {
        let (_, found) = worlds(file)
            .into_iter()
            .find(|(twin, _)| twin == label)
            .unwrap();
        for world in can_be {
            let verdict = verdict(&found, world).expect("a candidate");
            assert_ne!(verdict, "impossible", "{file} {label}) {world}");
        }
        for world in cannot_be {
            let verdict = verdict(&found, world).expect("a candidate");
            assert_eq!(verdict, "impossible", "{file} {label}) {world}");
        }
    }
}

#[test]
fn every_file_is_in_one_of_the_tables() {
    let mut named: Vec<&str> = SOLVED.iter().map(|row| row.file).collect();
    named.extend(UNSOLVED);
    named.extend(HISTORIES.iter().map(|row| row.0));
    named.sort_unstable();
    named.dedup();
    let folder = published("any");
    let mut files: Vec<String> = std::fs::read_dir(folder.parent().unwrap())
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            path.file_stem().unwrap().to_str().unwrap().to_owned()
        })
        .collect();
    files.sort();
    assert_eq!(files, named);
}

/// Keym 1969, "castling or e.p.?", in the histories of the page (after c6-c5 castling is possible,
/// after c7-c5 the capture is) and in each of them alone: one row for each reading, with the keys.
const KEYM: &[(&str, &str, &str, &[&str])] = &[
    // The protocols the page asks for. `Q -` dominates the two others: one part.
    ("Q -; - -; - c6", "codex", "", &["O-O-O"]),
    ("Q -; - -; - c6", "pra", "", &["Q -: O-O-O"]),
    ("Q -; - -; - c6", "rs", "", &["O-O-O"]),
    // The capture would mate on credit, and nothing could redeem it.
    ("Q -; - -; - c6", "ap", "", &["O-O-O"]),
    // Castling is permitted unless disproved; the capture is denied and costs the move.
    ("Q -; - -; - c6", "bg", "", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "history=deferred", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "trials=attacker", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "trials=none", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "ep-touch=enemy-first", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "laws=same-piece", &["O-O-O"]),
    ("Q -; - -; - c6", "bg", "laws=staunton-1860", &["O-O-O"]),
    // Where castling can be disputed, whichever is tried the other history is named.
    ("Q -; - -; - c6", "bg", "castling=open", &[]),
    (
        "Q -; - -; - c6",
        "bg",
        "castling=open history=deferred",
        &[],
    ),
    (
        "Q -; - -; - c6",
        "bg",
        "castling=open ep-touch=own-only",
        &[],
    ),
    ("Q -; - c6", "bg", "", &["O-O-O"]),
    ("Q -; - c6", "bg", "castling=open", &[]),
    // The two answers of the page.
    ("Q -", "codex", "", &["O-O-O"]),
    ("- c6", "codex", "", &["bxc6"]),
    ("- c6", "ap", "", &["bxc6"]),
    ("- c6", "bg", "castling=open", &["bxc6"]),
    ("- -", "codex", "", &[]),
    ("- -", "bg", "", &[]),
];

#[test]
fn keym_1969_under_each_convention() {
    let folder = Folder::new();
    let text = without(&without(&text_of("keym-1969"), "histories:"), "solution:");
    let entries: Vec<String> = KEYM
        .iter()
        .map(|(worlds, convention, options, _)| {
            let options = match *options {
                "" => String::new(),
                options => format!("options: {options}\n"),
            };
            let worlds = worlds.replace("; ", "\n  ");
            format!("{text}convention: {convention}\n{options}histories: given\n  {worlds}\n")
        })
        .collect();
    folder.write("keym.bg", entries.join("---\n"));
    let records = folder
        .run(&["solve", "keym.bg", "--format", "jsonl"])
        .expect(1)
        .objects();
    assert_eq!(records.len(), KEYM.len());
    for (row, record) in KEYM.iter().zip(&records) {
        assert_eq!(keys(record), row.3, "{row:?}");
        assert_eq!(record["applied"], row.1, "{row:?}");
    }
}
