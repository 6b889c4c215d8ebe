//! The fields of an entry, each at most once, and their values as lines or text.

use nom::Input;

use super::diagnostic::{Diagnostic, Report, quoted};
use super::field::Field;
use super::grammar::{RawEntry, RawField};
use super::span::{Span, range_of};

use crate::notation::Text;
use crate::text;

/// The fields of an entry, each at most once.
pub(super) struct Fields<'e, 'a> {
    fields: Vec<&'e RawField<'a>>,
}

impl<'e, 'a> Fields<'e, 'a> {
    /// Those of `entry`; a second field of a name is an error.
    pub(super) fn new(entry: &'e RawEntry<'a>, report: &mut Report) -> Fields<'e, 'a> {
        let mut fields: Vec<&RawField<'a>> = Vec::new();
        for field in &entry.fields {
            match fields.iter().find(|known| known.field == field.field) {
                None => fields.push(field),
                Some(first) => {
                    if !report.is_deaf() {
                        report.push(
                            Diagnostic::error(
                                "duplicate-field",
                                text!(FieldTwice, name = quoted(field.name.fragment())),
                                range_of(field.name),
                                text!(AgainHere),
                            )
                            .with_label(range_of(first.name), text!(FirstHere))
                            .with_help(text!(DashesSeparate)),
                        );
                    }
                }
            }
        }
        Fields { fields }
    }

    /// The field, if the entry has it.
    pub(super) fn get(&self, field: Field) -> Option<&'e RawField<'a>> {
        self.fields
            .iter()
            .copied()
            .find(|known| known.field == field)
    }
}

/// The value, or nothing and its diagnostics noted.
pub(super) fn note_all<T>(result: Result<T, Vec<Diagnostic>>, report: &mut Report) -> Option<T> {
    result
        .map_err(|diagnostics| diagnostics.into_iter().for_each(|d| report.push(d)))
        .ok()
}

/// The value, or what is wrong with it.
pub(super) fn unless<T>(wrong: Vec<Diagnostic>, value: T) -> Result<T, Vec<Diagnostic>> {
    if wrong.is_empty() {
        Ok(value)
    } else {
        Err(wrong)
    }
}

/// That nothing stands in a field, and what is expected there.
pub(super) fn empty(field: &RawField<'_>, expected: Text) -> Diagnostic {
    Diagnostic::error(
        "empty-field",
        text!(FieldEmpty, name = quoted(field.name.fragment())),
        field.value_range(),
        expected,
    )
}

/// The one line of a field that has just one.
pub(super) fn single<'a>(field: &RawField<'a>, report: &mut Report) -> Option<Span<'a>> {
    let mut lines = field.lines();
    let Some(line) = lines.next() else {
        report.push(empty(field, text!(ExpectedValue)));
        return None;
    };
    if let Some(more) = lines.next() {
        report.push(Diagnostic::error(
            "long-field",
            text!(FieldOneLine, name = quoted(field.name.fragment())),
            range_of(more.take(more.fragment().chars().next().map_or(0, char::len_utf8))),
            text!(ThisIsSecond),
        ));
        return None;
    }
    Some(line)
}

/// A text of one line, however it was broken.
pub(super) fn joined(field: &RawField<'_>) -> String {
    let lines: Vec<&str> = field.lines().map(|line| *line.fragment()).collect();
    lines.join(" ")
}

/// A text of several lines without the indentation they share.
pub(super) fn text(field: &RawField<'_>) -> Option<String> {
    let indent = |line: &Span<'_>| {
        let text = line.fragment();
        text.len() - text.trim_start().len()
    };
    let shared = field
        .continuation
        .iter()
        .filter(|line| !line.fragment().trim().is_empty())
        .map(indent)
        .min()
        .unwrap_or(0);
    let mut lines: Vec<&str> = Vec::new();
    if !field.head.fragment().is_empty() {
        lines.push(field.head.fragment());
    }
    for line in &field.continuation {
        let text = *line.fragment();
        lines.push(text.get(shared..).unwrap_or_else(|| text.trim()).trim_end());
    }
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| text.to_owned())
}
