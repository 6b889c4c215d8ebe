//! `completions` and `man`: made from the definition of the command line, so that they cannot lag behind.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::env::{CompleteEnv, Shells};

use beruehrt::text;

use super::args::Cli;
use super::context::Context;
use super::exit::Exit;
use super::trouble::Trouble;

/// The variable that makes the program complete a command line instead of running it.
const ASKED: &str = "BERUEHRT_COMPLETE";

/// Whether a shell asks how a command line goes on; it has been answered then.
///
/// # Errors
///
/// The shell is unknown, or standard output does not take the answer.
pub fn complete() -> Result<bool, clap::Error> {
    let here = std::env::current_dir().ok();
    CompleteEnv::with_factory(Cli::command)
        .var(ASKED)
        .try_complete(std::env::args_os(), here.as_deref())
}

/// Prints what makes a shell ask the program how its command lines go on.
pub fn completions(shell: clap_complete::Shell, context: &Context) -> anyhow::Result<Exit> {
    let shell = shell.to_string();
    let completer = Shells::builtins();
    let completer = completer
        .completer(&shell)
        .ok_or_else(|| Trouble::new(text!(NoCompletion, shell)))?;
    let name = "beruehrt";
    let mut script = Vec::new();
    completer.write_registration(ASKED, name, name, name, &mut script)?;
    let mut out = context.stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Positive)
}

/// Prints the main manual page, or writes all pages into `folder`.
pub fn man(folder: Option<&Path>, context: &Context) -> anyhow::Result<Exit> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
            .map_err(|error| {
                Trouble::new(text!(CannotWriteManual, folder = folder.display())).caused_by(error)
            })?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        let mut out = context.stdout();
        out.write_all(&page)?;
        out.flush()?;
    }
    Ok(Exit::Positive)
}
