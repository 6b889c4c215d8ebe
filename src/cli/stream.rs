//! The stream of results of a command in the form asked for: texts, one array, or lines.

use std::io::{self, Write};

use beruehrt::problem::Problem;
use beruehrt::report::json::{ErrorRecord, write_value};
use serde::Serialize;

use super::args::Format;
use super::context::Context;
use super::input::{Broken, Chunk};
use super::output::Stdout;

/// Writes results one by one, each flushed as it comes.
#[derive(Debug)]
pub struct Stream {
    out: Stdout,
    format: Format,
    written: usize,
}

impl Stream {
    /// The stream to standard output.
    pub fn new(context: &Context) -> Stream {
        Stream {
            out: context.stdout(),
            format: context.format,
            written: 0,
        }
    }

    /// Writes one result: `text()` for people, else `record`.
    ///
    /// # Errors
    ///
    /// Standard output does not take it.
    pub fn put(
        &mut self,
        record: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        match self.format {
            Format::Text => {
                if self.written > 0 {
                    writeln!(self.out)?;
                }
                self.out.write_all(text().as_bytes())?;
            }
            Format::Json => {
                let before = if self.written == 0 { "[" } else { "," };
                writeln!(self.out, "{before}")?;
                write_value(&mut self.out, record)?;
            }
            Format::Jsonl => {
                write_value(&mut self.out, record)?;
                writeln!(self.out)?;
            }
        }
        self.written += 1;
        self.out.flush()
    }

    /// Writes the object that stands for a problem that could not be read or solved; people see it
    /// on standard error only.
    ///
    /// # Errors
    ///
    /// Standard output does not take it.
    pub fn put_error(&mut self, record: &ErrorRecord) -> io::Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json | Format::Jsonl => self.put(record, String::new),
        }
    }

    /// Ends the stream: closes the array.
    ///
    /// # Errors
    ///
    /// Standard output does not take it.
    pub fn finish(mut self) -> io::Result<()> {
        if self.format == Format::Json {
            if self.written == 0 {
                write!(self.out, "[")?;
            }
            writeln!(self.out, "\n]")?;
        }
        self.out.flush()
    }
}

/// The object for an entry that is no problem.
pub fn broken_record(file: &str, broken: &Broken) -> ErrorRecord {
    ErrorRecord {
        id: None,
        twin: None,
        file: file.to_owned(),
        line: broken.line,
        column: broken.column,
        error: broken.message.english.to_string(),
    }
}

/// The object for a problem or twin that cannot be solved as it stands.
pub fn unsolvable_record(
    file: &str,
    problem: &Problem,
    twin: &str,
    error: &dyn std::fmt::Display,
) -> ErrorRecord {
    ErrorRecord {
        id: problem.id.clone(),
        twin: Some(twin.to_owned()),
        file: file.to_owned(),
        line: None,
        column: None,
        error: error.to_string(),
    }
}

/// Shows the errors and warnings of a chunk to people.
pub fn show_diagnostics(chunk: &Chunk, context: &Context) -> io::Result<()> {
    let mut err = context.stderr();
    chunk
        .diagnostics
        .iter()
        .try_for_each(|diagnostic| writeln!(err, "{diagnostic}"))
}
