//! In which order the captures of a kernel can happen, when the ranks of the pawns are looked at.
//!
//! Each capture takes a pawn one rank on, and one that stays in the diagram must not come farther than it stands
//! there. Invariant: in the order found all captures can happen as far as the pawns are concerned; captures and fates
//! are those of the kernel, only where an officer is taken between pawns may differ.

// Men, squares and moves are counted in dozens.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use arrayvec::ArrayVec;
use shakmaty::{Color, File};

use super::super::super::hash_table::mix;
use super::super::super::tuning::CONSTRUCTION;
use super::super::race_position::RacePosition;
use super::{Event, Fate, Kernel, KernelDemand};
use crate::retro::model::PawnId;

/// The pawns of a file, from White's side.
type Pawns = ArrayVec<PawnId, 16>;

struct Order<'a> {
    kernel: &'a Kernel,
    demand: Option<&'a KernelDemand>,
    files: [Pawns; 8],
    /// Captures each pawn has made, and those it has still to make.
    made: [i32; 16],
    to_make: [i32; 16],
    /// Captures still to come, with their places in the kernel.
    open: Vec<(usize, Event)>,
    done: Vec<Event>,
    /// Places of those done.
    past: u64,
    steps: u32,
    seed: u64,
}

/// The places of captures are bits of a word.
const MOST_EVENTS: usize = 64;

/// The kernel with its captures in an order in which they can happen; `None`: none was found. If the demand is told, there
/// are officers for its pawns to take.
pub fn ordered(kernel: &Kernel, demand: Option<&KernelDemand>, seed: u64) -> Option<Kernel> {
    let mut to_make = [0; 16];
    for pawn in kernel.events.iter().filter_map(|event| event.by) {
        to_make[usize::from(pawn)] += 1;
    }
    let mut order = Order {
        kernel,
        demand,
        files: std::array::from_fn(|file| {
            Color::ALL
                .map(|color| PawnId::new(color, File::ALL[file]))
                .into_iter()
                .collect()
        }),
        made: [0; 16],
        to_make,
        open: kernel.events.iter().copied().enumerate().collect(),
        done: Vec::new(),
        past: 0,
        steps: 0,
        seed,
    };
    // A file only gets out of order when a pawn comes there, which is looked at then.
    let is_in_order = (0..8).all(|file| order.is_in_order(file));
    if !is_in_order || !order.search() {
        return None;
    }
    Some(order.as_done())
}

impl Order<'_> {
    /// The captures in the order in which they were done.
    fn as_done(&self) -> Kernel {
        Kernel {
            events: self.done.clone(),
            earlier: Vec::new(),
            fates: self.kernel.fates,
        }
    }

    fn search(&mut self) -> bool {
        if self.open.is_empty() {
            let kernel = self.as_done();
            let has_victims =
                |demand: &KernelDemand| demand.has_victims(&kernel.events, &kernel.fates);
            // The files were looked at one capture at a time. Whether the ranks of all captures fit together is checked here.
            return self.demand.is_none_or(has_victims)
                && RacePosition::new([0; 2]).landings(&kernel).is_some();
        }
        let so_far = mix(self.seed, u64::from(self.steps));
        let turn = |choice: usize| {
            let noise = mix(so_far, choice as u64) % CONSTRUCTION.order_noise;
            (noise + choice as u64, choice)
        };
        let choices = (0..self.open.len()).map(turn);
        let mut choices: ArrayVec<(u64, usize), MOST_EVENTS> = choices.collect();
        choices.sort_unstable();
        for (_, choice) in choices {
            let (place, event) = self.open[choice];
            // Captures by the same pawn, and by a pawn that is taken later, keep the order of the kernel.
            let earlier = |(_, other): &(usize, Event)| {
                event.by.is_some_and(|pawn| other.by == Some(pawn))
                    || event.victim.is_some_and(|pawn| other.by == Some(pawn))
            };
            let told = self.kernel.earlier.get(place).copied().unwrap_or(0);
            if self.open[..choice].iter().any(earlier) || told & !self.past != 0 {
                continue;
            }
            self.steps += 1;
            if self.steps > CONSTRUCTION.orders {
                return false;
            }
            self.open.remove(choice);
            self.past |= 1 << place;
            if self.make(event) {
                return true;
            }
            self.past &= !(1 << place);
            self.open.insert(choice, (place, event));
        }
        false
    }

    fn make(&mut self, event: Event) -> bool {
        let before = self.files.clone();
        let is_found = match (event.by, event.victim) {
            (by, Some(victim)) => self.take_pawn(event, by, victim),
            (Some(pawn), None) if event.promotes => {
                self.is_first(pawn) && self.taking(pawn, |order| order.go_on(event))
            }
            (Some(pawn), None) => self.taking(pawn, |order| order.take_officer(event, pawn)),
            (None, None) => false,
        };
        if !is_found {
            self.files = before;
        }
        is_found
    }

    /// Goes on after the pawn has left its file.
    fn taking(&mut self, pawn: PawnId, go_on: impl FnOnce(&mut Self) -> bool) -> bool {
        self.leave(pawn);
        let is_found = go_on(self);
        if !is_found {
            self.come_back(pawn);
        }
        is_found
    }

    fn take_pawn(&mut self, event: Event, by: Option<PawnId>, victim: PawnId) -> bool {
        let file = usize::from(event.file);
        let place = self.files[file].iter().position(|&pawn| pawn == victim);
        match (place, by) {
            (Some(place), None) => {
                self.files[file].remove(place);
                self.go_on(event)
            }
            (Some(place), Some(pawn)) => {
                self.meets(pawn, victim)
                    && self.taking(pawn, |order| {
                        order.files[file][place] = pawn;
                        order.fits(file) && order.go_on(event)
                    })
            }
            (None, _) => false,
        }
    }

    /// An officer is taken between any two pawns of the file.
    fn take_officer(&mut self, event: Event, pawn: PawnId) -> bool {
        let file = usize::from(event.file);
        for place in 0..=self.files[file].len() {
            self.files[file].insert(place, pawn);
            if self.fits(file) {
                let list = &self.files[file];
                let event = Event {
                    on_whites_side: place.checked_sub(1).map(|place| list[place]),
                    on_blacks_side: list.get(place + 1).copied(),
                    light: self.only_square(event.file, place),
                    ..event
                };
                if self.go_on(event) {
                    return true;
                }
            }
            self.files[file].remove(place);
        }
        false
    }

    fn go_on(&mut self, event: Event) -> bool {
        self.done.push(event);
        let found = self.search();
        if !found {
            self.done.pop();
        }
        found
    }

    fn leave(&mut self, pawn: PawnId) {
        for file in &mut self.files {
            file.retain(|other| *other != pawn);
        }
        self.made[usize::from(pawn)] += 1;
        self.to_make[usize::from(pawn)] -= 1;
    }

    fn come_back(&mut self, pawn: PawnId) {
        self.made[usize::from(pawn)] -= 1;
        self.to_make[usize::from(pawn)] += 1;
    }

    /// The colour of the square on which the pawn in this place of a file has taken, if there is but one.
    fn only_square(&self, file: File, place: usize) -> Option<bool> {
        let list = &self.files[usize::from(file)];
        let (mut low, mut high) = self.ranks(list[place]);
        if let Some(&before) = place.checked_sub(1).and_then(|place| list.get(place)) {
            low = low.max(self.ranks(before).0 + 1);
        }
        if let Some(&after) = list.get(place + 1) {
            high = high.min(self.ranks(after).1 - 1);
        }
        (low == high).then_some((low + i32::from(file)) % 2 == 1)
    }

    /// Whether a pawn has nothing before it.
    fn is_first(&self, pawn: PawnId) -> bool {
        let first = |list: &Pawns| match pawn.color() {
            Color::White => list.last() == Some(&pawn),
            Color::Black => list.first() == Some(&pawn),
        };
        self.files.iter().any(first)
    }

    /// Between which ranks a pawn stands by now, counted from 0 at White's first.
    fn ranks(&self, pawn: PawnId) -> (i32, i32) {
        let at = usize::from(pawn);
        let color = pawn.color();
        let crosses = |(_, event): &(usize, Event)| event.promotes && event.by == Some(pawn);
        let crosses = self.open.iter().any(crosses);
        let farthest = self.kernel.fates[at].farthest(color, crosses);
        let (least, most) = (self.made[at], farthest - self.to_make[at]);
        match color {
            Color::White => (1 + least, 1 + most),
            Color::Black => (6 - most, 6 - least),
        }
    }

    fn meets(&self, pawn: PawnId, victim: PawnId) -> bool {
        let (low, high) = self.ranks(pawn);
        let (victim_low, victim_high) = self.ranks(victim);
        match pawn.color() {
            Color::White => low < victim_high && high + 1 >= victim_low,
            Color::Black => high > victim_low && low <= victim_high + 1,
        }
    }

    /// Whether the pawns of the file find room in their order, and those that do not leave it again are in that of the diagram.
    fn fits(&self, file: usize) -> bool {
        let mut rank = 0;
        let has_room = self.files[file].iter().all(|&pawn| {
            let (low, high) = self.ranks(pawn);
            rank = low.max(rank + 1);
            rank <= high
        });
        has_room && self.is_in_order(file)
    }

    /// Whether those pawns of the file that do not leave it by a capture stand as in the diagram, and nothing is before those that promote.
    fn is_in_order(&self, file: usize) -> bool {
        let place = |&pawn: &PawnId| {
            let at = usize::from(pawn);
            match (self.kernel.fates[at], pawn.color()) {
                _ if self.to_make[at] > 0 => None,
                (Fate::Promotes, Color::Black) => Some(0),
                (Fate::Promotes, Color::White) => Some(100),
                (Fate::Stays(square), _) => Some(1 + u32::from(square.rank())),
                (Fate::Dies, _) => None,
            }
        };
        let places = self.files[file].iter().filter_map(place);
        places.is_sorted()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    #[test]
    fn a_pawn_in_a_wrong_place_for_good_is_noticed_at_once() {
        // The captures before 8/p2p4/8/PPPN4/krpP4/1pKPPP2/q1Rprp1P/N1BQb3 (Probleemblad 2008, R348). The first lands on Black's side of the pawn on c4; when that was
        // noticed only at the end, the steps were not enough for most seeds.
        let stays = "a5 c5 b5 d3 e3 d4 f3 h2 a7 b3 c4 d7 d2 f2".split(' ');
        let squares = stays.map(|square| square.parse::<Square>().unwrap());
        let mut fates = [Fate::Promotes; 16];
        for (fate, square) in fates.iter_mut().zip(squares) {
            *fate = Fate::Stays(square);
        }
        let pawn = |color, file| Some(PawnId::new(color, file));
        let (white, black) = (Color::White, Color::Black);
        let taking = |by, file| Event::new(by, None, file);
        let events = vec![
            taking(pawn(white, File::B), File::C),
            taking(pawn(white, File::C), File::B),
            taking(pawn(white, File::F), File::E),
            taking(pawn(white, File::F), File::D),
            taking(pawn(white, File::G), File::F),
            taking(pawn(black, File::E), File::D),
            taking(pawn(black, File::H), File::G),
        ];
        let kernel = Kernel {
            events,
            earlier: Vec::new(),
            fates,
        };
        for seed in 0..20 {
            assert!(ordered(&kernel, None, seed).is_some(), "seed {seed}");
        }
    }

    #[test]
    fn who_has_to_pass_first_takes_first() {
        // White's f-pawn comes to c5 at least. Black's c-pawn, which comes to stand before the pawn b2, takes on b4 or b3, from c5 or c4: so it has taken, or
        // has at least passed, before White's comes.
        let (white, black) = (Color::White, Color::Black);
        let mut fates = [Fate::Dies; 16];
        for (color, file, square) in [
            (white, File::B, Square::B5),
            (white, File::F, Square::C6),
            (black, File::C, Square::B3),
        ] {
            fates[usize::from(PawnId::new(color, file))] = Fate::Stays(square);
        }
        let (f2, c7) = (PawnId::new(white, File::F), PawnId::new(black, File::C));
        let taking = |by, file| Event::new(Some(by), None, file);
        let kernel = Kernel {
            events: vec![
                taking(f2, File::E),
                taking(f2, File::D),
                taking(f2, File::C),
                taking(c7, File::B),
            ],
            earlier: Vec::new(),
            fates,
        };
        for seed in 0..20 {
            let ordered = ordered(&kernel, None, seed).unwrap();
            let of = |by, file| {
                let mut events = ordered.events.iter().enumerate();
                let found = events.find(|(_, event)| event.by == Some(by) && event.file == file);
                found.unwrap()
            };
            let (on_c, on_b) = (of(f2, File::C), of(c7, File::B));
            assert!(
                on_b.0 < on_c.0 || on_c.1.on_whites_side == Some(c7),
                "seed {seed}"
            );
        }
    }
}
