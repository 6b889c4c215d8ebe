//! What could not be read: each place once, and all of it once where words prevail.

use std::ops::Range;

use crate::syntax::diagnostic::{Diagnostic, quoted};
use crate::syntax::keyword::{folded, nearest};
use crate::syntax::span::range_of;
use crate::text;

use super::token::{Piece, Token};
use super::words::{self, Said};
use super::written::WrittenStyle;

/// Places told of one by one; more are told of as one.
const MOST_PLACES: usize = 10;

/// From so many words on that are not understood a solution may be prose.
const MANY_WORDS: usize = 6;

/// The places of a solution that could not be read, as they are come upon.
#[derive(Debug, Default)]
pub(super) struct Unread {
    places: Vec<Diagnostic>,
    /// From the first to the last byte that was not read.
    whole: Option<Range<usize>>,
    words: usize,
    /// Where the words begin that close the text: they say nothing of how sure the moves before them are.
    closing: Option<usize>,
    /// Whether those have been told of.
    closed: bool,
}

/// Where the words begin that close a text: behind its last move, on a line of their own or behind a full stop, and with no word before them that
/// is not understood.
pub(super) fn closing_words(pieces: &[Piece<'_>]) -> Option<usize> {
    let is_play = |piece: &Piece<'_>| {
        matches!(
            piece.token,
            Token::Move(_) | Token::Number { .. } | Token::Word(Said::Any)
        )
    };
    let last = pieces.iter().rposition(is_play)?;
    let is_unknown = |piece: &Piece<'_>| matches!(piece.token, Token::Unknown);
    let first = last + 1 + pieces[last + 1..].iter().position(is_unknown)?;
    let begins_sentence = |&at: &usize| {
        let before = pieces[at - 1].at.fragment();
        pieces[at].first_in_line || at > last + 1 && before.ends_with('.')
    };
    let begin = (last + 1..=first).find(begins_sentence)?;
    Some(range_of(pieces[begin].at).start)
}

impl Unread {
    pub(super) fn closed_by(closing: Option<usize>) -> Unread {
        Unread {
            closing,
            ..Unread::default()
        }
    }

    /// Whether a place is one of the words that close the text; they are told of once.
    fn closes(&self, range: &Range<usize>) -> bool {
        self.closing.is_some_and(|closing| range.start >= closing)
    }

    fn widen(&mut self, range: &Range<usize>) {
        let start = self.whole.as_ref().map_or(range.start, |all| all.start);
        self.whole = Some(start..range.end);
    }

    /// A place of its own.
    pub(super) fn place(&mut self, diagnostic: Diagnostic) {
        if self.closes(&diagnostic.range()) {
            if std::mem::replace(&mut self.closed, true) {
                self.lengthen(&diagnostic.range());
            } else {
                self.places.push(diagnostic);
            }
            return;
        }
        self.widen(&diagnostic.range());
        self.words += 1;
        if self.places.len() <= MOST_PLACES {
            self.places.push(diagnostic);
        }
    }

    /// A word that is not understood.
    pub(super) fn word(&mut self, word: &str, range: Range<usize>) {
        let mut diagnostic = Diagnostic::warning(
            "solution-words",
            text!(NoMoveNoWord, typed = quoted(word)),
            range,
            text!(PassedOverToNumber),
        );
        let plain = folded(word.trim_end_matches([':', '.']));
        diagnostic = match nearest(&plain, words::long()) {
            Some(near) => diagnostic.with_suggestion(near),
            None => diagnostic.with_help(text!(WordsIntoBraces, braces = "{...}")),
        };
        self.place(diagnostic);
    }

    /// More of the place before.
    pub(super) fn more(&mut self, range: &Range<usize>) {
        if !self.closes(range) {
            self.widen(range);
            self.words += 1;
        }
        self.lengthen(range);
    }

    fn lengthen(&mut self, range: &Range<usize>) {
        if let Some(label) = self
            .places
            .last_mut()
            .and_then(|place| place.labels.first_mut())
        {
            label.range.end = range.end.max(label.range.end);
        }
    }

    /// What is to be told, beside `moves` moves that were read.
    pub(super) fn finish(mut self, moves: usize) -> (Vec<Diagnostic>, WrittenStyle) {
        let Some(whole) = self.whole else {
            return (self.places, WrittenStyle::Moves);
        };
        let prose = self.words >= MANY_WORDS && self.words * 2 > moves;
        let style = WrittenStyle::Prose;
        if !prose && self.places.len() <= MOST_PLACES + usize::from(self.closed) {
            return (self.places, WrittenStyle::Moves);
        }
        let closed = self.closed.then(|| self.places.pop()).flatten();
        let words = self.words;
        let message = if moves == 0 {
            text!(NoMovesRead, words)
        } else {
            text!(WordsNotUnderstood, words, moves)
        };
        let one = Diagnostic::warning("solution-words", message, whole, text!(PassedOverShort));
        (std::iter::once(one).chain(closed).collect(), style)
    }
}
