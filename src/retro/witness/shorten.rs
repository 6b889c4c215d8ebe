//! Makes a witness shorter.
//!
//! Invariant: the game that is returned passes the checker with the same claim and is not longer than
//! the one given.

use shakmaty::{Chess, Move, Position};

use crate::budget::Budget;
use crate::problem::{Diagram, Fact};
use crate::retro::model::Witness;
use crate::world::World;

use super::beam::BeamSettings;
use super::search::{Search, attempt};
use crate::retro::checker::check;

/// A game with the same end, never a longer one: detours are cut out, then `attempts` searches look for
/// a shorter game. No proof that there is none.
pub fn shorten(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    witness: &Witness,
    attempts: u32,
    budget: &mut Budget,
) -> Witness {
    let holds = |game: &Witness| check(diagram, world, facts, game).is_ok();
    let mut best = trim(witness.clone(), &holds);
    let Some(mut search) = Search::new(diagram, world, facts) else {
        return best;
    };
    for index in 1..=attempts {
        // Both games end with the same side to move.
        let Some(longest) = best.moves.len().checked_sub(2) else {
            break;
        };
        let mut beam = search.begin(BeamSettings {
            longest: longest as u32,
            ..attempt(index)
        });
        match search.go_on(&mut beam, None, budget) {
            Ok(Some(found)) if holds(&found) => {
                let found = trim(found, &holds);
                if found.moves.len() < best.moves.len() {
                    best = found;
                }
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    best
}

/// Cuts out what comes between equal positions, and moves of both sides that are taken back later.
fn trim(mut game: Witness, holds: &impl Fn(&Witness) -> bool) -> Witness {
    while let Some(shorter) = without_cycle(&game, holds).or_else(|| without_shuffle(&game, holds))
    {
        game = shorter;
    }
    game
}

fn without_cycle(game: &Witness, holds: &impl Fn(&Witness) -> bool) -> Option<Witness> {
    let mut position = Chess::default();
    let mut seen = vec![(position.board().clone(), position.turn())];
    for &played in &game.moves {
        if !position.is_legal(played) {
            return None;
        }
        position.play_unchecked(played);
        seen.push((position.board().clone(), position.turn()));
    }
    for first in 0..seen.len() {
        for second in (first + 1..seen.len()).rev() {
            if seen[first] == seen[second] {
                let shorter = Witness {
                    moves: [&game.moves[..first], &game.moves[second..]].concat(),
                };
                if holds(&shorter) {
                    return Some(shorter);
                }
            }
        }
    }
    None
}

/// Removes a move and the move that undoes it, once for each side.
fn without_shuffle(game: &Witness, holds: &impl Fn(&Witness) -> bool) -> Option<Witness> {
    let pairs = |start: usize| {
        let mut found = Vec::new();
        for first in (start..game.moves.len()).step_by(2) {
            let back = (first + 2..game.moves.len())
                .step_by(2)
                .find(|&second| undoes(game.moves[first], game.moves[second]));
            found.extend(back.map(|second| (first, second)));
        }
        found
    };
    let black = pairs(1);
    for white in pairs(0) {
        for &black in &black {
            let gone = [white.0, white.1, black.0, black.1];
            let moves = game
                .moves
                .iter()
                .enumerate()
                .filter(|(ply, _)| !gone.contains(ply))
                .map(|(_, &played)| played)
                .collect();
            let shorter = Witness { moves };
            if holds(&shorter) {
                return Some(shorter);
            }
        }
    }
    None
}

fn undoes(first: Move, second: Move) -> bool {
    let quiet = |m: Move| matches!(m, Move::Normal { .. }) && !m.is_capture() && !m.is_promotion();
    quiet(first)
        && quiet(second)
        && first.from() == Some(second.to())
        && second.from() == Some(first.to())
        && first.role() == second.role()
}
