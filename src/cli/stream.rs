//! The stream of results of a command in the form asked for: texts, one array, or lines.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use beruehrt::problem::Problem;
use beruehrt::report::html::Entry;
use beruehrt::report::json::{ErrorRecord, Placed, write_value};
use serde::Serialize;

use super::args::{Format, PageArgs};
use super::context::Context;
use super::input::{Broken, Chunk};
use super::output::Stdout;
use super::page::{PageSink, title};

/// Writes results one by one, each flushed as it comes.
#[derive(Debug)]
pub struct Stream {
    out: Stdout,
    format: Format,
    written: usize,
    page: Option<PageSink>,
    /// File and line of the problem whose results come.
    place: Option<(Arc<str>, usize)>,
}

impl Stream {
    /// The stream to standard output.
    pub fn new(context: &Context) -> Stream {
        Stream {
            out: context.stdout(),
            format: context.format,
            written: 0,
            page: None,
            place: None,
        }
    }

    /// The results that follow are about the problem at this place.
    pub fn at(&mut self, file: &Arc<str>, line: usize) {
        self.place = Some((file.clone(), line));
    }

    /// The same, with a page about `files` if `args` or the format ask for one.
    pub fn with_page(args: &PageArgs, files: &[PathBuf], context: &Context) -> Stream {
        Stream {
            page: PageSink::new(args, &title(files), context),
            ..Stream::new(context)
        }
    }

    /// Adds what `entry()` gives to the page, if there is one.
    pub fn show(&mut self, entry: impl FnOnce() -> Entry) {
        if let Some(page) = &mut self.page {
            page.push(&entry());
        }
    }

    /// Writes one result: `text()` for people, else `record` with the place of its problem; a page is written at the end.
    ///
    /// # Errors
    ///
    /// Standard output does not take it.
    pub fn put(
        &mut self,
        record: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        match self.place.clone() {
            Some((file, file_line)) => {
                let placed = Placed {
                    record,
                    file: &file,
                    file_line,
                };
                self.put_as_it_is(&placed, text)
            }
            None => self.put_as_it_is(record, text),
        }
    }

    fn put_as_it_is(
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
            Format::Html => {}
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
        self.show(|| Entry::broken(record));
        match self.format {
            Format::Text | Format::Html => Ok(()),
            Format::Json | Format::Jsonl => self.put_as_it_is(record, String::new),
        }
    }

    /// Ends the stream: closes the array, writes the page.
    ///
    /// # Errors
    ///
    /// Standard output does not take it, or the page cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.format == Format::Json {
            if self.written == 0 {
                write!(self.out, "[")?;
            }
            writeln!(self.out, "\n]")?;
        }
        if let Some(page) = self.page.take() {
            page.finish(&mut self.out)?;
        }
        Ok(self.out.flush()?)
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
        error: broken.message.english().to_string(),
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
