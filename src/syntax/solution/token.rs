//! Numbers, words, brackets: what stands between blanks.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{map, peek, value};
use nom::sequence::{delimited, terminated};
use nom::{Input, Parser};

use crate::syntax::span::{Parse, Span};
use crate::syntax::twins::label;

/// What a solution is written with.
#[derive(Debug, Clone)]
pub(super) enum Token<'a> {
    Comment,
    Number { digits: Span<'a>, second: bool },
    Open,
    Close,
    Head(Span<'a>),
    Label(Span<'a>),
    Word(Span<'a>),
}

/// What may stand between tokens.
pub(super) fn separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

fn number(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let (rest, digits) = digit1(input)?;
    let (rest, second) = alt((
        value(true, tag("...")),
        value(true, tag("…")),
        value(false, char('.')),
    ))
    .parse(rest)?;
    Ok((rest, Token::Number { digits, second }))
}

/// A word; `(D)` right after it belongs to it.
fn word(input: Span<'_>) -> Parse<'_, Token<'_>> {
    let inside = |c: char| !separator(c) && !matches!(c, '{' | '}' | '[' | ']' | '(' | ')');
    let (rest, text) = take_while1(inside).parse(input)?;
    let promotion = delimited(char('('), take_while1(char::is_uppercase), char(')'));
    let promoted: Parse<'_, Span<'_>> = { promotion }.parse(rest);
    if let Ok((after, letter)) = promoted
        && letter.fragment().chars().count() == 1
    {
        let (after, _) = take_till(|c| !inside(c)).parse(after)?;
        let length = after.location_offset() - input.location_offset();
        return Ok((after, Token::Word(input.take(length))));
    }
    Ok((rest, Token::Word(text)))
}

pub(super) fn token(input: Span<'_>) -> Parse<'_, Token<'_>> {
    alt((
        value(
            Token::Comment,
            delimited(char('{'), take_till(|c| c == '}'), char('}')),
        ),
        map(
            delimited(char('['), take_till(|c| c == ']' || c == '\n'), char(']')),
            Token::Head,
        ),
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        terminated(
            map(label, Token::Label),
            peek(take_while1(char::is_whitespace)),
        ),
        number,
        word,
    ))
    .parse(input)
}
