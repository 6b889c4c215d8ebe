//! Numbers of moves: they tell where a line goes on, and where another leaves it.

use super::super::shape::is_dash;
use super::super::token::{Piece, Side, Token};
use super::super::words::Said;
use super::super::written::{
    AnyMove, NodeId, Reading, Written, WrittenMark, WrittenMove, WrittenRole, Zugzwang,
};
use super::play::is_goal;
use super::{Commas, Mood, Reader};
use crate::syntax::diagnostic::{Diagnostic, quoted};
use crate::syntax::span::{Span, range_of};
use crate::text;

/// Moves are numbered up to here.
const MOST: u32 = 100_000;

/// The half-move a number announces; nothing if there is none of that number.
pub(super) fn ply(digits: Span<'_>, side: Side) -> Option<u32> {
    let number = digits.fragment().parse::<u32>().ok()?;
    let ply = 2 * number.checked_sub(1).filter(|&n| n < MOST)?;
    Some(ply + u32::from(side == Side::Second))
}

/// `1.` or `1...` for a half-move.
pub(in super::super) fn shown(ply: u32) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// A move of a line of which nothing more is said.
fn plain(text: WrittenMove) -> Written {
    Written::Move {
        text,
        mark: WrittenMark::None,
        role: WrittenRole::Line,
        zugzwang: Zugzwang::Silent,
    }
}

impl Reader<'_> {
    pub(super) fn number(&mut self, piece: &Piece<'_>, digits: Span<'_>, side: Side) {
        let range = range_of(digits);
        if digits.fragment().trim_start_matches('0').is_empty() {
            // The move that leads to the diagram.
            self.flush();
            self.here.mood = Mood::Before;
            // Some count so what others number `1...`.
            if side == Side::Second {
                self.here.reading = Reading::Supposed;
            }
            return;
        }
        let Some(ply) = ply(digits, side) else {
            if self.here.mood == Mood::Prose {
                self.unread.more(&range);
            } else {
                self.unread.place(Diagnostic::warning(
                    "solution-number",
                    text!(NoSuchNumber),
                    range,
                    text!(NumberedFromOne),
                ));
            }
            return;
        };
        // `1...Bb4/1...Ba5`
        if (self.pending.as_ref()).is_some_and(|group| group.open && group.ply == ply) {
            return;
        }
        self.flush();
        if piece.first_in_line {
            self.here.reading = Reading::Certain;
        }
        self.go_back_to(ply, Some(piece));
        // "Kb7!, but 1.Kc7!": what solves follows, and no refutation.
        if self.here.role == WrittenRole::Refutation && ply.is_multiple_of(2) {
            self.here.role = WrittenRole::Line;
        }
        match self.due() {
            Some(due) if due == ply => {
                if self.here.role == WrittenRole::Threat {
                    self.here.role = WrittenRole::Line;
                }
            }
            Some(due) if due + 1 == ply && (self.may_threaten() || self.is_behind_dash()) => {
                self.here.role = WrittenRole::Threat;
            }
            Some(due) if due + 1 == ply => self.pass_over(due, range.start),
            // `1... ... 2.Kd4`: set play of `h#n.5`.
            None if ply <= 1 || ply == 2 && self.is_passed() => {}
            due if self.here.mood == Mood::Prose => {
                self.unread.more(&range);
                self.here.next = due;
                return;
            }
            due => self.out_of_order(due, ply, digits),
        }
        self.here.mood = Mood::Play;
        self.here.numbered = true;
        self.here.next = Some(ply);
        self.commas = self.commas(ply);
    }

    /// Whether a first move was announced and left out.
    fn is_passed(&self) -> bool {
        self.here.numbered && self.here.next == Some(1)
    }

    /// A defender's move left out because any will do: `2.Kf1 3.Re1#`.
    fn pass_over(&mut self, due: u32, at: usize) {
        let any = plain(WrittenMove::Any(AnyMove::default()));
        let ends = std::mem::take(&mut self.here.ends);
        let add = |end: NodeId| self.add(Some(end), any.clone(), at..at, due, Reading::Supposed);
        self.here.ends = ends.into_iter().map(add).collect();
    }

    /// What comes before is missing: all that follows hangs in the air.
    fn out_of_order(&mut self, due: Option<u32>, ply: u32, digits: Span<'_>) {
        let expected = if let Some(due) = due {
            text!(ExpectedNumberDue, due = shown(due))
        } else {
            text!(ExpectedOneDot)
        };
        self.unread.place(Diagnostic::warning(
            "solution-number",
            text!(NumberOutOfOrder, number = quoted(digits.fragment())),
            range_of(digits),
            expected,
        ));
        let lost = plain(WrittenMove::Unread);
        let parent = self.here.ends.first().copied();
        let range = range_of(digits);
        let node = self.add(parent, lost, range, ply.saturating_sub(1), Reading::Certain);
        self.here.ends = vec![node];
    }

    /// Leaves what a move of this half-move cannot stand under.
    pub(super) fn go_back_to(&mut self, ply: u32, piece: Option<&Piece<'_>>) {
        while let Some(&end) = self.here.ends.first() {
            let leaves = match self.rulings.get(&end) {
                None => self.after(end) > ply,
                Some(place) => {
                    let trial = self.solution.nodes[end].ply;
                    let before = piece
                        .is_some_and(|piece| piece.first_in_line && piece.indent <= place.indent);
                    // Without brackets nothing says where a ruling ends: a try behind what it led to stands beside the trial.
                    let beside = || {
                        !place.at.fragment().starts_with('[')
                            && !self.solution.nodes[end].children.is_empty()
                            && self.is_try()
                    };
                    ply < trial || ply == trial && (before || self.after(end) > ply || beside())
                }
            };
            if !leaves {
                break;
            }
            self.back();
        }
    }

    /// Whether the move that follows the number just read is marked as a try.
    fn is_try(&self) -> bool {
        let mut behind = self.pieces[self.at..]
            .iter()
            .skip_while(|piece| !matches!(piece.token, Token::Move(_)))
            .skip(1);
        matches!(behind.next().map(|piece| &piece.token), Some(Token::Marks(marks)) if marks.fragment().starts_with('?'))
    }

    /// Whether a number one half-move too high begins a threat: the word was written, a bracket
    /// opened, or another threat stands before it.
    fn may_threaten(&self) -> bool {
        let nodes = &self.solution.nodes;
        let is_threat = |&child: &NodeId| nodes[child].role() == Some(WrittenRole::Threat);
        self.here.role == WrittenRole::Threat
            || matches!(self.brackets.last(), Some(Some(back)) if back.ends == self.here.ends)
            || (self.here.ends.first())
                .is_some_and(|&end| nodes[end].children.iter().any(is_threat))
    }

    /// Whether a dash leads from the last move to the number just read: `1.Qd4! - 2.Qh4#`.
    fn is_behind_dash(&self) -> bool {
        let dash = self.at.checked_sub(2).and_then(|at| self.pieces.get(at));
        dash.is_some_and(|piece| {
            matches!(piece.token, Token::Remark) && piece.at.fragment().chars().all(is_dash)
        })
    }

    /// What the commas up to the next number do. They join moves in `1...Bb4, Ba5 2.Qf4#`, where there would be too
    /// many otherwise; and in the last move of a line, `3.Rb5, Rc4#`, where whoever makes it reaches the goal.
    fn commas(&self, ply: u32) -> Commas {
        let (mut moves, mut commas) = (0_u32, 0_u32);
        let (mut joined, mut comma, mut goal) = (false, false, false);
        let mut at = self.at;
        while let Some(piece) = self.pieces.get(at) {
            match &piece.token {
                Token::Open => at = self.closing.get(&at).copied().unwrap_or(at),
                Token::Slash => joined = true,
                Token::Comma => comma = true,
                Token::Move(_) | Token::Word(Said::Any) => {
                    moves += u32::from(!joined);
                    commas += u32::from(!joined && comma && moves > 1);
                    (joined, comma, goal) = (false, false, false);
                }
                Token::Marks(marks) => goal |= is_goal(marks.fragment()),
                Token::Number { digits, side } => {
                    let next = self::ply(*digits, *side);
                    let between = next.and_then(|next| next.checked_sub(ply));
                    if let Some(between) = between.filter(|&between| between > 0) {
                        return match moves.checked_sub(between) {
                            Some(0) => Commas::Separate,
                            Some(more) if more == commas => Commas::Join,
                            _ => Commas::Unclear,
                        };
                    }
                    break;
                }
                Token::Close | Token::Head(_) | Token::Label(_) => break,
                _ => {}
            }
            at += 1;
        }
        if goal && moves > 1 && commas + 1 == moves && self.reaching == Some(ply % 2) {
            Commas::Join
        } else {
            Commas::Unclear
        }
    }
}

/// Which half of a move mates or stalemates, 0 or 1, if all such moves that stand directly behind a number agree.
pub(super) fn reaching(pieces: &[Piece<'_>]) -> Option<u32> {
    let mut found = None;
    for window in pieces.windows(3) {
        let [number, played, marks] = [&window[0].token, &window[1].token, &window[2].token];
        let (Token::Number { side, .. }, Token::Move(_), Token::Marks(marks)) =
            (number, played, marks)
        else {
            continue;
        };
        if !is_goal(marks.fragment()) {
            continue;
        }
        let half = u32::from(*side == Side::Second);
        if found.is_some_and(|known| known != half) {
            return None;
        }
        found = Some(half);
    }
    found
}
