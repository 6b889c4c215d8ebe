//! `convert`: problems in the formats of others.

use std::io::Write;

use beruehrt::formats::{self, Format};
use beruehrt::problem::Problem;
use beruehrt::text;

use super::args::ConvertArgs;
use super::context::Context;
use super::exit::Exit;
use super::input::Chunks;
use super::output;
use super::stream::show_diagnostics;
use super::trouble::Trouble;

/// Writes the problems of the files to standard output as one text in the format asked for.
pub fn run(args: &ConvertArgs, context: &Context) -> anyhow::Result<Exit> {
    let format = format(&args.to)?;
    let mut exit = Exit::Positive;
    let mut problems: Vec<Box<Problem>> = Vec::new();
    for chunk in Chunks::new(
        args.files.clone(),
        output::paint(context.color),
        context.language,
    ) {
        show_diagnostics(&chunk, context)?;
        for entry in chunk.entries {
            match entry {
                Ok(problem) => problems.push(problem),
                Err(_) => exit = Exit::BadInput,
            }
        }
    }
    let text = formats::export(problems.iter().map(AsRef::as_ref), format);
    let mut out = context.stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(exit)
}

fn format(name: &str) -> Result<Format, Trouble> {
    Format::ALL
        .into_iter()
        .find(|format| format.keyword() == name)
        .ok_or_else(|| {
            let known: Vec<&str> = Format::ALL.iter().map(|f| f.keyword()).collect();
            Trouble::new(text!(
                "`{name}` is no format; there are {known}",
                "`{name}` ist kein Format; es gibt {known}",
                known = known.join(", "),
            ))
        })
}
