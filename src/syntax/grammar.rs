//! The file as lines, entries and fields: the part of the grammar that needs no chess.
//!
//! Every line is consumed exactly once, so the time is linear in the size of the file, and a line
//! that makes no sense is reported and passed over.

use std::ops::Range;

use nom::Input;

use super::board::is_list_of_men;
use super::diagnostic::{Diagnostic, Report, quoted};
use super::field::Field;
use super::keyword::{folded, nearest};
use super::span::{Span, range_of, split_at_first, trimmed};
use super::stipulation::asked;

use crate::text;

/// Longest text before a colon that is taken for a field's name.
const LONGEST_NAME: usize = 60;

/// A field as written: its name and the lines of its value.
#[derive(Debug, Clone)]
pub(crate) struct RawField<'a> {
    pub field: Field,
    pub name: Span<'a>,
    /// The rest of the name's line, without blanks at both ends; may be empty.
    pub head: Span<'a>,
    /// The indented lines, without their line ends; blank ones only between others.
    pub continuation: Vec<Span<'a>>,
}

impl<'a> RawField<'a> {
    /// The lines that are not blank, without blanks at both ends.
    pub fn lines(&self) -> impl Iterator<Item = Span<'a>> + '_ {
        std::iter::once(self.head)
            .chain(self.continuation.iter().copied().map(trimmed))
            .filter(|line| !line.fragment().is_empty())
    }

    /// The range of the value, or the place after the name if there is none.
    pub fn value_range(&self) -> Range<usize> {
        let mut lines = self.lines();
        match lines.next() {
            None => {
                let end = range_of(self.head).start;
                end..end
            }
            Some(first) => {
                let last = lines.last().unwrap_or(first);
                range_of(first).start..range_of(last).end
            }
        }
    }
}

/// The fields between two separators.
#[derive(Debug)]
pub(crate) struct RawEntry<'a> {
    pub range: Range<usize>,
    pub fields: Vec<RawField<'a>>,
}

#[derive(Debug, Clone)]
enum Line<'a> {
    Separator,
    LongSeparator(Span<'a>),
    Comment,
    Blank,
    Indented(Span<'a>),
    Field { name: Span<'a>, head: Span<'a> },
    Junk(Span<'a>),
}

/// Whether a line is a comment: `#` and a blank, or `#` alone.
pub(super) fn is_comment(line: &str) -> bool {
    let behind = line.trim_start().strip_prefix('#');
    behind.is_some_and(|behind| behind.chars().next().is_none_or(char::is_whitespace))
}

fn classify(line: Span<'_>) -> Line<'_> {
    let text = line.fragment().trim_end();
    if text.is_empty() {
        Line::Blank
    } else if text == "---" {
        Line::Separator
    } else if is_comment(text) {
        Line::Comment
    } else if text.starts_with(char::is_whitespace) {
        Line::Indented(line)
    } else if text.len() > 3 && text.bytes().all(|byte| byte == b'-') {
        Line::LongSeparator(line.take(text.len()))
    } else if let Some(colon) = text.find(':')
        && colon <= LONGEST_NAME
        && text.starts_with(char::is_alphabetic)
    {
        Line::Field {
            name: trimmed(line.take(colon)),
            head: trimmed(line.take_from(colon + 1)),
        }
    } else {
        Line::Junk(line)
    }
}

/// Reads entries one by one; empty ones are passed over.
pub(crate) struct Entries<'a> {
    rest: Span<'a>,
}

impl<'a> Entries<'a> {
    pub fn new(source: &'a str) -> Entries<'a> {
        let span = Span::new(source);
        let bom = if source.starts_with('\u{FEFF}') { 3 } else { 0 };
        Entries {
            rest: span.take_from(bom),
        }
    }

    /// The next entry that is not empty; what is wrong with its lines goes to `report`, whose
    /// account of the entry begins here.
    pub fn next(&mut self, report: &mut Report) -> Option<RawEntry<'a>> {
        while !self.rest.fragment().is_empty() {
            report.begin();
            let entry = self.entry(report);
            if !entry.fields.is_empty() || report.has_errors() {
                return Some(entry);
            }
        }
        None
    }

    /// The next line without its end, `\n` or `\r\n`.
    fn line(&mut self) -> Option<Span<'a>> {
        if self.rest.fragment().is_empty() {
            return None;
        }
        let (line, rest) = split_at_first(self.rest, |c| c == '\n');
        self.rest = rest.take_from(rest.fragment().len().min(1));
        let text: &str = line.fragment();
        Some(line.take(text.strip_suffix('\r').unwrap_or(text).len()))
    }

    fn entry(&mut self, report: &mut Report) -> RawEntry<'a> {
        let mut range: Option<Range<usize>> = None;
        let mut fields: Vec<RawField<'a>> = Vec::new();
        let mut open = Open::Nothing;
        let mut blanks: Vec<Span<'a>> = Vec::new();
        while let Some(line) = self.line() {
            let kind = classify(line);
            if !matches!(kind, Line::Separator | Line::Comment | Line::Blank) {
                let text = range_of(line);
                range = Some(range.map_or(text.start, |range| range.start)..text.end);
            }
            match kind {
                Line::Separator => break,
                Line::LongSeparator(dashes) => {
                    report.push(
                        Diagnostic::error(
                            "separator",
                            text!(ThreeDashes),
                            range_of(dashes),
                            text!(MoreThanThreeDashes),
                        )
                        .with_suggestion("---"),
                    );
                    break;
                }
                Line::Comment => {}
                Line::Blank => {
                    // A blank line matters only between two lines of one text.
                    if open == Open::Field && blanks.is_empty() {
                        blanks.push(line);
                    }
                }
                Line::Indented(line) => match (open, fields.last_mut()) {
                    (Open::Field, Some(field)) => {
                        field.continuation.append(&mut blanks);
                        field
                            .continuation
                            .push(line.take(line.fragment().trim_end().len()));
                    }
                    (Open::Rejected, _) => {}
                    _ => stray(line, report),
                },
                Line::Field { name, head } => {
                    blanks.clear();
                    if let Some(field) = known_field(name, report) {
                        fields.push(RawField {
                            field,
                            name,
                            head,
                            continuation: Vec::new(),
                        });
                        open = Open::Field;
                    } else {
                        open = Open::Rejected;
                    }
                }
                Line::Junk(line) => {
                    blanks.clear();
                    junk(line, report);
                    open = Open::Rejected;
                }
            }
        }
        let here = self.rest.location_offset();
        RawEntry {
            range: range.unwrap_or(here..here),
            fields,
        }
    }
}

/// What an indented line would go on with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Field,
    Rejected,
}

fn known_field(name: Span<'_>, report: &mut Report) -> Option<Field> {
    let word = folded(name.fragment());
    let known = Field::named(&word);
    if known.is_none() && !report.is_deaf() {
        let mut diagnostic = Diagnostic::error(
            "unknown-field",
            text!(UnknownField, name = quoted(name.fragment())),
            range_of(name),
            text!(NoFieldOfName),
        );
        let meant = Field::SYNONYMS.iter().find(|(synonym, _)| *synonym == word);
        let near = nearest(&word, Field::NAMES.iter().map(|&(name, _)| name));
        if let Some(name) = meant.map(|&(_, name)| name).or(near) {
            diagnostic = diagnostic.with_suggestion(name);
        } else {
            diagnostic = diagnostic.with_help(text!(ContinuationIndented));
        }
        report.push(diagnostic);
    }
    known
}

/// The first word of a line, for a label that stays short.
fn first_word(line: Span<'_>) -> Span<'_> {
    let line = trimmed(line);
    let end = line
        .fragment()
        .char_indices()
        .find(|&(at, c)| c.is_whitespace() || at > 30)
        .map_or(line.fragment().len(), |(at, _)| at);
    line.take(end)
}

fn stray(line: Span<'_>, report: &mut Report) {
    if report.is_deaf() {
        return;
    }
    report.push(
        Diagnostic::error(
            "stray-line",
            text!(IndentedBeforeField),
            range_of(first_word(line)),
            text!(NoFieldToContinue),
        )
        .with_help(text!(FieldsBeginFirstColumn)),
    );
}

fn junk(line: Span<'_>, report: &mut Report) {
    if report.is_deaf() {
        return;
    }
    let word = first_word(line);
    let stipulation = asked(line).ok();
    let expected = || {
        Diagnostic::error(
            "not-a-field",
            text!(ExpectedFieldFound, found = quoted(word.fragment())),
            range_of(word),
            text!(ExpectedNameValue),
        )
    };
    let diagnostic = if stipulation.is_some() {
        let asked = trimmed(line);
        expected().with_help(text!(WriteStipulation, asked = asked.fragment()))
    } else if is_list_of_men(line) {
        expected().with_help(text!(WriteListOfMen))
    } else if word.fragment().starts_with('#') {
        Diagnostic::error(
            "not-a-field",
            text!(CommentNeedsBlank),
            range_of(word),
            text!(ExpectedField),
        )
        .with_help(text!(WriteCommentOrIndent))
    } else if Field::named(&folded(word.fragment())).is_some() {
        let end = range_of(word).end;
        Diagnostic::error(
            "not-a-field",
            text!(NoColon, name = quoted(word.fragment())),
            end..end,
            text!(ExpectedColon),
        )
        .with_suggestion(":")
    } else {
        expected().with_help(text!(ContinuationIsIndented))
    };
    report.push(diagnostic);
}
