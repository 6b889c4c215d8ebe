//! Which moves serve a picture.
//!
//! Where a picture takes every move a side has left, every move that side makes is one of those it takes. If all pictures are of
//! that kind, the others need not be made.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::ways::cone;
use super::{Duties, Look, Picture, Placed, could_promote};

/// Moves of the side on move: by the square they begin on, where they may end.
#[derive(Debug, Clone)]
pub(in crate::search) struct Useful {
    to: [Bitboard; 64],
    pictures: u32,
}

impl Default for Useful {
    fn default() -> Useful {
        Useful {
            to: [Bitboard::EMPTY; 64],
            pictures: 0,
        }
    }
}

impl Useful {
    /// With more pictures than that there is little to gain.
    const MOST_PICTURES: u32 = 200;

    pub(in crate::search) fn contains(&self, from: Square, to: Square) -> bool {
        self.to[from.to_usize()].contains(to)
    }

    /// These and others.
    pub(super) fn join(&mut self, others: &Useful) {
        for (to, more) in self.to.iter_mut().zip(&others.to) {
            *to |= *more;
        }
    }

    pub(super) fn add(&mut self, from: Square, to: Bitboard) {
        self.to[from.to_usize()] |= to;
    }
}

impl Picture<'_> {
    /// Remembers what the duties, which can be paid for, take of the side on move. Answers whether no more need be found.
    pub(super) fn note(&self, duties: &Duties) -> bool {
        let look = self.look;
        self.found.set(true);
        // Others that are no better may take other moves.
        self.conflict();
        let mut useful = look.useful.borrow_mut();
        let Some(moves) = useful.as_mut() else {
            return true;
        };
        moves.pictures += 1;
        let is_mater = look.board.turn() == look.mater;
        let spare = if is_mater {
            duties.moves
        } else {
            duties.replies + duties.fetched
        };
        if spare > 0 || moves.pictures > Useful::MOST_PICTURES {
            *useful = None;
            return true;
        }
        if is_mater {
            for man in &duties.places[..duties.placed] {
                moves.add(man.from, man.first_squares(look));
            }
            for from in duties.leaving {
                moves.add(from, Bitboard::FULL);
            }
        } else {
            for man in &duties.blockers[..duties.blocking] {
                moves.add(man.from, man.first_squares(look));
            }
            for from in duties.paid & !duties.used {
                moves.add(from, Bitboard::FULL);
            }
            let walk = look.replies - self.replies;
            if walk > 0 {
                moves.add(look.king, look.rings.ball(self.king, walk - 1));
            }
        }
        false
    }
}

impl Placed {
    /// Where its first move may lead, if it has none to waste.
    fn first_squares(self, look: &Look<'_>) -> Bitboard {
        let left = u32::from(self.cost).saturating_sub(1);
        match self.kind {
            _ if left == 0 => Bitboard::from_square(self.to),
            // What it is at the end it need not be yet.
            _ if look.board.role_at(self.from) == Role::Pawn => {
                let white = look.board.by_color(Color::White).contains(self.from);
                let color = Color::from_white(white);
                let goes_on = |square: &Square| {
                    cone(color, *square, left).contains(self.to)
                        || could_promote(color, *square, left)
                };
                cone(color, self.from, 1)
                    .into_iter()
                    .filter(goes_on)
                    .collect()
            }
            2 => (0..=left).fold(Bitboard::EMPTY, |near, hops| {
                near | look.rings.hops(self.to, hops)
            }),
            6 => look.rings.ball(self.to, left),
            3 if left == 1 => attacks::bishop_attacks(self.to, Bitboard::EMPTY),
            4 if left == 1 => attacks::rook_attacks(self.to, Bitboard::EMPTY),
            5 if left == 1 => attacks::queen_attacks(self.to, Bitboard::EMPTY),
            _ => Bitboard::FULL,
        }
    }
}
