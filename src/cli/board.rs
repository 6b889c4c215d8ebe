//! `board`: a page on this machine where positions are set up and asked about.

use std::io::Write;
use std::process::{Command, Stdio};

use beruehrt::problem::Problem;
use beruehrt::say;
use beruehrt::text;

use crate::board::{Board, Settings};

use super::args::BoardArgs;
use super::context::Context;
use super::exit::Exit;
use super::input::Chunks;
use super::stream::show_diagnostics;
use super::trouble::Trouble;
use super::values;

/// Starts the page, says its address and answers until the program is ended.
pub fn run(args: &BoardArgs, context: &Context) -> anyhow::Result<Exit> {
    let settings = Settings {
        port: args.port,
        problems: problems(args, context)?,
        language: context.language,
        letters: context.letters,
        table_mib: context.table_mib,
    };
    let board = Board::new(settings).map_err(|error| {
        let text = text!(BoardCannotStart);
        Trouble::new(text).caused_by(error)
    })?;
    let mut out = context.stdout();
    let address = &board.address;
    writeln!(out, "{}", say!(context.language, BoardIsAt, address))?;
    out.flush()?;
    drop(out);
    if !args.no_open {
        open(&board.opening);
    }
    board.serve();
    Ok(Exit::Positive)
}

/// The problems of the file that is named.
fn problems(args: &BoardArgs, context: &Context) -> anyhow::Result<Vec<Problem>> {
    let Some(file) = &args.file else {
        return Ok(Vec::new());
    };
    let format = args.from.as_deref().map(values::format).transpose()?;
    let mut problems = Vec::new();
    for chunk in Chunks::new(vec![file.clone()], context).in_format(format) {
        show_diagnostics(&chunk, context)?;
        problems.extend(chunk.entries.into_iter().flatten().map(|problem| *problem));
    }
    Ok(problems)
}

/// Opens an address in the browser, if the system knows how. The address has been said in any case.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let _ = command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
