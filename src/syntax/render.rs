//! Diagnostics as text: file, line, column, the line itself with a caret, what may help.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Severity};
use crate::notation::{Language, Text, is_hostile, stand_in};
use crate::text;

/// With or without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Styled,
}

/// Lines beyond this many bytes are not shown.
const LONGEST_EXCERPT: usize = 8 * 1024;

/// What stands before a message in each language, and before a replacement.
static ERROR: Text = text!(ErrorLabel);
static WARNING: Text = text!(WarningLabel);
static NOTE: Text = text!(NoteLabel);
static HELP: Text = text!(HelpLabel);
static PERHAPS: Text = text!(Perhaps);

/// The diagnostic as text of several lines in `language`, without a line end at the end.
///
/// `source` is what was parsed, `path` its name for the reader.
pub fn render(
    diagnostic: &Diagnostic,
    source: &str,
    path: &str,
    language: Language,
    paint: Paint,
) -> String {
    let headed =
        |level: Level<'static>, name: &'static Text| level.with_name(name.in_language(language));
    // What has no code has the colon right behind it, which some languages set off.
    let blank = language.colon().trim_end_matches(": ");
    let aside = |level: Level<'static>, name: &'static Text| {
        level.with_name(format!("{}{blank}", name.in_language(language)))
    };
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Styled => Renderer::styled(),
    };
    let level = match diagnostic.severity {
        Severity::Error => headed(Level::ERROR, &ERROR),
        Severity::Warning => headed(Level::WARNING, &WARNING),
    };
    let path = printable(path);
    let mut group = level
        .primary_title(diagnostic.message.in_language(language))
        .id(diagnostic.code)
        .elements(None::<Snippet<'_, Patch<'_>>>);
    let shown = excerpt(source, diagnostic);
    if let Some(excerpt) = &shown {
        let annotations = diagnostic
            .labels
            .iter()
            .enumerate()
            .filter_map(|(at, label)| {
                let range = excerpt.local(&label.range)?;
                let kind = if at == 0 {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                Some(kind.span(range).label(label.text.in_language(language)))
            });
        group = group.element(
            Snippet::source(excerpt.text.as_str())
                .line_start(excerpt.line)
                .path(path.as_str())
                .annotations(annotations),
        );
    } else {
        let (line, column) = line_and_column(source, diagnostic.range().start);
        let place = format!("{path}:{line}:{column}");
        let note = aside(Level::NOTE, &NOTE);
        group = group.element(note.clone().message(place));
        if let Some(label) = diagnostic.labels.first() {
            group = group.element(note.message(label.text.in_language(language)));
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(aside(Level::HELP, &HELP).message(help.in_language(language)));
    }
    let mut groups = vec![group];
    if let (Some(suggestion), Some(excerpt)) = (&diagnostic.suggestion, &shown)
        && let Some(range) = excerpt.local(&suggestion.range)
    {
        groups.push(
            Group::with_title(
                aside(Level::HELP, &HELP).secondary_title(PERHAPS.in_language(language)),
            )
            .element(
                Snippet::source(excerpt.text.as_str())
                    .line_start(excerpt.line)
                    .path(path.as_str())
                    .patch(Patch::new(range, suggestion.replacement.as_str())),
            ),
        );
    }
    renderer.render(&groups)
}

/// Line and column of a byte, both from 1; the column counts characters.
pub fn line_and_column(source: &str, offset: usize) -> (usize, usize) {
    let before = &source[..source.floor_char_boundary(offset)];
    let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let text = before[line_start..].trim_start_matches('\u{FEFF}');
    (line, 1 + text.chars().count())
}

/// Whole lines of the source that hold the labels.
struct Excerpt {
    /// With harmless characters in the place of hostile ones, each as long as the one it stands for.
    text: String,
    start: usize,
    line: usize,
}

impl Excerpt {
    fn local(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let start = range.start.checked_sub(self.start)?;
        let end = range.end.checked_sub(self.start)?;
        (self.text.is_char_boundary(start) && self.text.is_char_boundary(end)).then_some(start..end)
    }
}

/// The lines of all labels, or of the first alone if the others are far away; none if they are too long.
fn excerpt(source: &str, diagnostic: &Diagnostic) -> Option<Excerpt> {
    let all = || {
        let start = diagnostic
            .labels
            .iter()
            .map(|label| label.range.start)
            .min();
        let end = diagnostic.labels.iter().map(|label| label.range.end).max();
        start.unwrap_or(0)..end.unwrap_or(0)
    };
    lines_of(source, &all()).or_else(|| lines_of(source, &diagnostic.range()))
}

fn lines_of(source: &str, range: &Range<usize>) -> Option<Excerpt> {
    if range.end.saturating_sub(range.start) > LONGEST_EXCERPT {
        return None;
    }
    let start = source.floor_char_boundary(range.start);
    let end = source.floor_char_boundary(range.end.max(range.start));
    let bom = if source.starts_with('\u{FEFF}') { 3 } else { 0 };
    let from = source[..start]
        .rfind('\n')
        .map_or(bom.min(start), |at| at + 1);
    let to = source[end..].find('\n').map_or(source.len(), |at| end + at);
    if to - from > LONGEST_EXCERPT {
        return None;
    }
    Some(Excerpt {
        text: source[from..to].chars().map(stand_in).collect(),
        start: from,
        line: 1 + source[..from].bytes().filter(|&byte| byte == b'\n').count(),
    })
}

fn printable(path: &str) -> String {
    path.chars()
        .map(|c| if is_hostile(c) { '\u{FFFD}' } else { c })
        .collect()
}
