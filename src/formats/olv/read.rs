//! olv documents to problems. Each document is parsed alone, so that a broken one hides no other.

use std::collections::BTreeMap;
use std::ops::Range;

use nom::Input;
use serde_saphyr::Spanned;
use shakmaty::{Color, Piece};

use super::document::{self, Algebraic, Document};
use super::kept;
use crate::formats::collect::{Texts, add, assemble, empty_draft, labelled, letters_of, put};
use crate::formats::popeye::pieces::{fairy, man, role};
use crate::formats::popeye::token::Tokens;
use crate::formats::popeye::twins::{Position, changes, condition, is_continued};
use crate::formats::popeye::words::Tongue;
use crate::formats::popeye::{Chosen, is_option};
use crate::formats::{premises, publication};
use crate::notation::Letters;
use crate::problem::{Duplex, Problem, Value};
use crate::syntax::convention::named;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::{Draft, DraftTwin};
use crate::syntax::span::{Span, from_offset, range_of};
use crate::syntax::stipulation::{self, Asked, is_sentence, no_stipulation};
use crate::syntax::{Collection, Parsed};
use crate::text;

/// YACPDB's word for a stipulation that is explained elsewhere.
pub(super) const SEE_TEXT: &str = "see text";

/// What becomes of the fields of a document for which its problem has no place.
type Keep = fn(Problem, Vec<(String, Value)>) -> Problem;

/// Reads a stream of documents.
pub(in crate::formats) fn read(source: &str) -> Parsed {
    read_keeping(source, kept::with_data)
}

/// Reads what documents say of problems, and keeps nothing else.
pub(super) fn read_problems(source: &str) -> Parsed {
    read_keeping(source, |problem, _| problem)
}

fn read_keeping(source: &str, keep: Keep) -> Parsed {
    // Tabs are no blanks in YAML, and stand in files all the same.
    let spaced = source.replace('\t', " ");
    let mut collection = Collection::default();
    let mut rest = Span::new(source);
    for range in documents(&spaced) {
        rest = from_offset(rest, range.start);
        let text = &spaced[range.clone()];
        if text
            .lines()
            .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
        {
            continue;
        }
        let problem = entry(rest, range.clone(), text, keep, &mut collection.report);
        collection.entry(range, problem);
    }
    collection.finish()
}

/// The documents between the lines `---`.
fn documents(source: &str) -> Vec<Range<usize>> {
    let mut documents = Vec::new();
    let mut start = if source.starts_with('\u{FEFF}') { 3 } else { 0 };
    let mut at = start;
    for line in source[start..].split_inclusive('\n') {
        let end = at + line.len();
        let mark = line.trim_end();
        if mark == "---" || mark == "..." || mark.starts_with("--- #") || mark.starts_with('%') {
            documents.push(start..at);
            start = end;
        }
        at = end;
    }
    documents.push(start..source.len());
    documents
}

/// The problem of a document; `begin` is where it begins in the file.
fn entry(
    begin: Span<'_>,
    range: Range<usize>,
    text: &str,
    keep: Keep,
    report: &mut Report,
) -> Option<Problem> {
    let document = match document::document(text) {
        Ok(document) => document,
        Err(error) => {
            report.push(broken(&error, &range, text));
            return None;
        }
    };
    let place = |spanned: &Spanned<String>| place(begin, text, spanned);
    let mut texts = texts(&document);
    let own = premises::taken(&mut texts.comment);
    let mut draft = empty_draft();
    let Some(algebraic) = &document.algebraic else {
        report.push(missing(&range, "algebraic"));
        return None;
    };
    men(algebraic, &mut draft.board, place, report);
    let keywords = document.keywords.iter().flat_map(Value::texts);
    let options_named = document.options.iter().flatten();
    for keyword in keywords.chain(options_named.map(|option| option.value.as_str())) {
        draft.convention = named(keyword).unwrap_or(draft.convention);
    }
    match &document.stipulation {
        Some(written) => {
            let comment = &mut texts.comment;
            if let Some(found) = asked(written, place(written), !own.is_empty(), comment, report) {
                draft.ask(found, place(written));
            }
        }
        None => report.push(missing(&range, "stipulation").with_help(text!(YamlQuotes))),
    }
    let chosen = options(&document, place, report);
    let mut drafts = twins(&document, &draft, place, report);
    let several = drafts.len() > 1;
    for twin in &mut drafts {
        chosen.apply(twin, report);
    }
    premises::apply(&own, &mut drafts, range.start, report);
    let made = premises::keyword(drafts[0].draft.convention);
    if !own.is_empty() && texts.keywords.as_deref() == made {
        texts.keywords = None;
    }
    let duplex = drafts.iter().any(|twin| twin.draft.duplex == Duplex::First);
    let solution = document
        .solution
        .as_ref()
        .map_or("", |solution| unquoted(&solution.value));
    let solutions = if solution.trim().is_empty() {
        BTreeMap::new()
    } else {
        labelled(solution, several || duplex || drafts[0].label != "a")
    };
    texts.letters = letters_of(&solutions, Letters::English);
    if report.has_errors() {
        return None;
    }
    let problem = assemble(texts, drafts, solutions, range.start..range.start, report)?;
    Some(keep(problem, document::fields(text)))
}

/// A solution without the quotation marks of a text that was quoted twice.
fn unquoted(text: &str) -> &str {
    let inside = text.trim().strip_prefix('"');
    let inside = inside.and_then(|inside| inside.strip_suffix('"'));
    inside
        .filter(|inside| !inside.contains('"'))
        .unwrap_or(text)
}

/// Popeye's options that a document names; a convention is read elsewhere, a fairy condition is refused.
fn options<'a>(
    document: &Document,
    place: impl Fn(&Spanned<String>) -> Span<'a>,
    report: &mut Report,
) -> Chosen<'a> {
    let mut chosen = Chosen::default();
    for option in document.options.iter().flatten() {
        let at = place(option);
        if is_option(&option.value) {
            let mut tokens = Tokens::new(plain(at, option, report));
            chosen.read(&mut tokens, Tongue::English, report);
        } else if named(&option.value).is_none() {
            report.push(condition(at));
        }
    }
    chosen
}

/// What a document asks. A sentence is no stipulation; it is kept in the comment.
fn asked(
    written: &Spanned<String>,
    at: Span<'_>,
    has_premises: bool,
    comment: &mut Option<String>,
    report: &mut Report,
) -> Option<Asked> {
    let text = &written.value;
    // The text may be written in YAML's ways; the place is that of the whole.
    match stipulation::asked(Span::new(text.trim())) {
        Ok(found) => return Some(found),
        // Our own line says what.
        Err(_) if text == SEE_TEXT && has_premises => {}
        Err(_) if text == SEE_TEXT || is_sentence(text) => {
            report.push(no_stipulation(text, range_of(at)));
            add(comment, text, "\n");
        }
        Err(diagnostic) => report.push(diagnostic.moved_to(range_of(at))),
    }
    None
}

/// The place of a text in the file; all of the document if it is written with escapes over several lines.
fn place<'a>(begin: Span<'a>, text: &str, spanned: &Spanned<String>) -> Span<'a> {
    let span = spanned.referenced.span();
    let start = span
        .byte_offset()
        .and_then(|at| usize::try_from(at).ok())
        .unwrap_or(0);
    let length = span
        .byte_len()
        .and_then(|at| usize::try_from(at).ok())
        .unwrap_or(0);
    let start = start.min(text.len());
    let end = (start + length).min(text.len());
    let (mut start, mut end) = match text.get(start..end) {
        Some(_) => (start, end),
        None => (0, 0),
    };
    // Without the quotes.
    let inside = &text[start..end];
    let trimmed = inside.trim_end();
    end = start + trimmed.len();
    if trimmed.len() > 1 && trimmed.starts_with(['"', '\'']) && trimmed.ends_with(['"', '\'']) {
        start += 1;
        end -= 1;
    }
    begin.take_from(start).take(end - start)
}

/// The place, if the text stands there as it is; what Popeye's words are read from must be written plainly.
fn plain<'a>(at: Span<'a>, spanned: &Spanned<String>, report: &mut Report) -> Span<'a> {
    if at.fragment().trim() != spanned.value.trim() {
        report.push(Diagnostic::error(
            "yaml",
            text!(TextPlainly),
            range_of(at),
            text!(ReadWas, read = quoted(&spanned.value)),
        ));
    }
    at
}

fn broken(error: &serde_saphyr::Error, range: &Range<usize>, text: &str) -> Diagnostic {
    let span = error.location().map(|location| location.span());
    let start = span
        .and_then(|span| span.byte_offset())
        .and_then(|at| usize::try_from(at).ok())
        .filter(|&at| text.is_char_boundary(at))
        .unwrap_or(0);
    let at = range.start + start;
    let said = error.without_snippet().to_string();
    let said = said.lines().next().unwrap_or("").to_owned();
    Diagnostic::error(
        "yaml",
        text!(NoEntryBecause, said),
        at..at,
        text!(YamlGoesWrong),
    )
}

fn missing(range: &Range<usize>, field: &str) -> Diagnostic {
    Diagnostic::error(
        "olv-field",
        text!(EntryWithoutField, field),
        range.start..range.start,
        text!(ThisEntry),
    )
}

fn men<'a>(
    algebraic: &Algebraic,
    board: &mut shakmaty::Board,
    place: impl Fn(&Spanned<String>) -> Span<'a>,
    report: &mut Report,
) {
    if let Some(neutral) = algebraic.neutral.iter().flatten().next() {
        let at = place(neutral);
        report.push(Diagnostic::error(
            "fairy-piece",
            text!(NeutralUnsupported),
            range_of(at),
            text!(NeitherWhiteNorBlack),
        ));
    }
    for (list, color) in [
        (&algebraic.white, Color::White),
        (&algebraic.black, Color::Black),
    ] {
        for spanned in list.iter().flatten() {
            let at = place(spanned);
            let Some((name, squares)) = man(Span::new(spanned.value.trim())) else {
                report.push(Diagnostic::error(
                    "fairy-piece",
                    text!(NoManWithSquare, found = quoted(&spanned.value)),
                    range_of(at),
                    text!(ExpectedLikeKe1),
                ));
                continue;
            };
            let Some(role) = role(Letters::EnglishProblem, name.fragment()) else {
                let mut diagnostic = fairy(name, Letters::EnglishProblem);
                for label in &mut diagnostic.labels {
                    label.range = range_of(at);
                }
                report.push(diagnostic);
                continue;
            };
            for (square, _) in squares {
                put(Piece { color, role }, (square, at), board, report);
            }
        }
    }
}

/// The diagram and the twins made of it.
fn twins<'a>(
    document: &Document,
    diagram: &Draft<'a>,
    place: impl Fn(&Spanned<String>) -> Span<'a>,
    report: &mut Report,
) -> Vec<DraftTwin<'a>> {
    let base = Position::of(diagram);
    let twins = document.twins.iter().flat_map(|twins| &twins.0);
    let mut drafts = Vec::new();
    // A zero position has a twin a).
    if !twins.clone().any(|(label, _)| label == "a") {
        drafts.push(base.twin("a", None, diagram));
    }
    let mut last = base.clone();
    for (label, commands) in twins {
        let at = place(commands);
        let mut tokens = Tokens::new(plain(at, commands, report));
        let mut position = if is_continued(&mut tokens, Tongue::English) {
            last
        } else {
            base.clone()
        };
        changes(&mut tokens, &mut position, Tongue::English, at, report);
        drafts.push(position.twin(&label.to_lowercase(), Some(at), diagram));
        last = position;
    }
    drafts
}

fn texts(document: &Document) -> Texts {
    let mut texts = Texts::default();
    for author in document.authors.iter().flat_map(Value::texts) {
        add(&mut texts.author, author, "; ");
    }
    texts.source = source(document);
    texts.award = award(document);
    for keyword in document.keywords.iter().flat_map(Value::texts) {
        add(&mut texts.keywords, keyword, ", ");
    }
    for comment in document.comments.iter().flat_map(Value::texts) {
        add(&mut texts.comment, comment, "\n");
    }
    if let Some(intended) = document.intended_solutions.as_ref().and_then(Value::text) {
        add(
            &mut texts.comment,
            &format!("intended solutions: {intended}"),
            "\n",
        );
    }
    for id in document.foreignids.iter().flat_map(Value::items) {
        if let Some(number) = id.text_of("problemid") {
            let domain = id.text_of("domain").unwrap_or("");
            if texts.id.is_none() || domain == "PDB" {
                texts.id = Some(number.to_owned());
            }
        }
    }
    let number = document.id.as_ref().and_then(Value::text);
    texts.id = texts.id.or_else(|| number.map(str::to_owned));
    texts
}

/// The source as one text, with the number and the date that older documents have beside it.
fn source(document: &Document) -> Option<String> {
    let mut out = document.source.as_ref().and_then(publication::text);
    if let Some(number) = document.source_id.as_ref().and_then(Value::text) {
        add(&mut out, number, ", ");
    }
    if let Some(date) = document.date.as_ref().and_then(publication::date) {
        add(&mut out, &date, ", ");
    }
    out
}

fn award(document: &Document) -> Option<String> {
    let mut out = None;
    if let Some(award) = &document.award {
        for part in [award.text(), award.text_of("distinction")]
            .into_iter()
            .flatten()
        {
            add(&mut out, part, ", ");
        }
        if let Some(tourney) = award
            .get("tourney")
            .and_then(|tourney| tourney.text_of("name"))
        {
            add(&mut out, tourney, ", ");
        }
        for judge in award.get("judges").into_iter().flat_map(Value::texts) {
            add(&mut out, &format!("judge {judge}"), ", ");
        }
    }
    if let Some(distinction) = document.distinction.as_ref().and_then(Value::text) {
        add(&mut out, distinction, ", ");
    }
    out
}
