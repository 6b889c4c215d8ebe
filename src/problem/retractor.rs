//! Retractors: moves are taken back, then a goal is reached.

use std::fmt;

use shakmaty::Color;

use super::Forced;

/// Take back moves, then play forward: `-3 & #1 Proca`, `-1(w,b) & h#1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Retractor {
    /// How the sides relate to each other while moves are taken back.
    pub manner: Retracting,
    /// Who takes back the first move; `None`: the side not on move in the diagram, whoever it is.
    pub first: Option<Color>,
    /// How many half-moves are taken back in all: in help play exactly so many, in defence at most.
    pub plies: u32,
    /// What is reached from there; the side that took back the last move begins.
    pub forward: Forced,
}

/// How the sides relate to each other while moves are taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Retracting {
    /// Both help.
    Help,
    /// The side that begins wants the goal, the other one defends.
    Defence {
        /// Who says what is uncaptured.
        uncaptures: Uncaptures,
        /// Whether the defender may defend by reaching the goal himself, once he has taken back a move.
        forward: ForwardDefence,
    },
}

/// Who says in a defensive retractor whether a move taken back was a capture, and of what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Uncaptures {
    /// Proca: the side that takes back the move.
    Retracting,
    /// Høeg: the other side.
    Opponent,
    /// Klan: always the side that wants the goal.
    Attacker,
    /// Pacific: nobody, nothing is uncaptured.
    Nobody,
}

/// Whether the defender of a defensive retractor may reach the goal himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForwardDefence {
    /// He may, as usual today.
    Allowed,
    /// "without forward defence".
    Excluded,
}

impl Uncaptures {
    /// All with their names in files.
    pub const NAMED: [(Uncaptures, &'static str); 4] = [
        (Uncaptures::Retracting, "Proca"),
        (Uncaptures::Opponent, "Høeg"),
        (Uncaptures::Attacker, "Klan"),
        (Uncaptures::Nobody, "Pacific"),
    ];

    /// The name of the type.
    pub fn name(self) -> &'static str {
        let own = Uncaptures::NAMED.into_iter().find(|(one, _)| *one == self);
        own.map_or("", |(_, name)| name)
    }
}

impl Retractor {
    /// How many moves the side that begins takes back.
    pub const fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }
}

/// As in a problem file.
impl fmt::Display for Retractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: Color| side.char();
        write!(f, "-{}", self.moves())?;
        match self.first {
            None => {}
            Some(side) if self.plies.is_multiple_of(2) => {
                write!(f, "({},{})", letter(side), letter(side.other()))?;
            }
            Some(side) => write!(f, "{}", letter(side))?,
        }
        write!(f, " & {}", self.forward)?;
        if let Retracting::Defence {
            uncaptures,
            forward,
        } = self.manner
        {
            write!(f, " {}", uncaptures.name())?;
            if forward == ForwardDefence::Excluded {
                f.write_str(" without forward defence")?;
            }
        }
        Ok(())
    }
}

impl Retractor {
    /// Who takes back the last move and begins the forward play, where `turn` is on move in the diagram.
    pub const fn begins_forward(self, turn: Color) -> Color {
        if self.plies.is_multiple_of(2) {
            turn
        } else {
            turn.other()
        }
    }
}
