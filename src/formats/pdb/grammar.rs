//! What a page is made of: its entries, their lines and fields, and what a single line says.
//!
//! ```text
//! page   = entry*
//! entry  = head? text* field-with-text* (FEN (field | blank | Reprints text*)*)?
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_till1, take_while, take_while_m_n};
use nom::character::complete::{anychar, char, digit1, space0};
use nom::combinator::{
    all_consuming, consumed, eof, map, map_opt, not, opt, recognize, rest, value, verify,
};
use nom::multi::{many0, many0_count};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Input, Parser};

use crate::syntax::span::{Parse, Span, trimmed};

/// One problem's part of the page.
pub(super) struct Entry<'a> {
    /// All of it.
    pub whole: Span<'a>,
    /// The line `17 - P0000793`, and the number of the problem in it.
    pub head: Option<(Span<'a>, Span<'a>)>,
    /// The lines before the first field: authors, source, award, count, stipulation, solution, remarks.
    pub text: Vec<Span<'a>>,
    /// The fields in order.
    pub fields: Vec<(Field, Span<'a>)>,
}

/// A labelled line behind the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
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

/// The entries of a page; what stands before the first of them is one without head and fields.
pub(super) fn page(input: Span<'_>) -> Parse<'_, Vec<Entry<'_>>> {
    preceded(opt(char('\u{FEFF}')), many0(entry)).parse(input)
}

fn entry(input: Span<'_>) -> Parse<'_, Entry<'_>> {
    let before = many0(terminated(
        verify(line_of(field), |(field, _)| *field != Field::Fen),
        many0_count(text_line),
    ));
    let head = line_of(consumed(head));
    let (rest, (whole, (head, text, mut fields, behind))) = consumed((
        opt(head),
        many0(text_line),
        before,
        opt((line_of(field), many0(behind))),
    ))
    .parse(input)?;
    if let Some((fen, behind)) = behind {
        fields.push(fen);
        fields.extend(behind.into_iter().flatten());
    }
    // What takes nothing would be taken for ever.
    not(eof).parse(input)?;
    let whole = trimmed(whole);
    Ok((
        rest,
        Entry {
            whole,
            head,
            text,
            fields,
        },
    ))
}

/// What may follow `FEN:` within an entry. Reprints have lines of their own.
fn behind(input: Span<'_>) -> Parse<'_, Option<(Field, Span<'_>)>> {
    let reprints = verify(line_of(field), |(field, _)| *field == Field::Reprints);
    alt((
        map(terminated(reprints, many0_count(text_line)), Some),
        map(line_of(field), Some),
        value(None, verify(line, |line| line.fragment().is_empty())),
    ))
    .parse(input)
}

/// A line without the blanks at its ends, and its end passed over.
fn line(input: Span<'_>) -> Parse<'_, Span<'_>> {
    map(
        preceded(
            not(eof),
            terminated(take_till(|c| c == '\n'), opt(char('\n'))),
        ),
        trimmed,
    )
    .parse(input)
}

/// A line that is what `inner` reads, from end to end.
fn line_of<'a, T>(
    inner: impl Parser<Span<'a>, Output = T, Error = crate::syntax::span::Mismatch>,
) -> impl Parser<Span<'a>, Output = T, Error = crate::syntax::span::Mismatch> {
    line.and_then(all_consuming(inner))
}

/// A line that is neither the head of an entry nor a field.
fn text_line(input: Span<'_>) -> Parse<'_, Span<'_>> {
    let (rest, line) = line(input)?;
    not(alt((value((), all_consuming(head)), value((), field)))).parse(line)?;
    Ok((rest, line))
}

/// The head of an entry in the data base's list, `17 - P0000793`: the number of the problem.
fn head(input: Span<'_>) -> Parse<'_, Span<'_>> {
    preceded((digit1, tag(" - "), space0), id).parse(input)
}

/// Whether a text is the number of a problem.
pub(in crate::formats) fn is_id(text: &str) -> bool {
    all_consuming(id).parse(Span::new(text)).is_ok()
}

/// Whether a line is the head of an entry.
pub(in crate::formats) fn is_head(line: &str) -> bool {
    all_consuming(head).parse(Span::new(line)).is_ok()
}

/// `P` and seven digits.
fn id(input: Span<'_>) -> Parse<'_, Span<'_>> {
    recognize((
        char('P'),
        verify(digit1, |number: &Span<'_>| number.fragment().len() == 7),
    ))
    .parse(input)
}

/// A field's name and its value; the page prints some names in stars.
fn field(input: Span<'_>) -> Parse<'_, (Field, Span<'_>)> {
    let stars = || take_while(|c| c == '*');
    let name = map_opt(take_till1(|c| c == ':'), |name: Span<'_>| {
        let name = name.fragment().trim();
        FIELDS.iter().find(|(known, _)| *known == name)
    });
    let (value, &(_, field)) = delimited(stars(), name, (char(':'), stars())).parse(input)?;
    let end = value.take_from(value.fragment().len());
    Ok((end, (field, trimmed(value))))
}

/// The count of men, `(11+5) C+`: White's and Black's.
pub(super) fn count(input: Span<'_>) -> Parse<'_, (usize, usize)> {
    let number = || {
        let digits = map_opt(digit1, |digits: Span<'_>| digits.fragment().parse().ok());
        delimited(space0, digits, space0)
    };
    let neutral = opt((char('+'), digit1));
    (
        preceded(char('('), number()),
        delimited(char('+'), number(), (neutral, char(')'))),
    )
        .parse(input)
}

/// What a line behind the count says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// Moves.
    Play,
    /// Moves taken back.
    Retro,
    /// How a twin is made, if no solution stands above it.
    Twin,
    /// The caption of a button.
    Button,
    /// The captions of the board on which the solution is played: the solution is over.
    Board,
    /// A remark.
    Remark,
}

/// What a line behind the count says.
pub(super) fn said(line: Span<'_>) -> Said {
    let captions = ["comment", "more ...", "more...", "Kommentar", "mehr ..."];
    let button = verify(rest, |text: &Span<'_>| captions.contains(text.fragment()));
    let twin = (anychar, char(')'));
    let found: Parse<'_, Said> = alt((
        value(Said::Button, button),
        value(Said::Board, tag("play all")),
        value(
            Said::Retro,
            alt((tag("R:"), recognize((char('-'), digit1, char('.'))))),
        ),
        value(Said::Play, play),
        value(Said::Twin, twin),
    ))
    .parse(line);
    found.map_or(Said::Remark, |(_, said)| said)
}

/// `1.`, `[b) 12...`, `(R: 1.`: how a line of moves begins.
fn play(input: Span<'_>) -> Parse<'_, ()> {
    let openers = || take_while(|c: char| matches!(c, '*' | '(' | '[' | '{') || c.is_whitespace());
    let retro = || opt((alt((tag("R:"), tag("-"))), space0));
    let label = (
        take_while_m_n(0, 3, |c| c != ')' && c != '-'),
        opt(tag("-duplex")),
        char(')'),
        space0,
        retro(),
    );
    let number = verify(digit1, |digits: &Span<'_>| digits.fragment().len() < 4);
    let before = (opt(phase), openers(), retro(), opt(label), opt(phase));
    value((), (before, openers(), number, char('.'))).parse(input)
}

/// A word for the phase that begins: `Satzspiel:`, `Set play:`.
fn phase(input: Span<'_>) -> Parse<'_, ()> {
    let word = alt((
        tag_no_case("set play"),
        tag_no_case("satzspiel"),
        tag_no_case("satz"),
        tag_no_case("jeu apparent"),
        tag_no_case("tries"),
        tag_no_case("try"),
        tag_no_case("verf\u{fc}hrungen"),
        tag_no_case("verf\u{fc}hrung"),
        tag_no_case("key"),
        tag_no_case("solution"),
        tag_no_case("l\u{f6}sung"),
    ));
    value((), (word, opt(char(':')), space0)).parse(input)
}

/// The line of a stipulation.
pub(super) struct Asked<'a> {
    /// What stands before the first parenthesis.
    pub before: Span<'a>,
    /// Its first word, if nothing but numbers of solutions stands behind it.
    pub counted: Option<Span<'a>>,
    /// What stands in parentheses.
    pub additions: Vec<Span<'a>>,
}

/// `#3 (AP)`, `h#2 2.1.1.1`.
pub(super) fn asked(input: Span<'_>) -> Parse<'_, Asked<'_>> {
    let addition = delimited(
        char('('),
        take_till(|c| c == '(' || c == ')'),
        take_till(|c| c == '('),
    );
    let numbers = take_while(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    let (rest, (before, additions)) =
        (map(take_till(|c| c == '('), trimmed), many0(addition)).parse(input)?;
    let counted: Parse<'_, Span<'_>> =
        all_consuming(terminated(take_till(char::is_whitespace), numbers)).parse(before);
    let asked = Asked {
        before,
        counted: counted.ok().map(|(_, first)| first),
        additions,
    };
    Ok((rest, asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_they_are() {
        for (line, expected) in [
            ("1. Kd6", Said::Play),
            ("b) 12... Kd6", Said::Play),
            ("[1... Kd6]", Said::Play),
            ("(R: 1. Kd6)", Said::Play),
            ("R: 1. d7-d5", Said::Retro),
            ("b) R: 1. d7-d5", Said::Play),
            ("-1.Kg6xRh5 Rh8xQh5", Said::Retro),
            ("b) -1.Kg6xRh5 Rh8xQh5", Said::Play),
            ("-1", Said::Remark),
            ("Set play: 1... d3 2. Qf7#", Said::Play),
            ("Satzspiel: *1...Tc4", Said::Play),
            ("b) Satz: 1... d3", Said::Play),
            ("a-duplex) 1. Kd6", Said::Play),
            ("b) s#2", Said::Twin),
            ("b) sBh7 nach b6", Said::Twin),
            ("1975. ein gutes Jahr", Said::Remark),
            ("VL: A posteriori (AP)!", Said::Remark),
            ("mehr ...", Said::Button),
            ("play all play one stop", Said::Board),
            ("", Said::Remark),
        ] {
            assert_eq!(said(Span::new(line)), expected, "{line}");
        }
    }

    #[test]
    fn reprints_go_on_and_other_fields_do_not() {
        let page = "1 - P0000001\nA\n(1+1)\n#2\n**FEN:** 8/8/8/8/8/2k5/8/K7\nReprints: x\ny 1\n\nz\n\
            Input: v\nB\n(1+1)\n#3\nFEN: 8/8/8/8/8/2k5/8/K7";
        let (rest, entries) = super::page(Span::new(page)).unwrap();
        assert!(rest.fragment().is_empty());
        let fields: Vec<usize> = entries.iter().map(|entry| entry.fields.len()).collect();
        assert_eq!(fields, [3, 1]);
        assert_eq!(entries[1].text[0].fragment(), &"B");
        assert!(entries[0].head.is_some() && entries[1].head.is_none());
    }
}
