//! `histories --check`: the evidence in stored results, checked without analysing anything.

mod claims;
mod game;
mod shortest;
mod words;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use beruehrt::problem::{Diagram, Fact};
use beruehrt::report::ClaimFinding as Finding;
use beruehrt::report::json::{CheckedClaimRecord, CheckedRecord};
use beruehrt::report::sanitize;
use beruehrt::report::text::{checking_lines, unchecked_lines};
use beruehrt::retro::checker::Checker;
use beruehrt::syntax;
use beruehrt::text;
use serde::Deserialize;
use serde_json::Value;

use claims::{Claims, Stored};
use shortest::StoredGame;

use super::context::Context;
use super::exit::Exit;
use super::stream::Stream;
use super::trouble::{Deed, Trouble, cannot};

/// What is read of a record of `histories`.
#[derive(Debug, Deserialize)]
struct Record {
    version: Option<u32>,
    id: Option<String>,
    #[serde(default)]
    twin: String,
    fen: String,
    asked: Option<String>,
    #[serde(default)]
    facts: Vec<String>,
    worlds: Vec<WorldClaim>,
    statements: Option<Vec<Value>>,
    last_moves: Option<Vec<LastMoveClaim>>,
    line: Option<String>,
    shortest: Option<StoredGame>,
}

#[derive(Debug, Deserialize)]
struct WorldClaim {
    rights: String,
    ep: String,
    #[serde(flatten)]
    stored: Stored,
}

#[derive(Debug, Deserialize)]
struct LastMoveClaim {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    stored: Stored,
}

/// What is read and checked of a record; everything else in it is named as not checked.
const OF_A_RECORD: [&str; 8] = [
    "version",
    "fen",
    "asked",
    "facts",
    "worlds",
    "statements",
    "last_moves",
    "line",
];
const OF_A_CLAIM: [&str; 11] = [
    "rights",
    "ep",
    "move",
    "verdict",
    "reason",
    "witness",
    "witness_uci",
    "proof",
    "certificate",
    "argument",
    "story",
];

/// Checks every record of the file and prints what was found.
pub fn run(path: &Path, context: &Context) -> anyhow::Result<Exit> {
    let shown = sanitize::one_line(&path.to_string_lossy()).into_owned();
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        bytes
    } else {
        std::fs::read(path).map_err(cannot(Deed::Read, path))?
    };
    let mut values = Vec::new();
    for value in serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>() {
        let value = value.map_err(|error| {
            let text = text!(NotJson, shown);
            Trouble::new(text).caused_by(error)
        })?;
        match value {
            Value::Array(list) => values.extend(list),
            value => values.push(value),
        }
    }
    if values.is_empty() {
        return Err(Trouble::new(text!(HoldsNoResults, shown)).into());
    }
    let mut stream = Stream::new(context);
    let mut exit = Exit::Positive;
    for (place, value) in values.into_iter().enumerate() {
        if context.stop.is_requested() {
            stream.finish()?;
            return Ok(Exit::Interrupted);
        }
        let left_out = left_out(&value);
        let record = Record::deserialize(value)
            .map_err(anyhow::Error::from)
            .and_then(|record| {
                let (diagram, facts) = told(&record)?;
                Ok((record, diagram, facts))
            })
            .map_err(|error| {
                Trouble::new(text!(ResultUncheckable, shown, number = place + 1)).caused_by(error)
            });
        let (record, diagram, facts) = record?;
        exit = exit.and(one(
            &record,
            &diagram,
            &facts,
            left_out,
            context,
            &mut stream,
        )?);
    }
    stream.finish()?;
    Ok(exit)
}

/// Everything stored in a record that is not checked, by name.
fn left_out(record: &Value) -> Vec<String> {
    let mut names = BTreeSet::new();
    let fields = record.as_object().into_iter().flatten();
    for (name, value) in fields {
        if !OF_A_RECORD.contains(&name.as_str()) {
            names.insert(name.clone());
        }
        if name != "worlds" && name != "last_moves" {
            continue;
        }
        for claim in value.as_array().into_iter().flatten() {
            let fields = claim.as_object().into_iter().flatten();
            for (field, _) in fields {
                let is_read = OF_A_CLAIM.contains(&field.as_str());
                // What ended an attempt is no evidence.
                if !is_read || (field == "reason" && claim["verdict"] == "undecided") {
                    names.insert(format!("{name}.{field}"));
                }
            }
        }
    }
    names.into_iter().collect()
}

/// The diagram of a record and what is told of it, read as in a problem file.
fn told(record: &Record) -> Result<(Diagram, Vec<Fact>), Trouble> {
    let fields = std::iter::once(&record.fen).chain(&record.facts);
    if fields.into_iter().any(|text| text.contains(['\n', '\r'])) {
        return Err(Trouble::new(text!(LineBreakNowhere)));
    }
    let facts = record.facts.iter().map(|fact| format!("  {fact}\n"));
    let facts: String = std::iter::once("facts:\n".to_owned())
        .chain(facts)
        .collect();
    let file = format!(
        "fen: {}\nletters: en\nstipulation: histories\n{}",
        record.fen,
        if record.facts.is_empty() { "" } else { &facts }
    );
    let parsed = syntax::parse(&file);
    let twin = parsed
        .problems()
        .next()
        .and_then(|problem| problem.twins.first());
    match (twin, parsed.diagnostics.first()) {
        (Some(twin), None) => Ok((twin.diagram.clone(), twin.facts.clone())),
        (_, Some(diagnostic)) => Err(Trouble::new(diagnostic.message.clone())),
        (None, None) => Err(Trouble::new(text!(NoDiagram))),
    }
}

/// Checks and prints one record.
fn one(
    record: &Record,
    diagram: &Diagram,
    facts: &[Fact],
    left_out: Vec<String>,
    context: &Context,
    stream: &mut Stream,
) -> anyhow::Result<Exit> {
    let mut claims = Claims {
        version: record.version,
        diagram,
        facts,
        checker: Checker::within(&context.limits.start()),
        behind: Vec::new(),
        language: context.evidence_style().language,
    };
    let worlds = claims.worlds(&record.worlds);
    let last_moves = match &record.last_moves {
        Some(last_moves) => claims.last_moves(last_moves),
        None => Vec::new(),
    };
    let mut fields: Vec<_> = claims.known_version().into_iter().collect();
    fields.extend(claims.asked(record.asked.as_deref(), record.last_moves.is_some()));
    fields.extend(claims.statements(record.statements.as_deref(), &record.worlds));
    fields.extend(claims.line(record.line.as_deref(), record.last_moves.as_deref()));
    fields.extend(record.shortest.iter().map(|game| claims.shortest(game)));
    let all = || worlds.iter().chain(&last_moves).chain(&fields);
    let any = |is: fn(&Finding) -> bool| all().any(|(_, _, finding)| is(finding));
    let exit = if any(|finding| matches!(finding, Finding::Refused(_))) {
        Exit::Negative
    } else if any(|finding| {
        matches!(
            finding,
            Finding::Unfinished(_) | Finding::NotShown(_) | Finding::NoEvidence
        )
    }) {
        Exit::Undecided
    } else {
        Exit::Positive
    };
    let json = CheckedRecord {
        id: record.id.as_deref(),
        twin: &record.twin,
        fen: &record.fen,
        claims: all().map(CheckedClaimRecord::from).collect(),
        not_checked: left_out,
    };
    stream.put(&json, || {
        let name = record.id.as_deref().map(sanitize::one_line);
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        let twin = sanitize::one_line(&record.twin);
        let mut lines = vec![format!("{name}{twin}) {}", diagram.fen())];
        lines.extend(checking_lines(&worlds, context.language));
        lines.extend(checking_lines(&last_moves, context.language));
        lines.extend(checking_lines(&fields, context.language));
        lines.extend(unchecked_lines(&json.not_checked, context.language));
        lines.join("\n") + "\n"
    })?;
    Ok(exit)
}
