//! Composers' limits: what the attacker may grant the defender. They make long play quick and miss solutions.
//!
//! The three are those of Popeye (its options `MaxFlightsquares`, `Threat` and `NonTrivial`), with the same meaning. Each
//! says of a position with the defender on move that the attacker's last move is not worth following. A move that is
//! found under them meets the stipulation; that none is found, or no second one, says nothing.

use crate::budget::Limit;

/// Which moves of the attacker are not followed. By default all are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Restrictions {
    /// Those after which the defender's king has more moves than that, the last but one of the play excepted.
    pub flights: Option<u32>,
    /// Those that neither check nor threaten to reach the goal in at most so many moves, where as many are left.
    pub threat: Option<u32>,
    /// Those that leave too many defences open.
    pub non_trivial: Option<NonTrivial>,
}

/// A defence is trivial if the attacker then reaches the goal quickly. In every position with more moves to go one
/// that is not is granted, and some more along the whole line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NonTrivial {
    /// How many more along a line.
    pub more: u32,
    /// What is quick: in self and reflex play so many moves, in direct play one more.
    pub moves: u32,
}

impl Restrictions {
    /// Whether there is any: then no search under them is exhaustive.
    pub fn any(self) -> bool {
        self != Restrictions::default()
    }
}

/// How many first moves are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wanted {
    /// All that meet the stipulation.
    #[default]
    All,
    /// One of them, without restrictions the first of the shortest, but that a mate of five moves and more may be found
    /// before a shorter one; what was not looked at is said to be left open.
    One,
}

/// Where one answer was enough: leaves the first and says of all others that they are open. Whether there was one.
pub(super) fn keep_one<'a>(answers: impl Iterator<Item = &'a mut Result<bool, Limit>>) -> bool {
    let mut answers: Vec<_> = answers.collect();
    let Some(first) = answers.iter().position(|answer| **answer == Ok(true)) else {
        return false;
    };
    for (place, answer) in answers.iter_mut().enumerate() {
        if place != first {
            **answer = Err(Limit::NotExhaustive);
        }
    }
    true
}
