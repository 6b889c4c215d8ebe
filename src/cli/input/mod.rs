//! Problem files, read entry by entry: of our own files never more than one entry is held in memory. Files in the
//! formats of others are recognised by how they begin, and held whole.
//!
//! Invariant: whatever a file holds, reading goes on behind it. What cannot be read becomes a [`Broken`]
//! with its place; one bad entry hides no other.

mod entries;
mod folders;
mod foreign;
mod line_ends;
mod unreadable;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beruehrt::budget::Stop;
use beruehrt::formats::{self, Format};
use beruehrt::notation::{Language, Text};
use beruehrt::problem::Problem;
use beruehrt::say;
use beruehrt::syntax::{FenFields, Paint, Parsed};
use beruehrt::text;

use super::args::SourceArgs;
use super::context::Context;
use super::output;
use super::pipe::{Pipe, is_pipe};
use super::trouble::Trouble;
use super::values;
use entries::OpenFile;
use foreign::{LONGEST_FOREIGN, decoded, foreign, recognised};
use line_ends::with_line_feeds;
use unreadable::{Unreadable, failure};

pub use folders::expand;

/// What was found between two separators of a file.
#[derive(Debug)]
pub struct Chunk {
    /// The file, as named on the command line; `-` is standard input.
    pub file: Arc<str>,
    /// The line in which the first entry begins, from 1.
    pub line: usize,
    /// The entries, one as a rule.
    pub entries: Vec<Result<Box<Problem>, Broken>>,
    /// Whether what one of them asks for could not be read, so that histories were taken to be asked for.
    pub unread: bool,
    /// Errors and warnings, rendered for people.
    pub diagnostics: Vec<String>,
    /// The text as it stands in the file.
    pub raw: Vec<u8>,
    /// The same of a YAML document, with the line that separates it from the one before; `None` in other formats.
    pub document: Option<String>,
}

/// Why there is no problem.
#[derive(Debug, Clone)]
pub struct Broken {
    /// Line in the file, from 1, if it has to do with a place.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: Text,
}

/// How files are read, and how it is said what is wrong with them.
#[derive(Debug, Clone, Copy)]
struct Reading {
    fen_fields: FenFields,
    /// Whether histories are asked for by the command: then nobody has to ask for them in the file.
    for_histories: bool,
    /// Whether a stipulation that cannot be read makes a problem unusable.
    only_read: bool,
    paint: Paint,
    language: Language,
}

impl Reading {
    /// What was read, without what need not be said.
    fn taken(self, mut parsed: Parsed) -> Parsed {
        if self.for_histories {
            parsed
                .diagnostics
                .retain(|diagnostic| !diagnostic.is_no_stipulation());
        }
        if self.only_read {
            refuse_unread(&mut parsed);
        }
        parsed
    }
}

/// Makes errors of the warnings that a stipulation cannot be read.
fn refuse_unread(parsed: &mut Parsed) {
    for entry in &mut parsed.entries {
        if let (true, Some(unread)) = (entry.problem.is_ok(), entry.unread.take()) {
            entry.problem = Err(Box::new(unread.refused()));
        }
    }
    for diagnostic in &mut parsed.diagnostics {
        if diagnostic.is_unread_stipulation() {
            *diagnostic = diagnostic.clone().refused();
        }
    }
}

/// Reads files one after the other.
#[derive(Debug)]
pub struct Chunks {
    paths: std::vec::IntoIter<PathBuf>,
    /// A problem of the command line, before any file.
    typed: Option<String>,
    format: Option<Format>,
    reading: Reading,
    stop: Stop,
    open: Option<Open>,
}

/// A file that is being read.
#[derive(Debug)]
enum Open {
    /// Our own: entry by entry.
    Entries(Box<OpenFile>),
    /// Another: its entries.
    Foreign(std::vec::IntoIter<Chunk>),
}

impl Open {
    fn next(&mut self, reading: Reading) -> Option<Chunk> {
        match self {
            Open::Entries(file) => file.next(reading),
            Open::Foreign(chunks) => chunks.next(),
        }
    }
}

impl Chunks {
    /// The entries of `paths`; `-` is standard input. They end where a stop is requested, even while a pipe is waited for.
    pub fn new(paths: Vec<PathBuf>, context: &Context) -> Chunks {
        Chunks {
            paths: paths.into_iter(),
            typed: None,
            format: None,
            reading: Reading {
                fen_fields: FenFields::Doubted,
                for_histories: false,
                only_read: false,
                paint: output::paint(context.color),
                language: context.language,
            },
            stop: context.stop.clone(),
            open: None,
        }
    }

    /// The same, every file read in `format`; with `None` each is recognised by how it begins.
    #[must_use]
    pub fn in_format(self, format: Option<Format>) -> Chunks {
        Chunks { format, ..self }
    }

    /// The same, the castling and e.p. fields of FENs believed, or not.
    #[must_use]
    pub fn taking(mut self, fen_fields: FenFields) -> Chunks {
        self.reading.fen_fields = fen_fields;
        self
    }

    /// The same, for a command that asks for histories whatever the files ask for.
    #[must_use]
    pub fn for_histories(mut self) -> Chunks {
        self.reading.for_histories = true;
        self
    }

    /// The same, for a command that says whether what is asked for is right: a stipulation that cannot be read is an error.
    #[must_use]
    pub fn with_read_stipulations(mut self) -> Chunks {
        self.reading.only_read = true;
        self
    }

    /// The same, with a problem typed on the command line first, as a problem file has it.
    #[must_use]
    pub fn with_typed(self, typed: Option<String>) -> Chunks {
        Chunks { typed, ..self }
    }
}

impl SourceArgs {
    /// The problems asked for: of the files, or the one typed.
    ///
    /// # Errors
    ///
    /// There is no such format, or nothing is asked for.
    pub fn chunks(&self, context: &Context) -> Result<Chunks, Trouble> {
        // Not left to the parser of arguments: `histories --check` needs neither.
        if self.files.is_empty() && self.fen.is_none() {
            return Err(Trouble::new(text!(NoProblemNamed)));
        }
        let format = self.from.as_deref().map(values::format).transpose()?;
        Ok(Chunks::new(self.files.clone(), context)
            .in_format(format)
            .taking(believed(self.believe))
            .with_typed(self.typed()))
    }

    /// The problem typed on the command line, as a problem file has it.
    fn typed(&self) -> Option<String> {
        let mut text = String::new();
        for (name, value) in [
            ("fen", Some(self.fen.as_ref()?)),
            ("convention", self.convention.as_ref()),
            ("options", self.options.as_ref()),
            ("stipulation", self.stipulation.as_ref()),
        ] {
            if let Some(value) = value {
                let line: Vec<&str> = value.lines().collect();
                let _ = writeln!(text, "{name}: {}", line.join(" "));
            }
        }
        if self.stipulation.is_none() {
            text.push_str("stipulation: histories\n");
        }
        Some(text)
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        loop {
            if let Some(open) = &mut self.open {
                let next = open.next(self.reading);
                if self.stop.is_requested() {
                    // What was read last may be a half.
                    return None;
                }
                if let Some(chunk) = next {
                    return Some(chunk);
                }
                self.open = None;
            }
            if let Some(typed) = self.typed.take() {
                let parsed = formats::read_with(&typed, Format::Bg, self.reading.fen_fields);
                let chunks = foreign("--fen".into(), &typed, Format::Bg, parsed, self.reading);
                self.open = Some(Open::Foreign(chunks.into_iter()));
                continue;
            }
            let path = self.paths.next()?;
            match open(&path, self.format, self.reading, &self.stop) {
                Ok(open) => self.open = Some(open),
                Err(why) => {
                    let file = name(&path);
                    return Some(failure(file, &why, self.reading.language));
                }
            }
        }
    }
}

/// How the fields of FENs are taken, from the flag `--believe`.
pub fn believed(believe: bool) -> FenFields {
    if believe {
        FenFields::Believed
    } else {
        FenFields::Doubted
    }
}

/// A file's name for the reader and for records.
pub fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

/// Opens a file in the format given, or recognised.
fn open(
    path: &Path,
    format: Option<Format>,
    reading: Reading,
    stop: &Stop,
) -> Result<Open, Unreadable> {
    let reader: Box<dyn Read + Send> = if is_pipe(path) {
        Box::new(Pipe::open(path, stop.clone()))
    } else {
        if path.is_dir() {
            return Err(Unreadable::Folder);
        }
        Box::new(File::open(path).map_err(Unreadable::System)?)
    };
    let mut reader = with_line_feeds(reader).map_err(Unreadable::System)?;
    let mut head = Vec::new();
    let format = match format {
        Some(format) => format,
        None => recognised(&mut reader, &mut head).map_err(Unreadable::System)?,
    };
    if format == Format::Html {
        return Err(Unreadable::WebPage);
    }
    let mut reader = io::Cursor::new(head).chain(reader);
    if format == Format::Bg {
        return Ok(Open::Entries(Box::new(OpenFile::new(path, reader))));
    }
    let mut bytes = Vec::new();
    let limit = LONGEST_FOREIGN as u64 + 1;
    (&mut reader)
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(Unreadable::System)?;
    if bytes.len() > LONGEST_FOREIGN {
        return Err(Unreadable::TooLongFile);
    }
    let (text, guessed) = decoded(&bytes);
    let mut parsed = formats::read_with(&text, format, reading.fen_fields);
    if parsed.entries.is_empty() && parsed.diagnostics.is_empty() {
        return Err(Unreadable::Empty(text.lines().count()));
    }
    parsed.diagnostics.extend(guessed);
    parsed
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.range().start);
    let chunks = foreign(name(path), &text, format, parsed, reading);
    Ok(Open::Foreign(chunks.into_iter()))
}

/// That so many more diagnostics are not shown.
fn more(number: usize, language: Language) -> String {
    say!(language, AndMoreDiagnostics, number)
}
