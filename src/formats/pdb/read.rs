//! A page of problems, each with the line `FEN:`.

use super::grammar::{Entry, Field, Said, asked, count, is_id, page, said};
use crate::formats::collect::{
    ProseTwins, Texts, add, assemble, empty_draft, labelled, letters_of, put_prose_twins,
};
use crate::notation::Letters;
use crate::problem::{Duplex, Problem, Stipulation};
use crate::syntax::board::fen;
use crate::syntax::convention::{additions, named};
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::draft::Draft;
use crate::syntax::keyword::{folded, nearest};
use crate::syntax::span::{Span, range_of};
use crate::syntax::stipulation::{self, Asked, is_sentence, no_stipulation};
use crate::syntax::{Collection, Parsed, is_word};
use crate::text;

/// The lines that are looked at for what the page calls the position.
const HEADING: usize = 3;

/// The longest name that a comment is signed with, in bytes.
const LONGEST_NAME: usize = 40;

/// Reads the problems of a page. They begin with `17 - P0000793`, or end with the fields behind `FEN:`.
pub(in crate::formats) fn read(source: &str) -> Parsed {
    let mut collection = Collection::default();
    // The parser takes any text.
    let entries = page(Span::new(source)).map_or_else(|_| Vec::new(), |(_, entries)| entries);
    for entry in entries {
        let placed = entry.fields.iter().any(|(field, _)| *field == Field::Fen);
        if placed {
            let problem = problem(&entry, &mut collection.report);
            collection.entry(range_of(entry.whole), problem);
        } else if let Some((head, _)) = entry.head {
            collection.report.push(unplaced(head, &entry.text));
            collection.entry(range_of(entry.whole), None);
        }
        // What stands before the first problem is the page's own head.
    }
    collection.finish()
}

/// That a problem has no position; a line that may be meant for it is pointed out.
fn unplaced(head: Span<'_>, lines: &[Span<'_>]) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "no-position",
        text!(ProblemWithoutFen),
        range_of(head),
        text!(ThisProblem),
    );
    let meant = lines.iter().find_map(|line| {
        let (name, value) = line.fragment().split_once(':')?;
        let start = line.location_offset();
        let near = value.contains('/') && nearest(&folded(name), ["fen"]).is_some();
        near.then_some(start..start + name.len())
    });
    match meant {
        Some(name) => diagnostic
            .with_label(name.clone(), text!(ExpectedFen))
            .with_suggestion_at(name, "FEN"),
        None => diagnostic,
    }
}

fn problem(entry: &Entry<'_>, report: &mut Report) -> Option<Problem> {
    let mut texts = Texts::default();
    let mut draft = empty_draft();
    texts.id = entry.head.map(|(_, id)| (*id.fragment()).to_owned());
    let body = &entry.text[..];
    let counted = (body.iter().enumerate())
        .find_map(|(at, line)| count(*line).ok().map(|(_, men)| (at, men)));
    let heads = counted.map_or(body.len().min(HEADING), |(at, _)| at);
    heading(&body[..heads], &mut texts);
    for &(field, value) in &entry.fields {
        match field {
            Field::Fen => {
                let placement = report.note(fen(value))?;
                draft.board = placement.board;
                (draft.turn, draft.turn_at) = placement.side.unzip();
            }
            Field::Keywords => {
                add(&mut texts.keywords, value.fragment(), ", ");
                for keyword in value.fragment().split(',') {
                    if let Some(convention) = named(keyword) {
                        draft.convention = convention;
                    }
                }
            }
            Field::Reprints | Field::Other => {}
        }
    }
    texts.men = counted.map(|(_, men)| men);
    let after = heads + usize::from(counted.is_some());
    play(&body[after..], texts, draft, report)
}

/// Authors, then source, then award, as they stand above the count.
fn heading(lines: &[Span<'_>], texts: &mut Texts) {
    let mut blank = false;
    for line in lines {
        let text = *line.fragment();
        if text.is_empty() {
            blank = texts.author.is_some();
            continue;
        }
        if is_id(text) {
            texts.id.get_or_insert_with(|| text.to_owned());
            continue;
        }
        let dated = text.contains(|c: char| c.is_ascii_digit());
        if texts.source.is_none() && (blank || dated) {
            texts.source = Some(text.to_owned());
        } else if texts.source.is_none() {
            add(&mut texts.author, text, "; ");
        } else {
            add(&mut texts.award, text, ", ");
        }
    }
}

fn play<'a>(
    lines: &[Span<'a>],
    mut texts: Texts,
    mut draft: Draft<'a>,
    report: &mut Report,
) -> Option<Problem> {
    let at = lines.first().copied().unwrap_or(Span::new(""));
    let mut rest = lines;
    let mut asked = false;
    if let Some((&first, after)) = lines.split_first()
        && !matches!(said(first), Said::Play | Said::Retro)
        && !first.fragment().is_empty()
    {
        rest = after;
        asked = true;
        if is_sentence(first.fragment()) {
            report.push(no_stipulation(first.fragment(), range_of(first)));
            add(&mut texts.comment, first.fragment(), "\n");
        } else {
            stipulated(first, &mut draft, &mut texts.comment, report);
        }
    }
    if !asked {
        report.push(Diagnostic::no_stipulation(
            range_of(at),
            text!(ExpectedBehindCount),
        ));
    }
    let mut twins: Vec<&str> = Vec::new();
    let mut solution: Option<String> = None;
    let mut retro: Option<String> = None;
    let is_retractor = matches!(draft.stipulation, Stipulation::Retractor(_));
    let mut ended = false;
    let mut in_comment = false;
    for line in rest {
        let text = *line.fragment();
        let said = said(*line);
        in_comment = !text.is_empty()
            && (in_comment || solution.is_some() && said == Said::Remark && is_signed(text));
        match said {
            Said::Button => {}
            Said::Board => ended = true,
            Said::Twin if solution.is_none() => twins.push(text),
            Said::Play if !ended && !in_comment => add_line(&mut solution, text),
            Said::Retro if !ended && !in_comment && is_retractor => add_line(&mut solution, text),
            Said::Remark
                if is_retractor && !ended && !in_comment && solution.is_some() && goes_on(text) =>
            {
                add_line(&mut solution, text);
            }
            Said::Retro if !ended && !in_comment => add(&mut retro, text, "\n"),
            Said::Play | Said::Retro | Said::Twin | Said::Remark => {
                add(&mut texts.comment, text, "\n");
            }
        }
    }
    if let Some(retro) = retro {
        add(&mut texts.comment, &retro, "\n");
    }
    let ProseTwins { drafts, labels } = put_prose_twins(&draft, &twins, at, report);
    let several = labels.len() > 1 || drafts.iter().any(|twin| twin.draft.duplex == Duplex::First);
    let solutions = solution
        .map(|solution| labelled(&solution, several))
        .unwrap_or_default();
    texts.letters = letters_of(&solutions, Letters::German);
    if report.has_errors() {
        return None;
    }
    assemble(texts, drafts, solutions, range_of(at), report)
}

/// Whether a line goes on with the play behind what is taken back.
fn goes_on(text: &str) -> bool {
    let words = ["dann ", "then ", "sodann ", "puis ", "& "];
    words.iter().any(|word| text.starts_with(word))
}

/// Whether a remark begins with who makes it, `VL: ...`, as comments do; a heading of the solution is none.
fn is_signed(text: &str) -> bool {
    let Some((name, _)) = text.split_once(':') else {
        return false;
    };
    let mut words = name.split_whitespace();
    name.starts_with(char::is_uppercase)
        && name.len() < LONGEST_NAME
        && words.all(|word| !word.contains(|c: char| c.is_ascii_digit()) && !is_word(word))
}

/// The text with another line, as it stands.
fn add_line(text: &mut Option<String>, line: &str) {
    match text {
        Some(text) => {
            text.push('\n');
            text.push_str(line);
        }
        None => *text = Some(line.to_owned()),
    }
}

/// `#3 (AP)`, `h#2 2.1.1.1`, `Letzter Zug?`; what else stands in parentheses is a remark, and said to be one.
fn stipulated<'a>(
    line: Span<'a>,
    draft: &mut Draft<'a>,
    comment: &mut Option<String>,
    report: &mut Report,
) {
    let text = *line.fragment();
    if let Ok(found) = stipulation::asked(line) {
        draft.ask(found, line);
        return;
    }
    let Ok((_, asked)) = asked(line) else {
        return;
    };
    let mut named = None;
    for addition in &asked.additions {
        let (convention, remarks) = additions(addition.fragment());
        named = named.or(convention);
        for remark in remarks {
            report.push(Diagnostic::warning(
                "stipulation",
                text!(ReadAsComment, behind = quoted(remark)),
                range_of(*addition),
                text!(BehindStipulation),
            ));
            add(comment, remark, "\n");
        }
    }
    // Behind the first word only numbers of solutions may follow.
    let found = stipulation::asked(asked.before).or_else(|error| match asked.counted {
        Some(first) => stipulation::asked(first).map_err(|_| error),
        None => Err(error),
    });
    match found {
        Ok(found) => {
            let convention = found.convention.or(named);
            draft.ask(
                Asked {
                    convention,
                    ..found
                },
                line,
            );
        }
        Err(error) => {
            // Where not even a goal was read, the whole line is meant.
            let start = range_of(asked.before).start;
            let read = error.range().start.checked_sub(start);
            let read = read.and_then(|end| asked.before.fragment().get(..end));
            let range = match read {
                Some(read) if read.contains(['#', '=']) => error.range(),
                _ => range_of(line),
            };
            let why = error.labels.first().map(|label| label.text.clone());
            let diagnostic = Diagnostic::error(
                "stipulation",
                text!(StipulationTextUnsupported, text),
                range,
                why.unwrap_or(text!(NotThis)),
            );
            report.push(Diagnostic {
                help: error.help,
                suggestion: error.suggestion,
                ..diagnostic
            });
        }
    }
}
