//! Problem files, read entry by entry: never more than one entry is held in memory.
//!
//! Invariant: whatever a file holds, reading goes on behind it. What cannot be read becomes a [`Broken`]
//! with its place; one bad entry hides no other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beruehrt::budget::Stop;
use beruehrt::notation::{Language, Text};
use beruehrt::problem::Problem;
use beruehrt::report::sanitize;
use beruehrt::syntax::{self, Diagnostic, Paint};
use beruehrt::text;

use super::pipe::{Pipe, is_pipe};
use super::trouble::{Deed, cannot, label, system_words};

/// Longest entry that is read; a problem has a few hundred bytes.
const LONGEST_ENTRY: usize = 1 << 20;

/// What was found between two separators of a file.
#[derive(Debug)]
pub struct Chunk {
    /// The file, as named on the command line; `-` is standard input.
    pub file: Arc<str>,
    /// The entries, one as a rule.
    pub entries: Vec<Result<Box<Problem>, Broken>>,
    /// Errors and warnings, rendered for people.
    pub diagnostics: Vec<String>,
    /// The text as it stands in the file.
    pub raw: Vec<u8>,
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

/// Reads files one after the other.
#[derive(Debug)]
pub struct Chunks {
    paths: std::vec::IntoIter<PathBuf>,
    paint: Paint,
    language: Language,
    stop: Stop,
    open: Option<OpenFile>,
}

impl Chunks {
    /// The entries of `paths`; `-` is standard input. Diagnostics are for readers of `language`.
    pub fn new(paths: Vec<PathBuf>, paint: Paint, language: Language) -> Chunks {
        Chunks {
            paths: paths.into_iter(),
            paint,
            language,
            stop: Stop::default(),
            open: None,
        }
    }

    /// The same, ending where `stop` is requested, even while it waits for a pipe.
    #[must_use]
    pub fn until(self, stop: Stop) -> Chunks {
        Chunks { stop, ..self }
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        loop {
            if let Some(open) = &mut self.open {
                let next = open.next(self.paint, self.language);
                if self.stop.is_requested() {
                    // What was read last may be a half.
                    return None;
                }
                if let Some(chunk) = next {
                    return Some(chunk);
                }
                self.open = None;
            }
            let path = self.paths.next()?;
            match OpenFile::new(&path, &self.stop) {
                Ok(open) => self.open = Some(open),
                Err(why) => {
                    let file = name(&path);
                    return Some(failure(file, &why, self.language));
                }
            }
        }
    }
}

/// A file's name for the reader and for records.
pub fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

/// Why nothing can be read.
enum Unreadable {
    /// The system says so.
    System(io::Error),
    /// It is a folder.
    Folder,
    /// There is nothing.
    Empty,
    /// The entry that begins in this line is too long.
    TooLong(usize),
}

impl Unreadable {
    fn text(&self) -> Text {
        match self {
            Unreadable::System(error) => {
                let german = system_words(error, Language::German);
                text!(
                    "cannot be read: {error}",
                    "lässt sich nicht lesen: {german}",
                )
            }
            Unreadable::Folder => Text::new(
                "cannot be read: it is a folder; `batch` takes folders",
                "lässt sich nicht lesen: ist ein Ordner, Ordner nimmt `batch`",
            ),
            Unreadable::Empty => Text::new("holds no problem", "enthält keine Aufgabe"),
            Unreadable::TooLong(line) => text!(
                "the entry that begins in line {line} is longer than {LONGEST_ENTRY} bytes",
                "die Aufgabe ab Zeile {line} ist länger als {LONGEST_ENTRY} Bytes",
            ),
        }
    }
}

/// The message is for a reader of `language`; records have it in English.
fn failure(file: Arc<str>, why: &Unreadable, language: Language) -> Chunk {
    let shown = sanitize::one_line(&file).into_owned();
    let message = why.text();
    let line = match why {
        Unreadable::TooLong(line) => Some(*line),
        Unreadable::System(_) | Unreadable::Folder | Unreadable::Empty => None,
    };
    Chunk {
        diagnostics: vec![format!(
            "{}: {shown}: {}",
            label(language),
            message.in_language(language)
        )],
        entries: vec![Err(Broken {
            line,
            column: None,
            message,
        })],
        raw: file.as_bytes().to_vec(),
        file,
    }
}

struct OpenFile {
    file: Arc<str>,
    reader: BufReader<Box<dyn Read + Send>>,
    /// The line that comes next, from 1.
    line: usize,
    /// Whether any entry was found.
    found: bool,
    ended: bool,
}

impl std::fmt::Debug for OpenFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at line {}", self.file, self.line)
    }
}

/// The bytes of an entry, without its separator.
struct RawEntry {
    bytes: Vec<u8>,
    first_line: usize,
    too_long: bool,
}

impl OpenFile {
    fn new(path: &Path, stop: &Stop) -> Result<OpenFile, Unreadable> {
        let reader: Box<dyn Read + Send> = if is_pipe(path) {
            Box::new(Pipe::open(path, stop.clone()))
        } else {
            if path.is_dir() {
                return Err(Unreadable::Folder);
            }
            Box::new(File::open(path).map_err(Unreadable::System)?)
        };
        Ok(OpenFile {
            file: name(path),
            reader: BufReader::with_capacity(1 << 16, reader),
            line: 1,
            found: false,
            ended: false,
        })
    }

    fn next(&mut self, paint: Paint, language: Language) -> Option<Chunk> {
        while !self.ended {
            let raw = match self.read_entry() {
                Ok(raw) => raw,
                Err(error) => {
                    self.ended = true;
                    let why = Unreadable::System(error);
                    return Some(failure(self.file.clone(), &why, language));
                }
            };
            if let Some(chunk) = self.parse(raw, paint, language) {
                self.found |= !chunk.entries.is_empty();
                return Some(chunk);
            }
        }
        if self.found {
            return None;
        }
        self.found = true;
        Some(failure(self.file.clone(), &Unreadable::Empty, language))
    }

    /// Reads up to the next separator or the end of the file.
    fn read_entry(&mut self) -> io::Result<RawEntry> {
        let mut entry = RawEntry {
            bytes: Vec::new(),
            first_line: self.line,
            too_long: false,
        };
        let mut line_start = 0;
        let mut in_line = false;
        loop {
            let room = (LONGEST_ENTRY + 1).saturating_sub(entry.bytes.len()).max(1);
            let before = entry.bytes.len();
            let read = self
                .reader
                .by_ref()
                .take(room as u64)
                .read_until(b'\n', &mut entry.bytes)?;
            if read == 0 {
                self.ended = true;
                return Ok(entry);
            }
            if !in_line {
                line_start = before;
            }
            let whole = entry.bytes.last() == Some(&b'\n');
            if whole {
                self.line += 1;
            }
            in_line = !whole;
            if entry.bytes.len() > LONGEST_ENTRY {
                entry.too_long = true;
            }
            let at_end = !whole && self.reader.fill_buf()?.is_empty();
            if (whole || at_end) && is_separator(&entry.bytes[line_start..]) {
                entry.bytes.truncate(line_start);
                return Ok(entry);
            }
            if entry.too_long {
                // Only a line that may be a separator has to be kept.
                if whole || entry.bytes.len() - line_start > 64 {
                    entry.bytes.truncate(if whole { 0 } else { 64 });
                    line_start = 0;
                } else {
                    entry.bytes.drain(..line_start);
                    line_start = 0;
                }
            }
        }
    }

    fn parse(&self, raw: RawEntry, paint: Paint, language: Language) -> Option<Chunk> {
        let chunk = |entries, diagnostics, raw| Chunk {
            file: self.file.clone(),
            entries,
            diagnostics,
            raw,
        };
        if raw.too_long {
            let why = Unreadable::TooLong(raw.first_line);
            return Some(failure(self.file.clone(), &why, language));
        }
        let padding = raw.first_line - 1;
        let text = match syntax::decode(&raw.bytes) {
            Ok(text) => text,
            Err(mut diagnostic) => {
                // The place in the entry that the message speaks of would mislead: the file counts.
                diagnostic.message =
                    Text::new("the file is not UTF-8", "die Datei ist nicht UTF-8");
                let diagnostic = shifted(diagnostic, padding);
                let source = "\n".repeat(padding) + &String::from_utf8_lossy(&raw.bytes);
                let error = broken(&diagnostic, &source);
                let rendered = syntax::render(&diagnostic, &source, &self.file, language, paint);
                return Some(chunk(vec![Err(error)], vec![rendered], raw.bytes));
            }
        };
        let parsed = syntax::parse(&text);
        if parsed.diagnostics.is_empty() {
            let entries: Vec<_> = parsed
                .entries
                .into_iter()
                .filter_map(|entry| entry.problem.ok())
                .map(|problem| Ok(Box::new(problem)))
                .collect();
            return (!entries.is_empty()).then(|| chunk(entries, Vec::new(), raw.bytes));
        }
        // Only now the place in the file matters: the lines before the entry are made up as empty ones.
        let source = "\n".repeat(padding) + &text;
        let mut diagnostics: Vec<String> = parsed
            .diagnostics
            .into_iter()
            .map(|diagnostic| {
                syntax::render(
                    &shifted(diagnostic, padding),
                    &source,
                    &self.file,
                    language,
                    paint,
                )
            })
            .collect();
        if parsed.suppressed > 0 {
            diagnostics.push(match language {
                Language::English => format!("... and {} more", parsed.suppressed),
                Language::German => format!("... und {} weitere", parsed.suppressed),
            });
        }
        let entries = parsed
            .entries
            .into_iter()
            .map(|entry| match entry.problem {
                Ok(problem) => Ok(Box::new(problem)),
                Err(error) => Err(broken(&shifted(*error, padding), &source)),
            })
            .collect();
        Some(chunk(entries, diagnostics, raw.bytes))
    }
}

fn broken(diagnostic: &Diagnostic, source: &str) -> Broken {
    let (line, column) = syntax::line_and_column(source, diagnostic.range().start);
    Broken {
        line: Some(line),
        column: Some(column),
        message: diagnostic.message.clone(),
    }
}

/// A line of three dashes, blanks after them allowed.
fn is_separator(line: &[u8]) -> bool {
    line.strip_prefix(b"---")
        .is_some_and(|rest| rest.iter().all(u8::is_ascii_whitespace))
}

/// The diagnostic for a source with `by` bytes put before it.
fn shifted(mut diagnostic: Diagnostic, by: usize) -> Diagnostic {
    for label in &mut diagnostic.labels {
        label.range = label.range.start + by..label.range.end + by;
    }
    if let Some(suggestion) = &mut diagnostic.suggestion {
        suggestion.range = suggestion.range.start + by..suggestion.range.end + by;
    }
    diagnostic
}

/// The files that `paths` name: folders are searched for `.bg` files, recursively and in order. A pipe or a device that is
/// found in a folder, and not named itself, is handed to `passed_over`.
///
/// # Errors
///
/// A folder that cannot be read.
pub fn expand(
    paths: &[PathBuf],
    mut passed_over: impl FnMut(&Path),
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            folder(path, &mut files, &mut passed_over)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn folder(
    top: &Path,
    files: &mut Vec<PathBuf>,
    passed_over: &mut impl FnMut(&Path),
) -> anyhow::Result<()> {
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(cannot(Deed::ReadFolder, &folder))? {
            let entry = entry.map_err(cannot(Deed::ReadFolder, &folder))?;
            let kind = entry
                .file_type()
                .map_err(cannot(Deed::ReadFolder, &folder))?;
            let path = entry.path();
            // Links to folders are not followed: they may lead in a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "bg") {
                if is_pipe(&path) {
                    passed_over(&path);
                } else {
                    found.push(path);
                }
            }
        }
    }
    found.sort();
    files.append(&mut found);
    Ok(())
}
