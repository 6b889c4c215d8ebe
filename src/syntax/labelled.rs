//! The author's solution divided among the twins, by the labels `a)`, `b)`, `b-duplex)` at line beginnings.

use std::collections::BTreeMap;

use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{opt, recognize};
use nom::sequence::terminated;
use nom::{Input, Parser};

use super::columns::one_below_another;
use super::diagnostic::{Diagnostic, Report};
use super::draft::DraftTwin;
use super::field::Field;
use super::fields::{Fields, text};
use super::span::{Parse, Span, end_of, range_of, trimmed};
use super::twins::label_name;
use crate::problem::Duplex;
use crate::text;

/// The author's solution of each twin.
pub(super) fn solutions(
    fields: &Fields<'_, '_>,
    drafts: &[DraftTwin<'_>],
    report: &mut Report,
) -> BTreeMap<String, String> {
    let Some(field) = fields.get(Field::Solution) else {
        return BTreeMap::new();
    };
    let Some(whole) = text(field) else {
        return BTreeMap::new();
    };
    if fields.get(Field::Twins).is_none() && drafts.len() == 1 {
        return BTreeMap::from([("a".to_owned(), whole)]);
    }
    if let Some(parted) = one_below_another(&whole).and_then(|text| parted(&text, drafts)) {
        return parted;
    }
    // Labels are looked for in the source, so that errors can point there.
    let first = drafts.first().map_or("a", |twin| twin.label.as_str());
    let mut labelled: Vec<(String, Vec<String>)> = vec![(first.to_owned(), Vec::new())];
    let all = std::iter::once(field.head).chain(field.continuation.iter().copied());
    for line in all {
        let inner = trimmed(line);
        let Ok((rest, name)) = solution_label(inner) else {
            let no_label_yet = labelled.len() == 1;
            let Some((_, lines)) = labelled.last_mut() else {
                continue;
            };
            if no_label_yet && !inner.fragment().is_empty() && lines.iter().all(String::is_empty) {
                report.push(Diagnostic::warning(
                    "solution-label",
                    text!(NoLabelReadAs, first),
                    end_of(inner.take(0)),
                    text!(ExpectedLabel, first),
                ));
            }
            lines.push(line.fragment().to_string());
            continue;
        };
        let name_text = name.fragment().to_lowercase();
        if !drafts.iter().any(|twin| twin.label == name_text) {
            report.push(Diagnostic::error(
                "solution-label",
                text!(ThereIsNoTwin, name_text),
                range_of(name),
                text!(SolutionOfNoTwin),
            ));
        } else if labelled[1..].iter().any(|(seen, _)| *seen == name_text) {
            report.push(Diagnostic::error(
                "solution-label",
                text!(SecondSolution, name_text),
                range_of(name),
                text!(TwinSolvedAbove),
            ));
        }
        // Keep the column of what follows the label.
        let indent = range_of(rest).start - range_of(line).start;
        let beside = format!("{}{}", " ".repeat(indent), rest.fragment());
        labelled.push((name_text, vec![beside]));
    }
    texts(labelled)
}

/// The solutions of a text in which every part has the label of a twin of its own.
fn parted(text: &str, drafts: &[DraftTwin<'_>]) -> Option<BTreeMap<String, String>> {
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut open = None;
    for line in text.lines() {
        let inner = Span::new(line.trim_start());
        if let Ok((rest, name)) = solution_label(inner) {
            let name = name.fragment().to_lowercase();
            let known = drafts.iter().any(|twin| twin.label == name);
            if !known || parts.contains_key(&name) {
                return None;
            }
            parts.insert(name.clone(), vec![rest.fragment().to_string()]);
            open = Some(name);
        } else if let Some(lines) = open.as_ref().and_then(|name| parts.get_mut(name)) {
            lines.push(line.to_owned());
        } else if !line.trim().is_empty() {
            return None;
        }
    }
    Some(texts(parts))
}

/// The solution of each label, where there is one; of two the last.
fn texts(labelled: impl IntoIterator<Item = (String, Vec<String>)>) -> BTreeMap<String, String> {
    labelled
        .into_iter()
        .map(|(label, lines)| (label, dedented(&lines)))
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

/// A twin's label, or that of a duplex's second half, with its parenthesis: `b)`, `b-duplex)`.
fn solution_label(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let second = (char('-'), tag_no_case(Duplex::KEYWORD));
    terminated(recognize((label_name, opt(second))), char(')')).parse(input)
}

/// Lines without blank ones at both ends and without the indentation they share.
fn dedented(lines: &[String]) -> String {
    let text: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    let from = text.iter().position(|line| !line.is_empty()).unwrap_or(0);
    let to = text
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(from, |at| at + 1);
    let text = &text[from..to];
    let Some((first, others)) = text.split_first() else {
        return String::new();
    };
    let shared = others
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut out = first.trim_start().to_owned();
    for line in others {
        out.push('\n');
        out.push_str(line.get(shared..).unwrap_or_else(|| line.trim()));
    }
    out
}
