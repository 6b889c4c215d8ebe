//! `completions` and `man`: made from the definition of the command line, so that they cannot lag behind.

use std::io::Write;
use std::path::Path;

use beruehrt::text;
use clap::CommandFactory;

use super::args::Cli;
use super::context::Context;
use super::exit::Exit;
use super::trouble::Trouble;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, context: &Context) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "beruehrt", &mut script);
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
                Trouble::new(text!(
                    "cannot write manual pages into {folder}",
                    "die Handbuchseiten lassen sich nicht nach {folder} schreiben",
                    folder = folder.display(),
                ))
                .caused_by(error)
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
