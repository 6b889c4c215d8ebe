//! The side that just moved did not leave its king in check (Laws, article 3.9).

use super::{Cost, Rule, Scene};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::IdleCheck;

impl Rule for IdleCheck {
    const NAME: &'static str = "idle-check";
    const COST: Cost = Cost::Board;

    fn seek(scene: &Scene<'_>) -> Option<IdleCheck> {
        IdleCheck::find(scene.position)
    }
}

impl IdleCheck {
    /// The check, if the side not on move is in check.
    pub fn find(position: &RetroPosition) -> Option<IdleCheck> {
        let color = position.retractor();
        let board = &position.board;
        let king = board.king_of(color)?;
        let checker = board
            .attacks_to(king, color.other(), board.occupied())
            .first()?;
        Some(IdleCheck {
            color,
            king,
            checker,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn only_the_side_not_on_move() {
        let find = |fen| IdleCheck::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/8/8/4R3/8/8/4K3 w").is_some());
        assert!(find("4k3/8/8/8/4R3/8/8/4K3 b").is_none());
    }
}
