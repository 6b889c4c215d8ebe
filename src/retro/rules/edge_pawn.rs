//! No pawn ever stands on the first or eighth rank.

use shakmaty::Bitboard;

use super::{Cost, Rule, Scene};
use crate::retro::model::RetroPosition;
use crate::retro::model::claim::EdgePawn;

impl Rule for EdgePawn {
    const NAME: &'static str = "edge-pawn";
    const COST: Cost = Cost::Board;

    fn seek(scene: &Scene<'_>) -> Option<EdgePawn> {
        EdgePawn::find(scene.position)
    }
}

impl EdgePawn {
    /// The first such pawn.
    pub fn find(position: &RetroPosition) -> Option<EdgePawn> {
        (position.board.pawns() & Bitboard::BACKRANKS)
            .first()
            .map(|square| EdgePawn { square })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    #[test]
    fn the_first_rank_but_not_the_second() {
        let find = |fen| EdgePawn::find(&test_position(fen, "- -"));
        assert!(find("4k3/8/8/8/8/8/8/P3K3 w").is_some());
        assert!(find("4k3/8/8/8/8/8/P7/4K3 w").is_none());
    }
}
