//! Officers in a closed region that cannot have come to stand as they do (order of king, queen and rooks
//! on the first rank).

use crate::retro::ledger::{Ledger, closed_regions};
use crate::retro::model::claim::ClosedRegion;

impl ClosedRegion {
    /// The first such region.
    pub fn find(ledger: &Ledger) -> Option<ClosedRegion> {
        closed_regions(&ledger.board, &ledger.mobility)
            .into_iter()
            .find(|region| region.parities == 0)
            .map(|region| ClosedRegion {
                squares: region.squares,
                color: region.color,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    fn find(fen: &str) -> bool {
        let position = test_position(fen, "- -");
        ClosedRegion::find(&Ledger::new(&position).unwrap()).is_some()
    }

    #[test]
    fn king_queen_and_rooks_keep_their_order_but_for_castling() {
        assert!(find("7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/3QRRK1 w"));
        assert!(!find("7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/3RQKR1 w"));
        assert!(!find(
            "7r/p1pp1p1p/1n2bk2/1p1q2pn/2Nb4/8/PPPPPPPP/2RQ1RK1 w"
        ));
    }
}
