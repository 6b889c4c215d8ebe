//! Pieces of the source that know where they stand, and the parsers' own error.
//!
//! Of several failed alternatives the one that got deepest wins; equally deep ones add up what they
//! expected.

use std::ops::Range;

use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Input, Parser};
use nom_locate::LocatedSpan;

use super::diagnostic::{Diagnostic, quoted};
use crate::notation::Text;
use crate::text;

/// A piece of the source.
pub(crate) type Span<'a> = LocatedSpan<&'a str>;

/// What a parser returns.
pub(crate) type Parse<'a, T> = IResult<Span<'a>, T, Mismatch>;

/// A parser's error: how far it got and what it would have taken there, or a finished diagnostic.
#[derive(Debug)]
pub(crate) struct Mismatch {
    offset: usize,
    expected: Vec<Text>,
    said: Option<Box<Diagnostic>>,
}

impl ParseError<Span<'_>> for Mismatch {
    fn from_error_kind(input: Span<'_>, _: ErrorKind) -> Mismatch {
        Mismatch {
            offset: input.location_offset(),
            expected: Vec::new(),
            said: None,
        }
    }

    fn append(_: Span<'_>, _: ErrorKind, other: Mismatch) -> Mismatch {
        other
    }

    fn or(mut self, other: Mismatch) -> Mismatch {
        match self.offset.cmp(&other.offset) {
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => {
                for what in other.expected {
                    if !self.expected.contains(&what) {
                        self.expected.push(what);
                    }
                }
                self.said = self.said.or(other.said);
                self
            }
        }
    }
}

/// Says what was expected if `parser` fails where it begins; in German a nominative after "erwartet wird".
pub(crate) fn expecting<'a, P>(
    what: Text,
    mut parser: P,
) -> impl FnMut(Span<'a>) -> Parse<'a, P::Output>
where
    P: Parser<Span<'a>, Error = Mismatch>,
{
    move |input| {
        parser.parse(input).map_err(|error| {
            error.map(|mut mismatch| {
                if input.location_offset() == mismatch.offset {
                    mismatch.expected = vec![what.clone()];
                }
                mismatch
            })
        })
    }
}

/// A finished diagnostic ends the parse: no alternative is tried.
impl From<Diagnostic> for nom::Err<Mismatch> {
    fn from(diagnostic: Diagnostic) -> nom::Err<Mismatch> {
        nom::Err::Failure(Mismatch {
            offset: diagnostic.range().start,
            expected: Vec::new(),
            said: Some(Box::new(diagnostic)),
        })
    }
}

/// The bytes of a span.
pub(crate) fn range_of(span: Span<'_>) -> Range<usize> {
    span.location_offset()..span.location_offset() + span.fragment().len()
}

/// The empty range at the end of a span.
pub(crate) fn end_of(span: Span<'_>) -> Range<usize> {
    let end = range_of(span).end;
    end..end
}

/// The span without blanks at both ends.
pub(crate) fn trimmed(span: Span<'_>) -> Span<'_> {
    let span = trimmed_start(span);
    span.take(span.fragment().trim_end().len())
}

/// What is left of `rest` from this place of the file on, which does not lie before it. From the beginning of a file the lines would
/// be counted anew for each entry.
pub(crate) fn from_offset(rest: Span<'_>, place: usize) -> Span<'_> {
    rest.take_from(place - rest.location_offset())
}

/// The span without blanks at its beginning.
pub(crate) fn trimmed_start(span: Span<'_>) -> Span<'_> {
    let text = span.fragment();
    span.take_from(text.len() - text.trim_start().len())
}

/// What stands before the first character that `stops`, and the rest from it on.
pub(crate) fn split_at_first(span: Span<'_>, stops: impl Fn(char) -> bool) -> (Span<'_>, Span<'_>) {
    let text = span.fragment();
    let at = text.find(stops).unwrap_or(text.len());
    (span.take(at), span.take_from(at))
}

/// One after another, a comma between them or not, up to the end; what is left says why it is none.
pub(crate) fn all<'a, T>(
    mut one: impl FnMut(Span<'a>) -> Parse<'a, T>,
) -> impl FnMut(Span<'a>) -> Parse<'a, Vec<T>> {
    move |input| {
        let mut rest = input;
        let mut found = Vec::new();
        while !rest.fragment().is_empty() {
            let (after, value) = one(rest)?;
            found.push(value);
            (rest, _) = (multispace0, opt(char(',')), multispace0).parse(after)?;
        }
        Ok((rest, found))
    }
}

/// Fails for good with a finished diagnostic.
pub(crate) fn refuse<'a, T>(diagnostic: Diagnostic) -> Parse<'a, T> {
    Err(diagnostic.into())
}

/// Runs a parser over all of `input` but blanks at the end.
pub(crate) fn parse_all<'a, T>(
    input: Span<'a>,
    mut parser: impl FnMut(Span<'a>) -> Parse<'a, T>,
) -> Result<T, Diagnostic> {
    match parser(input) {
        Ok((rest, value)) => {
            let rest = trimmed(rest);
            if rest.fragment().is_empty() {
                Ok(value)
            } else {
                Err(unexpected(rest, &[text!(TheEnd)]))
            }
        }
        Err(nom::Err::Error(mismatch) | nom::Err::Failure(mismatch)) => {
            if let Some(diagnostic) = mismatch.said {
                return Err(*diagnostic);
            }
            let at = mismatch.offset - input.location_offset();
            Err(unexpected(input.take_from(at), &mismatch.expected))
        }
        Err(nom::Err::Incomplete(_)) => Err(unexpected(input, &[])),
    }
}

/// "expected this, found that" at the first word of `rest`.
fn unexpected(rest: Span<'_>, expected: &[Text]) -> Diagnostic {
    let ends = |c: char| c.is_whitespace() || matches!(c, ';' | ',');
    let (mut word, behind) = split_at_first(trimmed_start(rest), ends);
    if word.fragment().is_empty() {
        word = behind.take(behind.fragment().chars().next().map_or(0, char::len_utf8));
    }
    let wanted = match expected {
        [] => text!(SomethingElse),
        [first, others @ ..] => {
            (others.iter()).fold(first.clone(), |one, other| text!(ThisOrThat, one, other))
        }
    };

    let label = text!(Expected, wanted);
    if word.fragment().is_empty() {
        Diagnostic::error(
            "incomplete",
            text!(ExpectedFoundEnd, wanted),
            end_of(rest),
            label,
        )
    } else {
        Diagnostic::error(
            "unexpected",
            text!(ExpectedFound, wanted, found = quoted(word.fragment())),
            range_of(word),
            label,
        )
    }
}
