//! Kinds of positions that no history can have: what the estimate does not see and scenarios do.
//!
//! The estimate counts captures; whether pawns, promotions and their victims fit together is a question for
//! the scenario search, which is far more expensive. Positions with the same pawns, the same men and the same walls mostly
//! share its answer, so it is asked for a few of them. Invariant: it only prunes, and the answers
//! depend on the order of the questions and on nothing else, unless the clock ends one.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color};

use crate::budget::{Budget, Limit, Limits};
use crate::retro::model::claim::Reason;
use crate::retro::model::{EpState, RetroPosition, RightState};
use crate::retro::rules;
use crate::world::Right;

use super::node::Node;
use super::surroundings::walls;

/// What a scenario hardly looks beyond: positions that agree in it mostly share their scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kind {
    white_pawns: u64,
    black_pawns: u64,
    walls: u64,
    /// Four bits for each kind of officer: queens, rooks, knights and bishops of both square colours of both sides.
    officers: u64,
}

impl Kind {
    /// The kind of a node.
    pub fn of(node: &Node) -> Kind {
        let board = &node.board;
        let mut officers = 0;
        for color in Color::ALL {
            let own = board.by_color(color);
            for men in [
                board.queens(),
                board.rooks(),
                board.knights(),
                board.bishops() & Bitboard::LIGHT_SQUARES,
                board.bishops() & Bitboard::DARK_SQUARES,
            ] {
                officers = officers << 4 | (own & men).count() as u64;
            }
        }
        Kind {
            white_pawns: u64::from(board.white() & board.pawns()),
            black_pawns: u64::from(board.black() & board.pawns()),
            walls: u64::from(walls(node)),
            officers,
        }
    }
}

/// What is known of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// So many of its positions were refuted, and no other was met.
    Refuted(u8),
    /// One was not refuted.
    Open,
}

/// The kinds met so far.
#[derive(Default)]
pub struct DeadEnds {
    kinds: FxHashMap<Kind, Known>,
}

/// Scenario nodes for one position.
const SCENARIOS: u64 = 1_500;

/// Positions of a kind that are looked at before all are taken for dead.
const SAMPLES: u8 = 2;

/// A scenario node takes the time of so many retractions.
const SCENARIO_COST: u64 = 30;

impl DeadEnds {
    const CAPACITY: usize = 200_000;

    /// Whether the node is refuted, or others like it were. What that costs is charged afterwards, so the budget
    /// may be overdrawn by one pass.
    pub fn holds(&mut self, node: &Node, kind: Kind, budget: &mut Budget) -> bool {
        let refuted = match self.kinds.get(&kind) {
            Some(Known::Open) => return false,
            Some(&Known::Refuted(samples)) if samples >= SAMPLES => return true,
            Some(&Known::Refuted(samples)) => samples,
            None => 0,
        };
        let limits = Limits {
            nodes: Some(SCENARIOS),
            ..budget.limits_left()
        };
        let mut share = limits.start();
        let found = rules::refute(&position(node), &mut share);
        budget.charge_nodes((share.nodes_used() + 1) * SCENARIO_COST);
        let known = match found {
            Ok(Some(Reason::NoScenario(_) | Reason::PawnCaptures(_))) => {
                Known::Refuted(refuted + 1)
            }
            // For this position alone.
            Ok(Some(_)) => return true,
            Ok(None) | Err(Limit::Nodes | Limit::Depth) => Known::Open,
            Err(_) => return false,
        };
        if self.kinds.len() > DeadEnds::CAPACITY {
            self.kinds.clear();
        }
        self.kinds.insert(kind, known);
        known != Known::Open
    }
}

/// The node as the refuters see it.
pub(super) fn position(node: &Node) -> RetroPosition {
    RetroPosition {
        board: node.board.clone(),
        turn: node.retractor.other(),
        rights: Right::ALL.map(|right| {
            if node.frozen.contains(right.king_home()) && node.frozen.contains(right.rook_home()) {
                RightState::Kept
            } else if node.lost.has(right) {
                RightState::Lost
            } else {
                RightState::Open
            }
        }),
        ep: node.forced.map_or(EpState::Open, EpState::Target),
        frozen: node.frozen,
        moved: node.moved,
        quiet_plies: 0,
        known_moves: Vec::new(),
    }
}
