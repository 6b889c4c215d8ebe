//! What the last moves of a history must be: the target of the world and the facts under the diagram.

use shakmaty::Square;

use crate::problem::LastMove;
use crate::retro::model::{EpState, RetroPosition, Unmove, UnmoveKind};
use crate::world::capturable_targets;

use crate::retro::checker::describes;

/// Conditions on the retractions nearest to the diagram.
#[derive(Debug, Clone, Default)]
pub struct Demands {
    /// Double steps over these squares cannot have been the last move.
    forbidden: Vec<Square>,
    /// What is known of the move so many plies back.
    known_moves: Vec<(u32, LastMove)>,
    /// So many plies back nothing was captured.
    quiet: u32,
}

impl Demands {
    /// What is demanded of the history of this position.
    pub fn new(position: &RetroPosition) -> Demands {
        let forbidden = match position.ep {
            EpState::None => capturable_targets(&position.board, position.turn).collect(),
            EpState::Open | EpState::Target(_) => Vec::new(),
        };
        Demands {
            forbidden,
            known_moves: position.known_moves.clone(),
            quiet: position.quiet_plies,
        }
    }

    /// Whether a game of that many plies is long enough.
    pub fn met_after(&self, plies: u32) -> bool {
        self.known_moves.iter().all(|&(back, _)| back < plies)
    }

    /// Whether the move that was made `back` plies before the last one may be this.
    pub fn allow(&self, back: u32, unmove: Unmove) -> bool {
        if back < self.quiet && unmove.captured.is_some() {
            return false;
        }
        if back == 0 && unmove.kind == UnmoveKind::DoubleStep {
            let passed = self.forbidden.iter().any(|s| s.file() == unmove.to.file());
            if passed {
                return false;
            }
        }
        self.known_moves
            .iter()
            .all(|&(at, what)| at != back || describes(what, unmove.forward()))
    }
}
