//! Officers in a closed region that cannot have come to stand as they do (order of king, queen and rooks
//! on the first rank).

use shakmaty::Bitboard;

use super::side;
use crate::notation::Language;
use crate::retro::ledger::{Ledger, closed_regions};

/// A closed region whose officers cannot have come to stand as they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedRegion {
    /// The squares of the region.
    pub squares: Bitboard,
    /// Whose officers started in it.
    pub color: shakmaty::Color,
}

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

    /// In a retro reader's words.
    pub fn describe(&self, language: Language) -> String {
        let squares: Vec<String> = self.squares.into_iter().map(|s| s.to_string()).collect();
        let squares = squares.join(", ");
        let who = side(self.color, language);
        match language {
            Language::English => format!(
                "no officer leaves or enters {squares}, and {who}'s cannot have come to stand there as they do"
            ),
            Language::German => format!(
                "kein Offizier verlässt oder betritt {squares}, und die von {who} können dort nicht so zu \
                 stehen gekommen sein"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_position;
    use super::*;

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
