//! A contradiction about men that never moved, because they are shut in at home or a castling right says so: a fact or a
//! lost right says that they moved.

use super::{Cost, Rule, Scene};
use crate::retro::ledger::{Ledger, contradicted_loss};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::NeverMoved;

impl Rule for NeverMoved {
    const NAME: &'static str = "never-moved";
    const COST: Cost = Cost::Ledger;

    fn seek(scene: &Scene<'_>) -> Option<NeverMoved> {
        scene
            .ledger()
            .and_then(|ledger| NeverMoved::find(scene.position, ledger))
    }
}

impl NeverMoved {
    /// The first contradiction.
    pub fn find(position: &RetroPosition, ledger: &Ledger) -> Option<NeverMoved> {
        if let Some(square) = (position.moved & ledger.steady).first() {
            return Some(NeverMoved::SaidToHaveMoved(square));
        }
        contradicted_loss(position, ledger.steady).map(NeverMoved::LostRight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    fn find(fen: &str, world: &str) -> Option<NeverMoved> {
        let position = test_position(fen, world);
        NeverMoved::find(&position, &Ledger::new(&position).unwrap())
    }

    #[test]
    fn a_right_is_not_lost_by_men_that_are_shut_in() {
        // In the first position no man of the first rank can move; in the second the rooks can, to b1 and g1.
        let shut = "4k3/8/8/8/8/8/PPPPPPPP/RBBQKBBR w";
        assert_eq!(find(shut, "KQ -"), None);
        let open = "4k3/8/8/8/8/8/PPPPPPPP/R1BQKB1R w";
        assert_eq!(find(open, "- -"), None);
    }
}
