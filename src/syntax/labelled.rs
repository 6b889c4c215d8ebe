//! The author's solution divided among the twins, by the labels `a)`, `b)`, `b-duplex)` at line beginnings, also written `(a)`, `a:`, or `+b)`.

use std::collections::BTreeMap;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while};
use nom::character::complete::char;
use nom::combinator::{opt, recognize};
use nom::sequence::{delimited, preceded, terminated};
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
    // The halves of a duplex may share what is written of both.
    let needs_label = (drafts.iter().skip(1)).any(|twin| twin.draft.duplex != Duplex::Second);
    let mut labelled: Vec<(String, Vec<String>)> = vec![(first.to_owned(), Vec::new())];
    let lines = || std::iter::once(field.head).chain(field.continuation.iter().copied());
    let first_in_line: Vec<String> = lines()
        .filter_map(|line| label_of(trimmed(line), drafts))
        .map(|(_, name)| name.fragment().to_lowercase())
        .collect();
    let others: Vec<&str> = (drafts.iter().skip(1))
        .map(|twin| twin.label.as_str())
        .filter(|label| !first_in_line.iter().any(|first| first == label))
        .collect();
    for line in lines().flat_map(|line| split_at_labels(line, &others)) {
        let inner = trimmed(line);
        let Some((rest, name)) = label_of(inner, drafts) else {
            let no_label_yet = needs_label && labelled.len() == 1;
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
        let beside = format!("{}{}", " ".repeat(indent), undescribed(rest.fragment()));
        labelled.push((name_text, vec![beside]));
    }
    texts(labelled)
}

/// A line divided before the labels of twins that stand in the middle of it: `1.Bb3 cxb3 2.Rd5 Rc4#; b) Kc5→d5: 1.e2 ...`.
fn split_at_labels<'a>(line: Span<'a>, labels: &[&str]) -> Vec<Span<'a>> {
    let mut parts = Vec::new();
    let mut rest = line;
    for label in labels {
        if let Some(at) = label_within(rest.fragment(), label) {
            parts.push(rest.take(at));
            rest = rest.take_from(at);
        }
    }
    parts.push(rest);
    parts
}

/// Where the label stands behind a blank and before a numbered move, outside brackets.
fn label_within(text: &str, label: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut before = ' ';
    let mut begun = false;
    for (at, c) in text.char_indices() {
        if begun && depth == 0 && (before.is_whitespace() || matches!(before, ';' | '+')) {
            let behind = text[at..].strip_prefix(label);
            if let Some(behind) = behind.and_then(|behind| behind.strip_prefix(')')) {
                return first_number(behind).map(|_| at);
            }
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        begun |= !c.is_whitespace();
        before = c;
    }
    None
}

/// Where the first `1.` stands.
fn first_number(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(digits) = text[from..].find(|c: char| c.is_ascii_digit()) {
        let at = from + digits;
        let behind = text[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        if behind.starts_with(['.', '…']) {
            return Some(at);
        }
        from = text.len() - behind.len();
    }
    None
}

/// What stands behind a label, with blanks for how the twin is made: `Kc5→d5: 1.e2`, `Pe7-e5: 1.Bf4`, `Kg4>e4: 1.e1=S`.
fn undescribed(text: &str) -> String {
    let colon = first_number(text).and_then(|number| text[..number].rfind(':'));
    let described = |&colon: &usize| {
        let change = text[..colon].trim();
        // The reader understands those with the colour of the man.
        let mut begin = change.chars();
        let coloured = begin.next().is_some_and(|c| "wbsn".contains(c))
            && begin.next().is_some_and(|c| c.is_ascii_uppercase());
        let arrow = ["→", ">", "⇒"].iter().any(|arrow| change.contains(arrow));
        !coloured && (arrow || change.contains('-') && !change.contains(char::is_whitespace))
    };
    match colon.filter(described) {
        Some(colon) => {
            let blanks = " ".repeat(text[..=colon].chars().count());
            format!("{blanks}{}", &text[colon + 1..])
        }
        None => text.to_owned(),
    }
}

/// The solutions of a text in which every part has the label of a twin of its own.
fn parted(text: &str, drafts: &[DraftTwin<'_>]) -> Option<BTreeMap<String, String>> {
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut open = None;
    for line in text.lines() {
        let inner = Span::new(line.trim_start());
        if let Some((rest, name)) = label_of(inner, drafts) {
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

/// The label a line begins with, and what stands behind it: `b)`, or in other signs, if there is such a twin, `(b)` and `b:`.
fn label_of<'a>(line: Span<'a>, drafts: &[DraftTwin<'_>]) -> Option<(Span<'a>, Span<'a>)> {
    // `+c)`: the twin goes on from the one before.
    let plain = preceded(
        take_while(|c| c == '+'),
        terminated(solution_label, char(')')),
    )
    .parse(line);
    if let Ok(found) = plain {
        return Some(found);
    }
    let bracketed = delimited(char('('), solution_label, char(')'));
    let (rest, name) = alt((bracketed, terminated(solution_label, char(':'))))
        .parse(line)
        .ok()?;
    let label = name.fragment().to_lowercase();
    (drafts.iter().any(|twin| twin.label == label)).then_some((rest, name))
}

/// A twin's label, or that of a duplex's second half: `b`, `b-duplex`.
fn solution_label(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let second = (char('-'), tag_no_case(Duplex::KEYWORD));
    recognize((label_name, opt(second))).parse(input)
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
