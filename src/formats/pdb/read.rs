//! A page of problems, each with the line `FEN:`.

use nom::bytes::complete::tag;
use nom::character::complete::{digit1, space0};
use nom::combinator::opt;
use nom::sequence::delimited;
use nom::{Input, Parser};

use crate::formats::collect::{
    Collection, Texts, add, assemble, empty_draft, labelled, letters_of, put_prose_twins,
};
use crate::formats::popeye::twins::Position;
use crate::formats::premises;
use crate::formats::recognise::{is_pdb_head, is_pdb_id};
use crate::notation::{Letters, Text};
use crate::problem::{Duplex, Problem, Stipulation};
use crate::syntax::Parsed;
use crate::syntax::board::fen;
use crate::syntax::diagnostic::{Diagnostic, Report};
use crate::syntax::draft::Draft;
use crate::syntax::span::{Parse, Span, range_of, trimmed};
use crate::syntax::stipulation::stipulation;
use crate::text;

/// Reads the problems of a page. They begin with `17 - P0000793`, or end with the fields behind `FEN:`.
pub(in crate::formats) fn read(source: &str) -> Parsed {
    let mut collection = Collection::default();
    let mut entry: Vec<Span<'_>> = Vec::new();
    let mut placed = false;
    let mut rest = Span::new(source);
    loop {
        let end = rest.fragment().find('\n');
        let line = trimmed(rest.take(end.unwrap_or(rest.fragment().len())));
        let field = field(line);
        let begins = is_pdb_head(line.fragment())
            || placed && field.is_none() && !line.fragment().is_empty() && !in_field(&entry, line);
        if begins {
            close(&mut entry, placed, &mut collection);
            placed = false;
        }
        placed |= matches!(field, Some((Field::Fen, _)));
        entry.push(line);
        let Some(end) = end else {
            close(&mut entry, placed, &mut collection);
            return collection.finish();
        };
        rest = rest.take_from(end + 1);
    }
}

/// Whether a line goes on with a field that may have several: reprints.
fn in_field(entry: &[Span<'_>], _: Span<'_>) -> bool {
    let last = entry.iter().rev().find_map(|line| field(*line));
    matches!(last, Some((Field::Reprints, _)))
}

/// A labelled line behind the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Keywords,
    Fen,
    Reprints,
    Other,
}

const FIELDS: [(&str, Field); 16] = [
    ("Keywords", Field::Keywords),
    ("Schlagworte", Field::Keywords),
    ("Stichworte", Field::Keywords),
    ("Stichwörter", Field::Keywords),
    ("Schlüsselwörter", Field::Keywords),
    ("FEN", Field::Fen),
    ("Reprints", Field::Reprints),
    ("Nachdrucke", Field::Reprints),
    ("Genre", Field::Other),
    ("Computer test", Field::Other),
    ("Computerprüfung", Field::Other),
    ("Input", Field::Other),
    ("Eingabe", Field::Other),
    ("Last update", Field::Other),
    ("Letzte Änderung", Field::Other),
    ("Cooked", Field::Other),
];

fn field(line: Span<'_>) -> Option<(Field, Span<'_>)> {
    let bare = line.fragment().trim_start_matches('*');
    let line = line.take_from(line.fragment().len() - bare.len());
    let end = line.fragment().find(':')?;
    let name = line.fragment()[..end].trim();
    let &(_, field) = FIELDS.iter().find(|(known, _)| *known == name)?;
    let value = line.take_from(end + 1);
    let bare = value.fragment().trim_start_matches('*');
    Some((
        field,
        trimmed(value.take_from(value.fragment().len() - bare.len())),
    ))
}

fn close(entry: &mut Vec<Span<'_>>, placed: bool, collection: &mut Collection) {
    let lines = std::mem::take(entry);
    let found = lines.iter().any(|line| is_pdb_head(line.fragment()));
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return;
    };
    let range = range_of(*first).start..range_of(*last).end;
    if !placed {
        // What stands before the first problem is the page's own head.
        if found {
            let head = lines.iter().find(|line| is_pdb_head(line.fragment()));
            let at = range_of(*head.unwrap_or(first));
            collection.report.push(Diagnostic::error(
                "no-position",
                Text::new(
                    "a problem without its line `FEN:`",
                    "eine Aufgabe ohne ihre Zeile `FEN:`",
                ),
                at,
                Text::new("this problem", "diese Aufgabe"),
            ));
            collection.entry(range, None);
        }
        return;
    }
    let problem = problem(&lines, &mut collection.report);
    collection.entry(range, problem);
}

/// The count of men, `(11+5) C+`.
fn count(input: Span<'_>) -> Parse<'_, (usize, usize)> {
    let number = |input| -> Parse<'_, usize> {
        let (rest, digits) = delimited(space0, digit1, space0).parse(input)?;
        Ok((rest, digits.fragment().parse().unwrap_or(0)))
    };
    let (rest, _) = tag("(").parse(input)?;
    let (rest, white) = number(rest)?;
    let (rest, _) = tag("+").parse(rest)?;
    let (rest, black) = number(rest)?;
    let (rest, _) = opt((tag("+"), digit1)).parse(rest)?;
    let (rest, _) = tag(")").parse(rest)?;
    Ok((rest, (white, black)))
}

fn problem(lines: &[Span<'_>], report: &mut Report) -> Option<Problem> {
    let mut texts = Texts::default();
    let mut draft = empty_draft();
    let start = lines
        .iter()
        .position(|line| is_pdb_head(line.fragment()))
        .map_or(0, |at| at + 1);
    if let Some(head) = start.checked_sub(1).map(|at| lines[at]) {
        let (_, id) = head.fragment().split_once(" - ").unwrap_or(("", ""));
        texts.id = Some(id.trim().to_owned());
    }
    let body = &lines[start..];
    let end = body
        .iter()
        .position(|line| field(*line).is_some())
        .unwrap_or(body.len());
    let counted = body[..end].iter().position(|line| count(*line).is_ok());
    heading(&body[..counted.unwrap_or(end.min(3))], &mut texts);
    for &line in &body[end..] {
        match field(line) {
            Some((Field::Fen, value)) => {
                let placement = report.note(fen(value))?;
                draft.board = placement.board;
                draft.turn = placement.side.map(|(color, _)| color);
            }
            Some((Field::Keywords, value)) => {
                add(&mut texts.keywords, value.fragment(), ", ");
                for keyword in value.fragment().split(',') {
                    if let Some(convention) = premises::of_keyword(keyword) {
                        draft.convention = convention;
                    }
                }
            }
            Some((Field::Reprints | Field::Other, _)) | None => {}
        }
    }
    let after = counted.map_or(end.min(3), |at| at + 1);
    if let Some(at) = counted {
        texts.men = count(body[at]).ok().map(|(_, men)| men);
    }
    play(&body[after..end], texts, draft, report)
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
        if is_pdb_id(text) {
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

/// Whether a line tells moves.
fn is_play(text: &str) -> bool {
    let bare = text
        .trim_start_matches(|c: char| matches!(c, '*' | '(' | '[' | '{') || c.is_whitespace())
        .trim_start_matches("R:")
        .trim_start();
    let label = bare.split_once(')').filter(|(label, _)| label.len() <= 3);
    let moves = label.map_or(bare, |(_, rest)| rest.trim_start());
    let digits = moves.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && digits < 4 && moves[digits..].starts_with('.') || text.starts_with("R:")
}

fn play(
    lines: &[Span<'_>],
    mut texts: Texts,
    mut draft: Draft<'_>,
    report: &mut Report,
) -> Option<Problem> {
    let at = lines.first().copied().unwrap_or(Span::new(""));
    let mut rest = lines;
    let mut asked = false;
    if let Some((&first, after)) = lines.split_first()
        && !is_play(first.fragment())
        && !first.fragment().is_empty()
    {
        rest = after;
        asked = true;
        stipulated(first, &mut draft, report);
    }
    if !asked {
        report.push(Diagnostic::warning(
            "no-stipulation",
            Text::new(
                "no stipulation: `histories` is taken",
                "keine Forderung: angenommen wird `Vorgeschichten`",
            ),
            range_of(at),
            Text::new(
                "expected behind the count",
                "erwartet wird sie hinter der Steinzahl",
            ),
        ));
    }
    let mut twins: Vec<&str> = Vec::new();
    let mut solution: Option<String> = None;
    let mut retro: Option<String> = None;
    let mut ended = false;
    for line in rest {
        let text = *line.fragment();
        if matches!(
            text,
            "comment" | "more ..." | "more..." | "Kommentar" | "mehr ..."
        ) || text.starts_with("play all")
        {
            ended |= text.starts_with("play all");
            continue;
        }
        let twin = solution.is_none() && !is_play(text) && text.chars().nth(1) == Some(')');
        if twin {
            twins.push(text);
        } else if is_play(text) && !ended && !text.trim_start().starts_with("R:") {
            match &mut solution {
                Some(solution) => {
                    solution.push('\n');
                    solution.push_str(text);
                }
                None => solution = Some(text.to_owned()),
            }
        } else if is_play(text) && !ended {
            add(&mut retro, text, "\n");
        } else if !text.is_empty() {
            add(&mut texts.comment, text, "\n");
        }
    }
    if let Some(retro) = retro {
        add(&mut texts.comment, &retro, "\n");
    }
    let base = Position {
        board: draft.board.clone(),
        asked: (draft.stipulation, draft.duplex),
    };
    let drafts = put_prose_twins(&draft, &base, &twins, at, report);
    let several = drafts.len() > 1 || drafts.iter().any(|twin| twin.draft.duplex == Duplex::First);
    let solutions = solution
        .map(|solution| labelled(&solution, several))
        .unwrap_or_default();
    texts.letters = letters_of(&solutions, Letters::German);
    if report.has_errors() {
        return None;
    }
    assemble(texts, drafts, solutions, range_of(at), report)
}

/// `#3 (AP)`, `h#2 2.1.1.1`, `Letzter Zug?`; a convention in parentheses.
fn stipulated(line: Span<'_>, draft: &mut Draft<'_>, report: &mut Report) {
    let text = *line.fragment();
    let lower = text.to_lowercase();
    if ["letzter zug", "last move", "letzte zug"]
        .iter()
        .any(|word| lower.contains(word))
        && !lower.contains("dann")
    {
        draft.stipulation = Stipulation::LastMove;
        return;
    }
    for addition in text.split('(').skip(1) {
        let name = addition.split(')').next().unwrap_or("");
        if let Some(convention) = premises::of_keyword(name) {
            draft.convention = convention;
        }
    }
    let before = text.split('(').next().unwrap_or(text).trim();
    let first = before.split_whitespace().next().unwrap_or("");
    let found = stipulation(Span::new(before)).or_else(|error| {
        // Behind the first word only numbers of solutions may follow.
        let rest = before[first.len()..].trim();
        let numbers = rest
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ' '));
        if numbers {
            stipulation(Span::new(first))
        } else {
            Err(error)
        }
    });
    match found {
        Ok(found) => (draft.stipulation, draft.duplex) = found,
        Err(error) => {
            let why = error.labels.first().map(|label| label.text.clone());
            report.push(Diagnostic::error(
                "stipulation",
                text!(
                    "the stipulation is not supported: {text}",
                    "die Forderung wird nicht unterstützt: {text}",
                ),
                range_of(line),
                why.unwrap_or(Text::new("not this", "diese nicht")),
            ));
        }
    }
}
