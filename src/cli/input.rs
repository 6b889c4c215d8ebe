//! Problem files, read entry by entry: of our own files never more than one entry is held in memory. Files in the
//! formats of others are recognised by how they begin, and held whole.
//!
//! Invariant: whatever a file holds, reading goes on behind it. What cannot be read becomes a [`Broken`]
//! with its place; one bad entry hides no other.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beruehrt::budget::Stop;
use beruehrt::formats::{self, Format};
use beruehrt::notation::{Language, Text};
use beruehrt::problem::Problem;
use beruehrt::report::sanitize;
use beruehrt::syntax::{self, Diagnostic, Paint, Parsed};
use beruehrt::text;

use super::args::SourceArgs;
use super::context::Context;
use super::output;
use super::pipe::{Pipe, is_pipe};
use super::trouble::{Deed, Trouble, cannot, label, system_words};
use super::values;

/// Longest entry that is read; a problem has a few hundred bytes.
const LONGEST_ENTRY: usize = 1 << 20;

/// Longest file in a format of others that is read; a problem has a few hundred bytes.
const LONGEST_FOREIGN: usize = 64 << 20;

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
    /// A problem of the command line, before any file.
    typed: Option<String>,
    format: Option<Format>,
    paint: Paint,
    language: Language,
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
    fn next(&mut self, paint: Paint, language: Language) -> Option<Chunk> {
        match self {
            Open::Entries(file) => file.next(paint, language),
            Open::Foreign(chunks) => chunks.next(),
        }
    }
}

impl Chunks {
    /// The entries of `paths`; `-` is standard input. Diagnostics are for readers of `language`.
    pub fn new(paths: Vec<PathBuf>, paint: Paint, language: Language) -> Chunks {
        Chunks {
            paths: paths.into_iter(),
            typed: None,
            format: None,
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

    /// The same, every file read in `format`; with `None` each is recognised by how it begins.
    #[must_use]
    pub fn in_format(self, format: Option<Format>) -> Chunks {
        Chunks { format, ..self }
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
            return Err(Trouble::new(Text::new(
                "no problem: name a file, `-` for standard input, or give --fen",
                "keine Aufgabe: eine Datei nennen, `-` für die Standardeingabe, oder --fen angeben",
            )));
        }
        let paint = output::paint(context.color);
        let format = self.from.as_deref().map(values::format).transpose()?;
        Ok(Chunks::new(self.files.clone(), paint, context.language)
            .in_format(format)
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
            if let Some(typed) = self.typed.take() {
                let parsed = formats::read(&typed, Format::Bg);
                let chunks = foreign("--fen".into(), &typed, parsed, self.paint, self.language);
                self.open = Some(Open::Foreign(chunks.into_iter()));
                continue;
            }
            let path = self.paths.next()?;
            match open(&path, self.format, &self.stop, self.paint, self.language) {
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
    /// The file is too long to be held whole.
    TooLongFile,
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
            Unreadable::TooLongFile => text!(
                "is longer than {LONGEST_FOREIGN} bytes",
                "ist länger als {LONGEST_FOREIGN} Bytes",
            ),
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
        Unreadable::System(_)
        | Unreadable::Folder
        | Unreadable::Empty
        | Unreadable::TooLongFile => None,
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

/// Opens a file in the format given, or recognised.
fn open(
    path: &Path,
    format: Option<Format>,
    stop: &Stop,
    paint: Paint,
    language: Language,
) -> Result<Open, Unreadable> {
    let mut reader: Box<dyn Read + Send> = if is_pipe(path) {
        Box::new(Pipe::open(path, stop.clone()))
    } else {
        if path.is_dir() {
            return Err(Unreadable::Folder);
        }
        Box::new(File::open(path).map_err(Unreadable::System)?)
    };
    let mut head = Vec::new();
    let format = match format {
        Some(format) => format,
        None => recognised(&mut reader, &mut head).map_err(Unreadable::System)?,
    };
    let mut reader = io::Cursor::new(head).chain(reader);
    if format == Format::Bg {
        return Ok(Open::Entries(Box::new(OpenFile {
            file: name(path),
            reader: BufReader::with_capacity(1 << 16, Box::new(reader)),
            line: 1,
            found: false,
            ended: false,
        })));
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
    let mut parsed = formats::read(&text, format);
    if parsed.entries.is_empty() && parsed.diagnostics.is_empty() {
        return Err(Unreadable::Empty);
    }
    parsed.diagnostics.extend(guessed);
    parsed
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.range().start);
    let chunks = foreign(name(path), &text, parsed, paint, language);
    Ok(Open::Foreign(chunks.into_iter()))
}

/// Reads on until the format is plain.
fn recognised(reader: &mut impl Read, head: &mut Vec<u8>) -> io::Result<Format> {
    let mut piece = vec![0; 4096];
    loop {
        let read = match reader.read(&mut piece) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        head.extend_from_slice(&piece[..read]);
        let ended = read == 0;
        let mut text = String::from_utf8_lossy(head).into_owned();
        if ended {
            text.push('\n');
        }
        match formats::recognise(&text) {
            Some(format) => return Ok(format),
            None if ended || head.len() >= formats::ENOUGH => return Ok(Format::Bg),
            None => {}
        }
    }
}

/// The text of a file of others, which need not be UTF-8: Latin-1 then, and that is said.
fn decoded(bytes: &[u8]) -> (String, Option<Diagnostic>) {
    match syntax::decode(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
            let at = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
            let mut diagnostic = Diagnostic::warning(
                "encoding",
                Text::new(
                    "the file is not UTF-8: read as Latin-1",
                    "die Datei ist nicht UTF-8: gelesen als Latin-1",
                ),
                at..at,
                Text::new("the first such letter", "der erste solche Buchstabe"),
            );
            diagnostic.help = error.help;
            (text, Some(diagnostic))
        }
    }
}

/// The entries of a text that is held whole, each with the diagnostics that belong to it.
fn foreign(
    file: Arc<str>,
    text: &str,
    parsed: Parsed,
    paint: Paint,
    language: Language,
) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut diagnostics = parsed.diagnostics.iter().peekable();
    let lines = Lines::of(text);
    let mut entries = parsed.entries.into_iter().peekable();
    while let Some(entry) = entries.next() {
        let until = entries.peek().map_or(usize::MAX, |next| next.range.start);
        let mut rendered = Vec::new();
        while let Some(diagnostic) = diagnostics.next_if(|d| d.range().start < until) {
            rendered.push(syntax::render(diagnostic, text, &file, language, paint));
        }
        let raw = text.get(entry.range).unwrap_or("").as_bytes().to_vec();
        let problem = match entry.problem {
            Ok(problem) => Ok(Box::new(problem)),
            Err(error) => {
                let (line, column) = lines.place(text, error.range().start);
                Err(Broken {
                    line: Some(line),
                    column: Some(column),
                    message: error.message.clone(),
                })
            }
        };
        chunks.push(Chunk {
            file: file.clone(),
            entries: vec![problem],
            diagnostics: rendered,
            raw,
        });
    }
    let mut left: Vec<String> = diagnostics
        .map(|diagnostic| syntax::render(diagnostic, text, &file, language, paint))
        .collect();
    if parsed.suppressed > 0 {
        left.push(more(parsed.suppressed, language));
    }
    match chunks.last_mut() {
        Some(last) => last.diagnostics.append(&mut left),
        None if left.is_empty() => {}
        None => chunks.push(Chunk {
            file,
            entries: Vec::new(),
            diagnostics: left,
            raw: Vec::new(),
        }),
    }
    chunks
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Lines(
            std::iter::once(0)
                .chain(ends.map(|(at, _)| at + 1))
                .collect(),
        )
    }

    /// Line and column of a byte, both from 1.
    fn place(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.0.partition_point(|&start| start <= at);
        let start = self.0[line - 1];
        let before = text.get(start..at).unwrap_or("");
        (line, 1 + before.chars().count())
    }
}

fn more(number: usize, language: Language) -> String {
    text!("... and {number} more", "... und {number} weitere")
        .in_language(language)
        .to_owned()
}

impl OpenFile {
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
            diagnostics.push(more(parsed.suppressed, language));
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

/// The files that `paths` name: folders are searched recursively, and in order, for files with the endings of
/// formats that hold nothing but problems. A pipe or a device that is found in a folder, and not named itself, is
/// handed to `passed_over`.
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
            } else if is_collection(&path) {
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

/// Whether a file in a folder is one of problems, by its ending. LaTeX and YAML may be anything.
fn is_collection(path: &Path) -> bool {
    let format = path
        .extension()
        .and_then(|extension| extension.to_str())
        .filter(|extension| !matches!(extension.to_lowercase().as_str(), "yaml" | "yml"))
        .and_then(Format::of_extension);
    format.is_some_and(|format| format.is_read() && format != Format::Latex)
}
