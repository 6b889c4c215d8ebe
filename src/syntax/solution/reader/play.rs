//! Moves with their marks, alone and joined by slashes, commas and words.

use std::ops::Range;

use shakmaty::Role;

use super::super::shape::Shape;
use super::super::token::{Piece, Token};
use super::super::words::Said;
use super::super::written::{
    AnyMove, NodeId, Reading, Written, WrittenMark, WrittenMove, WrittenRole, Zugzwang,
};
use super::{Commas, MOST_HEADINGS, Mood, Reader, numbers};
use crate::notation::{EnPassantMark, MoveText};
use crate::syntax::diagnostic::{Diagnostic, quoted};
use crate::syntax::span::{Span, range_of};
use crate::text;

/// Moves that one move may be, or that may be one after many: more are not told apart.
const MOST_WAYS: usize = 24;

/// From so many nodes on only the first of joined moves is followed.
const MANY_NODES: usize = 200_000;

/// Moves at one place of a line: one, or several that are joined.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) ply: u32,
    role: WrittenRole,
    pub(super) zugzwang: Zugzwang,
    reading: Reading,
    alternatives: Vec<Alternative>,
    /// Whether another of them follows.
    pub(super) open: bool,
}

/// One of joined moves.
#[derive(Debug, Clone)]
struct Alternative {
    text: WrittenMove,
    range: Range<usize>,
    mark: WrittenMark,
    /// Whether it is marked as mate or stalemate.
    is_last: bool,
    reading: Reading,
}

impl Group {
    fn is_last(&self) -> bool {
        self.alternatives.last().is_some_and(|last| last.is_last)
    }

    /// Whether it is one move, joined to no other.
    pub(super) fn is_single(&self) -> bool {
        !self.open && self.alternatives.len() == 1
    }
}

impl Reader<'_> {
    pub(super) fn play(&mut self, shape: &Shape, piece: &Piece<'_>) {
        let range = range_of(piece.at);
        match self.here.mood {
            Mood::Play => {}
            Mood::Prose => {
                self.unread.more(&range);
                return;
            }
            Mood::Before => return,
        }
        if let Some(mut moves) = shape.moves(self.letters) {
            for one in &mut moves {
                self.carry(one);
            }
            let mut reading = self.behind_comma();
            if let Some(ply) = self.leaves_goal() {
                self.flush();
                self.go_back_to(ply, None);
                self.here.next = Some(ply);
                reading = Reading::Certain;
            }
            self.put(&moves, range, reading);
        } else {
            self.solution.strange = self.solution.strange.or(shape.stranger(self.letters));
            self.unread.place(self.foreign(shape, piece.at));
            self.lose(range);
        }
    }

    /// The half-move to which a move without number belongs behind one that nothing follows: `2.Qf4# Bc6 2.Qg4#`. The number that follows
    /// tells.
    fn leaves_goal(&self) -> Option<u32> {
        let group = (self.pending.as_ref()).filter(|group| self.ends(group) && !group.open)?;
        let mut joined = false;
        let mut at = self.at;
        loop {
            match &self.pieces.get(at)?.token {
                Token::Number { digits, side } => {
                    let next = numbers::ply(*digits, *side)?;
                    return next.checked_sub(1).filter(|&ply| ply < group.ply);
                }
                Token::Open => at = self.closing.get(&at).copied()?,
                Token::Slash | Token::Comma => joined = true,
                Token::Move(_) if joined => joined = false,
                Token::Remark | Token::Marks(_) => {}
                _ => return None,
            }
            at += 1;
        }
    }

    /// Whether nothing follows these moves: they are marked as mates or stalemates, or the stipulation gives no more moves.
    fn ends(&self, group: &Group) -> bool {
        group.is_last() || self.last == Some(group.ply)
    }

    /// A bare square joined to a man's move may be one more of that man's: `Qd6/d5/xd7`.
    fn carry(&self, one: &mut WrittenMove) {
        let before = self.pending.as_ref().filter(|group| group.open);
        let before = before.and_then(|group| group.alternatives.last());
        let Some(WrittenMove::Named(man)) = before.map(|before| before.text) else {
            return;
        };
        let officer = man.texts().find_map(|text| match text {
            MoveText::Man { role, .. } if role != Role::Pawn => Some(role),
            _ => None,
        });
        let (Some(officer), WrittenMove::Named(named)) = (officer, one) else {
            return;
        };
        let mut carried = named.text;
        if let MoveText::Man {
            role: role @ Role::Pawn,
            from_file: None,
            from_rank: None,
            promotion: None,
            en_passant: EnPassantMark::Absent,
            ..
        } = &mut carried
        {
            *role = officer;
            named.carried = Some(carried);
        }
    }

    /// A move that was expected here and is not understood.
    pub(super) fn lose(&mut self, range: Range<usize>) {
        self.put(&[WrittenMove::Unread], range, Reading::Certain);
    }

    /// Puts a move, in whatever ways it can be meant, where the next one belongs.
    fn put(&mut self, moves: &[WrittenMove], range: Range<usize>, reading: Reading) {
        let alternatives = moves.iter().map(|&text| Alternative {
            text,
            range: range.clone(),
            mark: WrittenMark::None,
            is_last: false,
            // Both can be moves.
            reading: match text {
                WrittenMove::Named(named) if named.carried.is_some() => Reading::Supposed,
                _ => Reading::Certain,
            },
        });
        if let Some(group) = self.pending.as_mut().filter(|group| group.open) {
            group.open = false;
            group.reading = group.reading.max(reading);
            let room = MOST_WAYS.saturating_sub(group.alternatives.len());
            group.alternatives.extend(alternatives.take(room));
            return;
        }
        self.flush();
        let (ply, reading) = match self.here.next {
            Some(ply) => (ply, reading),
            None if self.is_beginning() => (0, Reading::Supposed),
            None => {
                self.unread.place(Diagnostic::warning(
                    "solution-number",
                    text!(MoveWithoutNumber),
                    range,
                    text!(ExpectedOneBefore),
                ));
                self.here.mood = Mood::Prose;
                return;
            }
        };
        let role = match (std::mem::take(&mut self.here.role), self.due()) {
            (WrittenRole::Threat, Some(due)) if due + 1 != ply => WrittenRole::Line,
            (role, _) => role,
        };
        self.here.next = Some(ply + 1);
        self.here.numbered = false;
        self.pending = Some(Group {
            ply,
            role,
            zugzwang: Zugzwang::Silent,
            reading,
            alternatives: alternatives.collect(),
            open: false,
        });
    }

    /// Whether nothing of the part has been read.
    pub(super) fn is_beginning(&self) -> bool {
        self.here.ends.is_empty()
            && (self.solution.parts.last()).is_none_or(|part| part.roots.is_empty())
    }

    /// The next move stands for the same as the last.
    pub(super) fn join(&mut self, reading: Reading) {
        if let Some(group) = &mut self.pending {
            group.open = true;
            group.reading = group.reading.max(reading);
        }
    }

    pub(super) fn comma(&mut self) {
        if !matches!(self.ahead().next(), Some(Token::Move(_))) {
            return;
        }
        if self.begins_a_defence() {
            return;
        }
        // Nothing follows a mate or a refutation: what stands behind it is another.
        if (self.pending.as_ref()).is_some_and(|group| self.ends(group))
            || self.joins_refutations()
            || self.joins_threats()
        {
            self.join(Reading::Certain);
        } else if self.commas == Commas::Join {
            self.join(Reading::Supposed);
        }
    }

    /// Whether the comma just read stands between a mate and another defence, whose answer has the number of that mate:
    /// `2.De8#, T:c4 2.T:a5#`.
    fn begins_a_defence(&self) -> bool {
        let mut ahead = self
            .ahead()
            .skip(1)
            .skip_while(|token| matches!(token, Token::Marks(marks) if !is_goal(marks.fragment())));
        let Some(Token::Number { digits, side }) = ahead.next() else {
            return false;
        };
        let number = numbers::ply(*digits, *side);
        (self.pending.as_ref()).is_some_and(|group| self.ends(group) && number == Some(group.ply))
    }

    /// Whether the comma just read stands between two refutations: `but 1...Bxe4!, bxc4!`.
    fn joins_refutations(&self) -> bool {
        let good = |marks: &Span<'_>| mark_of(marks.fragment()) == WrittenMark::Good;
        let mut ahead = self.ahead().skip(1);
        let follows = matches!(ahead.next(), Some(Token::Marks(marks)) if good(marks));
        follows
            && self.pending.as_ref().is_some_and(|group| {
                let last = group.alternatives.last().map(|last| last.mark);
                group.ply == 1 && last == Some(WrittenMark::Good)
            })
    }

    /// Whether the comma just read stands between two threats: `(2.Rd7, Re4?)`.
    fn joins_threats(&self) -> bool {
        let mut ahead = self.ahead().skip(1);
        let mut next = ahead.next();
        if matches!(next, Some(Token::Marks(_))) {
            next = ahead.next();
        }
        let threatens = |group: &Group| group.role == WrittenRole::Threat;
        matches!(next, Some(Token::Close)) && self.pending.as_ref().is_some_and(threatens)
    }

    /// How sure it is that a move answers the one before it.
    fn behind_comma(&self) -> Reading {
        let before = self.at.checked_sub(2).and_then(|at| self.pieces.get(at));
        let threats = |group: &Group| group.open && group.role == WrittenRole::Threat;
        let joined = self.pending.as_ref().is_some_and(threats);
        match before.map(|piece| &piece.token) {
            Some(Token::Comma) if self.commas == Commas::Unclear && !joined => Reading::Supposed,
            _ => Reading::Certain,
        }
    }

    pub(super) fn marks(&mut self, marks: Span<'_>) {
        let mark = mark_of(marks.fragment());
        let range = range_of(marks);
        if let Some(last) = (self.pending.as_mut()).and_then(|group| group.alternatives.last_mut())
        {
            last.is_last |= is_goal(marks.fragment());
            if mark != WrittenMark::None {
                last.mark = mark;
            }
            if last.range.end == range.start {
                last.range.end = range.end;
            }
        } else if !self.here.numbered && mark != WrittenMark::None {
            // Behind brackets that belong to the move.
            for &end in &self.here.ends {
                if let Written::Move { mark: known, .. } = &mut self.solution.nodes[end].what
                    && *known == WrittenMark::None
                {
                    *known = mark;
                }
            }
        }
    }

    /// "any", "else": after a number the move itself, else the move before the number that follows.
    pub(super) fn any(&mut self) {
        if self.here.mood != Mood::Play {
            return;
        }
        let any = WrittenMove::Any(AnyMove::default());
        let range = self
            .pieces
            .get(self.at - 1)
            .map_or(0..0, |piece| range_of(piece.at));
        let is_any = |group: &Group| {
            !group.open
                && matches!(
                    group.alternatives[..],
                    [Alternative {
                        text: WrittenMove::Any(_),
                        ..
                    }]
                )
        };
        let number = match self.ahead().next() {
            Some(Token::Number { digits, side }) => numbers::ply(*digits, *side),
            _ => None,
        };
        if self.pending.as_ref().is_some_and(|group| group.open) || self.here.numbered {
            self.put(&[any], range, Reading::Certain);
        } else if self.pending.as_ref().is_some_and(is_any) {
            // "any other"
        } else if let Some(before) = number.and_then(|ply| ply.checked_sub(1)) {
            self.flush();
            self.go_back_to(before, None);
            if self.due() == Some(before) {
                self.here.next = Some(before);
                self.put(&[any], range, Reading::Certain);
            }
        } else if number.is_none() && self.here.next.is_some() {
            self.put(&[any], range, Reading::Certain);
        }
    }

    /// "but": the refutation of the try follows, with its number or without.
    pub(super) fn but(&mut self) {
        self.flush();
        if self.here.mood == Mood::Prose {
            return;
        }
        // "refuted by Kd4"
        let nothing = |token: &&Token<'_>| matches!(token, Token::Word(Said::Nothing));
        let next = self
            .ahead()
            .take(MOST_HEADINGS)
            .find(|token| !nothing(token));
        if matches!(next, Some(Token::Move(_))) {
            self.go_back_to(1, None);
            self.here.next = self.due();
        }
        self.here.role = WrittenRole::Refutation;
    }

    /// Puts what is joined into the tree: behind each of the last moves, or one behind one where there are as many.
    pub(super) fn flush(&mut self) {
        let Some(mut group) = self.pending.take() else {
            return;
        };
        let marks = group.alternatives.iter().map(|one| one.mark);
        let marked = marks.filter(|&mark| mark != WrittenMark::None).count();
        // A mark at the end is one for all.
        if let Some(last) = group.alternatives.last().map(|last| last.mark)
            && marked == 1
        {
            group
                .alternatives
                .iter_mut()
                .for_each(|one| one.mark = last);
        }
        let mut parents: Vec<Option<NodeId>> = self.here.ends.iter().copied().map(Some).collect();
        if parents.is_empty() {
            parents.push(None);
        }
        if self.solution.nodes.len() > MANY_NODES {
            parents.truncate(1);
            group.alternatives.truncate(1);
        }
        let several = parents.len() > 1 && group.alternatives.len() > 1;
        let paired = several && parents.len() == group.alternatives.len();
        if several {
            group.reading = Reading::Supposed;
        }
        let mut ends = Vec::new();
        for (number, &parent) in parents.iter().enumerate() {
            for (which, one) in group.alternatives.iter().enumerate() {
                if (paired && which != number) || ends.len() >= MOST_WAYS {
                    continue;
                }
                let what = Written::Move {
                    text: one.text,
                    mark: one.mark,
                    role: group.role,
                    zugzwang: group.zugzwang,
                };
                let reading = group.reading.max(one.reading);
                ends.push(self.add(parent, what, one.range.clone(), group.ply, reading));
            }
        }
        self.here.ends = ends;
    }

    fn foreign(&self, shape: &Shape, at: Span<'_>) -> Diagnostic {
        let listed = self.letters.listed();
        let typed = quoted(at.fragment());
        let message = if let Some(letter) = shape.stranger(self.letters) {
            text!(NoMoveStrangeLetter, typed, letter, listed)
        } else {
            text!(NoMovePromotion, typed)
        };
        Diagnostic::warning(
            "solution-move",
            message,
            range_of(at),
            text!(ReadInLetters, name = self.letters.name(), listed),
        )
    }
}

/// Whether marks say mate or stalemate.
pub(super) fn is_goal(marks: &str) -> bool {
    marks.contains(['#', '‡', '≠', '=', '×']) || marks.contains("††")
}

/// What marks say, checks passed over.
fn mark_of(marks: &str) -> WrittenMark {
    let has = |signs: [char; 4]| marks.contains(signs);
    match (has(['!', '‼', '⁈', '⁉']), has(['?', '⁇', '⁈', '⁉'])) {
        (false, false) => WrittenMark::None,
        (true, false) => WrittenMark::Good,
        (false, true) => WrittenMark::Bad,
        (true, true) => WrittenMark::Mixed,
    }
}
