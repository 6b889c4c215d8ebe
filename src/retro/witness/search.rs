//! One question put to the beam: the diagram as the first node, and the attempts in their order.

use shakmaty::{Bitboard, Color};

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::model::{RetroPosition, Unmove, Witness};
use crate::world::{Rights, World};

use super::beam::{Attempt, Beam, Blockades, LONGEST, Order, Question};
use super::dead_ends::DeadEnds;
use super::demand::{Demands, played};
use super::estimate::{Estimator, Weights};
use super::march::March;
use super::node::{self, Node, Surplus};
use super::plan::Plan;
use super::shut_in::ShutIn;

/// The last moves of every game that ends in a diagram, and the position before them.
pub struct End {
    node: Node,
    /// In the order of taking back.
    unmoves: Vec<Unmove>,
    /// The position before these moves.
    pub position: RetroPosition,
}

impl End {
    /// A new attempt that keeps to the plan, which was made for this position.
    pub fn begin(&self, plan: &Plan, attempt: Attempt) -> Beam {
        Beam::new(&self.node, &self.unmoves, attempt, Some(plan))
    }
}

/// Most last moves that are looked for.
const MOST_FORCED: usize = 8;

/// With so few men left the pawns' captures leave much freedom, and a very narrow beam mostly comes home.
const FEW: usize = 18;

/// So many very narrow attempts come first then.
const NARROW: u32 = 10;

/// A diagram in one world, ready to be taken back.
pub struct Search {
    root: Node,
    demands: Demands,
    estimator: Estimator,
    /// That of attempts that bring officers home first, once there is one.
    officers_first: Option<Estimator>,
    dead_ends: DeadEnds,
    shut_in: ShutIn,
    /// Whether the estimate sees a way home at all.
    pub sees_home: bool,
}

impl Search {
    /// `None`: plainly no position of a game.
    pub fn new(diagram: &Diagram, world: World, facts: &[Fact]) -> Option<Search> {
        let root = root(diagram, world, facts)?;
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let sees_home = estimator.estimate(&root, Bitboard::EMPTY).is_some();
        Some(Search {
            root,
            demands: Demands::new(diagram, world, facts),
            estimator,
            officers_first: None,
            dead_ends: DeadEnds::default(),
            shut_in: ShutIn::default(),
            sees_home,
        })
    }

    /// The quick attempt of this number, counted from one: very narrow ones first where men are few.
    pub fn quick(&self, index: u32) -> Attempt {
        let narrow = if self.root.board.occupied().count() <= FEW {
            NARROW
        } else {
            0
        };
        match index.checked_sub(narrow) {
            None | Some(0) => Attempt {
                width: 6,
                seed: u64::from(index) + 2_000_000,
                noise: 16,
                patience: 30,
                surplus: Surplus::Original,
                longest: LONGEST,
                novelty: 0,
                careful: false,
                blockades: Blockades::Unseen,
                order: order(index),
            },
            Some(later) => attempt(later),
        }
    }

    /// The construction forward by plan.
    pub fn march(&self, position: RetroPosition) -> March {
        March::new(self.root.clone(), position, self.demands.clone())
    }

    /// A new attempt.
    pub fn begin(&self, attempt: Attempt) -> Beam {
        Beam::new(&self.root, &[], attempt, None)
    }

    /// What the game must have ended with, as far as there was only one last move.
    pub fn end(&self, mut position: RetroPosition) -> End {
        let mut end = End {
            node: self.root.clone(),
            unmoves: Vec::new(),
            position: position.clone(),
        };
        while end.unmoves.len() < MOST_FORCED {
            let back = end.unmoves.len() as u32;
            let mut last = position.unmoves();
            last.retain(|&(unmove, _)| self.demands.allow(back, unmove));
            let [(unmove, before)] = last.as_slice() else {
                break;
            };
            let mut node = None;
            end.node.retract(Surplus::Promoted, |taken_back, next| {
                if taken_back == *unmove {
                    node = Some(next);
                }
            });
            let Some(node) = node else {
                break;
            };
            end.node = node;
            end.unmoves.push(*unmove);
            end.position = before.clone();
            position = before.clone();
        }
        end
    }

    /// Goes on with an attempt begun with the same plan; the game found has not been checked.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn go_on(
        &mut self,
        beam: &mut Beam,
        plan: Option<&Plan>,
        budget: &mut Budget,
    ) -> Result<Option<Witness>, Limit> {
        let estimator = match beam.order() {
            Order::Any => &mut self.estimator,
            Order::OfficersFirst => self
                .officers_first
                .get_or_insert_with(|| Estimator::new(Weights::OFFICERS_FIRST)),
        };
        let mut question = Question {
            demands: &self.demands,
            plan,
            estimator,
            dead_ends: &mut self.dead_ends,
            shut_in: &mut self.shut_in,
        };
        let found = beam.advance(&mut question, budget)?;
        Ok(found.map(|unmoves| Witness {
            moves: unmoves.iter().rev().copied().map(played).collect(),
        }))
    }
}

/// The attempt of this number, counted from one. Short attempts again and again, longer ones in between: most
/// games are found by a lucky narrow beam, tight positions need a wide one, some need novelty to get out of
/// a hollow of the estimate.
pub fn attempt(index: u32) -> Attempt {
    Attempt {
        width: 12 << index.trailing_zeros(),
        seed: u64::from(index),
        noise: [8, 16, 24][index as usize % 3],
        patience: 30,
        surplus: if index % 4 == 3 {
            Surplus::Promoted
        } else {
            Surplus::Original
        },
        longest: LONGEST,
        novelty: if index.count_ones().is_multiple_of(2) {
            100
        } else {
            0
        },
        careful: false,
        blockades: Blockades::Unseen,
        order: order(index),
    }
}

/// What the attempt of this number brings home first: one of five, the last, brings home officers.
pub fn order(index: u32) -> Order {
    match index % 5 {
        4 => Order::OfficersFirst,
        _ => Order::Any,
    }
}

/// The careful attempt in place of a quick one: what it looks at is more expensive, so it keeps more.
pub fn careful(quick: Attempt) -> Attempt {
    Attempt {
        width: 2 * quick.width,
        patience: 40,
        surplus: Surplus::Promoted,
        careful: true,
        ..quick
    }
}

/// The attempt of this number that looks for blocked groups in place of a quick one: it has to go round them, which takes longer.
pub fn untying(quick: Attempt, index: u32) -> Attempt {
    Attempt {
        width: 2 * quick.width,
        patience: 2 * quick.patience,
        novelty: 100,
        blockades: if index.is_multiple_of(4) {
            Blockades::Strict
        } else {
            Blockades::Loose
        },
        ..quick
    }
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
