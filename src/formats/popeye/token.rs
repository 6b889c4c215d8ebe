//! Popeye's tokens: words between blanks, commas and semicolons; some statements go on to the end of the line.

use nom::bytes::complete::{take_till, take_while, take_while1};
use nom::{Input, Parser};

use crate::syntax::span::{Parse, Span, trimmed};

/// What stands between tokens.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | ',' | '\u{FEFF}')
}

fn blanks(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while(is_separator).parse(input)
}

fn word(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_while1(|c| !is_separator(c)).parse(input)
}

fn line(input: Span<'_>) -> Parse<'_, Span<'_>> {
    take_till(|c| c == '\n').parse(input)
}

/// The tokens of a text, one after the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tokens<'a> {
    rest: Span<'a>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: Span<'a>) -> Tokens<'a> {
        Tokens { rest: text }
    }

    /// The next token, without taking it.
    pub fn peek(&self) -> Option<Span<'a>> {
        let (rest, _) = blanks(self.rest).ok()?;
        word(rest).ok().map(|(_, word)| word)
    }

    /// The next token.
    pub fn next(&mut self) -> Option<Span<'a>> {
        let word = self.peek()?;
        self.pass(word);
        Some(word)
    }

    /// Goes on behind `word`, a token or the beginning of one.
    pub fn pass(&mut self, word: Span<'a>) {
        let end = word.location_offset() + word.fragment().len();
        self.rest = self.rest.take_from(end - self.rest.location_offset());
    }

    /// What follows up to the end of the line.
    pub fn line(&mut self) -> Span<'a> {
        let Ok((rest, text)) = line(self.rest) else {
            return self.rest;
        };
        self.rest = rest;
        let text = trimmed(text);
        let skip =
            text.fragment().len() - text.fragment().trim_start_matches([';', '.', ',']).len();
        trimmed(text.take_from(skip))
    }

    /// Where the rest begins.
    pub fn offset(&self) -> usize {
        self.rest.location_offset()
    }
}
