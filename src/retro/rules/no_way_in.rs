//! A man whose square cannot be reached from any home or promotion square.

use shakmaty::{Bitboard, Color, File, Role, Square};

use super::{Cost, Rule, Scene};
use crate::retro::ledger::{Ledger, Mobility};
use crate::retro::model::Class;
use crate::retro::model::claim::NoWayIn;

impl Rule for NoWayIn {
    const NAME: &'static str = "no-way-in";
    const COST: Cost = Cost::Ledger;

    fn seek(scene: &Scene<'_>) -> Option<NoWayIn> {
        scene.ledger().and_then(NoWayIn::find)
    }
}

impl NoWayIn {
    /// The first man without a way in.
    pub fn find(ledger: &Ledger) -> Option<NoWayIn> {
        Color::ALL.into_iter().find_map(|color| {
            let census = ledger.census(color);
            let home = match color {
                Color::White => Square::E1,
                Color::Black => Square::E8,
            };
            let king = [(Role::King, home.into(), census.king.into())];
            let officers = Class::ALL.map(|class| {
                let mut sources = class.homes(color);
                if census.pawns.count() < 8 {
                    sources |= last_rank(color) & !ledger.steady;
                }
                (class.role(), sources, census.officers[class as usize])
            });
            king.into_iter()
                .chain(officers)
                .find_map(|(role, sources, men)| {
                    let outside = |mobility: &Mobility| {
                        men & !mobility.reach(color, role, sources, Bitboard::EMPTY)
                    };
                    let square = outside(&ledger.mobility).first()?;
                    let is_shut_out = |mobility: &Mobility| outside(mobility).contains(square);
                    Some(NoWayIn {
                        color,
                        role,
                        square,
                        ways: needed_walls(&ledger.mobility, is_shut_out),
                    })
                })
        })
    }
}

/// As few of the walls as still shut the man out.
fn needed_walls(mobility: &Mobility, is_shut_out: impl Fn(&Mobility) -> bool) -> Bitboard {
    let mut fewer = mobility.clone();
    for file in File::ALL.map(Bitboard::from_file) {
        for side in 0..2 {
            let walls = fewer.walls;
            fewer.walls[side] &= !file;
            if !is_shut_out(&fewer) {
                fewer.walls = walls;
            }
        }
    }
    fewer.walls[0] | fewer.walls[1]
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
    fn a_rook_behind_pawns_that_only_stepped_ahead() {
        let rook = |fen| {
            let position = test_position(fen, "- -");
            NoWayIn::find(&Ledger::new(&position).unwrap()).map(|found| (found.square, found.ways))
        };
        // It comes to a2, or to c2, and no further.
        let over = |squares: [Square; 2]| squares.into_iter().collect::<Bitboard>();
        assert_eq!(
            rook("rnbqkbnr/pppppppp/8/3R4/8/P7/1PPPPPPP/1NBQKBNR w"),
            Some((Square::D5, over([Square::A2, Square::A3])))
        );
        // Two steps let it out beside the pawn.
        assert_eq!(
            rook("rnbqkbnr/pppppppp/8/3R4/P7/8/1PPPPPPP/1NBQKBNR w"),
            None
        );
        // The pawn a3 can have come from b2, and b3 from a2.
        assert_eq!(
            rook("rnbqkb2/pppppppp/8/3R4/8/PP6/2PPPPPP/1NBQKBNR w"),
            None
        );
    }

    #[test]
    fn a_king_behind_enemy_pawns_that_never_moved() {
        assert_eq!(find("2K1k3/pppppppp/8/8/8/8/8/8 b"), Some(Square::C8));
        assert_eq!(find("4k3/pppppppp/8/5K2/8/8/8/8 b"), None);
    }
}
