//! Mates: who gives check, and who holds or covers each square beside the king. What the other men do is left open.

use shakmaty::{Bitboard, Square, attacks};

use super::{ANYTHING, Bits, Finder, KING, MOST, Sketch, attacking};

impl Finder<'_> {
    /// One man gives check, or two do.
    pub(super) fn give_check(&mut self, sketch: &Sketch) {
        self.check_with(sketch, sketch.undecided & self.maters, Self::after_check);
    }

    fn check_with(&mut self, sketch: &Sketch, men: u32, then: fn(&mut Self, &Sketch)) {
        for kind in 0..KING {
            let zone = attacking(kind, sketch.king, sketch.own | sketch.others);
            self.place_mater(sketch, men, kind, zone, sketch.king, then);
        }
    }

    fn after_check(&mut self, sketch: &Sketch) {
        self.hold_flights(sketch);
        let checker = (self.maters & !sketch.undecided).trailing_zeros();
        let mut double = *sketch;
        double.double = true;
        let others = sketch.undecided & self.maters & (u32::MAX << checker);
        self.check_with(&double, others, Self::hold_flights);
    }

    /// Each square beside the king is held by a man of its own side or covered; the one with the fewest ways is next.
    pub(super) fn hold_flights(&mut self, sketch: &Sketch) {
        if !self.step() {
            return;
        }
        let occupied = (sketch.own | sketch.others).without(sketch.king);
        let free = sketch.free();
        let apart = !attacks::king_attacks(sketch.king);
        let moves = usize::from(sketch.moves);
        let (maters, victims) = (
            sketch.undecided & self.maters,
            sketch.undecided & self.victims,
        );
        let mut hardest: Option<(usize, Square)> = None;
        for flight in attacks::king_attacks(sketch.king) & !sketch.own {
            let mut zones: [Bitboard; 7] =
                std::array::from_fn(|kind| attacking(kind, flight, occupied));
            zones[KING] &= apart;
            let mut zones_of_men = zones.iter().zip(&sketch.by_kind);
            if zones_of_men.any(|(zone, men)| (*zone & *men).any()) {
                continue;
            }
            let mut ways = 0;
            for man in Bits(maters) {
                for choice in &self.choices[man] {
                    ways += (choice.within[moves] & zones[choice.kind] & free).count();
                }
            }
            if free.contains(flight) {
                let near = |man: usize| self.nearest[man][flight.to_usize()] <= sketch.replies;
                ways += Bits(victims).filter(|&man| near(man)).count();
            }
            if ways == 0 {
                return;
            }
            if hardest.is_none_or(|(least, _)| ways < least) {
                hardest = Some((ways, flight));
            }
        }
        let Some((_, flight)) = hardest else {
            self.keep(sketch);
            return;
        };
        for kind in 0..=KING {
            let mut zone = attacking(kind, flight, occupied);
            if kind == KING {
                zone &= apart;
            }
            self.place_mater(sketch, maters, kind, zone, flight, Self::hold_flights);
        }
        if free.contains(flight) {
            self.hold(sketch, flight, victims);
        }
    }

    /// One of these men of the victim's goes to the square.
    fn hold(&mut self, sketch: &Sketch, square: Square, men: u32) {
        for man in Bits(men) {
            for choice in 0..self.choices[man].len() {
                for cost in 0..=sketch.replies {
                    if self.choices[man][choice].after[usize::from(cost)].contains(square) {
                        self.place_victim(sketch, man, choice, square, cost);
                    }
                }
            }
        }
    }

    fn keep(&mut self, sketch: &Sketch) {
        let fates = &sketch.fates[..self.men.rows.len()];
        let maters = &fates[self.men.victims..];
        let free = maters.iter().filter(|&&fate| fate == ANYTHING).count();
        if usize::from(sketch.taken) > free {
            return;
        }
        // With a second check, and nobody to come in between, it is found among those with two.
        let contacts = (0..KING).map(|kind| {
            let zone = attacking(kind, sketch.king, Bitboard::FULL);
            (zone & sketch.by_kind[kind]).count()
        });
        if !sketch.double && contacts.sum::<usize>() > 1 {
            return;
        }
        self.found.extend(fates);
        self.empty.push(sketch.empty);
        self.too_many |= self.empty.len() > MOST;
    }
}
