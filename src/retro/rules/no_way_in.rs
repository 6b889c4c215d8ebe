//! A man whose square cannot be reached from any home or promotion square.

use shakmaty::{Bitboard, Color, Role, Square};

use crate::retro::ledger::Ledger;
use crate::retro::model::Class;
use crate::retro::model::claim::NoWayIn;

impl NoWayIn {
    /// The first man without a way in.
    pub fn find(ledger: &Ledger) -> Option<NoWayIn> {
        Color::ALL.into_iter().find_map(|color| {
            let census = ledger.census(color);
            let home = match color {
                Color::White => Square::E1,
                Color::Black => Square::E8,
            };
            let reach = ledger
                .mobility
                .reach(color, Role::King, home.into(), Bitboard::EMPTY);
            if !reach.contains(census.king) {
                return Some(NoWayIn {
                    color,
                    role: Role::King,
                    square: census.king,
                });
            }
            Class::ALL.into_iter().find_map(|class| {
                let men = census.officers[class as usize];
                if men.is_empty() {
                    return None;
                }
                let mut sources = class.homes(color);
                if census.pawns.count() < 8 {
                    sources |= last_rank(color) & !ledger.steady;
                }
                let reach = ledger
                    .mobility
                    .reach(color, class.role(), sources, Bitboard::EMPTY);
                (men & !reach).first().map(|square| NoWayIn {
                    color,
                    role: class.role(),
                    square,
                })
            })
        })
    }
}

/// Where a side's pawns promote.
fn last_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::from_rank(shakmaty::Rank::Eighth),
        Color::Black => Bitboard::from_rank(shakmaty::Rank::First),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    fn find(fen: &str) -> Option<Square> {
        let position = test_position(fen, "- -");
        NoWayIn::find(&Ledger::new(&position).unwrap()).map(|found| found.square)
    }

    #[test]
    fn a_bishop_in_the_corner_behind_an_unmoved_pawn() {
        assert_eq!(find("7b/6p1/3k4/8/8/2K5/8/8 w"), Some(Square::H8));
        assert_eq!(find("7b/8/3k2p1/8/8/2K5/8/8 w"), None);
    }

    #[test]
    fn a_king_behind_enemy_pawns_that_never_moved() {
        assert_eq!(find("2K1k3/pppppppp/8/8/8/8/8/8 b"), Some(Square::C8));
        assert_eq!(find("4k3/pppppppp/8/5K2/8/8/8/8 b"), None);
    }
}
