//! The commands: arguments to options, progress, signals, exit codes. No chess is known here.
//!
//! Invariant: every end of the program goes through [`Exit`]; a reader of our output that goes away
//! (`| head`) is no fault, but what it did not take is lost: that is an interruption, never a success.

mod args;
mod batch;
mod bench;
mod board;
mod check;
mod compose;
mod context;
mod convert;
mod exit;
mod histories;
mod input;
mod manual;
mod merge;
mod output;
mod page;
mod pipe;
mod plain;
mod proof_game;
mod retractor;
mod schema;
mod signals;
mod solve;
mod stream;
mod touch;
mod trouble;
mod twins;
mod values;
mod verify;
mod whole;

use std::io::{self, Write};

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};
use context::Context;
use exit::Exit;

/// Runs the program.
pub fn main() -> Exit {
    match manual::complete() {
        Ok(true) => return Exit::Positive,
        Ok(false) => {}
        Err(error) => {
            let _ = error.print();
            return Exit::BadInput;
        }
    }
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for; everything else is a fault of usage.
            let exit = if error.use_stderr() {
                Exit::BadInput
            } else {
                Exit::Positive
            };
            // Help that cannot be written is no help.
            return match error.print().and_then(|()| io::stdout().flush()) {
                Ok(()) => exit,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Interrupted,
                Err(_) => Exit::BadInput,
            };
        }
    };
    let color = cli.common.color;
    let language = cli.common.lang.language();
    match run(&cli) {
        Ok(exit) => exit,
        Err(error) if output::is_broken_pipe(&error) => Exit::Interrupted,
        Err(error) => {
            output::complain(color, language, &error);
            Exit::BadInput
        }
    }
}

/// The arguments. A variable that is empty is as good as none.
fn parse() -> Result<Cli, clap::Error> {
    let command = Cli::command().mut_args(|arg| {
        let value = arg.get_env().and_then(std::env::var_os);
        if value.is_some_and(|value| value.is_empty()) {
            arg.env(None)
        } else {
            arg
        }
    });
    Cli::from_arg_matches(&command.try_get_matches()?)
}

fn run(cli: &Cli) -> anyhow::Result<Exit> {
    let context = Context::new(&cli.common)?;
    if cli.command.is_stoppable() {
        signals::listen(&context.stop)?;
    }
    match &cli.command {
        Command::Touch(args) => touch::run(args, &context),
        Command::Compose(args) => context.pool.install(|| compose::run(args, &context)),
        Command::Merge(args) => merge::run(args, &context),
        Command::Schema(args) => schema::run(args, &context),
        Command::Completions { shell } => manual::completions(*shell, &context),
        Command::Man { out } => manual::man(out.as_deref(), &context),
        Command::Verify(args) => context.pool.install(|| verify::run(args, &context)),
        Command::Solve(args) => context.pool.install(|| solve::run(args, &context)),
        Command::Histories(args) => context.pool.install(|| histories::run(args, &context)),
        Command::Batch(args) => batch::run(args, &context),
        Command::Bench(args) => bench::run(args, &context),
        Command::Convert(args) => convert::run(args, &context),
        Command::Board(args) => board::run(args, &context),
    }
}
