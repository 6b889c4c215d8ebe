//! Where the pawns come from: careers by file of origin, and what the joint cost of the pawns on the board settles.
//!
//! Invariant: a file of origin is ruled out only if the captures of its side do not pay for it.

use std::rc::Rc;

use shakmaty::{Bitboard, Color, File, Square};

use super::career::PawnCareer;
use super::officer_choice::{Costs, NEVER};
use super::side::{Fate, Side, promotion_rank};
use crate::retro::model::Class;
use crate::retro::model::claim::{End, MOST_CAPTURES};

/// Least captures of some men, by the set of their files of origin.
type Least = [u8; 256];

/// Of no men at all.
const NONE_SETTLED: Least = {
    let mut least = [NEVER; 256];
    least[0] = 0;
    least
};

/// The least captures of these men and one more.
fn settle(least: &Least, costs: &Costs) -> Least {
    let mut next = [NEVER; 256];
    for (origin, cost) in costs.iter().enumerate() {
        let Some(cost) = cost else { continue };
        let bit = 1 << origin;
        for (more, before) in next
            .chunks_exact_mut(2 * bit)
            .zip(least.chunks_exact(2 * bit))
        {
            for (slot, spent) in more[bit..].iter_mut().zip(&before[..bit]) {
                *slot = (*slot).min(spent + *cost as u8);
            }
        }
    }
    next
}

impl Side<'_> {
    /// From which files the pawns on the board can have come at all, given that the captures pay for all of them
    /// together, and what follows: careers that are certain, pawns that cannot be missing.
    pub(super) fn settle_origins(&mut self) {
        let most = self.cap.min(MOST_CAPTURES);
        self.stand_cost = self
            .pawns_on_board
            .iter()
            .map(|&square| {
                std::array::from_fn(|o| {
                    (0..=most).find(|&k| {
                        !self
                            .careers(File::ALL[o], k, Fate::Stands(square))
                            .is_empty()
                    })
                })
            })
            .collect();
        loop {
            let mut changed = false;
            for man in 0..self.pawns_on_board.len() {
                let others = self.least_without(Some(man));
                for (cost, others) in self.stand_cost[man].iter_mut().zip(others) {
                    if cost.is_some_and(|cost| cost + others > self.cap) {
                        *cost = None;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for man in 0..self.pawns_on_board.len() {
            let others = self.least_without(Some(man));
            let fate = Fate::Stands(self.pawns_on_board[man]);
            let mut careers = Vec::new();
            for (origin, &others) in others.iter().enumerate() {
                if let Some(least) = self.stand_cost[man][origin] {
                    for captures in least..=most.min(self.cap - others) {
                        careers.extend_from_slice(&self.careers(File::ALL[origin], captures, fate));
                    }
                }
            }
            if let [only] = careers.as_slice() {
                self.certain[usize::from(only.origin)] = Some(only.clone());
            }
        }
        // Where the pawns on the board cannot do without the pawn of a file, it is not missing.
        let without = self.least_without(None);
        for origin in File::ALL {
            let file = usize::from(origin);
            if self.pawns_on_board.len() == 8 || without[file] > self.cap {
                continue;
            }
            self.promotion_cost[file] = (0..=most).find(|&k| {
                let gone = self.careers(origin, k, Fate::Gone);
                gone.iter().any(|career| career.end.promotion().is_some())
            });
            self.capture_squares_of_pawn[file] = if self.promotion_cost[file].is_some() {
                !self.ledger.steady
            } else {
                (0..=most)
                    .flat_map(|k| self.careers(origin, k, Fate::Gone).to_vec())
                    .fold(Bitboard::EMPTY, |all, career| {
                        all | career.stay[career.captures]
                    })
            };
        }
    }

    /// The least captures of the pawns on the board, but for the `man`-th, if none of them is from a file of origin:
    /// for each of these files.
    pub(super) fn least_without(&self, man: Option<usize>) -> [usize; 8] {
        let men = self.stand_cost.iter().enumerate();
        let others = men.filter(|&(other, _)| Some(other) != man);
        let least = others.fold(NONE_SETTLED, |least, (_, costs)| settle(&least, costs));
        std::array::from_fn(|origin| {
            let free = (0..256).filter(|used| used & (1 << origin) == 0);
            usize::from(free.map(|used| least[used]).min().unwrap_or(NEVER))
        })
    }

    /// Every course of the pawn of file `origin` with so many captures that ends so.
    pub(super) fn careers(&self, origin: File, captures: usize, fate: Fate) -> Rc<[PawnCareer]> {
        let question = (origin, captures, fate);
        if let Some(known) = self.known_careers.borrow().get(&question) {
            return Rc::clone(known);
        }
        let ends: Vec<End> = match fate {
            Fate::Stands(square) => vec![End::Stands(square)],
            Fate::Remains(class) => {
                let men = self.ledger.census(self.color).officers[class as usize];
                let mobility = &self.ledger.mobility;
                promotion_squares(self.color, origin, captures)
                    .filter(|&square| Class::of(class.role(), square) == Some(class))
                    .filter(|&square| {
                        mobility
                            .reach(self.color, class.role(), square.into(), Bitboard::EMPTY)
                            .intersects(men & !self.ledger.steady)
                    })
                    .map(|square| End::Remains(square, class))
                    .collect()
            }
            Fate::Gone => std::iter::once(End::Falls)
                .chain(promotion_squares(self.color, origin, captures).map(End::Spent))
                .collect(),
        };
        let careers: Rc<[PawnCareer]> = ends
            .into_iter()
            .flat_map(|end| self.terrain.careers(origin, captures, end))
            .collect();
        self.known_careers
            .borrow_mut()
            .insert(question, Rc::clone(&careers));
        careers
    }
}

/// Squares a pawn of this origin can promote on with so many captures, by files alone.
fn promotion_squares(
    color: Color,
    origin: File,
    captures: usize,
) -> impl Iterator<Item = Square> + use<> {
    Bitboard::from_rank(promotion_rank(color))
        .into_iter()
        .filter(move |square| {
            let distance = square.file().distance(origin) as usize;
            distance <= captures && (captures - distance).is_multiple_of(2)
        })
}
