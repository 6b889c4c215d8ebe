//! What is wrong with an input, as a plain value: what was found where, what was expected, what may help.
//!
//! Every text is there in all languages; serialised it is English. Ranges are bytes of the source; lines
//! and columns are worked out when a diagnostic is rendered.

use std::ops::Range;

use serde::Serialize;

use crate::notation::{ParseMoveTextError, Text};
use crate::text;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The problem cannot be used.
    Error,
    /// The problem can be used, but not exactly as written.
    Warning,
}

/// A remark on a place in the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// Bytes of the source; empty at a place where something is missing.
    pub range: Range<usize>,
    /// What is to say there.
    pub text: Text,
}

/// A replacement that would mend the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// Bytes to replace.
    pub range: Range<usize>,
    /// What to write instead.
    pub replacement: String,
}

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Its class, such as `unknown-field`; stable, for machines.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: Text,
    /// The places, the one to look at first; never empty.
    pub labels: Vec<Label>,
    /// How to mend it, in words.
    pub help: Option<Text>,
    /// How to mend it, as a replacement; a guess that is only ever offered.
    pub suggestion: Option<Suggestion>,
}

impl Diagnostic {
    fn new(
        code: &'static str,
        severity: Severity,
        message: Text,
        range: Range<usize>,
        label: Text,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message,
            labels: vec![Label { range, text: label }],
            help: None,
            suggestion: None,
        }
    }

    /// An error at `range`.
    pub fn error(
        code: &'static str,
        message: Text,
        range: Range<usize>,
        label: Text,
    ) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, message, range, label)
    }

    /// A warning at `range`.
    pub fn warning(
        code: &'static str,
        message: Text,
        range: Range<usize>,
        label: Text,
    ) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, message, range, label)
    }

    const NO_STIPULATION: &'static str = "no-stipulation";

    /// Whether it is the warning that nothing asks for play, so that histories are taken to be asked for.
    pub fn is_no_stipulation(&self) -> bool {
        self.code == Diagnostic::NO_STIPULATION && self.severity == Severity::Warning
            || self.is_unread_stipulation()
    }

    const UNREAD_STIPULATION: &'static str = "unread-stipulation";

    /// Whether it is the warning that what asks for something cannot be read, so that histories are taken to be asked for.
    pub fn is_unread_stipulation(&self) -> bool {
        self.code == Diagnostic::UNREAD_STIPULATION && self.severity == Severity::Warning
    }

    /// The same as an error, where nothing may be taken for what cannot be read.
    #[must_use]
    pub fn refused(self) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: text!(StipulationRefused),
            ..self
        }
    }

    /// A warning that what asks for something cannot be read, so that histories are taken to be asked for.
    pub(crate) fn unread_stipulation(range: Range<usize>, label: Text) -> Diagnostic {
        let message = text!(StipulationNotRead);
        Diagnostic::warning(Diagnostic::UNREAD_STIPULATION, message, range, label)
    }

    /// A warning that nothing asks for play, so that histories are taken to be asked for.
    pub(crate) fn no_stipulation(range: Range<usize>, label: Text) -> Diagnostic {
        let message = text!(NoStipulationTaken);
        Diagnostic::warning(Diagnostic::NO_STIPULATION, message, range, label)
    }

    /// The same with another place.
    #[must_use]
    pub fn with_label(mut self, range: Range<usize>, text: Text) -> Diagnostic {
        self.labels.push(Label { range, text });
        self
    }

    /// The same, every place in it moved to `range`: of a text that does not stand in the source as it was read.
    #[must_use]
    pub(crate) fn moved_to(mut self, range: Range<usize>) -> Diagnostic {
        for label in &mut self.labels {
            label.range = range.clone();
        }
        if let Some(suggestion) = &mut self.suggestion {
            suggestion.range = range;
        }
        self
    }

    /// The same with words of help.
    #[must_use]
    pub fn with_help(mut self, help: Text) -> Diagnostic {
        self.help = Some(help);
        self
    }

    /// The same with a replacement for the first place.
    #[must_use]
    pub fn with_suggestion(self, replacement: impl Into<String>) -> Diagnostic {
        let range = self.range();
        self.with_suggestion_at(range, replacement)
    }

    /// The same with a replacement.
    #[must_use]
    pub fn with_suggestion_at(
        mut self,
        range: Range<usize>,
        replacement: impl Into<String>,
    ) -> Diagnostic {
        self.suggestion = Some(Suggestion {
            range,
            replacement: replacement.into(),
        });
        self
    }

    /// The first place.
    pub fn range(&self) -> Range<usize> {
        self.labels
            .first()
            .map_or(0..0, |label| label.range.clone())
    }

    /// Whether the problem cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// How many diagnostics of one file are kept; the rest is counted.
pub const MAX_DIAGNOSTICS: usize = 50;

/// Collects the diagnostics of a file, bounded in memory whatever the input is.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub kept: Vec<Diagnostic>,
    pub suppressed: usize,
    /// The first error since [`Report::begin`].
    first_error: Option<Diagnostic>,
    /// The first since then that a stipulation cannot be read.
    first_unread: Option<Diagnostic>,
}

impl Report {
    /// A new entry begins.
    pub fn begin(&mut self) {
        self.first_error = None;
        self.first_unread = None;
    }

    /// The first warning since the entry began that a stipulation cannot be read.
    pub fn take_unread(&mut self) -> Option<Diagnostic> {
        self.first_unread.take()
    }

    /// The first error since the entry began.
    pub fn take_first_error(&mut self) -> Option<Diagnostic> {
        self.first_error.take()
    }

    /// Whether the entry has errors so far.
    pub fn has_errors(&self) -> bool {
        self.first_error.is_some()
    }

    /// Whether a further error would neither be kept nor change the entry's outcome.
    pub fn is_deaf(&self) -> bool {
        self.has_errors() && self.kept.len() >= MAX_DIAGNOSTICS
    }

    /// Notes a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() && self.first_error.is_none() {
            self.first_error = Some(diagnostic.clone());
        }
        if diagnostic.is_unread_stipulation() && self.first_unread.is_none() {
            self.first_unread = Some(diagnostic.clone());
        }
        if self.kept.len() < MAX_DIAGNOSTICS {
            self.kept.push(diagnostic);
        } else {
            self.suppressed += 1;
        }
    }

    /// The value, or nothing and its diagnostic noted.
    pub fn note<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.push(diagnostic)).ok()
    }
}

/// That what is typed is no move, and why.
pub(super) fn no_move(typed: &str, error: ParseMoveTextError) -> Text {
    text!(NoMoveBecause, typed = quoted(typed), why = error.text())
}

/// Text for a message: in backquotes, control characters escaped, shortened.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (at, c) in text.chars().enumerate() {
        if at == 40 {
            out.push('…');
            break;
        }
        if c.is_control() || is_invisible(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out.push('`');
    out
}

/// Characters that would disturb the line they are printed in: bidirectional controls, zero width, BOM.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}
