//! Which officers on the board are originals and which are promoted, and what that costs at least.
//!
//! Invariant: an assignment of officers is left out only if the captures of its side do not pay for it.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, File, Square};

use super::matching::is_matchable;
use super::side::{Fate, Side, promotion_rank};
use crate::retro::model::Class;
use crate::retro::model::claim::MOST_CAPTURES;

/// Which officers survive and what the pawns on the board became.
#[derive(Debug, Clone)]
struct Candidate {
    alive: Bitboard,
    promoted: Vec<Class>,
}

/// Which officers on the board are originals, at a price in promotions that the captures pay for.
#[derive(Debug)]
pub(super) struct OfficerChoice {
    /// The home squares of the originals on the board.
    pub(super) alive: Bitboard,
    /// The classes of the promoted men on the board.
    pub(super) promoted: Vec<Class>,
    /// The pawns on the board, then the promoted men.
    pub(super) stages: Stages,
}

impl OfficerChoice {
    /// Captures the men on the board needed at least.
    pub(super) fn needed(&self) -> u32 {
        self.stages.first().map_or(0, Stage::needed)
    }
}

/// Least captures from each file of origin; `None`: there is no way.
pub(super) type Costs = [Option<usize>; 8];

/// More than any captures.
pub(super) const NEVER: u8 = 100;

/// What is settled one after the other.
pub(super) type Stages = Rc<Vec<Stage>>;

/// One step of settling the men on the board.
#[derive(Debug)]
pub(super) struct Stage {
    /// What became of the pawn.
    pub(super) fate: Fate,
    /// Least captures from each file of origin.
    pub(super) costs: Costs,
    /// Least captures of all later men, by the set of files of origin that are used up.
    pub(super) after: [u8; 256],
}

impl Stage {
    /// Captures this man and all later ones need at least.
    fn needed(&self) -> u32 {
        self.costs
            .iter()
            .enumerate()
            .filter_map(|(origin, cost)| Some((*cost)? as u32 + u32::from(self.after[1 << origin])))
            .min()
            .unwrap_or(0)
    }
}

impl Side<'_> {
    /// The choices whose promotions the captures pay for, few promotions first.
    pub(super) fn affordable_choices(&self) -> Vec<OfficerChoice> {
        let mut candidates = self.candidates();
        candidates.sort_by_key(|candidate| candidate.promoted.len());
        let mut costs = [None; 5];
        let mut known: FxHashMap<Vec<Class>, Option<Stages>> = FxHashMap::default();
        candidates
            .into_iter()
            .filter_map(|Candidate { alive, promoted }| {
                let stages = known
                    .entry(promoted.clone())
                    .or_insert_with(|| self.stages(&promoted, &mut costs).map(Rc::new))
                    .clone()?;
                Some(OfficerChoice {
                    alive,
                    promoted,
                    stages,
                })
            })
            .collect()
    }

    /// Which officers may still be on the board, and what the promoted men on it then are.
    fn candidates(&self) -> Vec<Candidate> {
        let census = self.ledger.census(self.color);
        let gone = 8 - self.pawns_on_board.len();
        let promotion_squares =
            Bitboard::from_rank(promotion_rank(self.color)) & !self.ledger.steady;
        let mut choices = vec![Candidate {
            alive: Bitboard::EMPTY,
            promoted: Vec::new(),
        }];
        for class in Class::ALL {
            let men: Vec<Square> = census.officers[class as usize].into_iter().collect();
            let homes: Vec<(Square, Bitboard)> = self
                .officers
                .iter()
                .filter(|(_, c, _)| *c == class)
                .map(|&(home, _, reach)| (home, reach))
                .collect();
            let promoted_reach = if men.is_empty() || gone == 0 {
                Bitboard::EMPTY
            } else {
                self.ledger.mobility.reach(
                    self.color,
                    class.role(),
                    promotion_squares,
                    Bitboard::EMPTY,
                )
            };
            let mut options = Vec::new();
            for bits in 0..1u32 << homes.len() {
                let chosen: Vec<(Square, Bitboard)> = homes
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| bits & (1 << i) != 0)
                    .map(|(_, &home)| home)
                    .collect();
                let alive: Bitboard = chosen.iter().map(|&(home, _)| home).collect();
                let steady_at_home = self.ledger.steady & census.officers[class as usize];
                let keeps = alive.is_disjoint(self.ledger.died_at_home)
                    && homes
                        .iter()
                        .all(|&(home, _)| !steady_at_home.contains(home) || alive.contains(home));
                if !keeps || chosen.len() > men.len() || men.len() - chosen.len() > gone {
                    continue;
                }
                let promoted = men.len() - chosen.len();
                // Every man on the board needs a source: an original, or a promotion.
                let rows: Vec<u32> = men
                    .iter()
                    .map(|&man| {
                        let mut row = 0u32;
                        for (i, (home, reach)) in chosen.iter().enumerate() {
                            let own = !self.ledger.steady.contains(*home) || man == *home;
                            if own && reach.contains(man) {
                                row |= 1 << i;
                            }
                        }
                        if promoted_reach.contains(man) && !self.ledger.steady.contains(man) {
                            for i in 0..promoted {
                                row |= 1 << (chosen.len() + i);
                            }
                        }
                        row
                    })
                    .collect();
                if is_matchable(&rows) {
                    options.push((alive, promoted));
                }
            }
            choices = choices
                .iter()
                .flat_map(|choice| {
                    options.iter().filter_map(move |&(alive, promoted)| {
                        let mut next = choice.clone();
                        next.alive |= alive;
                        next.promoted.extend(std::iter::repeat_n(class, promoted));
                        (next.promoted.len() <= gone).then_some(next)
                    })
                })
                .collect();
        }
        choices
    }

    /// What is to be settled of the men on the board: the pawns, then the promoted men of these classes, with what
    /// each and all after it cost at least. `None` if there is no way within the cap.
    ///
    /// `costs` remembers the least captures from each file of origin to a promoted man of each class.
    fn stages(&self, promoted: &[Class], costs: &mut [Option<Costs>; 5]) -> Option<Vec<Stage>> {
        let mut stages: Vec<Stage> = Vec::new();
        let men = self
            .pawns_on_board
            .iter()
            .map(|&square| Fate::Stands(square));
        let mut rest = [0u8; 256];
        let of_class = |class: Class, costs: &mut [Option<Costs>; 5]| {
            *costs[class as usize].get_or_insert_with(|| {
                std::array::from_fn(|origin| {
                    let least = self.promotion_cost[origin]?;
                    (least..=self.cap.min(MOST_CAPTURES)).find(|&k| {
                        !self
                            .careers(File::ALL[origin], k, Fate::Remains(class))
                            .is_empty()
                    })
                })
            })
        };
        let all: Vec<(Fate, Costs)> = men
            .zip(&self.stand_cost)
            .map(|(fate, &costs)| (fate, costs))
            .chain(
                promoted
                    .iter()
                    .map(|&class| (Fate::Remains(class), of_class(class, costs))),
            )
            .collect();
        for (fate, costs) in all.into_iter().rev() {
            let mut least = [NEVER; 256];
            for (origin, cost) in costs.iter().enumerate() {
                let Some(cost) = cost else { continue };
                let bit = 1 << origin;
                for (least, rest) in least
                    .chunks_exact_mut(2 * bit)
                    .zip(rest.chunks_exact(2 * bit))
                {
                    for (slot, later) in least[..bit].iter_mut().zip(&rest[bit..]) {
                        *slot = (*slot).min(later + *cost as u8);
                    }
                }
            }
            stages.push(Stage {
                fate,
                costs,
                after: rest,
            });
            rest = least;
        }
        stages.reverse();
        (usize::from(rest[0]) <= self.cap).then_some(stages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color;

    use crate::retro::ledger::Ledger;
    use crate::retro::model::test_position;

    #[test]
    fn captures_pay_for_a_promotion_from_where_the_man_got_out() {
        let has_officer_choice = |fen| {
            let ledger = Ledger::new(&test_position(fen, "- -")).unwrap();
            Side::new(&ledger, Color::White).has_officer_choice()
        };
        // A second light bishop: a pawn that promotes on a8 costs thirteen captures in all, but no bishop ever left a8
        // past the pawn b7; any other square costs one more.
        assert!(!has_officer_choice("8/1p5P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w"));
        assert!(has_officer_choice("8/1p5P/6P1/5B1P/6PP/5BNk/7P/R5K1 w"));
        assert!(has_officer_choice("8/2p4P/6P1/5B1P/6PP/5BNk/7P/R4nK1 w"));
    }
}
