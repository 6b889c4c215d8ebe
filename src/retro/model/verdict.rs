//! What the retro-analysis says of a world, with its evidence.

use std::time::Duration;

use shakmaty::{Move, san::SanPlus};

use crate::budget::Limit;
use crate::world::World;

use super::brevity::Brevity;
use super::game::Game;
use super::refutation::Refutation;

/// Whether a history exists that ends in the diagram in exactly one world.
#[derive(Debug, Clone)]
#[must_use]
pub enum Verdict {
    /// A game was found; it has been replayed by the independent checker.
    Possible(Witness),
    /// It was proved that there is none; the proof has been checked.
    Impossible(Refutation),
    /// Neither was found within the limits.
    Undecided(Undecided),
}

impl Verdict {
    /// The game of a possible world.
    pub fn game(&self) -> Option<&Witness> {
        match self {
            Verdict::Possible(game) => Some(game),
            Verdict::Impossible(_) | Verdict::Undecided(_) => None,
        }
    }
}

/// A game from the initial array that ends in the diagram with exactly the world's rights and target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The moves, White's first.
    pub moves: Vec<Move>,
}

impl Witness {
    /// The world the game ends in; an illegal game ends at its first illegal move.
    pub fn world(&self) -> World {
        self.game().world()
    }

    /// The moves in English SAN; an illegal game ends at its first illegal move.
    pub fn sans(&self) -> Vec<SanPlus> {
        self.game().sans().into_iter().map(|(_, san)| san).collect()
    }

    /// The moves as [`Witness::sans`] with move numbers, on one line, without a result.
    pub fn movetext(&self) -> String {
        self.game().movetext()
    }

    /// It as a game from the initial array.
    pub(crate) fn game(&self) -> Game {
        Game::from_array(self.moves.clone())
    }
}

/// How far the construction of a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Attempts that were begun.
    pub attempts: u32,
    /// Plans that were found and tried: surviving ways to share out captures and promotions.
    pub plans: u32,
    /// How many half-moves the position nearest to the initial array was taken back.
    pub plies: u32,
    /// About how many moves were missing there; an estimate.
    pub missing: u32,
}

/// What was tried in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The limit that ended the attempt to refute.
    pub refutation: Limit,
    /// The limit that ended the attempt to construct a game.
    pub witness: Limit,
    /// How many levels of effort the refutation went through.
    pub levels: u32,
    /// How many plies back every retraction was looked at.
    pub retracted_plies: u32,
    /// How far the construction came; `None` if there was nothing to begin with.
    pub reach: Option<Reach>,
    /// The last proof that was found and did not count, if there was any.
    pub unconfirmed: Option<Unconfirmed>,
}

/// A proof that does not count: the independent checker cannot show all its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The positions of its closed set.
    pub positions: usize,
    /// For so many of them only the search that found the reason could confirm it.
    pub shared: usize,
}

/// A world with its verdict.
#[derive(Debug, Clone)]
pub struct JudgedWorld {
    /// The world.
    pub world: World,
    /// What was found.
    pub verdict: Verdict,
    /// The time spent on it: on its own attempts and their checks, and an even share of what was spent on what several
    /// worlds have in common.
    pub spent: Duration,
    /// What is known of shorter games, if it was asked.
    pub brevity: Option<Brevity>,
}
