//! Mates: who gives check, and who holds or covers each square beside the king. What the other men do is left open.

use shakmaty::{Bitboard, attacks};

use super::{Bits, Finder, Flights, KING, MOST, Sketch, attacking};

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
        let others = sketch.undecided & self.maters & (u32::MAX << checker);
        self.check_with(sketch, others, Self::hold_flights);
    }

    /// Each square beside the king is held by a man of its own side or covered; the one with the fewest ways is next.
    pub(super) fn hold_flights(&mut self, sketch: &Sketch) {
        if !self.step() {
            return;
        }
        let free = sketch.free();
        let victims = sketch.undecided & self.victims;
        let held = |flight: shakmaty::Square| {
            let near = |man: usize| self.moves_to(man, flight) <= sketch.replies;
            let men = Bits(victims).filter(|&man| near(man));
            if free.contains(flight) {
                men.count()
            } else {
                0
            }
        };
        match self.flights(sketch, !attacks::king_attacks(sketch.king), held) {
            Flights::Closed => self.keep(sketch),
            Flights::Hopeless => {}
            Flights::Open(flight, zones) => {
                self.cover(sketch, flight, zones, Self::hold_flights);
                if free.contains(flight) {
                    self.hold(sketch, flight);
                }
            }
        }
    }

    fn keep(&mut self, sketch: &Sketch) {
        let fates = &sketch.fates[..self.men.rows.len()];
        if !sketch.can_be_taken(&fates[self.men.victims..]) {
            return;
        }
        // Who gives check with nothing in between has made the last move: two of them cannot have.
        let contacts = (0..KING).map(|kind| {
            let zone = attacking(kind, sketch.king, Bitboard::FULL);
            (zone & sketch.by_kind[kind]).count()
        });
        if contacts.sum::<usize>() > 1 {
            return;
        }
        self.found.extend(fates);
        self.empty.push(sketch.empty);
        self.too_many |= self.empty.len() > MOST;
    }
}
