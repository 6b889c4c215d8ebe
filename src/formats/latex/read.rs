//! The environments `diagram` of a document, field by field.

use std::collections::BTreeMap;
use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{take_until, take_while, take_while1};
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{map_opt, value};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{Input, Parser};
use shakmaty::{Color, Piece};

use super::tex::{behind_blanks, braced, bracketed, command, plain, without_comments};
use crate::formats::collect::{
    ProseTwins, Texts, add, assemble, empty_draft, labelled, letters_of, put, put_prose_twins,
};
use crate::formats::popeye::pieces::{fairy, man, role};
use crate::formats::publication;
use crate::notation::Letters;
use crate::problem::{Convention, Duplex, Problem, Stipulation, Value};
use crate::syntax::convention::{named, settled};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::Draft;
use crate::syntax::span::{Parse, Span, end_of, range_of, trimmed};
use crate::syntax::stipulation::{Asked, asked, is_sentence, no_stipulation};
use crate::syntax::{Collection, Parsed};
use crate::text;

const BEGIN: &str = "\\begin{diagram}";
const END: &str = "\\end{diagram}";

/// Reads the diagrams of a document.
pub(in crate::formats) fn read(source: &str) -> Parsed {
    let clean = without_comments(source);
    let mut collection = Collection::default();
    let mut rest = Span::new(clean.as_str());
    loop {
        let begin: Parse<'_, Span<'_>> = take_until(BEGIN).parse(rest);
        let Ok((start, _)) = begin else { break };
        let inside = start.take_from(BEGIN.len());
        let end: Parse<'_, Span<'_>> = take_until(END).parse(inside);
        let Ok((after, body)) = end else {
            collection.report.push(Diagnostic::error(
                "latex-end",
                text!(DiagramWithoutEnd),
                range_of(start.take(BEGIN.len())),
                text!(ExpectedAfter, end = END),
            ));
            collection.entry(range_of(start), None);
            break;
        };
        let problem = entry(body, &mut collection.report);
        let end = range_of(body).end + END.len();
        collection.entry(range_of(start).start..end, problem);
        rest = after.take_from(END.len());
    }
    collection.finish()
}

/// The fields while they are read.
struct Entry<'a> {
    texts: Texts,
    draft: Draft<'a>,
    asked: bool,
    /// The convention behind the stipulation, and the one among the conditions.
    behind: Option<(Convention, Range<usize>)>,
    condition: Option<(Convention, Range<usize>)>,
    twins: Option<Span<'a>>,
    solution: Option<String>,
    /// What is told of the publication, by the names of olv; and the tournament.
    told: BTreeMap<&'static str, Option<String>>,
}

fn entry(body: Span<'_>, report: &mut Report) -> Option<Problem> {
    let mut entry = Entry {
        texts: Texts::default(),
        draft: empty_draft(),
        asked: false,
        behind: None,
        condition: None,
        twins: None,
        solution: None,
        told: BTreeMap::new(),
    };
    let mut rest = body;
    if let Ok((after, Some(size))) = bracketed(rest) {
        if size.fragment().replace(' ', "") != "8x8" {
            report.push(Diagnostic::error(
                "board-size",
                text!(BoardSizeUnsupported, size = quoted(size.fragment())),
                range_of(size),
                text!(ExpectedEightByEight),
            ));
        }
        rest = after;
    }
    while let Some(at) = rest.fragment().find('\\') {
        rest = rest.take_from(at);
        let Ok((after, name)) = command(rest) else {
            break;
        };
        rest = after;
        let Ok((after, option)) = bracketed(behind_blanks(rest)) else {
            continue;
        };
        let argument: Parse<'_, Span<'_>> =
            preceded(take_while(char::is_whitespace), braced).parse(after);
        match argument {
            Ok((after, argument)) => {
                entry.field(name, option, argument, report);
                rest = after;
            }
            Err(_) if needs_argument(name.fragment()) => {
                report.push(Diagnostic::error(
                    "latex-argument",
                    text!(FieldWithoutBraces, name = quoted(name.fragment())),
                    end_of(name),
                    text!(ExpectedWord, word = "`{...}`"),
                ));
            }
            Err(_) => {}
        }
    }
    entry.problem(body, report)
}

fn needs_argument(name: &str) -> bool {
    matches!(
        name,
        "pieces" | "stipulation" | "stip" | "author" | "solution" | "sol" | "twins"
    )
}

impl<'a> Entry<'a> {
    fn field(
        &mut self,
        name: Span<'a>,
        option: Option<Span<'a>>,
        argument: Span<'a>,
        report: &mut Report,
    ) {
        let line = || plain(argument).replace('\n', " ");
        let set = |slot: &mut Option<String>| add(slot, &line(), ", ");
        match *name.fragment() {
            "author" => {
                for author in line().split(';') {
                    add(&mut self.texts.author, author, "; ");
                }
            }
            "pieces" => {
                self.texts.men = option.and_then(|count| men(count).ok().map(|(_, men)| men));
                self.pieces(argument, report);
            }
            "stipulation" | "stip" => self.stipulation(argument, report),
            "condition" | "cond" => {
                for condition in plain(argument).split([';', '\n']) {
                    self.condition(condition.trim(), argument, report);
                }
            }
            "twins" => self.twins = Some(argument),
            "solution" | "sol" => {
                let text = plain(argument);
                add(&mut self.solution, &text, "\n");
            }
            "comment" => add(&mut self.texts.comment, &plain(argument), "\n"),
            "remark" | "rem" | "after" | "dedication" | "dedic" | "version" => {
                add(&mut self.texts.comment, &line(), "\n");
            }
            "themes" => set(&mut self.texts.keywords),
            "sourcenr" => set(self.told.entry("problemid").or_default()),
            "source" => set(self.told.entry("name").or_default()),
            "issue" => set(self.told.entry("issue").or_default()),
            "day" => set(self.told.entry("day").or_default()),
            "month" | "months" => set(self.told.entry("month").or_default()),
            "year" => set(self.told.entry("year").or_default()),
            "tournament" => set(self.told.entry("tournament").or_default()),
            "award" => set(&mut self.texts.award),
            "label" => set(&mut self.texts.id),
            "verticalcylinder" | "horizontalcylinder" | "gridchess" | "stdgrid" => {
                report.push(unsupported(name));
            }
            // Layout, cities, checked by computer: nothing of the problem.
            _ => {}
        }
    }

    fn pieces(&mut self, list: Span<'a>, report: &mut Report) {
        let items: Parse<'_, Vec<Span<'_>>> = many0(item).parse(list);
        for item in items.map_or_else(|_| Vec::new(), |(_, items)| items) {
            let Ok((name, color)) = color(item) else {
                report.push(unsupported_man(item));
                continue;
            };
            let Some((name, squares)) = man(name) else {
                report.push(unsupported_man(item));
                continue;
            };
            let Some(role) = role(Letters::German, name.fragment()) else {
                report.push(fairy(name, Letters::German));
                continue;
            };
            for place in squares {
                put(Piece { color, role }, place, &mut self.draft.board, report);
            }
        }
    }

    fn stipulation(&mut self, argument: Span<'a>, report: &mut Report) {
        let text = plain(argument);
        self.asked = true;
        if is_sentence(&text) {
            report.push(no_stipulation(text.trim(), range_of(argument)));
            add(&mut self.texts.comment, &text, "\n");
            return;
        }
        let text = text.trim();
        let whole = asked(Span::new(text));
        let is_whole = whole.is_ok();
        // Behind it may stand how many solutions there are.
        let first = text.split_whitespace().next().unwrap_or("");
        match whole.or_else(|error| asked(Span::new(first)).map_err(|_| error)) {
            Ok(found) => {
                let behind = text.strip_prefix(first).unwrap_or("").trim();
                let duplex = behind.eq_ignore_ascii_case(Duplex::KEYWORD);
                // `2.1.1.1` says more than a number and is kept as it is printed.
                let by_moves = found.announced.is_some() && !behind.contains(char::is_alphabetic);
                if by_moves {
                    add(&mut self.texts.comment, behind, "\n");
                }
                let announced = found.announced.filter(|_| !by_moves);
                self.draft.ask(Asked { announced, ..found }, argument);
                self.behind = found.convention.zip(Some(range_of(argument)));
                if !is_whole && !behind.is_empty() && !duplex {
                    let lower = behind.to_lowercase();
                    if lower.contains(Duplex::KEYWORD) {
                        self.draft.duplex = Duplex::First;
                    }
                    add(&mut self.texts.comment, behind, "\n");
                    report.push(Diagnostic::warning(
                        "stipulation",
                        text!(ReadAsComment, behind = quoted(behind)),
                        range_of(argument),
                        text!(BehindStipulation),
                    ));
                }
            }
            Err(diagnostic) => report.push(diagnostic.moved_to(range_of(argument))),
        }
    }

    fn condition(&mut self, condition: &str, at: Span<'a>, report: &mut Report) {
        if condition.is_empty() {
            return;
        }
        match named(condition) {
            Some(convention) => self.condition = Some((convention, range_of(at))),
            None => report.push(Diagnostic::error(
                "fairy-condition",
                text!(FairyConditionUnsupported, typed = quoted(condition)),
                range_of(at),
                text!(NotOrthodox),
            )),
        }
    }

    fn problem(mut self, body: Span<'a>, report: &mut Report) -> Option<Problem> {
        let start = range_of(body).start;
        if self.draft.board.occupied().is_empty() && !report.has_errors() {
            report.push(Diagnostic::error(
                "no-position",
                text!(DiagramWithoutMen),
                start..start,
                text!(ExpectedWord, word = "`\\pieces{...}`"),
            ));
        }
        if !self.asked && !report.has_errors() {
            self.draft.stipulation = Stipulation::Histories;
            report.push(Diagnostic::no_stipulation(start..start, text!(ThisDiagram)));
        }
        self.draft.convention = settled(self.condition.take(), self.behind.take(), report);
        let published = self.published();
        self.texts.source = publication::text(&published);
        if let Some(Some(tournament)) = self.told.get("tournament") {
            add(&mut self.texts.award, tournament, ", ");
        }
        let printed = self.twins.map(|twins| (twins, plain(twins)));
        let lines: Vec<&str> = printed
            .iter()
            .flat_map(|(_, text)| text.split([';', '\n']))
            .collect();
        // Popeye prints it above the twins.
        if lines
            .first()
            .is_some_and(|line| line.trim().eq_ignore_ascii_case(Duplex::KEYWORD))
        {
            self.draft.duplex = Duplex::First;
        }
        let at = self.twins.unwrap_or(body.take(0));
        let ProseTwins { drafts, labels } = put_prose_twins(&self.draft, &lines, at, report);
        let several = labels.len() > 1
            || drafts.iter().any(|twin| twin.draft.duplex == Duplex::First)
            || drafts[0].label != "a"
            || drafts[0].at.is_some();
        let solutions = match &self.solution {
            Some(solution) => {
                let mut labels = labels;
                let halves = drafts.iter().map(|twin| &twin.draft.duplex);
                if halves.into_iter().any(|half| *half == Duplex::First) {
                    let second = |label: &String| format!("{label}-{}", Duplex::KEYWORD);
                    labels = (labels.into_iter())
                        .flat_map(|label| [second(&label), label].into_iter().rev())
                        .collect();
                }
                labelled(&in_lines(solution, &labels), several)
            }
            None => BTreeMap::new(),
        };
        self.texts.letters = letters_of(&solutions, Letters::German);
        if report.has_errors() {
            return None;
        }
        let mut problem = assemble(self.texts, drafts, solutions, start..start, report)?;
        let parts = ["problemid", "issue", "date"];
        if parts.iter().any(|part| published.get(part).is_some()) {
            problem.data.push(("source".to_owned(), published));
        }
        Some(problem)
    }

    /// Source, issue, date and number, as olv names them.
    fn published(&self) -> Value {
        let pairs = |names: &[&str]| -> Vec<(String, Value)> {
            let told = names.iter().filter_map(|&name| {
                let text = self.told.get(name)?.clone()?;
                Some((name.to_owned(), Value::Text(text)))
            });
            told.collect()
        };
        let mut parts = pairs(&["name", "issue"]);
        let date = pairs(&["day", "month", "year"]);
        if !date.is_empty() {
            parts.push(("date".to_owned(), Value::Map(date)));
        }
        parts.extend(pairs(&["problemid"]));
        Value::Map(parts)
    }
}

/// A solution with a line for each twin and each line of play. The ends of lines mean nothing to TeX, so labels and
/// first moves tell where they were: `1.f3 f4 2.g4 Dh4\# b) 1.g4 ...`.
fn in_lines(solution: &str, mut labels: &[String]) -> String {
    let mut out = String::with_capacity(solution.len() + 16);
    for (at, c) in solution.char_indices() {
        let before = solution[..at].chars().next_back();
        let rest = &solution[at..];
        let word = before.is_none_or(|c| c.is_whitespace() || matches!(c, '#' | '=' | '+'));
        let is_here = |label: &String| {
            let named = rest.strip_prefix(label.as_str());
            named.is_some_and(|rest| rest.starts_with(')'))
        };
        let found = labels.iter().position(is_here).filter(|_| word);
        let label = found.is_some();
        if let Some(found) = found {
            labels = &labels[found + 1..];
        }
        let plus = label && out.ends_with('+');
        let begins = before.is_some_and(char::is_whitespace) && rest.starts_with("1.");
        let labelled = out.trim_end().ends_with(')');
        if (label || begins && !labelled) && !out.is_empty() && !out.ends_with('\n') {
            if plus {
                out.pop();
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out.push(c);
    }
    out
}

/// An item of a list of men: `wKf5`, `sBa7b6`.
fn item(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    preceded(take_while(separates), take_while1(move |c| !separates(c))).parse(input)
}

/// The colour before a man.
fn color(input: Span<'_>) -> Parse<'_, Color> {
    alt((
        value(Color::White, char('w')),
        value(Color::Black, char('s')),
    ))
    .parse(input)
}

/// The count of men, `5+3`: White's and Black's.
fn men(input: Span<'_>) -> Parse<'_, (usize, usize)> {
    let number = || {
        let digits = map_opt(digit1, |digits: Span<'_>| digits.fragment().parse().ok());
        delimited(space0, digits, space0)
    };
    separated_pair(number(), char('+'), number()).parse(input)
}

fn unsupported(name: Span<'_>) -> Diagnostic {
    Diagnostic::error(
        "fairy-condition",
        text!(BoardUnsupported, name = quoted(name.fragment())),
        range_of(name),
        text!(NotOrthodox),
    )
}

fn unsupported_man(item: Span<'_>) -> Diagnostic {
    let item = trimmed(item);
    Diagnostic::error(
        "fairy-piece",
        text!(NoOrthodoxMen, found = quoted(item.fragment())),
        range_of(item),
        text!(ExpectedColourLetterSquares),
    )
}
