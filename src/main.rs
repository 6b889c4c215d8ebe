//! The command-line program: arguments in, exit code out.

mod board;
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}
