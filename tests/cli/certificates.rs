//! Evidence that is stored and checked later: `histories --proof --format json` and `histories --check`.

use serde_json::{Value, json};

use crate::support::Folder;

/// A right that Black cannot have any more, a game for the other world; and Amelung's last move.
const PROBLEMS: &str = "\
id: LANG
fen: 4k2r/8/5B1P/5KpP/8/8/8/3R4 w
stipulation: histories
---
id: FACTS
fen: 4k3/8/8/8/8/8/8/4K2R w
facts: not moved e1 h1
stipulation: histories
---
id: LAST
fen: 7R/7p/5P1k/4PKpP/8/8/8/8 w
stipulation: last-move
";

/// What is done to stored results.
type Change<'a> = &'a dyn Fn(&mut Vec<Value>);

fn stored(folder: &Folder) -> Vec<Value> {
    folder.write("p.bg", PROBLEMS);
    let run = folder.run(&["histories", "p.bg", "--proof", "--format", "json"]);
    serde_json::from_str(&run.stdout()).unwrap()
}

/// What the program says of these records: exit code and the verdicts of its claims.
fn checked(folder: &Folder, records: &[Value]) -> (i32, Vec<String>) {
    folder.write("stored.json", serde_json::to_string(records).unwrap());
    let run = folder.run(&["histories", "--check", "stored.json", "--format", "jsonl"]);
    let claims = run
        .objects()
        .iter()
        .flat_map(|record| record["claims"].as_array().unwrap().clone())
        .map(|claim| format!("{} {}", claim["about"], claim["checked"]).replace('"', ""))
        .collect();
    (run.code(), claims)
}

#[test]
fn stored_evidence_is_checked() {
    let folder = Folder::new();
    let records = stored(&folder);
    let (code, claims) = checked(&folder, &records);
    assert_eq!(code, 0, "{claims:?}");
    for claim in [
        "k - proof",
        "- - game",
        "k g6 game",
        "Kg7-h6 proof",
        "g7-g5 game",
    ] {
        assert!(
            claims.iter().any(|said| said == claim),
            "{claim}: {claims:?}"
        );
    }
    assert!(!claims.iter().any(|said| said.ends_with("no-evidence")));
    // One line per record is understood as well, and text in both languages.
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    folder.write("stored.jsonl", lines.join("\n"));
    let english = folder.run(&["histories", "--check", "stored.jsonl"]);
    assert!(
        english.stdout().contains("the proof holds ("),
        "{}",
        english.stdout()
    );
    let german = folder.run(&["histories", "--check", "stored.jsonl", "--lang", "de"]);
    assert!(
        german.stdout().contains("der Beweis stimmt ("),
        "{}",
        german.stdout()
    );
    assert!(
        german.stdout().contains("nachgespielt"),
        "{}",
        german.stdout()
    );
}

#[test]
fn stored_evidence_that_was_changed_is_refused() {
    let folder = Folder::new();
    let records = stored(&folder);
    let world = |records: &[Value], id: usize, verdict: &str| {
        let worlds = records[id]["worlds"].as_array().unwrap();
        worlds
            .iter()
            .position(|world| world["verdict"] == verdict)
            .unwrap()
    };
    let impossible = world(&records, 0, "impossible");
    let possible = world(&records, 0, "possible");
    let changes: [(Change<'_>, &str); 8] = [
        (
            &|all| all[0]["fen"] = json!("4k2r/8/5B1P/5K1P/8/8/8/3R4 w"),
            "the diagram",
        ),
        (
            &|all| all[0]["worlds"][impossible]["rights"] = json!("-"),
            "the rights",
        ),
        (
            &|all| all[0]["worlds"][impossible]["certificate"] = json!({}),
            "the certificate",
        ),
        (
            &|all| {
                let game = &mut all[0]["worlds"][possible]["witness_uci"];
                game.as_array_mut().unwrap().pop();
            },
            "the game",
        ),
        (
            &|all| all[1]["facts"] = json!(["not moved e1"]),
            "the facts",
        ),
        (
            &|all| {
                let certificate = all[2]["last_moves"][1]["certificate"].clone();
                all[2]["last_moves"][0]["verdict"] = json!("impossible");
                all[2]["last_moves"][0]["certificate"] = certificate;
            },
            "the last move",
        ),
        (
            &|all| all[2]["last_moves"][0]["move"] = json!("g6-g5"),
            "the last move of a game",
        ),
        (
            &|all| {
                let positions = &mut all[2]["worlds"][0]["certificate"]["positions"];
                let moves = &mut positions[0]["why"]["retractions"];
                moves.as_array_mut().unwrap().pop();
            },
            "a retraction",
        ),
    ];
    for (change, what) in changes {
        let mut changed = records.clone();
        change(&mut changed);
        let (code, claims) = checked(&folder, &changed);
        assert_eq!(code, 1, "{what}: {claims:?}");
        assert!(
            claims.iter().any(|said| said.ends_with("refused")),
            "{what}: {claims:?}"
        );
    }
    // Results without certificates claim what cannot be checked.
    let mut bare = records.clone();
    bare[0]["worlds"][impossible]
        .as_object_mut()
        .unwrap()
        .remove("certificate");
    assert_eq!(checked(&folder, &bare).0, 3);
}

#[test]
fn what_is_no_stored_result_is_bad_input() {
    let folder = Folder::new();
    for text in [
        "",
        "fen: k7/8/1K6/8/8/8/8/7R w",
        "[{}]",
        "{\"fen\": \"x\", \"worlds\": []}",
    ] {
        folder.write("bad.json", text);
        let run = folder.run(&["histories", "--check", "bad.json"]);
        assert_eq!(run.code(), 2, "{text}");
        assert!(
            run.stderr().contains("bad.json"),
            "{text}: {}",
            run.stderr()
        );
    }
    let run = folder.run(&["histories", "--check", "none.json"]);
    assert!(run.code() == 2 && run.stderr().contains("cannot read none.json"));
}
