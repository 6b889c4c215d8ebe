//! What a solution tree claims to prove.

use shakmaty::Color;

use crate::problem::{Convention, Diagram, Goal, Options, Play, Trials};
use crate::world::WorldSet;

/// What a solution tree claims: from this diagram, in these worlds, under this convention, the
/// goal is reached in so many half-moves.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// Placement and side to move.
    pub diagram: &'a Diagram,
    /// The feasible worlds; a single one for a part of a partial retro-analysis.
    pub worlds: &'a WorldSet,
    /// The convention applied.
    pub convention: Convention,
    /// Its options.
    pub options: Options,
    /// Direct, self, reflex or help play.
    pub play: Play,
    /// Mate or stalemate.
    pub goal: Goal,
    /// At most so many half-moves; in help play exactly so many.
    pub plies: u32,
}

/// What becomes of a doubtful move of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    Tried,
    Agreed,
    /// Castling shows that it is legal; en passant does not exist.
    Shown,
    Credit,
}

impl Claim<'_> {
    pub(super) fn attacker(&self) -> Color {
        self.diagram.turn
    }

    /// Who is mated or stalemated at the end of direct, self and reflex play.
    pub(super) fn victim(&self) -> Color {
        match self.play {
            Play::Direct => self.attacker().other(),
            Play::SelfPlay | Play::Reflex => self.attacker(),
            Play::Help => {
                if self.plies.is_multiple_of(2) {
                    self.attacker()
                } else {
                    self.attacker().other()
                }
            }
        }
    }

    pub(super) fn doubt(&self, side: Color) -> Doubt {
        match (self.convention, self.options.trials, self.play) {
            (Convention::APosteriori, ..) => Doubt::Credit,
            (Convention::BeruehrtGefuehrt, Trials::Both | Trials::Attacker, Play::Help) => {
                Doubt::Agreed
            }
            (Convention::BeruehrtGefuehrt, Trials::Both, _) => Doubt::Tried,
            (Convention::BeruehrtGefuehrt, Trials::Attacker, _) if side == self.attacker() => {
                Doubt::Tried
            }
            _ => Doubt::Shown,
        }
    }
}
