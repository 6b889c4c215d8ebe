//! Standard output and standard error: colour only where it is seen, one lock, broken pipes are no fault.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use beruehrt::notation::Language;
use beruehrt::syntax::Paint;
use clap::ValueEnum;

use super::plain::Plain;
use super::trouble;

/// When to colour the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Standard output, buffered.
pub type Stdout = io::BufWriter<Plain<io::Stdout>>;

/// Standard output, buffered, plain.
pub fn stdout() -> Stdout {
    io::BufWriter::new(Plain::new(io::stdout()))
}

/// Standard error; colours are stripped where they would not be shown.
pub fn stderr(color: ColorArg) -> AutoStream<io::Stderr> {
    AutoStream::new(io::stderr(), choice(color))
}

fn choice(color: ColorArg) -> ColorChoice {
    match color {
        ColorArg::Auto => ColorChoice::Auto,
        ColorArg::Always => ColorChoice::Always,
        ColorArg::Never => ColorChoice::Never,
    }
}

/// Narrowest and widest lines that a window is asked for.
const NARROWEST: usize = 60;
const WIDEST: usize = 200;

/// How wide the lines of texts may be: as `COLUMNS` says, else as the window is, else as texts are by themselves.
pub fn columns() -> usize {
    let told = std::env::var("COLUMNS").ok();
    told.and_then(|text| text.trim().parse().ok())
        .or_else(|| {
            let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
            Some(usize::from(width.0))
        })
        .map_or(beruehrt::report::text::COLUMNS, |columns| {
            columns.clamp(NARROWEST, WIDEST)
        })
}

/// How diagnostics for standard error are painted.
pub fn paint(color: ColorArg) -> Paint {
    match AutoStream::new(io::stderr(), choice(color)).current_choice() {
        ColorChoice::Never => Paint::Plain,
        _ => Paint::Styled,
    }
}

/// Whether somewhere in the chain of causes the reader of a pipe has gone.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Writes `error: ...` with its causes, in the reader's language, to standard error. Nothing can be done if that fails.
pub fn complain(color: ColorArg, language: Language, error: &anyhow::Error) {
    let (label, colon) = (trouble::label(language), language.colon());
    let text = trouble::error_words(error, language);
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(stderr(color), "{red}{label}{red:#}{colon}{text}");
}
