//! What the last moves of a history must be: the target of the world and the facts under the diagram.

use shakmaty::Square;

use crate::problem::LastMove;
use crate::retro::model::{EpState, RetroPosition, Unmove, UnmoveKind};
use crate::world::capturable_targets;

use crate::retro::checker::describes;

/// Conditions on the retractions nearest to the diagram.
#[derive(Debug, Clone, Default)]
pub struct LastMoveConditions {
    /// Double steps over these squares cannot have been the last move.
    forbidden: Vec<Square>,
    /// What is known of the move so many plies back.
    known_moves: Vec<(u32, LastMove)>,
    /// So many plies back nothing was captured.
    quiet: u32,
}

impl LastMoveConditions {
    /// What is demanded of the history of this position.
    pub fn new(position: &RetroPosition) -> LastMoveConditions {
        let forbidden = match position.ep {
            EpState::None => capturable_targets(&position.board, position.turn).collect(),
            EpState::Open | EpState::Target(_) => Vec::new(),
        };
        LastMoveConditions {
            forbidden,
            known_moves: position.known_moves.clone(),
            quiet: position.quiet_plies,
        }
    }

    /// The conditions that are left for the position `plies` plies earlier; `plies` is at least one.
    pub fn before(&self, plies: u32) -> LastMoveConditions {
        let known = self.known_moves.iter();
        let known = known.filter_map(|&(back, what)| Some((back.checked_sub(plies)?, what)));
        LastMoveConditions {
            forbidden: Vec::new(),
            known_moves: known.collect(),
            quiet: self.quiet.saturating_sub(plies),
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

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role};

    use super::*;
    use crate::problem::Fact;
    use crate::retro::model::test_position;
    use crate::world::World;

    #[test]
    fn what_is_known_of_earlier_moves_is_known_of_the_position_before() {
        let diagram = test_position("4k3/8/8/8/8/8/8/R3K3 w", "- -");
        let conditions = LastMoveConditions {
            quiet: 2,
            ..LastMoveConditions::new(&diagram)
        };
        let taking = Unmove {
            kind: UnmoveKind::Ordinary,
            role: Role::Rook,
            from: Square::A2,
            to: Square::A1,
            captured: Some(Role::Knight),
        };
        // Two plies were quiet, so one is after the first is taken back, and none after the second.
        assert!(!conditions.allow(1, taking) && conditions.allow(2, taking));
        let before = conditions.before(1);
        assert!(!before.allow(0, taking) && before.allow(1, taking));
        assert!(conditions.before(2).allow(0, taking));
        // A fact that forbids captures altogether forbids them there too.
        let facts = [Fact::NoCapture];
        let diagram = RetroPosition::of_facts(&diagram.diagram(), World::default(), &facts);
        assert_eq!(diagram.turn, Color::White);
        assert!(
            !LastMoveConditions::new(&diagram)
                .before(30)
                .allow(200, taking)
        );
    }
}
