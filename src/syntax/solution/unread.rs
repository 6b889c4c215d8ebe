//! What could not be read: each place once, and all of it once where words prevail.

use std::ops::Range;

use crate::syntax::diagnostic::{Diagnostic, quoted};
use crate::syntax::keyword::{folded, nearest};
use crate::text;

use super::words;
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
}

impl Unread {
    fn widen(&mut self, range: &Range<usize>) {
        let start = self.whole.as_ref().map_or(range.start, |all| all.start);
        self.whole = Some(start..range.end);
    }

    /// A place of its own.
    pub(super) fn place(&mut self, diagnostic: Diagnostic) {
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
        self.widen(range);
        self.words += 1;
        if let Some(label) = self
            .places
            .last_mut()
            .and_then(|place| place.labels.first_mut())
        {
            label.range.end = range.end.max(label.range.end);
        }
    }

    /// What is to be told, beside `moves` moves that were read.
    pub(super) fn finish(self, moves: usize) -> (Vec<Diagnostic>, WrittenStyle) {
        let Some(whole) = self.whole else {
            return (self.places, WrittenStyle::Moves);
        };
        let prose = self.words >= MANY_WORDS && self.words * 2 > moves;
        if !prose && self.places.len() <= MOST_PLACES {
            return (self.places, WrittenStyle::Moves);
        }
        let words = self.words;
        let message = if moves == 0 {
            text!(NoMovesRead, words)
        } else {
            text!(WordsNotUnderstood, words, moves)
        };
        let one = Diagnostic::warning("solution-words", message, whole, text!(PassedOverShort));
        (vec![one], WrittenStyle::Prose)
    }
}
