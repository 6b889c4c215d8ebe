//! What stands in square brackets: the worlds of a part, and rulings on trials.

use nom::Input;

use super::super::token::Piece;
use super::super::words::outcome;
use super::super::written::{NodeId, PartHead, Reading, Written, WrittenOutcome, WrittenRole};
use super::Reader;
use crate::notation::Text;
use crate::syntax::diagnostic::{Diagnostic, quoted};
use crate::syntax::span::{Span, range_of, trimmed};
use crate::text;
use crate::world::World;

/// The half-move that follows a ruling on a move of the half-move `ply`.
pub(super) fn after(outcome: WrittenOutcome, ply: u32) -> u32 {
    match outcome {
        WrittenOutcome::Stands => ply + 1,
        WrittenOutcome::TakenBack => ply,
    }
}

/// Whether rights and squares alone stand there, right or wrong.
fn may_be_worlds(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    letters.all(|c| matches!(c, 'K' | 'Q' | 'k' | 'q' | 'a'..='h'))
}

impl<'t> Reader<'t> {
    pub(super) fn head(&mut self, inner: Span<'_>, piece: &'t Piece<'t>) {
        let colon = inner.fragment().find(':');
        let (name, rest) = match colon {
            Some(at) => (inner.take(at), inner.take_from(at + 1)),
            None => (inner.take(0), inner),
        };
        if colon.is_none()
            && let Some(outcome) = outcome(inner.fragment())
        {
            self.ruling(outcome, &[], piece);
            return;
        }
        if colon.is_none() && !may_be_worlds(inner.fragment()) {
            let inner = trimmed(inner);
            self.unread.word(inner.fragment(), range_of(inner));
            return;
        }
        let Some(worlds) = self.worlds(rest) else {
            return;
        };
        if colon.is_none() {
            self.part(PartHead::Worlds(worlds));
            return;
        }
        if let Some(outcome) = outcome(name.fragment()) {
            self.ruling(outcome, &worlds, piece);
            return;
        }
        self.unread.place(Diagnostic::warning(
            "solution-ruling",
            text!(UnknownRuling, typed = quoted(name.fragment())),
            range_of(trimmed(name)),
            text!(ExpectedRuling),
        ));
        self.here.reading = Reading::Supposed;
    }

    /// The worlds listed; told of, if one of them is none.
    pub(super) fn worlds(&mut self, rest: Span<'_>) -> Option<Vec<World>> {
        let mut worlds = Vec::new();
        for text in rest.fragment().split([',', ';']) {
            match text.trim().parse::<World>() {
                Ok(world) => worlds.push(world),
                Err(error) => {
                    self.unread.place(Diagnostic::warning(
                        "solution-world",
                        text!(
                            NoWorld,
                            typed = quoted(text.trim()),
                            why = Text::foreign(&error, text!(WorldIsRightsAndTarget))
                        ),
                        range_of(trimmed(rest)),
                        text!(ExpectedWorldSuch),
                    ));
                    self.here.reading = Reading::Supposed;
                    return None;
                }
            }
        }
        Some(worlds)
    }

    pub(super) fn ruling(
        &mut self,
        outcome: WrittenOutcome,
        worlds: &[World],
        piece: &'t Piece<'t>,
    ) {
        if let Some(sibling) = self.sibling(piece) {
            self.here.ends = vec![sibling];
            self.back();
        }
        let ends = std::mem::take(&mut self.here.ends);
        let is_move = |&end: &NodeId| {
            let node = &self.solution.nodes[end];
            matches!(node.what, Written::Move { .. }).then_some((end, node.ply))
        };
        let trials: Vec<(NodeId, u32)> = ends.iter().filter_map(is_move).collect();
        if trials.is_empty() {
            self.here.ends = ends;
            self.unread.place(Diagnostic::warning(
                "solution-ruling",
                text!(RulingWithoutTrial),
                range_of(piece.at),
                text!(NoMoveBefore),
            ));
            return;
        }
        for (trial, ply) in trials {
            let what = Written::Ruling {
                outcome,
                worlds: worlds.to_vec(),
            };
            let range = range_of(piece.at);
            let node = self.add(Some(trial), what, range, ply, Reading::Certain);
            self.rulings.insert(node, piece);
            self.here.ends.push(node);
            self.here.next = Some(after(outcome, ply));
        }
        self.here.role = WrittenRole::Line;
    }

    /// The ruling that one written here is a sibling of. At the beginning of a line it is one at the same indentation. On one
    /// line a ruling belongs to the move before it; but behind a threat, which nobody tries out, it is a sibling of
    /// the ruling the threat stands under.
    fn sibling(&self, piece: &Piece<'_>) -> Option<NodeId> {
        let mut after_threat = false;
        let mut at = self.here.ends.first().copied();
        while let Some(id) = at {
            if let Some(ruling) = self.rulings.get(&id) {
                if !piece.first_in_line {
                    // Nothing was played since.
                    let follows = self.here.ends.contains(&id);
                    return (after_threat || follows).then_some(id);
                }
                let same = if ruling.first_in_line {
                    piece.indent == ruling.indent
                } else {
                    piece.indent <= ruling.indent
                };
                if same {
                    return Some(id);
                }
            }
            let node = &self.solution.nodes[id];
            after_threat |= node.role() == Some(WrittenRole::Threat);
            at = node.parent;
        }
        None
    }
}
