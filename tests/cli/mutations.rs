//! `histories --check` refuses a stored record in which anything was changed: every key is deleted, every text replaced,
//! every number changed, one at a time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::certificates::PROBLEMS;
use crate::support::Folder;

/// Besides those of `certificates` (proofs by rules, games, facts, last moves): proofs by cases and by an account.
const MORE: &str = "\
---
id: CASES
fen: 4k2r/3p1rpp/3Pp1p1/4N3/5P1Q/P7/1PPPP3/2B1K2R w
stipulation: histories
---
id: ACCOUNT
fen: 4k3/p1p1p1p1/8/8/3B4/4B3/8/4K3 w
stipulation: histories
";

/// A unique proof game, and one of several.
const SHORT: &str = "\
fen: rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w
stipulation: histories
---
fen: rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w
facts: not moved a1 h1 a8 h8 e1 e8
stipulation: histories
";

/// What nothing else in the record hangs on, with the reason.
const FREE: [(&str, &str); 18] = [
    (
        "delete version",
        "records of earlier versions have none, and are asked for no text",
    ),
    ("delete id", "a name"),
    ("replace id", "a name"),
    ("delete twin", "a name"),
    ("replace twin", "a name"),
    ("delete file", PLACE),
    ("replace file", PLACE),
    ("delete file_line", PLACE),
    ("change file_line", PLACE),
    (
        "delete asked",
        "the list of last moves shows what was asked",
    ),
    (
        "delete shortest",
        "without it nothing is said of the shortest game to the diagram",
    ),
    ("delete witness", "`witness_uci` tells the same game"),
    ("delete witness_uci", "`witness` tells the same game"),
    (
        "change scenarios",
        "how many ways a search went through is no part of the proof",
    ),
    (
        "change ways",
        "how many ways are looked at at most bounds the work of the checker; what it shows is the same",
    ),
    ("change captures", IN_ORDER),
    ("change needed", IN_ORDER),
    ("change promoted", IN_ORDER),
];

const PLACE: &str = "where the problem stands";
const IN_ORDER: &str = "the account of the side whose captures suffice is no part of the proof";

/// One change of a record.
enum Change {
    Delete,
    Replace(Value),
}

/// Every change of what lies at `path`: its name and the way there.
fn changes(value: &Value, path: &[String], out: &mut Vec<(String, Vec<String>, Change)>) {
    let named = |what: &str| {
        let name = path
            .iter()
            .rev()
            .find(|step| step.parse::<usize>().is_err());
        format!("{what} {}", name.map_or("", String::as_str))
    };
    let mut put = |what: &str, change| out.push((named(what), path.to_vec(), change));
    match value {
        Value::String(_) => put("replace", Change::Replace(json!("nonsense"))),
        Value::Number(number) => {
            let more = number.as_u64().unwrap() + 1;
            put("change", Change::Replace(json!(more)));
        }
        Value::Bool(said) => put("change", Change::Replace(json!(!said))),
        Value::Null | Value::Array(_) | Value::Object(_) => {}
    }
    // Of a long list, such as the moves of a game, one item in so many.
    let stride = match value {
        Value::Array(items) if items.iter().all(Value::is_string) => items.len() / 5 + 1,
        _ => 1,
    };
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => (0..).map(|at: usize| at.to_string()).zip(items).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        _ => Vec::new(),
    };
    for (step, inner) in inner.into_iter().step_by(stride) {
        let path: Vec<String> = path.iter().cloned().chain([step]).collect();
        // Where nothing stands there is nothing to be lost.
        let says_nothing = inner.is_null() || inner.as_array().is_some_and(Vec::is_empty);
        if value.is_object() && !says_nothing {
            let step = path.last().unwrap();
            out.push((format!("delete {step}"), path.clone(), Change::Delete));
        }
        changes(inner, &path, out);
    }
}

fn changed(record: &Value, path: &[String], change: &Change) -> Value {
    let mut changed = record.clone();
    let (last, way) = path.split_last().unwrap();
    let place = way.iter().fold(&mut changed, |place, step| match place {
        Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        other => &mut other[step.as_str()],
    });
    match (change, place) {
        (Change::Delete, Value::Object(fields)) => drop(fields.remove(last)),
        (Change::Replace(value), Value::Object(fields)) => {
            fields.insert(last.clone(), value.clone());
        }
        (Change::Replace(value), Value::Array(items)) => {
            items[last.parse::<usize>().unwrap()] = value.clone();
        }
        _ => unreachable!("only lists and objects have something in them"),
    }
    changed
}

/// Which of these records are accepted: those that are shown in every claim.
fn accepted(folder: &Folder, records: &[Value]) -> Vec<bool> {
    let mut accepted: Vec<bool> = Vec::new();
    while accepted.len() < records.len() {
        let rest = &records[accepted.len()..];
        // A few at a time: all the rest is read once more after each that is no record.
        let some = &rest[..rest.len().min(20)];
        folder.write("changed.json", serde_json::to_string(some).unwrap());
        let run = folder.run(&["histories", "--check", "changed.json", "--format", "jsonl"]);
        let checked = run.objects();
        let is_shown = |record: &Value| {
            let claims = record["claims"].as_array().unwrap();
            let shown = |claim: &Value| claim["checked"] == "proof" || claim["checked"] == "game";
            claims.iter().all(shown)
        };
        accepted.extend(checked.iter().map(is_shown));
        // What is no record at all ends the run.
        match run.code() {
            2 => accepted.push(false),
            code => assert!(matches!(code, 0 | 1 | 3), "{}", run.stderr()),
        }
    }
    accepted
}

#[test]
fn whatever_is_changed_is_refused() {
    let folder = Folder::new();
    folder.write("p.bg", format!("{PROBLEMS}{MORE}"));
    folder.write("short.bg", SHORT);
    let stored = |args: &[&str]| -> Vec<Value> {
        let run = folder.run(&[args, &["--proof", "--format", "json"]].concat());
        serde_json::from_str(&run.stdout()).unwrap()
    };
    let mut records = stored(&["histories", "p.bg"]);
    records.extend(stored(&["histories", "short.bg", "--shortest"]));
    assert_eq!(accepted(&folder, &records), vec![true; records.len()]);
    let mut free: BTreeSet<String> = BTreeSet::new();
    // With the first place of each.
    let mut unnoticed: BTreeMap<String, String> = BTreeMap::new();
    for record in &records {
        let mut all = Vec::new();
        changes(record, &[], &mut all);
        let mutants: Vec<Value> = all
            .iter()
            .map(|(_, path, change)| changed(record, path, change))
            .collect();
        for ((name, path, _), accepted) in all.iter().zip(accepted(&folder, &mutants)) {
            if accepted {
                let known = FREE.iter().any(|(free, _)| free == name);
                let place = path.join(".");
                if !known {
                    unnoticed.entry(name.clone()).or_insert(place);
                }
                free.insert(name.clone());
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:?} are not noticed");
    let listed: BTreeSet<String> = FREE.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(free, listed, "no longer free: strike it from the list");
}
