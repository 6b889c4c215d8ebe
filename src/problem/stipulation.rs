//! What is asked of a diagram.

use std::fmt;

use shakmaty::{Chess, Color, Position};

use super::Retractor;

/// How the sides relate to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// The attacker reaches the goal against every defence (`#n`, `=n`).
    Direct,
    /// The attacker forces the other side to reach the goal against him (`s#n`, `s=n`).
    SelfPlay,
    /// Self play in which a side must reach the goal when it can at once (`r#n`).
    Reflex,
    /// Both sides cooperate; Black (or the side given) begins (`h#n`, `h=n`).
    Help,
}

/// The goal of the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
}

impl Goal {
    /// Whether the side on move is mated, or stalemated.
    pub fn is_reached(self, position: &Chess) -> bool {
        match self {
            Goal::Mate => position.is_checkmate(),
            Goal::Stalemate => position.is_stalemate(),
        }
    }

    /// Whether it can be reached with the last of exactly so many half-moves if both sides help. All moves are tried out: for
    /// short play.
    pub fn can_be_reached(self, position: &Chess, plies: u32) -> bool {
        let Some(left) = plies.checked_sub(1) else {
            return self.is_reached(position);
        };
        position.legal_moves().into_iter().any(|played| {
            let mut after = position.clone();
            after.play_unchecked(played);
            // Only a check mates.
            (left > 0 || self != Goal::Mate || after.is_check())
                && self.can_be_reached(&after, left)
        })
    }
}

/// How long the play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Length {
    /// That many half-moves: `2n - 1` for `#n` and `=n`; `2n` for `s#n`, `s=n`, `r#n`, `h#n` and `h=n`;
    /// `2n + 1` for `h#n.5`; 0 for `#0.5`, the rest of a move that was begun.
    HalfMoves(u32),
    /// `n = ?`: the smallest number of moves.
    Smallest,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stipulation {
    /// Reach a goal.
    Goal(Forced),
    /// `histories`: which worlds are possible.
    Histories,
    /// `last-move`: what the last move was.
    LastMove,
    /// `pg 17.5`, `spg`: the game that leads to the diagram.
    ProofGame(ProofGame),
    /// `-1w & #1`, `-1(w,b) & h#1`: take back moves, then reach a goal.
    Retractor(Retractor),
}

/// How long a proof game is, in half-moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProofGame {
    /// `pg 17.5`: exactly so long, whether or not there is a shorter one.
    Exactly(u32),
    /// `spg`: as short as possible; `spg 17.5`: and that is so long.
    Shortest(Option<u32>),
}

impl ProofGame {
    /// The length that is told.
    pub const fn plies(self) -> Option<u32> {
        match self {
            ProofGame::Exactly(plies) => Some(plies),
            ProofGame::Shortest(plies) => plies,
        }
    }
}

/// As in a problem file: `pg 17.5`, `spg`.
impl fmt::Display for ProofGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofGame::Exactly(_) => "pg",
            ProofGame::Shortest(_) => "spg",
        })?;
        match self.plies() {
            Some(plies) => write!(f, " {}.{}", plies / 2, plies % 2 * 5),
            None => Ok(()),
        }
    }
}

/// A stipulation with a goal, such as `#3`, `s#4*`, `h#2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Forced {
    /// How the sides relate to the goal.
    pub play: Play,
    /// Mate or stalemate.
    pub goal: Goal,
    /// How long.
    pub length: Length,
    /// Whether set play is asked for too (`*`).
    pub set_play: SetPlay,
}

/// Whether set play is asked for (`*`): the same placement, the other side first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SetPlay {
    /// Not asked for.
    #[default]
    No,
    /// Asked for.
    Yes,
}

impl Stipulation {
    /// Who moves first where neither file nor FEN says it: Black in `h#n` and `h=n`, else White
    /// (so also in `h#n.5`).
    pub fn default_turn(self) -> Color {
        match self {
            Stipulation::Goal(Forced {
                play: Play::Help,
                length,
                ..
            }) => match length {
                Length::HalfMoves(plies) if plies % 2 == 1 => Color::White,
                _ => Color::Black,
            },
            Stipulation::ProofGame(asked) if asked.plies().is_some_and(|plies| plies % 2 == 1) => {
                Color::Black
            }
            // Who takes back the first move is not on move.
            Stipulation::Retractor(asked) => asked.first.unwrap_or(Color::White).other(),
            _ => Color::White,
        }
    }

    /// Whether it is unusual that `turn` begins: in help play of a known length the other side does as a rule.
    pub fn is_unusual_turn(self, turn: Color) -> bool {
        let has_rule = matches!(
            self,
            Stipulation::Goal(Forced {
                play: Play::Help,
                length: Length::HalfMoves(_),
                ..
            })
        );
        has_rule && turn != self.default_turn()
    }

    /// The half-move by which solutions number the first move of the diagram: 1, written `1...`, in `h#n.5` and `h=n.5`;
    /// else 0, written `1.`.
    pub fn first_half_move(self) -> u32 {
        match self {
            Stipulation::Goal(Forced {
                play: Play::Help,
                length: Length::HalfMoves(plies),
                ..
            }) => plies % 2,
            _ => 0,
        }
    }
}

/// As in a problem file: `#3`, `s#4*`, `h#2.5`, `=?`, `histories`, `last-move`.
impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stipulation::Goal(forced) => forced.fmt(f),
            Stipulation::Histories => f.write_str("histories"),
            Stipulation::LastMove => f.write_str("last-move"),
            Stipulation::ProofGame(asked) => asked.fmt(f),
            Stipulation::Retractor(asked) => asked.fmt(f),
        }
    }
}

impl Forced {
    /// Whether a move that was begun is only to be finished (`#0.5`).
    pub fn is_half_a_move(self) -> bool {
        self.play == Play::Direct && self.length == Length::HalfMoves(0)
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.play {
            Play::Direct => "",
            Play::SelfPlay => "s",
            Play::Reflex => "r",
            Play::Help => "h",
        })?;
        f.write_str(match self.goal {
            Goal::Mate => "#",
            Goal::Stalemate => "=",
        })?;
        match self.length {
            Length::Smallest => f.write_str("?")?,
            Length::HalfMoves(0) if self.play == Play::Direct => f.write_str("0.5")?,
            Length::HalfMoves(plies) if self.play == Play::Direct => {
                write!(f, "{}", plies.div_ceil(2))?;
            }
            Length::HalfMoves(plies) if plies % 2 == 1 => write!(f, "{}.5", plies / 2)?,
            Length::HalfMoves(plies) => write!(f, "{}", plies / 2)?,
        }
        match self.set_play {
            SetPlay::No => Ok(()),
            SetPlay::Yes => f.write_str("*"),
        }
    }
}
