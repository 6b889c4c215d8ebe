//! A block of men that no chain of retractions can ever free, though they do not all stand at home.

use shakmaty::Board;

use super::{Cost, Rule, Scene};
use crate::retro::ledger::{Ledger, many::same};
use crate::retro::model::claim::Deadlock;

impl Rule for Deadlock {
    const NAME: &'static str = "deadlock";
    const COST: Cost = Cost::Ledger;

    fn seek(scene: &Scene<'_>) -> Option<Deadlock> {
        scene.ledger().and_then(Deadlock::find)
    }
}

impl Deadlock {
    /// The deadlocked men, if one of them does not stand where it started.
    pub fn find(ledger: &Ledger) -> Option<Deadlock> {
        let is_home = ledger
            .unreleased
            .is_subset(same(&ledger.board, &Board::new()));
        (!is_home).then_some(Deadlock {
            men: ledger.unreleased,
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Bitboard;

    use super::*;
    use crate::retro::model::test_position;

    fn find(fen: &str) -> Option<Bitboard> {
        let position = test_position(fen, "- -");
        Deadlock::find(&Ledger::new(&position).unwrap()).map(|found| found.men)
    }

    #[test]
    fn two_bishops_and_three_pawns_in_the_corner() {
        let men = find("4k3/8/8/8/8/1P6/bPP5/1b2K3 b").unwrap();
        assert_eq!(men.count(), 3);
        // The bishop left over d3.
        assert_eq!(find("4k3/8/8/8/8/1P6/bPPP4/4K3 b"), None);
    }
    #[test]
    fn a_queen_passes_over_a_square_where_it_could_not_have_stopped() {
        // The queen g8 came from e6 over f7, where it would have checked a king that never moved.
        let fen = "r1b1kbQr/p5pp/1p3p2/n1pqp3/4PN2/P2B1P2/1B1P1R1P/nN5K b";
        let position = test_position(fen, "kq -");
        assert_eq!(Deadlock::find(&Ledger::new(&position).unwrap()), None);
    }
}
