//! Proof games: the games of a given number of moves to a diagram, and the shortest ones.
//!
//! First it is found out what can happen in games of one length at all (`envelope`): which men never move, where each man goes, where it
//! captures and falls, by the moves and the captures that men need (`paths`) past those that are always near (`rails`), shared out among
//! them (`assignment`). Then the search goes forward through every legal game that keeps to this, but for those in which a side has too
//! few moves left past the men who have come where they stay (`bound`), or cannot play its part any more even if the other one passes
//! (`solo`). Positions from which nothing was found are kept in a table (`failed`). Invariants: a game that is told has passed the
//! checker; that there is no game, or no other one, is told only when the search was complete.

mod assignment;
mod bound;
mod envelope;
mod failed;
mod features;
mod paths;
mod rails;
mod search;
mod side;
mod solo;

use shakmaty::{Chess, Color, Position};

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact, ProofGame};
use crate::retro::checker::check;
use crate::retro::model::{Brevity, Game, Shortest, Witness};
use crate::world::World;

pub use features::{Fate, Feature, Way, features};

use search::Search;

/// What games are looked for, their length apart.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Where they begin.
    pub start: &'a Chess,
    /// Where they end.
    pub diagram: &'a Diagram,
    /// In exactly this world; `None`: in any.
    pub world: Option<World>,
    /// What holds of them.
    pub facts: &'a [Fact],
}

/// Games of one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Games {
    /// Those that were found, not more than asked for.
    pub games: Vec<Game>,
    /// Whether there are no others, unless as many were found as asked for; else the limit that was hit.
    pub searched: Result<(), Limit>,
}

/// What was found of a proof game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofGames {
    /// The half-moves of the games that were looked for last.
    pub plies: u32,
    /// One game, or two if there are several.
    pub games: Vec<Game>,
    /// Whether there are no others of this length (if fewer than two were found); else the limit that was hit.
    pub searched: Result<(), Limit>,
    /// What is known of shorter ones; `None` where nobody asked for the shortest.
    pub shorter: Option<Shorter>,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// What is known of games that are shorter than asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shorter {
    /// There are none.
    None,
    /// There is one.
    Game(Box<Game>),
    /// There may be some.
    Unknown {
        /// None has fewer half-moves than this.
        none_below: u32,
        /// What ended the search.
        limit: Limit,
    },
}

impl ProofGames {
    /// The half-move, from 0, at which the two games differ first.
    pub fn difference(&self) -> Option<usize> {
        let [one, other] = self.games.as_slice() else {
            return None;
        };
        one.moves.iter().zip(&other.moves).position(|(a, b)| a != b)
    }

    /// The only game there is, if that is proved.
    pub fn unique(&self) -> Option<&Game> {
        match (self.games.as_slice(), &self.searched, &self.shorter) {
            ([game], Ok(()), None | Some(Shorter::None)) => Some(game),
            _ => None,
        }
    }

    /// Whether there is nothing left to find out: the number of games is known to be none, one or several.
    pub fn is_decided(&self) -> bool {
        let counted = self.searched.is_ok() || self.games.len() > 1;
        counted && !matches!(self.shorter, Some(Shorter::Unknown { .. }))
    }
}

/// The games of exactly so many plies, `most` of them at most.
pub fn games(question: Question<'_>, plies: u32, most: usize, budget: &mut Budget) -> Games {
    match Search::new(question) {
        None => Games {
            games: Vec::new(),
            searched: Ok(()),
        },
        Some(mut search) => {
            let (games, searched) = search.games(plies, most, budget);
            Games { games, searched }
        }
    }
}

/// The games a stipulation asks for, two at most.
pub fn prove(question: Question<'_>, asked: ProofGame, budget: &mut Budget) -> ProofGames {
    let before = budget.nodes_used();
    let mut found = proved(question, asked, budget);
    found.nodes = budget.nodes_used() - before;
    found
}

fn proved(question: Question<'_>, asked: ProofGame, budget: &mut Budget) -> ProofGames {
    let least = u32::from(question.diagram.turn != question.start.turn());
    let of = |plies, games, searched, shorter| ProofGames {
        plies,
        games,
        searched,
        shorter,
        nodes: 0,
    };
    let (ProofGame::Exactly(told) | ProofGame::Shortest(Some(told))) = asked else {
        let Some(mut search) = Search::new(question) else {
            return of(least, Vec::new(), Ok(()), Some(Shorter::None));
        };
        for plies in (least..=MOST_PLIES).step_by(2) {
            let (games, searched) = search.games(plies, 2, budget);
            if !games.is_empty() || searched.is_err() {
                return of(plies, games, searched, Some(Shorter::None));
            }
        }
        let none_below = MOST_PLIES;
        return of(
            none_below,
            Vec::new(),
            Err(Limit::Depth),
            Some(Shorter::None),
        );
    };
    let Some(mut search) = Search::new(question) else {
        return of(told, Vec::new(), Ok(()), None);
    };
    let (games, searched) = search.games(told, 2, budget);
    if matches!(asked, ProofGame::Exactly(_)) {
        return of(told, games, searched, None);
    }
    let mut shorter = Shorter::None;
    for plies in (least..told).step_by(2) {
        let (mut games, searched) = search.games(plies, 1, budget);
        if let Some(game) = games.pop() {
            shorter = Shorter::Game(Box::new(game));
            break;
        }
        if let Err(limit) = searched {
            shorter = Shorter::Unknown {
                none_below: plies,
                limit,
            };
            break;
        }
    }
    of(told, games, searched, Some(shorter))
}

/// Looks for the shortest game from the initial array to the diagram that agrees with the facts, in exactly `world` (`None`: in any),
/// and for a second one of that length. A game that is `known`, if there is one, ends the search where nothing shorter is left.
///
/// # Errors
///
/// A limit was hit before any game was found and none was known.
pub fn shortest(
    diagram: &Diagram,
    world: Option<World>,
    facts: &[Fact],
    known: Option<&Witness>,
    budget: &mut Budget,
) -> Result<Shortest, Limit> {
    let start = Chess::default();
    let question = Question {
        start: &start,
        diagram,
        world,
        facts,
    };
    let holds = |game: &Witness| {
        let claimed = world.unwrap_or_else(|| game.world());
        check(diagram, claimed, facts, game).is_ok()
    };
    let known = known.filter(|game| holds(game));
    let longest = known.map_or(MOST_PLIES, |game| MOST_PLIES.min(game.moves.len() as u32));
    let mut plies = u32::from(diagram.turn == Color::Black);
    let Some(mut search) = Search::new(question) else {
        return unproved(known, plies, Limit::Depth);
    };
    while plies <= longest {
        let (games, searched) = search.games(plies, 2, budget);
        let mut games = games.into_iter().map(|game| Witness { moves: game.moves });
        if let Some(game) = games.next() {
            let brevity = match (games.next(), searched) {
                (Some(other), _) => Brevity::OneOfSeveral(other),
                (None, Ok(())) => Brevity::Only,
                (None, Err(limit)) => Brevity::Proved(limit),
            };
            return Ok(Shortest { game, brevity });
        }
        if let Err(limit) = searched {
            return unproved(known, plies, limit);
        }
        plies += 2;
    }
    unproved(known, plies, Limit::Depth)
}

/// What is left to say where a limit was hit.
fn unproved(known: Option<&Witness>, none_below: u32, limit: Limit) -> Result<Shortest, Limit> {
    let game = known.cloned().ok_or(limit)?;
    let brevity = if none_below as usize >= game.moves.len() {
        Brevity::Proved(limit)
    } else {
        Brevity::Unproved { none_below, limit }
    };
    Ok(Shortest { game, brevity })
}

/// No game is looked for that is longer.
const MOST_PLIES: u32 = 120;

#[cfg(test)]
mod tests;
