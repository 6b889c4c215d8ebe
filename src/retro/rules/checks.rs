//! Checks that no single move gives together.
//!
//! One move gives at most two checks. Of two checkers one has moved (or, en passant, both lines were
//! opened); the other was uncovered, so it is a line piece. Two men that are no line pieces, and two
//! line pieces on the same side of the king, never check together.

use shakmaty::{Role, attacks};

use super::{Cost, Rule, Scene};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::ImpossibleCheck;

impl Rule for ImpossibleCheck {
    const NAME: &'static str = "impossible-check";
    const COST: Cost = Cost::Board;

    fn seek(scene: &Scene<'_>) -> Option<ImpossibleCheck> {
        ImpossibleCheck::find(scene.position)
    }
}

impl ImpossibleCheck {
    /// The checks, if they are impossible.
    pub fn find(position: &RetroPosition) -> Option<ImpossibleCheck> {
        let board = &position.board;
        let king = board.king_of(position.turn)?;
        let checkers = board.attacks_to(king, position.retractor(), board.occupied());
        let found = ImpossibleCheck { king, checkers };
        let leapers = checkers & (board.by_role(Role::Knight) | board.by_role(Role::Pawn));
        // A king never checks; adjacent kings are refused as an impossible check of the one on move.
        let kings = checkers & board.kings();
        let crowded = checkers.count() > 2 || leapers.count() > 1 || kings.any();
        (crowded || found.same_side()).then_some(found)
    }

    /// Whether one checker stands between the king and the other. No board has this: a line piece does not attack past a
    /// man.
    fn same_side(&self) -> bool {
        let mut men = self.checkers.into_iter();
        match (men.next(), men.next()) {
            (Some(a), Some(b)) => {
                attacks::between(self.king, a).contains(b)
                    || attacks::between(self.king, b).contains(a)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn three_checkers_and_two_knights_but_not_a_discovered_double_check() {
        let find = |fen| ImpossibleCheck::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/3N1N2/8/8/8/8/4K3 b").is_some());
        assert!(find("R3k3/8/3N4/8/B7/8/8/4K3 b").is_some());
        assert!(find("4k3/8/3N4/8/8/8/4R3/4K3 b").is_none());
        assert!(find("8/8/8/8/8/8/4k3/4K3 b").is_some());
    }

    #[test]
    fn double_checks_explained_by_a_capturing_promotion_stand() {
        for fen in ["5QN1/8/5k2/8/8/8/8/7K b", "5R1B/8/5k2/8/8/8/8/7K b"] {
            assert!(ImpossibleCheck::find(&test_position(fen, "- -")).is_none());
        }
    }
}
