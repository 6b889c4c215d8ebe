//! Retractors: moves are taken back, then a goal is reached.

use std::fmt;

use shakmaty::Color;

use super::Forced;

/// Moves are taken back, then a goal is reached: `-1(w,b) & h#1`, `-1w & #2`; against a defender `-2 & #1 Proca`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Retractor {
    /// Who takes back the first move; `None`: the side not on move in the diagram, whoever it is.
    pub first: Option<Color>,
    /// How many half-moves are taken back in all: exactly so many where both sides help, at most so many against a defender.
    pub plies: u32,
    /// What is reached from there; the side that took back the last move begins.
    pub forward: Forced,
    /// `None`: both sides take back what helps.
    pub defence: Option<Defence>,
}

/// How one side defends while moves are taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Defence {
    /// Who says what was captured.
    pub uncapture: Uncapture,
    /// Whether the defender may reach the goal himself.
    pub forward: ForwardDefence,
}

/// Who says whether a move that is taken back was a capture, and what comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uncapture {
    /// Type Proca: who takes back the move.
    Mover,
    /// Type Høeg: the other side.
    Opponent,
    /// Type Klan: White, whoever takes back the move.
    White,
}

/// Whether the defender may play forward and reach the goal himself, after a move that he takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForwardDefence {
    /// He may: what is meant where nothing is said.
    Allowed,
    /// He may not (`without forward defence`).
    Excluded,
}

impl Retractor {
    /// How many moves the side that begins takes back.
    pub const fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }
}

impl Uncapture {
    /// Whether `mover` says what comes back of a move that he takes back.
    pub fn is_said_by(self, mover: Color) -> bool {
        match self {
            Uncapture::Mover => true,
            Uncapture::Opponent => false,
            Uncapture::White => mover == Color::White,
        }
    }
}

/// The name of the type.
impl fmt::Display for Uncapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uncapture::Mover => "Proca",
            Uncapture::Opponent => "Høeg",
            Uncapture::White => "Klan",
        })
    }
}

/// As in a problem file.
impl fmt::Display for Retractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: Color| side.char();
        write!(f, "-{}", self.moves())?;
        match self.first {
            _ if self.defence.is_some() => {}
            None => {}
            Some(side) if self.plies.is_multiple_of(2) => {
                write!(f, "({},{})", letter(side), letter(side.other()))?;
            }
            Some(side) => write!(f, "{}", letter(side))?,
        }
        write!(f, " & {}", self.forward)?;
        let Some(Defence { uncapture, forward }) = self.defence else {
            return Ok(());
        };
        write!(f, " {uncapture}")?;
        match forward {
            ForwardDefence::Allowed => Ok(()),
            ForwardDefence::Excluded => f.write_str(" without forward defence"),
        }
    }
}
