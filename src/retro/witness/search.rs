//! One question put to the beam: the diagram as the first node, and the attempts in their order.

use shakmaty::{Bitboard, Color};

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::Witness;
use crate::world::{Rights, World};

use super::beam::{self, Attempt};
use super::demand::{Demands, played};
use super::estimate::{Estimator, Weights};
use super::node::{self, Node, Surplus};
use super::plan::Plan;

/// A diagram in one world, ready to be taken back.
pub struct Search {
    root: Node,
    demands: Demands,
    estimator: Estimator,
}

impl Search {
    /// `None`: plainly no position of a game, or one the estimate sees no way home from.
    pub fn new(diagram: &Diagram, world: World, facts: &[Fact]) -> Option<Search> {
        let root = root(diagram, world, facts)?;
        let mut estimator = Estimator::new(Weights::DEFAULT);
        estimator.estimate(&root)?;
        Some(Search {
            root,
            demands: Demands::new(diagram, world, facts),
            estimator,
        })
    }

    /// One attempt without a plan; the game found has not been checked.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn run(&mut self, attempt: Attempt, budget: &mut Budget) -> Result<Option<Witness>, Limit> {
        self.carry_out(None, attempt, budget)
    }

    /// One attempt that keeps to the plan, if there is one; the game found has not been checked.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn carry_out(
        &mut self,
        plan: Option<&Plan>,
        attempt: Attempt,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        let found = beam::retract_home(
            &self.root,
            &self.demands,
            attempt,
            plan,
            &mut self.estimator,
            budget,
        )?;
        Ok(found.map(|unmoves| Witness {
            moves: unmoves.iter().rev().copied().map(played).collect(),
        }))
    }
}

/// Short attempts again and again, longer ones in between: most games are found by a lucky narrow
/// beam, tight positions need a wide one.
pub fn attempts() -> impl Iterator<Item = Attempt> {
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
    for color in Color::ALL {
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
