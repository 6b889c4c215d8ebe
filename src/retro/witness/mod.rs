//! Witness games: a legal game from the initial array to the diagram in exactly one world.
//!
//! The game is found backwards ([`beam`]): the diagram is taken back ply by ply, keeping the positions
//! that look nearest to the initial array ([`estimate`]), so that a tight end (checks, cages, a forced
//! last move, the double step of a target) is settled exactly where the search begins. Several attempts
//! with growing width and other seeds follow each other until the budget is spent. Invariant: what
//! [`find`] returns has passed [`check`], which replays it with shakmaty alone; a search that
//! ends without a game says nothing about the world.

mod beam;
mod check;
mod demand;
mod distance;
mod estimate;
mod node;
mod pawns;

use shakmaty::Bitboard;

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::world::{Rights, World};

use super::Witness;
use beam::Attempt;
use demand::{Demands, played};
use estimate::{Estimator, Weights};
use node::{Node, Surplus};

pub use check::{WitnessError, check};

/// Looks for a game from the initial array to the diagram with exactly the world's rights and target
/// that agrees with the facts.
///
/// `Ok(None)`: every attempt ended without a game; this is no refutation.
///
/// # Errors
///
/// The limit of the budget.
pub fn find(
    diagram: &Diagram,
    world: World,
    facts: &[Fact],
    budget: &mut Budget,
) -> Result<Option<Witness>, Limit> {
    let Some(root) = root(diagram, world, facts) else {
        return Ok(None);
    };
    let demands = Demands::new(diagram, world, facts);
    let mut estimator = Estimator::new(Weights::DEFAULT);
    if estimator.estimate(&root).is_none() {
        return Ok(None);
    }
    for attempt in attempts() {
        let found = beam::retract_home(&root, &demands, attempt, &mut estimator, budget)?;
        if let Some(unmoves) = found {
            let witness = Witness {
                moves: unmoves.iter().rev().copied().map(played).collect(),
            };
            if check(diagram, world, facts, &witness).is_ok() {
                return Ok(Some(witness));
            }
        }
    }
    Ok(None)
}

/// Short attempts again and again, longer ones in between: most games are found by a lucky narrow
/// beam, tight positions need a wide one.
fn attempts() -> impl Iterator<Item = Attempt> {
    (1..=2000u32).map(|index| Attempt {
        width: 12 << index.trailing_zeros(),
        seed: u64::from(index),
        noise: [8, 16, 24][index as usize % 3],
        patience: 30,
        surplus: if index % 4 == 3 {
            Surplus::Promoted
        } else {
            Surplus::Original
        },
    })
}

/// The diagram as the first node; `None` if it is plainly no position of a game.
fn root(diagram: &Diagram, world: World, facts: &[Fact]) -> Option<Node> {
    let board = &diagram.board;
    for color in shakmaty::Color::ALL {
        let own = board.by_color(color);
        if (own & board.kings()).count() != 1 || own.count() > 16 {
            return None;
        }
    }
    if (board.pawns() & Bitboard::BACKRANKS).any() {
        return None;
    }
    let waiting = board.king_of(diagram.turn.other())?;
    if board
        .attacks_to(waiting, diagram.turn, board.occupied())
        .any()
    {
        return None;
    }
    let mut frozen: Bitboard = world
        .rights
        .iter()
        .flat_map(|right| [right.king_home(), right.rook_home()])
        .collect();
    let mut moved = Bitboard::EMPTY;
    for fact in facts {
        match *fact {
            Fact::NotMoved(square) => frozen.add(square),
            Fact::Moved(square) => {
                let piece = board.piece_at(square)?;
                if node::initial_piece(square) == Some(piece) {
                    moved.add(square);
                }
            }
            Fact::LastMove { .. } | Fact::NoCaptureInLast(_) => {}
        }
    }
    let at_home = frozen
        .into_iter()
        .all(|square| board.piece_at(square) == node::initial_piece(square));
    if !at_home || (frozen & moved).any() {
        return None;
    }
    Some(Node {
        board: board.clone(),
        retractor: diagram.turn.other(),
        lost: Rights::at_home(board).without(world.rights),
        moved,
        frozen,
        forced: world.target,
    })
}
