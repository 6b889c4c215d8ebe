//! The checked examples of the genre's rules, through the command line, with the worlds given.

use crate::support::Folder;

/// Position, worlds, stipulation, convention, options, and the keys in UCI; parts as `world: keys`.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const LANGSTAFF: &str = "4k2r/8/5B1P/5KpP/8/8/8/3R4";
const LANGSTAFF_F: &str = "k g6; - g6; - -";
const KEYM: &str = "qrbR4/rP1P1pp1/pQ1pp3/pPp5/6P1/1P3BB1/3PP2P/R3K1k1";
const LOYD: &str = "r3k2r/4p1p1/2P1P3/3N2N1/4B3/4BP2/PQ5P/R3K2R";
const LOYD_F: &str = "KQk -; KQq -; KQ -";
const BLOCKED: &str = "Q2Bk2r/5N1p/3P1P2/3PpK2/8/8/8/8";
const TWO_TARGETS: &str = "8/8/3P1P1R/3PpKpP/7k/7P/5P1R/8";
const THREE_TARGETS: &str = "8/5R2/2R5/1pPp1Pp1/8/8/PK2Q3/6k1";
const CHRISTIAANS: &str = "r3k1N1/ppp1p2p/Nb2p3/P1PP2Pp/8/7B/3PPRP1/4K2R";

const ROWS: &[Row] = &[
    (
        LANGSTAFF,
        LANGSTAFF_F,
        "#2",
        "pra",
        "",
        &["k g6: h5g6", "- -: f5e6"],
    ),
    (LANGSTAFF, LANGSTAFF_F, "#2", "bg", "", &[]),
    (
        LANGSTAFF,
        LANGSTAFF_F,
        "#2",
        "bg",
        "castling=open",
        &["f5e6"],
    ),
    (
        LANGSTAFF,
        LANGSTAFF_F,
        "#2",
        "bg",
        "ep-touch=own-only",
        &["h5g6"],
    ),
    (
        LANGSTAFF,
        LANGSTAFF_F,
        "#2",
        "bg",
        "castling=open ep-touch=own-only",
        &["f5e6", "h5g6"],
    ),
    (KEYM, "Q -; - c6", "#1", "bg", "", &["e1c1"]),
    (KEYM, "Q -; - c6", "#1", "bg", "castling=open", &[]),
    (KEYM, "Q -; - c6", "#1", "pra", "", &["Q -: e1c1"]),
    (
        LOYD,
        LOYD_F,
        "#2",
        "pra",
        "",
        &["KQk -: b2g7", "KQq -: b2b7"],
    ),
    (LOYD, LOYD_F, "#2", "bg", "", &["b2b7", "b2g7"]),
    (BLOCKED, "k e6; - e6; - -", "#2", "bg", "", &["d5e6"]),
    (
        BLOCKED,
        "k e6; - e6; - -",
        "#2",
        "bg",
        "history=deferred",
        &["d5e6"],
    ),
    (TWO_TARGETS, "- e6; - g6", "#2", "bg", "", &["h5g6"]),
    (
        TWO_TARGETS,
        "- e6; - g6",
        "#2",
        "bg",
        "history=deferred",
        &["h5g6"],
    ),
    (
        TWO_TARGETS,
        "- e6; - g6",
        "#2",
        "bg",
        "ep-touch=own-only",
        &["d5e6", "h5g6"],
    ),
    (
        "r3k2r/5N2/3PKP2/8/3P4/8/1Q6/8",
        "k -; q -; - -",
        "#2",
        "bg",
        "",
        &["b2b7"],
    ),
    (THREE_TARGETS, "- b6; - d6; - g6", "#2", "bg", "", &["c5d6"]),
    (
        THREE_TARGETS,
        "- b6; - d6; - g6",
        "#2",
        "bg",
        "history=deferred",
        &[],
    ),
    (CHRISTIAANS, "K -; q -; - -", "#3", "codex", "", &["e1g1"]),
    (CHRISTIAANS, "K -; q -; - -", "#3", "bg", "", &[]),
];

fn file(&(board, worlds, stipulation, convention, options, _): &Row) -> String {
    let worlds = worlds.replace(
        "; ", "
  ",
    );
    let options = if options.is_empty() {
        String::new()
    } else {
        format!("options: {options}\n")
    };
    format!(
        "fen: {board} w\nstipulation: {stipulation}\nconvention: {convention}\n{options}histories: given\n  {worlds}\n"
    )
}

fn keys(value: &serde_json::Value) -> Vec<String> {
    let mut keys: Vec<String> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["move"].as_str().unwrap().to_owned())
        .collect();
    keys.sort();
    keys
}

#[test]
fn every_checked_example_has_its_keys() {
    let folder = Folder::new();
    let text: Vec<String> = ROWS.iter().map(file).collect();
    folder.write("rows.bg", text.join("---\n"));
    let objects = folder
        .run(&["solve", "rows.bg", "--format", "jsonl"])
        .expect(1)
        .objects();
    assert_eq!(objects.len(), ROWS.len());
    for (row, object) in ROWS.iter().zip(&objects) {
        let parts = object["parts"].as_array().unwrap();
        let found: Vec<String> = if parts.is_empty() {
            keys(&object["keys"])
        } else {
            let mut found: Vec<String> = parts
                .iter()
                .map(|part| {
                    let world = format!(
                        "{} {}",
                        part["world"]["rights"].as_str().unwrap(),
                        part["world"]["ep"].as_str().unwrap()
                    );
                    format!("{world}: {}", keys(&part["keys"]).join(" "))
                })
                .collect();
            found.sort();
            found
        };
        let mut expected: Vec<&str> = row.5.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{row:?}");
        let verdict = if row.5.is_empty() {
            "no-solution"
        } else {
            "solved"
        };
        assert_eq!(object["verdict"], verdict, "{row:?}");
        assert_eq!(object["final"], true, "{row:?}");
        let applied = if row.0 == CHRISTIAANS && row.3 == "codex" {
            "rs"
        } else {
            row.3
        };
        assert_eq!(object["applied"], applied, "{row:?}");
    }
}

/// Worlds, options, and the keys in UCI, each with whether it is a trial.
type Case = (&'static str, &'static str, &'static [(&'static str, bool)]);

/// Settled-legal castling is no trial, settled-illegal castling cannot be tried out, and what lies between is
/// a trial: by the codex only castling-maximal worlds count.
#[test]
fn castling_is_settled_or_tried_out() {
    let folder = Folder::new();
    let rows: [Case; 5] = [
        ("Q -", "castling=open", &[("e1c1", false)]),
        ("- -", "castling=open", &[]),
        ("Q -; - -", "castling=codex", &[("e1c1", false)]),
        ("Q -; - -", "castling=open", &[]),
        ("Q -; - -", "castling=open trials=none", &[("e1c1", false)]),
    ];
    for (worlds, options, expected) in rows {
        let row: Row = (KEYM, worlds, "#1", "bg", options, &[]);
        folder.write("row.bg", file(&row));
        let object = &folder
            .run(&["solve", "row.bg", "--format", "jsonl"])
            .objects()[0];
        let found: Vec<(&str, bool)> = object["keys"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| {
                (
                    key["move"].as_str().unwrap(),
                    key["trial"].as_bool().unwrap(),
                )
            })
            .collect();
        assert_eq!(found, expected, "{worlds} {options}");
    }
}
