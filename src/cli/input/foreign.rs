//! Files in the formats of others, recognised by how they begin and held whole.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use beruehrt::formats::{self, Format};
use beruehrt::syntax::{self, Diagnostic, Parsed};
use beruehrt::text;

use super::{Broken, Chunk, Reading, more};

/// Longest file in a format of others that is read; a problem has a few hundred bytes.
pub(super) const LONGEST_FOREIGN: usize = 64 << 20;

/// Reads on until the format is plain.
pub(super) fn recognised(reader: &mut impl Read, head: &mut Vec<u8>) -> io::Result<Format> {
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
pub(super) fn decoded(bytes: &[u8]) -> (String, Option<Diagnostic>) {
    match syntax::decode(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
            let at = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
            let mut diagnostic = Diagnostic::warning(
                "encoding",
                text!(FileReadAsLatin),
                at..at,
                text!(FirstSuchLetter),
            );
            diagnostic.help = error.help;
            (text, Some(diagnostic))
        }
    }
}

/// The entries of a text that is held whole, each with the diagnostics that belong to it.
pub(super) fn foreign(
    file: Arc<str>,
    text: &str,
    format: Format,
    parsed: Parsed,
    reading: Reading,
) -> Vec<Chunk> {
    let (paint, language) = (reading.paint, reading.language);
    let parsed = reading.taken(parsed);
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
        let document = (format == Format::Olv).then(|| separated(text, &entry.range).to_owned());
        let (line, _) = lines.place(text, entry.range.start);
        let raw = text.get(entry.range).unwrap_or("").as_bytes().to_vec();
        let unread = entry.unread.is_some();
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
            line,
            entries: vec![problem],
            unread,
            diagnostics: rendered,
            raw,
            document,
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
            line: 1,
            entries: Vec::new(),
            unread: false,
            diagnostics: left,
            raw: Vec::new(),
            document: None,
        }),
    }
    chunks
}

/// An entry with the line `---` before it.
fn separated<'t>(text: &'t str, entry: &Range<usize>) -> &'t str {
    let before = text.get(..entry.start).unwrap_or("");
    let line = before.trim_end_matches(['\r', '\n']);
    let start = line
        .strip_suffix("---")
        .filter(|rest| rest.is_empty() || rest.ends_with('\n'))
        .map_or(entry.start, str::len);
    text.get(start..entry.end).unwrap_or("")
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
