//! What the captures must have led to: the pawns of the position, file by file, and promotions for its officers.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

use super::column::{Column, Pawn};
use crate::retro::ledger::Ledger;
use crate::retro::model::Class;

/// White, Black.
pub(super) const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// More than any number of changes.
const NEVER: u8 = 100;

/// The least that must still happen until pawns that go straight on and promote can lead to the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wants {
    /// So many pawns must come to a file, go or be exchanged for one of the other side.
    pub(super) changes: u8,
    /// So many must go or be exchanged.
    pub(super) losses: u8,
}

/// A pawn of the position: how it may have come there.
#[derive(Debug, Clone, Copy)]
struct StandingPawn {
    color: Color,
    /// How far it has advanced.
    advance: u8,
}

/// One file of the position.
#[derive(Debug, Clone)]
pub(super) struct FileGoal {
    /// Its pawns in order.
    pawns: Vec<StandingPawn>,
    /// Whether the pawn of each side stands at home and so never moved.
    pub(super) is_still: [bool; 2],
    /// Whether a pawn of each side can have gone straight on to promote here.
    pub(super) promotes: [bool; 2],
    /// Whether a pawn of each side can have captured from its seventh rank here.
    pub(super) leaves_seventh: [bool; 2],
    /// Whether a pawn of each side can have promoted here by a capture.
    pub(super) promotes_by_capture: [bool; 2],
    /// Officers of the position, as bits by class, that a pawn promoted here can be.
    supplies: [u8; 2],
}

/// What the captures must have led to.
#[derive(Debug, Clone)]
pub(super) struct Goal {
    pub(super) files: [FileGoal; 8],
    /// By side: each set of classes in which men were promoted, as bits, with how many they were at least.
    needs: [Vec<(u8, u32)>; 2],
    /// By side: how many of the men on the board were promoted at least.
    pub(super) promoted: [u32; 2],
    /// By side: where each original bishop can have stood that is missing for certain and that a pawn can have captured.
    pub(super) bishops: [Vec<Bitboard>; 2],
}

impl Goal {
    /// What the position asks.
    pub(super) fn new(ledger: &Ledger, out_of_reach: [Bitboard; 2]) -> Goal {
        let fewest = Color::ALL.map(|color| fewest_promotions(ledger, color));
        Goal {
            files: std::array::from_fn(|file| FileGoal::new(ledger, file, &fewest)),
            needs: fewest.map(|fewest| {
                let wanted = |set: u8| -> u32 {
                    Class::ALL
                        .into_iter()
                        .filter(|&class| set & 1 << class as u8 != 0)
                        .map(|class| fewest[class as usize])
                        .sum()
                };
                (1..32u8)
                    .map(|set| (set, wanted(set)))
                    .filter(|&(_, least)| least > 0)
                    .collect()
            }),
            promoted: fewest.map(|fewest| fewest.iter().sum()),
            bishops: std::array::from_fn(|side| {
                missing_bishops(ledger, Color::ALL[side])
                    .filter(|(home, _)| !out_of_reach[side].contains(*home))
                    .map(|(_, reach)| reach)
                    .collect()
            }),
        }
    }

    /// Whether these promotions, by side and file, account for the officers on the board.
    pub(super) fn is_supplied(&self, promotions: &[[u8; 8]; 2]) -> bool {
        (0..2).all(|side| {
            self.needs[side].iter().all(|&(set, least)| {
                let fitting = (0..8).filter(|&file| self.files[file].supplies[side] & set != 0);
                let fitting: u32 = fitting.map(|file| u32::from(promotions[side][file])).sum();
                fitting >= least
            })
        })
    }
}

/// Where an original officer can have stood.
fn original_reach(ledger: &Ledger, color: Color, class: Class, home: Square) -> Bitboard {
    if ledger.steady.contains(home) || ledger.died_at_home.contains(home) {
        return home.into();
    }
    let mobility = &ledger.mobility;
    mobility.reach(color, class.role(), home.into(), Bitboard::EMPTY)
}

/// The homes of the original bishops that are missing for certain, because no bishop on the board can be the original;
/// with each the squares where it can have stood.
fn missing_bishops(ledger: &Ledger, color: Color) -> impl Iterator<Item = (Square, Bitboard)> {
    let classes = [Class::LightBishop, Class::DarkBishop].into_iter();
    classes.flat_map(move |class| {
        let men = ledger.census(color).officers[class as usize];
        class
            .homes(color)
            .into_iter()
            .map(move |home| (home, original_reach(ledger, color, class, home)))
            .filter(move |(_, reach)| reach.is_disjoint(men))
    })
}

/// By class: how many men on the board were promoted at least, because so few originals can be there.
fn fewest_promotions(ledger: &Ledger, color: Color) -> [u32; 5] {
    Class::ALL.map(|class| {
        let men = ledger.census(color).officers[class as usize];
        let homes = class.homes(color).into_iter();
        let originals =
            homes.filter(|&home| original_reach(ledger, color, class, home).intersects(men));
        (men.count() as u32).saturating_sub(originals.count() as u32)
    })
}

impl FileGoal {
    fn new(ledger: &Ledger, file: usize, fewest: &[[u32; 5]; 2]) -> FileGoal {
        let file = File::new(file as u32);
        let pawns = (Bitboard::from_file(file) & ledger.board.pawns())
            .into_iter()
            .filter_map(|square| {
                let color = ledger.board.color_at(square)?;
                let home = u32::from(color.relative_rank(Rank::Second));
                Some(StandingPawn {
                    color,
                    advance: u32::from(square.rank()).abs_diff(home) as u8,
                })
            })
            .collect();
        let place = |color: Color, rank| Square::from_coords(file, color.relative_rank(rank));
        let array = Board::new();
        let steady = |square: Square| ledger.steady.contains(square);
        let leaves_seventh = Color::ALL.map(|color| {
            let seventh = place(color, Rank::Seventh);
            !steady(seventh) && !ledger.mobility.pins_down(color, Role::Pawn, seventh)
        });
        let promotes_by_capture = Color::ALL.map(|color| !steady(place(color, Rank::Eighth)));
        FileGoal {
            pawns,
            is_still: Color::ALL.map(|color| {
                let home = place(color, Rank::Second);
                steady(home)
                    && array.piece_at(home)
                        == Some(Piece {
                            color,
                            role: Role::Pawn,
                        })
            }),
            promotes: std::array::from_fn(|side| leaves_seventh[side] && promotes_by_capture[side]),
            leaves_seventh,
            promotes_by_capture,
            supplies: Color::ALL.map(|color| {
                let promotion_square = place(color, Rank::Eighth);
                Class::ALL
                    .into_iter()
                    .filter(|&class| fewest[index(color)][class as usize] > 0)
                    .filter(|&class| Class::of(class.role(), promotion_square) == Some(class))
                    .filter(|&class| {
                        let men = ledger.census(color).officers[class as usize];
                        let mobility = &ledger.mobility;
                        let reach = mobility.reach(
                            color,
                            class.role(),
                            promotion_square.into(),
                            Bitboard::EMPTY,
                        );
                        reach.intersects(men & !ledger.steady)
                    })
                    .fold(0, |set, class| set | 1 << class as u8)
            }),
        }
    }

    /// What must happen to this file till promotions straight on can lead to the position.
    pub(super) fn wants(&self, column: Column) -> Wants {
        Wants {
            changes: self.least(column, 1),
            losses: self.least(column, 0),
        }
    }

    /// How many pawns at least must go or be exchanged for one of the other side; one that comes counts so many.
    ///
    /// The pawns that still promote are Black's before all others and White's behind them.
    fn least(&self, column: Column, coming: u8) -> u8 {
        let pawns: Vec<Pawn> = column.pawns().collect();
        let goal = &self.pawns;
        // `least[j]`: the least for the pawns from the current place on, when the first `j` pawns of the position are
        // matched. `behind`: the same when White's promoting pawns have begun.
        let done = goal.len();
        let mut least: Vec<u8> = (0..=done).map(|j| (done - j) as u8 * coming).collect();
        let mut behind = 0;
        for pawn in pawns.iter().rev() {
            let exchanged = |color: Color| u8::from(pawn.color != color);
            let promotes = |color: Color| {
                if self.promotes[index(color)] {
                    exchanged(color)
                } else {
                    NEVER
                }
            };
            let behind_now = (behind + 1).min(behind + promotes(Color::White));
            let mut next = vec![NEVER; done + 1];
            for j in (0..=done).rev() {
                let gone = least[j] + 1;
                let stands = match goal.get(j) {
                    Some(pawn_here) => least[j + 1].saturating_add(exchanged(pawn_here.color)),
                    None => behind.saturating_add(promotes(Color::White)),
                };
                let comes = match goal.get(j) {
                    Some(_) => next[j + 1].saturating_add(coming),
                    None => NEVER,
                };
                let before = match j {
                    0 => least[0].saturating_add(promotes(Color::Black)),
                    _ => NEVER,
                };
                next[j] = gone.min(stands).min(comes).min(before).min(NEVER);
            }
            least = next;
            behind = behind_now;
        }
        least[0]
    }

    /// How many of White's pawns on this file and of Black's still promote if nobody comes or goes any more; `None`: that
    /// does not lead to the position.
    pub(super) fn promoting(&self, column: Column) -> Option<[u8; 2]> {
        let surplus = column.len().checked_sub(self.pawns.len())?;
        (0..=surplus)
            .filter(|&before| {
                let fits = |(pawn, goal): (Pawn, &StandingPawn)| {
                    pawn.color == goal.color && pawn.advance <= goal.advance
                };
                let blacks = column.until(before);
                let rest = column.from(before);
                let whites = rest.from(self.pawns.len());
                blacks.pawns().all(|pawn| pawn.color == Color::Black)
                    && whites.pawns().all(|pawn| pawn.color == Color::White)
                    && rest.pawns().zip(&self.pawns).all(fits)
            })
            .map(|before| [(surplus - before) as u8, before as u8])
            .find(|promoting| (0..2).all(|side| promoting[side] == 0 || self.promotes[side]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retro::model::test_position;

    fn file(fen: &str) -> FileGoal {
        let ledger = Ledger::new(&test_position(fen, "- -")).unwrap();
        FileGoal::new(&ledger, 3, &[[0; 5]; 2])
    }

    #[test]
    fn opposing_pawns_of_a_file_need_one_change_to_be_gone() {
        let empty = file("4k3/8/8/8/8/8/8/4K3 w");
        let wants = |changes, losses| Wants { changes, losses };
        assert_eq!(empty.wants(Column::ARRAY), wants(1, 1));
        assert_eq!(empty.wants(Column::ARRAY.without(0)), wants(0, 0));
        assert_eq!(empty.promoting(Column::ARRAY.without(0)), Some([0, 1]));
        assert_eq!(empty.promoting(Column::ARRAY), None);
        let both = file("4k3/8/3p4/8/8/3P4/8/4K3 w");
        assert_eq!(both.wants(Column::ARRAY), wants(0, 0));
        assert_eq!(both.wants(Column::ARRAY.without(0)), wants(1, 0));
        assert_eq!(both.promoting(Column::ARRAY), Some([0, 0]));
        let passed = file("4k3/8/3P4/8/8/3p4/8/4K3 w");
        assert_eq!(passed.wants(Column::ARRAY), wants(2, 1));
        let white = file("4k3/8/8/8/8/3P4/8/4K3 w");
        assert_eq!(white.wants(Column::ARRAY), wants(1, 1));
        assert_eq!(white.wants(Column::ARRAY.without(1)), wants(0, 0));
    }

    #[test]
    fn a_pawn_on_its_third_rank_has_not_come_further() {
        let third = file("4k3/8/8/8/8/3P4/8/4K3 w");
        let captured = |advance| {
            let pawn = Pawn {
                color: Color::White,
                advance,
            };
            Column::ARRAY.until(0).with(0, pawn)
        };
        assert!(third.promoting(captured(1)).is_some());
        assert!(third.promoting(captured(2)).is_none());
    }
}
