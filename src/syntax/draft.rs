//! Twins while their commands are applied: not yet held against their diagrams.

use shakmaty::{Board, Chess, Color};

use super::facts::WrittenFact;
use super::histories::Worlds;
use super::proof_game::turn_at_end;
use super::span::Span;
use super::stipulation::Asked;
use crate::problem::{Convention, Duplex, Options, Stipulation};

/// Everything a twin's commands can change.
#[derive(Debug, Clone)]
pub(crate) struct Draft<'a> {
    pub board: Board,
    pub turn: Option<Color>,
    /// Where the diagram says who is on move.
    pub turn_at: Option<Span<'a>>,
    pub stipulation: Stipulation,
    /// From the file [`Duplex::First`] at most.
    pub duplex: Duplex,
    pub announced: Option<u32>,
    /// Where the diagram says what is asked.
    pub asked_at: Option<Span<'a>>,
    pub convention: Convention,
    pub options: Options,
    pub histories: Option<Worlds<'a>>,
    pub facts: Vec<WrittenFact<'a>>,
    /// Where a proof game begins.
    pub start: Option<Chess>,
}

/// A twin after its commands.
#[derive(Debug, Clone)]
pub(crate) struct DraftTwin<'a> {
    pub label: String,
    /// Where the twin is defined; `None` for the diagram itself.
    pub at: Option<Span<'a>>,
    pub draft: Draft<'a>,
}

impl<'a> Draft<'a> {
    /// What stands below the diagram, and where; no convention there changes none.
    pub fn ask(&mut self, asked: Asked, at: Span<'a>) {
        self.stipulation = asked.stipulation;
        self.duplex = asked.duplex;
        self.announced = asked.announced;
        self.asked_at = Some(at);
        self.convention = asked.convention.unwrap_or(self.convention);
    }
}

impl DraftTwin<'_> {
    /// Who is on move.
    pub fn turn(&self) -> Color {
        let draft = &self.draft;
        turn_at_end(draft)
            .or(draft.turn)
            .unwrap_or_else(|| draft.stipulation.default_turn())
    }

    /// The other half, if it is the first half of a duplex.
    fn second_half(&self) -> Option<Self> {
        (self.draft.duplex == Duplex::First).then(|| DraftTwin {
            label: format!("{}-{}", self.label, Duplex::KEYWORD),
            at: self.at,
            draft: Draft {
                turn: Some(self.turn().other()),
                duplex: Duplex::Second,
                ..self.draft.clone()
            },
        })
    }
}

/// The twins, each duplex as its two halves.
pub(crate) fn with_second_halves<'a>(twins: Vec<DraftTwin<'a>>) -> Vec<DraftTwin<'a>> {
    let halves = |twin: DraftTwin<'a>| {
        let second = twin.second_half();
        std::iter::once(twin).chain(second)
    };
    twins.into_iter().flat_map(halves).collect()
}
