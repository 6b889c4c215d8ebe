//! `schema`: the JSON schema of the records.

use std::io::Write;

use beruehrt::report::json::schemas;
use beruehrt::text;
use serde_json::{Map, Value};

use super::args::SchemaArgs;
use super::context::Context;
use super::exit::Exit;
use super::trouble::Trouble;

/// Prints the schema of one record, or of all in one object.
pub fn run(args: &SchemaArgs, context: &Context) -> anyhow::Result<Exit> {
    let known = schemas();
    let wanted = match &args.record {
        None => Value::Object(
            known
                .into_iter()
                .map(|(name, schema)| (name.to_owned(), schema))
                .collect::<Map<String, Value>>(),
        ),
        Some(name) => {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            known
                .into_iter()
                .find(|(known, _)| known == name)
                .map(|(_, schema)| schema)
                .ok_or_else(|| Trouble::new(text!(NoRecord, name, names)))?
        }
    };
    let mut out = context.stdout();
    serde_json::to_writer_pretty(&mut out, &wanted)?;
    writeln!(out)?;
    out.flush()?;
    Ok(Exit::Positive)
}
