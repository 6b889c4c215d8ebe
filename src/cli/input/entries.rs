//! Our own files, entry by entry: no more than one is held in memory.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use beruehrt::syntax::{self, Diagnostic};
use beruehrt::text;

use super::unreadable::{Unreadable, failure};
use super::{Broken, Chunk, Reading, more, name};

/// Longest entry that is read; a problem has a few hundred bytes.
pub(super) const LONGEST_ENTRY: usize = 1 << 20;

/// A file that is being read.
pub(super) struct OpenFile {
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
    /// What `reader` gives, which reads the file of this name.
    pub(super) fn new(path: &Path, reader: impl Read + Send + 'static) -> OpenFile {
        OpenFile {
            file: name(path),
            reader: BufReader::with_capacity(1 << 16, Box::new(reader)),
            line: 1,
            found: false,
            ended: false,
        }
    }

    pub(super) fn next(&mut self, reading: Reading) -> Option<Chunk> {
        let language = reading.language;
        while !self.ended {
            let raw = match self.read_entry() {
                Ok(raw) => raw,
                Err(error) => {
                    self.ended = true;
                    let why = Unreadable::System(error);
                    return Some(failure(self.file.clone(), &why, language));
                }
            };
            if let Some(chunk) = self.parse(raw, reading) {
                self.found |= !chunk.entries.is_empty();
                return Some(chunk);
            }
        }
        if self.found {
            return None;
        }
        self.found = true;
        let why = Unreadable::Empty(self.line - 1);
        Some(failure(self.file.clone(), &why, language))
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
            if at_end {
                self.line += 1;
            }
            if (whole || at_end) && is_separator(&entry.bytes[line_start..]) {
                entry.bytes.truncate(line_start);
                return Ok(entry);
            }
            if entry.too_long {
                // Only a line that may be a separator has to be kept.
                if whole || entry.bytes.len() - line_start > 64 {
                    entry.bytes.truncate(if whole { 0 } else { 64 });
                } else {
                    entry.bytes.drain(..line_start);
                }
                line_start = 0;
            }
        }
    }

    fn parse(&self, raw: RawEntry, reading: Reading) -> Option<Chunk> {
        let (paint, language) = (reading.paint, reading.language);
        let mut line = raw.first_line;
        let chunk = |line, entries, diagnostics, raw| Chunk {
            file: self.file.clone(),
            line,
            entries,
            unread: false,
            diagnostics,
            raw,
            document: None,
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
                diagnostic.message = text!(FileNotUtf8);
                let diagnostic = shifted(diagnostic, padding);
                let source = "\n".repeat(padding) + &String::from_utf8_lossy(&raw.bytes);
                let error = broken(&diagnostic, &source);
                let rendered = syntax::render(&diagnostic, &source, &self.file, language, paint);
                return Some(chunk(line, vec![Err(error)], vec![rendered], raw.bytes));
            }
        };
        let parsed = reading.taken(syntax::parse_with(&text, reading.fen_fields));
        if let Some(entry) = parsed.entries.first() {
            let before = text.get(..entry.range.start).unwrap_or("");
            line += before.matches('\n').count();
        }
        if parsed.diagnostics.is_empty() {
            let entries: Vec<_> = parsed
                .entries
                .into_iter()
                .filter_map(|entry| entry.problem.ok())
                .map(|problem| Ok(Box::new(problem)))
                .collect();
            return (!entries.is_empty()).then(|| chunk(line, entries, Vec::new(), raw.bytes));
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
        let unread = parsed.entries.iter().any(|entry| entry.unread.is_some());
        let entries = parsed
            .entries
            .into_iter()
            .map(|entry| match entry.problem {
                Ok(problem) => Ok(Box::new(problem)),
                Err(error) => Err(broken(&shifted(*error, padding), &source)),
            })
            .collect();
        Some(Chunk {
            unread,
            ..chunk(line, entries, diagnostics, raw.bytes)
        })
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
