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
    use shakmaty::{Bitboard, Square};

    use super::*;
    use crate::retro::model::test_position;

    /// The first contradiction, if the men on the squares `at_home` never moved besides.
    fn find(fen: &str, world: &str, at_home: Bitboard) -> Option<NeverMoved> {
        let mut position = test_position(fen, world);
        position.frozen |= at_home;
        NeverMoved::find(&position, &Ledger::new(&position).unwrap())
    }

    #[test]
    fn a_right_is_not_lost_by_men_that_are_shut_in() {
        let first_rank = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        let knights = Bitboard::from(Square::B1) | Bitboard::from(Square::G1);
        // Pawns and knights that never moved shut in all other men.
        let lost = find(first_rank, "- -", knights);
        assert!(matches!(lost, Some(NeverMoved::LostRight(_))), "{lost:?}");
        assert_eq!(find(first_rank, "KQ -", knights), None);
        // The knights can have come back after the rooks had moved.
        assert_eq!(find(first_rank, "- -", Bitboard::EMPTY), None);
    }
}
