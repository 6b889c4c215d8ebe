//! Lists of FEN and EPD lines. Blank lines and lines that begin with `#` or `;` are passed over.

use std::collections::BTreeMap;

use nom::bytes::complete::{tag, take_till, take_until, take_while, take_while1};
use nom::combinator::{opt, recognize};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Input, Parser};
use shakmaty::Square;

use crate::formats::collect::{Texts, add, assemble, believe, claim, empty_draft, only};
use crate::problem::Problem;
use crate::syntax::board::fen;
use crate::syntax::diagnostic::{Diagnostic, Report, quoted};
use crate::syntax::span::{Parse, Span, end_of, range_of, trimmed};
use crate::syntax::stipulation::{self, Asked};
use crate::syntax::{Collection, FenFields, Parsed};
use crate::text;
use crate::world::Rights;

/// Whether a line begins with the board of a FEN.
pub(in crate::formats) fn looks_like(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or("");
    board.bytes().filter(|&byte| byte == b'/').count() == 7
        && board
            .bytes()
            .all(|byte| byte == b'/' || byte.is_ascii_alphanumeric())
}

/// Reads a list of lines.
pub(in crate::formats) fn read(source: &str, fields: FenFields) -> Parsed {
    let mut collection = Collection::default();
    let mut rest = Span::new(source);
    let mut once = Once {
        is_first: true,
        left_out: Vec::new(),
    };
    loop {
        let end = rest.fragment().find('\n');
        let line = rest.take(end.unwrap_or(rest.fragment().len()));
        let text = trimmed(line);
        let content = text.fragment().trim_start_matches('\u{FEFF}');
        let text = text.take_from(text.fragment().len() - content.len());
        if !content.is_empty() && !content.starts_with(['#', ';']) {
            let problem = entry(text, fields, &mut once, &mut collection.report);
            collection.entry(range_of(text), problem);
        }
        match end {
            Some(end) => rest = rest.take_from(end + 1),
            None => break,
        }
    }
    for (code, number) in once.left_out {
        collection.report.push(Diagnostic::warning(
            "epd-operation",
            text!(OperationLeftOut, found = quoted(code.fragment()), number),
            range_of(code),
            text!(SaysNothingOfProblem),
        ));
    }
    let mut parsed = collection.finish();
    parsed
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.range().start);
    parsed
}

/// What is said once of a whole list.
struct Once<'a> {
    /// Whether no line has stated rights yet.
    is_first: bool,
    /// The operations that say nothing of a problem, where they stand first, and in how many places.
    left_out: Vec<(Span<'a>, usize)>,
}

fn word(input: Span<'_>) -> Parse<'_, Span<'_>> {
    preceded(blanks, take_while1(|c: char| !c.is_whitespace())).parse(input)
}

fn blanks(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while(char::is_whitespace).parse(input)
}

/// `opcode operand operand;` with quoted operands.
fn operation(input: Span<'_>) -> Parse<'_, (Span<'_>, Span<'_>)> {
    let quoted = delimited(tag("\""), take_till(|c| c == '"'), tag("\""));
    let plain = take_while1(|c| c != ';' && c != '"');
    let operand = nom::branch::alt((quoted, plain));
    let code = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    (
        preceded(blanks, code),
        terminated(recognize(many0(operand)), preceded(blanks, opt(tag(";")))),
    )
        .parse(input)
}

/// How many words the position has: board, side, rights, target, and counters if they are numbers.
fn position<'a>(line: Span<'a>) -> (Vec<Span<'a>>, Span<'a>) {
    let mut words: Vec<Span<'a>> = Vec::new();
    let mut rest = line;
    while let Ok((after, next)) = word(rest) {
        let text = next.fragment();
        let fits = match words.len() {
            0 => true,
            1 => matches!(*text, "w" | "b") || after.fragment().trim().is_empty(),
            2 => *text == "-" || text.len() <= 4 && text.bytes().all(|b| b.is_ascii_alphabetic()),
            3 => *text == "-" || text.parse::<Square>().is_ok(),
            4 | 5 => text.bytes().all(|b| b.is_ascii_digit()),
            _ => false,
        };
        // Short operation codes such as `dm` look like castling rights: those are letters of KQkq.
        let code = words.len() == 2 && OPCODES.contains(text) && *text != "-";
        if !fits || code {
            break;
        }
        words.push(next);
        rest = after;
    }
    (words, rest)
}

const OPCODES: [&str; 9] = ["dm", "bm", "am", "id", "ce", "pv", "acd", "hmvc", "fmvn"];

fn entry<'a>(
    line: Span<'a>,
    fields: FenFields,
    once: &mut Once<'a>,
    report: &mut Report,
) -> Option<Problem> {
    let (words, rest) = position(line);
    let head = line.take(rest.location_offset() - line.location_offset());
    let placement = report.note(fen(if words.is_empty() { line } else { head }))?;
    let mut draft = empty_draft();
    draft.board = placement.board;
    (draft.turn, draft.turn_at) = placement.side.unzip();
    let mut texts = Texts::default();
    let mut moves: Vec<String> = Vec::new();
    let mut asked = None;
    let mut rest = rest;
    while !rest.fragment().trim().is_empty() {
        let Ok((after, (code, operand))) = operation(rest) else {
            let at = trimmed(rest);
            report.push(Diagnostic::error(
                "epd-operation",
                text!(NoEpdOperation, found = quoted(at.fragment())),
                range_of(at.take(at.fragment().chars().next().map_or(0, char::len_utf8))),
                text!(ExpectedEpdOperation),
            ));
            return None;
        };
        take(
            code,
            trimmed(operand),
            &mut texts,
            &mut asked,
            &mut moves,
            once,
            report,
        );
        rest = after;
    }
    match asked {
        Some(found) => draft.ask(found, line),
        None => report.push(Diagnostic::no_stipulation(
            end_of(line),
            text!(NothingAsksForPlay),
        )),
    }
    let mut twins = only(draft);
    if fields == FenFields::Believed {
        believe(&mut twins[0], placement.fields, line, report);
    } else if let Some(&rights) = words.get(2) {
        let target = words.get(3).copied();
        state(&mut twins[0], rights, target, &mut once.is_first, report);
    }
    let mut solutions = BTreeMap::new();
    if !moves.is_empty() {
        solutions.insert("a".to_owned(), moves.join("\n"));
    }
    assemble(texts, twins, solutions, range_of(line), report)
}

/// The castling and e.p. fields, if they say anything, as one claimed world.
fn state<'a>(
    twin: &mut crate::syntax::draft::DraftTwin<'a>,
    rights: Span<'a>,
    target: Option<Span<'a>>,
    is_first: &mut bool,
    report: &mut Report,
) {
    let target_text = target.map_or("-", |target| target.fragment());
    if *rights.fragment() == "-" && target_text == "-" {
        return;
    }
    let stated: Option<Rights> = rights.fragment().parse().ok();
    let home = Rights::at_home(&twin.draft.board);
    match stated {
        Some(stated) if stated.is_subset(home) => {}
        _ => report.push(Diagnostic::warning(
            "fen-castling",
            text!(RightsNotAtHome),
            range_of(rights),
            text!(AtHomeAre, home),
        )),
    }
    let square = target_text.parse::<Square>().ok();
    let first = (is_first, text!(HereFirstClaim));
    claim(
        twin,
        stated.unwrap_or_default(),
        square,
        rights,
        first,
        report,
    );
}

fn take<'a>(
    code: Span<'a>,
    operand: Span<'_>,
    texts: &mut Texts,
    asked: &mut Option<Asked>,
    moves: &mut Vec<String>,
    once: &mut Once<'a>,
    report: &mut Report,
) {
    let plain = unquoted(operand);
    let value = plain.fragment().trim();
    match *code.fragment() {
        "dm" => {
            let goal = format!("#{value}");
            match stipulation::asked(Span::new(&goal)) {
                Ok(found) => *asked = Some(found),
                Err(_) => report.push(Diagnostic::error(
                    "epd-operation",
                    text!(NoNumberOfMoves, found = quoted(value)),
                    range_of(operand),
                    text!(ExpectedMateLength),
                )),
            }
        }
        // `bm #3` is how lists for engines say that there is a mate.
        // `bm #-3`: the side on move is mated.
        "bm" if value.starts_with("#-") => {
            add(&mut texts.comment, &format!("bm {value}"), "\n");
            report.push(mated(operand));
        }
        "bm" if value.starts_with('#') => {
            *asked = report.note(stipulation::asked(plain)).or(*asked);
        }
        "bm" => moves.extend(value.split_whitespace().map(|mv| format!("1. {mv}!"))),
        "am" => moves.extend(value.split_whitespace().map(|mv| format!("1. {mv}?"))),
        "id" => texts.id = Some(value.to_owned()).filter(|id| !id.is_empty()),
        "c0" => match stipulation::asked(plain) {
            Ok(found) if asked.is_none() => *asked = Some(found),
            _ => add(&mut texts.comment, value, "\n"),
        },
        // Counters say nothing of a problem.
        "hmvc" | "fmvn" => {}
        other if other.starts_with('c') && other[1..].parse::<u8>().is_ok() => {
            add(&mut texts.comment, value, "\n");
        }
        other => {
            let known = (once.left_out.iter_mut()).find(|(known, _)| *known.fragment() == other);
            match known {
                Some((_, number)) => *number += 1,
                None => once.left_out.push((code, 1)),
            }
        }
    }
}

/// That nothing asks for the side on move to be mated.
fn mated(operand: Span<'_>) -> Diagnostic {
    Diagnostic::warning(
        "epd-mated",
        text!(SideIsMated),
        range_of(operand),
        text!(OtherSideMates),
    )
}

fn unquoted(operand: Span<'_>) -> Span<'_> {
    let inside: Parse<'_, Span<'_>> =
        delimited(tag("\""), take_until("\""), tag("\"")).parse(operand);
    match inside {
        Ok((rest, inside)) if rest.fragment().trim().is_empty() => inside,
        _ => operand,
    }
}
