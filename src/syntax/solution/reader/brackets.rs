//! Brackets: threats, side lines, tries in passing, remarks.

use std::collections::BTreeMap;

use super::super::token::{Piece, Token};
use super::super::words::Said;
use super::super::written::{Reading, WrittenRole};
use super::play::Group;
use super::{Mood, Reader};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::range_of;
use crate::text;

/// Tokens looked at to tell what a bracket holds.
const MOST_SEEN: usize = 64;

/// What a bracket holds.
enum Inside {
    /// A threat or a line with its numbers.
    Play,
    /// A move of the line itself, or marks.
    Line,
    /// Nothing that is played.
    Remark,
}

/// For each opening bracket the closing one.
pub(super) fn closing(pieces: &[Piece<'_>]) -> BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut closing = BTreeMap::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece.token {
            Token::Open => open.push(at),
            Token::Close => {
                if let Some(begin) = open.pop() {
                    closing.insert(begin, at);
                }
            }
            // A bracket does not reach beyond its part.
            Token::Label(_) | Token::Head(_) => open.clear(),
            _ => {}
        }
    }
    closing
}

/// What there is to say of a brace or square bracket that nothing closes.
pub(super) fn not_closed(piece: &Piece<'_>) -> Option<Diagnostic> {
    let message = match piece.at.fragment().chars().next()? {
        '{' => text!(CommentUnclosed, brace = '}'),
        '[' => text!(BracketUnclosed),
        _ => return None,
    };
    let start = range_of(piece.at).start;
    Some(Diagnostic::warning(
        "solution",
        message,
        start..start + 1,
        text!(FromHere),
    ))
}

impl Reader<'_> {
    pub(super) fn open(&mut self) {
        let begin = self.at - 1;
        let end = self.closing.get(&begin).copied();
        if let Some(end) = end.filter(|_| self.is_pairwise(begin)) {
            return self.join_inside(end);
        }
        match self.inside(end) {
            Inside::Remark => {
                if let Some(end) = end {
                    self.at = end + 1;
                }
            }
            Inside::Line => self.brackets.push(None),
            Inside::Play => {
                self.flush();
                self.brackets.push(Some(self.here.clone()));
            }
        }
    }

    /// Whether the bracket joins others to the move it stands directly behind, as a bracket with as many moves does behind the answer:
    /// `Ra4(Ra5,Ra6) 2.Qb1(Qb2,Qb3)#`.
    fn is_pairwise(&self, begin: usize) -> bool {
        if self.here.mood != Mood::Play || !self.pending.as_ref().is_some_and(Group::is_single) {
            return false;
        }
        let Some((moves, end)) = self.joined_to(begin) else {
            return false;
        };
        let answered = || {
            let mut behind = (end + 1..self.pieces.len())
                .filter(|&at| !matches!(self.pieces[at].token, Token::Remark | Token::Marks(_)));
            let mut next = || behind.next().map(|at| (at, &self.pieces[at].token));
            let (Some((_, Token::Number { .. })), Some((_, Token::Move(_)))) = (next(), next())
            else {
                return false;
            };
            let bracket = next().filter(|(_, token)| matches!(token, Token::Open));
            let answers = bracket.and_then(|(at, _)| self.joined_to(at));
            answers.is_some_and(|(answers, _)| answers == moves)
        };
        self.here.ends.len() == moves + 1 || answered()
    }

    /// How many moves a bracket directly behind a move holds, if they are all it holds but commas and marks that blame none of them, and where
    /// it ends.
    fn joined_to(&self, begin: usize) -> Option<(usize, usize)> {
        let end = *self.closing.get(&begin)?;
        let before = range_of(self.pieces[begin.checked_sub(1)?].at).end;
        if before != range_of(self.pieces[begin].at).start {
            return None;
        }
        let mut moves = 0;
        for piece in &self.pieces[begin + 1..end] {
            match &piece.token {
                Token::Move(_) => moves += 1,
                Token::Marks(marks) if !marks.fragment().contains('?') => {}
                Token::Comma | Token::Slash | Token::Remark => {}
                _ => return None,
            }
        }
        (moves > 0).then_some((moves, end))
    }

    /// Joins the moves up to the end of the bracket to the last one.
    fn join_inside(&mut self, end: usize) {
        let pieces = self.pieces;
        while self.at < end {
            let piece = &pieces[self.at];
            self.at += 1;
            match &piece.token {
                Token::Move(shape) => {
                    self.join(Reading::Supposed);
                    self.play(shape, piece);
                }
                Token::Marks(marks) => self.marks(*marks),
                _ => {}
            }
        }
        self.at = end + 1;
    }

    fn inside(&self, end: Option<usize>) -> Inside {
        let Some(end) = end else {
            return Inside::Play;
        };
        let inner = &self.pieces[self.at..end];
        let mut tokens = (inner.iter().take(MOST_SEEN))
            .map(|piece| &piece.token)
            .filter(|token| !matches!(token, Token::Remark));
        let first = tokens.find(|token| {
            let words = [Said::Threat, Said::But, Said::Zugzwang];
            matches!(
                token,
                Token::Number { .. } | Token::Move(_) | Token::Marks(_)
            ) || matches!(token, Token::Word(said) if words.contains(said))
        });
        match first {
            None => Inside::Remark,
            Some(Token::Marks(_) | Token::Word(Said::Zugzwang)) => Inside::Line,
            // `(Qh8?)` is no move of the line, but why another fails.
            Some(Token::Move(_)) => {
                if self.here.numbered || self.here.role == WrittenRole::Threat {
                    Inside::Line
                } else {
                    Inside::Remark
                }
            }
            Some(_) => Inside::Play,
        }
    }

    pub(super) fn close(&mut self, piece: &Piece<'_>) {
        match self.brackets.pop() {
            Some(None) => {}
            Some(Some(here)) => {
                self.flush();
                self.here = here;
                self.here.role = WrittenRole::Line;
                self.here.next = self.due().or(self.here.next);
            }
            None if self.here.mood == Mood::Prose => self.unread.more(&range_of(piece.at)),
            None => self.unread.place(Diagnostic::warning(
                "solution",
                text!(ParenthesisUnopened),
                range_of(piece.at),
                text!(NoOpeningBefore),
            )),
        }
    }
}
