//! One context put to the beam: the diagram as the first node, and the attempts in their order.

use shakmaty::{Bitboard, Color};

use crate::budget::{Budget, Limit};
use crate::problem::{Diagram, Fact};
use crate::retro::model::{RetroPosition, Unmove, Witness};
use crate::world::{Rights, World};

use super::beam::{Beam, BeamContext, BeamSettings};
use super::estimate::{Estimator, Weights};
use super::forward::Forward;
use super::last_move_conditions::LastMoveConditions;
use super::node::{self, Node, Surplus, promoted};
use super::plan::Plan;
use super::relaxation::Relaxation;
use super::releases::{Release, Releases};
use super::tuning::{Kings, Order, Series, TUNING, turn};

/// The last moves of every game that ends in a diagram, and the position before them.
pub struct ForcedEnd {
    node: Node,
    /// In the order of taking back.
    unmoves: Vec<Unmove>,
    /// The position before these moves.
    pub position: RetroPosition,
}

impl ForcedEnd {
    /// A new attempt that keeps to the plan, which was made for this position.
    pub fn begin(&self, plan: &Plan, attempt: BeamSettings) -> Beam {
        Beam::new(&self.node, &self.unmoves, attempt, Some(plan))
    }
}

/// How many orders there are.
const ORDERS: usize = 4;

/// A diagram in one world, ready to be taken back.
pub struct Search {
    root: Node,
    /// The same for the search over scenarios.
    position: RetroPosition,
    conditions: LastMoveConditions,
    /// By what comes home first, once they are asked for.
    estimators: [Option<Estimator>; ORDERS],
    /// Once they are asked for.
    releases: Option<Releases>,
    /// How many men have certainly promoted.
    pub promoted: usize,
    /// Whether many men of the diagram lock one another in.
    is_tight: bool,
    /// Whether the estimate sees a way home at all.
    pub sees_home: bool,
}

impl Search {
    /// `None`: plainly no position of a game.
    pub fn new(diagram: &Diagram, world: World, facts: &[Fact]) -> Option<Search> {
        let position = RetroPosition::of_facts(diagram, world, facts);
        let root = root(&position, world, facts)?;
        let mut estimator = Estimator::new(Weights::DEFAULT);
        let sees_home = estimator.estimate(&root, Bitboard::EMPTY).is_some();
        let promoted = Color::ALL.map(|color| promoted(&diagram.board, color));
        Some(Search {
            conditions: LastMoveConditions::new(&position),
            position,
            estimators: [Some(estimator), None, None, None],
            releases: None,
            promoted: promoted.iter().sum(),
            is_tight: Relaxation::of(&root, Kings::LikeOthers).is_tight(),
            sees_home,
            root,
        })
    }

    /// Whether few men are left.
    pub fn is_sparse(&self) -> bool {
        self.root.is_sparse()
    }

    /// Whether men of the diagram have to be released first: many lock one another in, or there are few who could do something else.
    pub fn is_locked(&self) -> bool {
        self.is_tight || self.is_sparse()
    }

    /// The construction forward.
    pub fn forward(&self) -> Forward {
        Forward::new(
            self.root.clone(),
            self.position.clone(),
            self.conditions.clone(),
        )
    }

    /// The construction forward of the position that a release leads back to; `None`: its moves cannot be taken back.
    pub fn forward_to(&self, release: &Release) -> Option<Forward> {
        let Release { node, unmoves } = release;
        let position = self.position.before(unmoves)?;
        let conditions = self.conditions.before(unmoves.len() as u32);
        Some(Forward::new(node.clone(), position, conditions))
    }

    /// A new attempt.
    pub fn begin(&self, attempt: BeamSettings) -> Beam {
        Beam::new(&self.root, &[], attempt, None)
    }

    /// The release of this number, counted from zero. If so many are not known yet, one more is looked for, which may take as many nodes as are
    /// `due`; `Ok(None)`: none was found by that.
    ///
    /// # Errors
    ///
    /// The limit of the budget.
    pub fn release(
        &mut self,
        number: usize,
        due: u64,
        budget: &mut Budget,
    ) -> Result<Option<&Release>, Limit> {
        let releases = self
            .releases
            .get_or_insert_with(|| Releases::new(&self.root));
        if number >= releases.all().len() {
            let mut share = budget.share(due);
            let estimator = estimator(&mut self.estimators, Order::Any);
            let searched = releases.advance(&self.conditions, estimator, &mut share);
            budget.charge(&share);
            searched?;
        }
        Ok(releases.all().get(number))
    }

    /// Whether there may be a release of this number.
    pub fn has_release(&self, number: usize) -> bool {
        let releases = self.releases.as_ref();
        releases.is_none_or(|releases| releases.is_open() || number < releases.all().len())
    }

    /// What the game must have ended with, as far as there was only one last move.
    pub fn end(&self) -> ForcedEnd {
        let mut position = self.position.clone();
        let mut end = ForcedEnd {
            node: self.root.clone(),
            unmoves: Vec::new(),
            position: position.clone(),
        };
        while end.unmoves.len() < TUNING.forced_plies {
            let back = end.unmoves.len() as u32;
            let mut last = position.unmoves();
            last.retain(|&(unmove, _)| self.conditions.allow(back, unmove));
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
        let context = BeamContext {
            conditions: &self.conditions,
            plan,
            estimator: estimator(&mut self.estimators, beam.order()),
        };
        let found = beam.advance(context, budget)?;
        Ok(found.map(|unmoves| Witness {
            moves: unmoves.iter().rev().map(Unmove::forward).collect(),
        }))
    }
}

/// The attempt of this number, counted from one. Most attempts are narrow, some in between wider: most games are found by
/// one of many narrow beams, difficult positions need a wide one, some need novelty to leave a local minimum.
pub fn attempt(index: u32) -> BeamSettings {
    BeamSettings {
        width: TUNING.width << index.trailing_zeros(),
        seed: Series::Plain.seed(index),
        noise: turn(&TUNING.noise, index),
        patience: TUNING.patience.0,
        surplus: turn(&TUNING.surplus, index),
        longest: TUNING.longest,
        novelty: if index.count_ones().is_multiple_of(2) {
            TUNING.novelty
        } else {
            0
        },
        order: turn(&TUNING.orders, index),
    }
}

/// The estimator that brings home first what this order says.
fn estimator(estimators: &mut [Option<Estimator>; ORDERS], order: Order) -> &mut Estimator {
    let weights = match order {
        Order::Any => Weights::DEFAULT,
        Order::OfficersFirst => Weights::OFFICERS_FIRST,
        Order::WalksFirst => Weights::WALKS_FIRST,
        Order::LockedThenKings => Weights::KINGS_FIRST,
    };
    estimators[order as usize].get_or_insert_with(|| Estimator::new(weights))
}

/// The diagram as the first node; `None` if it is plainly no position of a game.
fn root(position: &RetroPosition, world: World, facts: &[Fact]) -> Option<Node> {
    let (board, frozen) = (&position.board, position.frozen);
    let retractor = position.retractor();
    for color in Color::ALL {
        let own = board.by_color(color);
        if (own & board.kings()).count() != 1 || own.count() > 16 {
            return None;
        }
    }
    if (board.pawns() & Bitboard::BACKRANKS).any() {
        return None;
    }
    let waiting = board.king_of(retractor)?;
    if board
        .attacks_to(waiting, position.turn, board.occupied())
        .any()
    {
        return None;
    }
    let mut moved = Bitboard::EMPTY;
    for fact in facts {
        if let &Fact::Moved(square) = fact {
            let piece = board.piece_at(square)?;
            if node::initial_piece(square) == Some(piece) {
                moved.add(square);
            }
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
        retractor,
        lost: Rights::at_home(board).without(world.rights),
        moved,
        frozen,
        forced: world.target,
    })
}

#[cfg(test)]
mod tests {
    use super::super::pawn_orders::PawnOrders;
    use super::*;
    use crate::budget::Limits;
    use crate::random::Random;
    use shakmaty::{Chess, Move, Position, Role};

    /// The positions of a game, from the last to the first, as nodes on the way back from its end.
    fn way_back(moves: &[Move]) -> Vec<Node> {
        let mut position = Chess::default();
        for &played in moves {
            position.play_unchecked(played);
        }
        let diagram = Diagram::of(&position);
        let mut node = root(
            &RetroPosition::of_world(&diagram, World::of(&position)),
            World::of(&position),
            &[],
        )
        .expect("a position of a game");
        let mut nodes = vec![node.clone()];
        for &last in moves.iter().rev() {
            let mut before = None;
            node.retract(Surplus::Promoted, |unmove, next| {
                if unmove.forward() == last {
                    before = Some(next);
                }
            });
            node = before.expect("every move of a game can be taken back");
            nodes.push(node.clone());
        }
        nodes
    }

    /// A random game in which pawns run and are taken, so that many promote.
    fn game(seed: u64) -> Vec<Move> {
        let mut random = Random::new(seed);
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for _ in 0..20 + random.below(200) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let of_pawns: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|played| played.role() == Role::Pawn)
                .collect();
            let chosen = if !of_pawns.is_empty() && random.below(2) == 0 {
                of_pawns[random.below(of_pawns.len())]
            } else {
                legal[random.below(legal.len())]
            };
            position.play_unchecked(chosen);
            moves.push(chosen);
        }
        moves
    }

    #[test]
    fn the_estimate_sees_a_way_home_from_every_position_of_a_game() {
        let mut estimator = Estimator::new(Weights::DEFAULT);
        for seed in 0..300 {
            for node in way_back(&game(seed)) {
                let estimate = estimator.estimate(&node, Bitboard::EMPTY);
                assert!(
                    estimate.is_some(),
                    "seed {seed}: {} {:?} takes back",
                    node.board.board_fen(),
                    node.retractor
                );
            }
        }
    }

    #[test]
    fn the_order_of_the_pawns_refutes_no_position_of_a_game() {
        for seed in 0..40 {
            let mut orders = PawnOrders::default();
            for node in way_back(&game(seed)) {
                let is_refuted = orders.refute(&node, &mut Limits::unlimited().start());
                assert!(!is_refuted, "seed {seed}: {}", node.board.board_fen());
            }
        }
    }

    #[test]
    fn the_estimate_sees_promotions_it_has_to_look_for() {
        for row in [
            // The king's rook has never moved, so the other one has promoted: it cannot have left the corner.
            "r3k3/1p1p2p1/2pP3p/8/8/5R2/PPPP4/4K2R b K -",
            // The bishop on d8 promoted by taking on c1 or e1, past pawns that never moved.
            "K1kb1b2/p1Ppp1p1/1pp5/8/8/P2P4/pPP1PPP1/5B2 w - -",
            // The rook on f8 has just promoted and checks a king that never moved.
            "r3kR2/ppp3pp/8/8/8/8/8/R3K2R b q -",
        ] {
            let fields: Vec<&str> = row.split(' ').collect();
            let diagram = Diagram {
                board: shakmaty::Board::from_ascii_board_fen(fields[0].as_bytes()).unwrap(),
                turn: Color::from_char(fields[1].chars().next().unwrap()).unwrap(),
            };
            let world = format!("{} {}", fields[2], fields[3]).parse().unwrap();
            let search = Search::new(&diagram, world, &[]).unwrap();
            assert!(search.sees_home, "{row}");
        }
    }
}
