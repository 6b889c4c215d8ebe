//! Evidence that is stored and checked later: `histories --proof --format json` and `histories --check`.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::support::Folder;

/// A right that Black cannot have any more, a game for the other world; and Amelung's last move.
pub const PROBLEMS: &str = "\
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

/// What is stored of [`PROBLEMS`], found once for all tests.
fn stored() -> Vec<Value> {
    static STORED: LazyLock<Vec<Value>> = LazyLock::new(|| {
        let folder = Folder::new();
        folder.write("p.bg", PROBLEMS);
        let run = folder.run(&["histories", "p.bg", "--proof", "--format", "json"]);
        serde_json::from_str(&run.stdout()).unwrap()
    });
    STORED.clone()
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
    let records = stored();
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

/// The texts of a record are English, whatever language the answer is to be in.
#[test]
fn stored_evidence_holds_in_every_language() {
    let folder = Folder::new();
    let records = stored();
    assert!(!records[0]["statements"].as_array().unwrap().is_empty());
    folder.write("stored.json", serde_json::to_string(&records).unwrap());
    for language in ["en", "de", "fr"] {
        let run = folder.run(&["histories", "--check", "stored.json", "--lang", language]);
        assert_eq!(run.code(), 0, "{language}: {}", run.stdout());
    }
}

#[test]
fn stored_evidence_that_was_changed_is_refused() {
    let folder = Folder::new();
    let records = stored();
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

/// What the program says of these records after a change: it refuses them, and says why.
fn refused(folder: &Folder, records: &[Value], change: Change<'_>, why: &str) {
    let mut changed = records.to_vec();
    change(&mut changed);
    assert_ne!(changed, records, "{why}: nothing was changed");
    folder.write("stored.json", serde_json::to_string(&changed).unwrap());
    let run = folder.run(&["histories", "--check", "stored.json", "--format", "jsonl"]);
    assert_eq!(run.code(), 1, "{why}: {}{}", run.stdout(), run.stderr());
    let said = run.stdout();
    assert!(said.contains(why), "{why}: {said}");
    let german = folder.run(&["histories", "--check", "stored.json", "--lang", "de"]);
    assert_eq!(german.code(), 1, "{why}");
    assert!(german.stdout().contains("ABGELEHNT: "), "{why}");
}

/// The place of the first claim of a list with a verdict.
fn first(claims: &Value, verdict: &str) -> usize {
    let mut claims = claims.as_array().unwrap().iter();
    claims
        .position(|claim| claim["verdict"] == verdict)
        .unwrap()
}

#[test]
fn every_world_and_every_last_move_is_there_once() {
    let folder = Folder::new();
    let records = stored();
    let nothing = "nothing is said of it";
    refused(
        &folder,
        &records,
        &|all| all[0]["worlds"] = json!([]),
        nothing,
    );
    for place in 0..records[0]["worlds"].as_array().unwrap().len() {
        let worlds = |all: &mut Vec<Value>| all[0]["worlds"].as_array_mut().unwrap().clone();
        let without: Change<'_> = &|all| {
            let mut list = worlds(all);
            list.remove(place);
            all[0]["worlds"] = json!(list);
        };
        refused(&folder, &records, without, nothing);
        let twice: Change<'_> = &|all| {
            let mut list = worlds(all);
            list.push(list[place].clone());
            all[0]["worlds"] = json!(list);
        };
        refused(&folder, &records, twice, "it is there twice");
    }
    let elsewhere: Change<'_> = &|all| all[1]["worlds"][0]["rights"] = json!("q");
    refused(&folder, &records, elsewhere, "no world of this diagram");
    let last_moves = records[2]["last_moves"].as_array().unwrap();
    for place in [0, last_moves.len() - 1] {
        let without: Change<'_> = &|all| {
            all[2]["last_moves"].as_array_mut().unwrap().remove(place);
        };
        refused(&folder, &records, without, nothing);
        let twice: Change<'_> = &|all| {
            let list = all[2]["last_moves"].as_array_mut().unwrap();
            list.push(list[place].clone());
        };
        refused(&folder, &records, twice, "it is there twice");
    }
}

#[test]
fn the_score_sheet_is_read_and_is_the_same_game() {
    let folder = Folder::new();
    let records = stored();
    let possible = first(&records[0]["worlds"], "possible");
    let game = records[0]["worlds"][possible]["witness"]
        .as_str()
        .unwrap()
        .to_owned();
    let with = |text: String, keep: bool| {
        move |all: &mut Vec<Value>| {
            all[0]["worlds"][possible]["witness"] = json!(text);
            if !keep {
                let claim = all[0]["worlds"][possible].as_object_mut().unwrap();
                claim.remove("witness_uci");
            }
        }
    };
    let banana = game.replacen(" 3. ", " 3. banana ", 1);
    let other = "`witness` and `witness_uci` are not the same game";
    refused(&folder, &records, &with(banana.clone(), true), other);
    refused(&folder, &records, &with(String::new(), true), other);
    refused(
        &folder,
        &records,
        &with(banana, false),
        "half-move 5, banana, is not legal",
    );
    let shorter = game.rsplit_once(' ').unwrap().0.to_owned();
    refused(&folder, &records, &with(shorter, true), other);
    let unnumbered: String = game.replacen("2. ", "", 1);
    refused(
        &folder,
        &records,
        &with(unnumbered, false),
        "`witness` is not a game as it is written here",
    );
    // Either of the two is enough.
    for gone in ["witness", "witness_uci"] {
        let mut changed = records.clone();
        changed[0]["worlds"][possible]
            .as_object_mut()
            .unwrap()
            .remove(gone);
        assert_eq!(checked(&folder, &changed).0, 0, "{gone}");
    }
}

#[test]
fn texts_are_those_of_the_evidence() {
    let folder = Folder::new();
    let records = stored();
    for (record, list) in [(0, "worlds"), (2, "worlds"), (2, "last_moves")] {
        for verdict in ["possible", "impossible"] {
            let claims = records[record][list].as_array().unwrap();
            for (place, claim) in claims.iter().enumerate() {
                if claim["verdict"] != verdict {
                    continue;
                }
                let told: Change<'_> = &|all| all[record][list][place]["reason"] = json!("luck");
                refused(
                    &folder,
                    &records,
                    told,
                    "`reason` is not what the evidence says",
                );
                if claim["proof"].is_string() {
                    let told: Change<'_> = &|all| all[record][list][place]["proof"] = json!("luck");
                    refused(
                        &folder,
                        &records,
                        told,
                        "`proof` is not what the evidence says",
                    );
                }
                // One of each is enough.
                break;
            }
        }
    }
}

#[test]
fn verdict_and_evidence_agree() {
    let folder = Folder::new();
    let records = stored();
    let possible = first(&records[0]["worlds"], "possible");
    let impossible = first(&records[0]["worlds"], "impossible");
    let verdict = |place: usize, verdict: &'static str| {
        move |all: &mut Vec<Value>| all[0]["worlds"][place]["verdict"] = json!(verdict)
    };
    refused(
        &folder,
        &records,
        &verdict(possible, "impossible"),
        "a game beside the verdict",
    );
    refused(
        &folder,
        &records,
        &verdict(impossible, "possible"),
        "a proof of impossibility beside",
    );
    for place in [possible, impossible] {
        refused(
            &folder,
            &records,
            &verdict(place, "undecided"),
            "evidence beside the verdict",
        );
        refused(
            &folder,
            &records,
            &verdict(place, "certain"),
            "`certain` is no verdict",
        );
    }
    // A verdict alone is not shown.
    let mut alone = records.clone();
    for field in ["witness", "witness_uci"] {
        alone[0]["worlds"][possible]
            .as_object_mut()
            .unwrap()
            .remove(field);
    }
    folder.write("alone.json", serde_json::to_string(&alone).unwrap());
    let run = folder.run(&["histories", "--check", "alone.json"]);
    assert_eq!(run.code(), 3);
    assert!(
        run.stdout().contains("not shown: no evidence is stored"),
        "{}",
        run.stdout()
    );
    // A proof of nothing is none.
    let empty: Change<'_> = &|all| {
        all[0]["worlds"][impossible]["certificate"] = json!({"positions": [], "cages": []});
    };
    refused(
        &folder,
        &records,
        empty,
        "a refutation has at least one position",
    );
}

#[test]
fn what_is_not_checked_is_listed() {
    let folder = Folder::new();
    let mut records = stored();
    records[0]["remark"] = json!("sound");
    records[0]["worlds"][0]["tried"] = json!({"levels": 3});
    folder.write("stored.json", serde_json::to_string(&records).unwrap());
    let run = folder.run(&["histories", "--check", "stored.json", "--format", "jsonl"]);
    let listed = run.objects()[0]["not_checked"].clone();
    let names: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    for name in ["id", "remark", "twin", "worlds.tried"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(!names.contains(&"worlds.witness"), "{names:?}");
    let text = folder.run(&["histories", "--check", "stored.json"]);
    assert!(
        text.stdout().contains("not checked: file, file_line, id"),
        "{}",
        text.stdout()
    );
    let german = folder.run(&["histories", "--check", "stored.json", "--lang", "de"]);
    assert!(
        german
            .stdout()
            .contains("nicht geprüft: file, file_line, id"),
        "{}",
        german.stdout()
    );
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

/// The text that the record's first world of this verdict has under `field`, taken away.
fn without(records: &mut [Value], verdict: &str, field: &str) {
    let worlds = records[0]["worlds"].as_array_mut().unwrap();
    let world = worlds.iter_mut().find(|one| one["verdict"] == verdict);
    let removed = world.unwrap().as_object_mut().unwrap().remove(field);
    assert!(removed.is_some(), "{field}");
}

#[test]
fn a_record_with_a_version_lacks_none_of_its_texts() {
    let folder = Folder::new();
    let whole = stored();
    let line = whole.iter().position(|record| record["line"].is_string());
    let line = line.unwrap();
    let changes: [Change<'_>; 4] = [
        &|records| {
            records[line].as_object_mut().unwrap().remove("line");
        },
        &|records| without(records, "impossible", "argument"),
        &|records| without(records, "possible", "story"),
        &|records| {
            let removed = records[0].as_object_mut().unwrap().remove("statements");
            assert!(removed.is_some());
        },
    ];
    for change in changes {
        let mut records = whole.clone();
        change(&mut records);
        assert_eq!(checked(&folder, &records).0, 1);
        // Older records have no version and may lack them.
        for record in &mut records {
            record.as_object_mut().unwrap().remove("version");
        }
        assert_eq!(checked(&folder, &records).0, 0);
    }
    // A line that the last moves do not have is refused whatever the version, one that is left out since there are lines.
    let mut records = whole.clone();
    records[line]["line"] = json!("R: 1. g7-g5");
    assert_eq!(checked(&folder, &records).0, 1);
    records[line]["version"] = json!(1);
    assert_eq!(checked(&folder, &records).0, 1);
    records[line].as_object_mut().unwrap().remove("line");
    assert_eq!(checked(&folder, &records).0, 0);
    let mut records = whole;
    records[0]["version"] = json!(1000);
    assert_eq!(checked(&folder, &records).0, 1);
}
